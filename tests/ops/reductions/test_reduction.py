"""Reductions: names in graphs, axes that are known late, gradients of equal extremes."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def operations(function, *specs):
    graph = tf.function(function).get_concrete_function(*specs).graph
    return [(op.type, op.name) for op in graph.get_operations()]


def test_axes_of_a_full_reduction_are_named_const():
    spec = tf.TensorSpec([2, 3], tf.float32)
    assert operations(tf.reduce_sum, spec)[1:3] == [("Const", "Const"), ("Sum", "Sum")]


def test_given_axes_are_named_after_the_operation():
    spec = tf.TensorSpec([2, 3], tf.float32)
    found = operations(lambda x: tf.reduce_sum(x, axis=1, name="total"), spec)
    assert found[1:3] == [("Const", "total/reduction_indices"), ("Sum", "total")]


def test_unknown_rank_is_reduced_over_a_range_of_axes():
    @tf.function(input_signature=[tf.TensorSpec(None, tf.float32)])
    def total(x):
        return tf.reduce_sum(x)

    assert total(tf.ones([2, 3])).numpy() == 6
    assert total(tf.constant(2.0)).numpy() == 2


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("name", ["reduce_sum", "reduce_mean", "reduce_max", "reduce_prod"])
def test_gradient_with_axes_that_are_known_when_it_runs(name, keepdims):
    x = tf.constant(np.random.default_rng(3).uniform(1, 2, (2, 3, 4)))
    reduce = getattr(tf, name)

    @tf.function(input_signature=[tf.TensorSpec(None, tf.float64), tf.TensorSpec([None], tf.int32)])
    def staged(x, axes):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = reduce(x, axes, keepdims=keepdims)
        return tape.gradient(y, x)

    with tf.GradientTape() as tape:
        tape.watch(x)
        y = reduce(x, [0, 2], keepdims=keepdims)
    expected = tape.gradient(y, x)
    np.testing.assert_allclose(staged(x, tf.constant([-1, 0])).numpy(), expected.numpy())


def test_equal_maxima_share_the_gradient():
    x = tf.constant([[1.0, 1.0, 0.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_max(x, axis=1)
    assert tape.gradient(y, x).numpy().tolist() == [[0.5, 0.5, 0.0]]


def test_gradient_of_a_product_with_zeros():
    x = tf.constant([[1.0, 0.0, 2.0], [0.0, 0.0, 2.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_prod(x, axis=1)
    assert tape.gradient(y, x).numpy().tolist() == [[0.0, 2.0, 0.0], [0.0, 0.0, 0.0]]


def test_sums_of_half_precision_do_not_stop_growing():
    assert tf.reduce_sum(tf.ones([5000], tf.float16)).numpy() == 5000


def test_integer_means_are_rounded_towards_zero():
    assert tf.reduce_mean([1, -2, -2, -2]).numpy() == -1
    assert tf.reduce_mean(tf.zeros([0], tf.int32)).numpy() == 0


@pytest.mark.parametrize(
    "dtype", ["float16", "float32", "float64", "int32", "uint8", "complex64", "complex128"]
)
def test_an_empty_mean_is_nan_of_floats_and_zero_of_others(dtype):
    is_floating = dtype.startswith("float")
    for mean in (tf.reduce_mean, tf.function(tf.reduce_mean)):
        found = mean(tf.zeros([0, 3], dtype), 0).numpy()
        assert np.isnan(found).all() if is_floating else not found.any()


def test_axis_of_another_kind_is_refused():
    with pytest.raises(TypeError, match="integers for `axis`"):
        tf.reduce_sum([1.0], axis=0.0)
