"""What is done to pictures before a network, and what training for a few bits leaves in one."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.onnx.test_export import operators, same, spec


def pictures(*shape):
    return np.random.default_rng(5).integers(0, 256, shape).astype(np.uint8)


def test_pictures_become_smaller_contrasted_and_parts():
    @tf.function(input_signature=[spec([None, 9, 8, 3], tf.uint8)])
    def prepared(x):
        x = tf.image.convert_image_dtype(x, tf.float32)
        small = tf.image.resize(x, [4, 5], method="bicubic", antialias=True)
        contrasted = tf.image.adjust_contrast(small, 1.5)
        patches = tf.image.extract_patches(
            contrasted, [1, 3, 2, 1], [1, 2, 1, 1], [1, 1, 2, 1], "SAME"
        )
        return small, contrasted, patches

    for batch in (1, 3):
        model = same(prepared, pictures(batch, 9, 8, 3), units=256)
    assert "If" not in operators(model.graph)


def test_pictures_of_unknown_size_are_refused_where_weights_depend_on_it():
    @tf.function(input_signature=[spec([None, None, None, 3])])
    def smaller(x):
        return tf.image.resize(x, [4, 5], antialias=True)

    with pytest.raises(tf.onnx.UnsupportedOperationsError, match="height and width"):
        tf.onnx.export(smaller)


def test_ranges_of_variables_are_rounded_as_in_training():
    weights = tf.Variable(np.random.default_rng(2).normal(size=(5, 3)).astype("f"))
    low, high = tf.Variable(-1.3), tf.Variable(2.1)
    lows, highs = tf.Variable([-1.0, -0.1, 0.0]), tf.Variable([1.0, 3.0, 0.0])

    @tf.function(input_signature=[spec([None, 5])])
    def layer(x):
        x = tf.quantization.fake_quant_with_min_max_vars(x, low, high, num_bits=4)
        w = tf.quantization.fake_quant_with_min_max_vars_per_channel(weights, lows, highs)
        y = tf.nn.relu(x @ w)
        return tf.quantization.fake_quant_with_min_max_args(y, -0.5, 5.0, narrow_range=True)

    same(layer, np.random.default_rng(3).normal(size=(7, 5)).astype("f"))


def test_ends_that_depend_on_the_input_are_refused():
    @tf.function(input_signature=[spec([None])])
    def rounded(x):
        return tf.quantization.fake_quant_with_min_max_vars(x, -1.0, tf.reduce_max(x))

    with pytest.raises(tf.onnx.UnsupportedOperationsError, match="`max` must be a constant"):
        tf.onnx.export(rounded)


def test_categories_are_counted_by_row():
    @tf.function(input_signature=[spec([None, None], tf.int32), spec([None, None])])
    def counted(x, weights):
        return (
            tf.math.bincount(x, minlength=6, maxlength=6, axis=-1),
            tf.math.bincount(x, minlength=6, maxlength=6, axis=-1, binary_output=True),
            tf.math.bincount(x, weights, minlength=6, maxlength=6, axis=-1),
        )

    x = np.array([[0, 5, 5], [1, 1, 7]], np.int32)
    same(counted, x, np.array([[0.5, 1.0, 2.0], [3.0, 4.0, 5.0]], np.float32))


@pytest.mark.parametrize("options", [{}, {"exclusive": True}, {"reverse": True},
                                     {"exclusive": True, "reverse": True}])  # fmt: skip
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_running_products(axis, options):
    @tf.function(input_signature=[spec([None, None, 3])])
    def products(x):
        return tf.math.cumprod(x, axis, **options)

    same(products, np.random.default_rng(4).normal(size=(4, 5, 3)).astype("f"))
