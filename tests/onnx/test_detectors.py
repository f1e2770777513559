"""Detectors: kept boxes, pictures by cubic interpolation, and what is said of what cannot be exported."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.onnx.running import run

GENERATOR = np.random.default_rng(0)


@pytest.mark.parametrize("least", [float("-inf"), 0.4])
@pytest.mark.parametrize("overlap", [0.3, 0.7])
def test_kept_boxes_are_those_of_the_function(overlap, least):
    corners = GENERATOR.uniform(0, 1, (40, 2, 2)).astype(np.float32)
    boxes = np.concatenate([corners.min(1), corners.max(1)], 1)
    scores = GENERATOR.permutation(40).astype(np.float32) / 40

    @tf.function(input_signature=[tf.TensorSpec([None, 4]), tf.TensorSpec([None])])
    def detect(boxes, scores):
        kept = tf.image.non_max_suppression(boxes, scores, 7, overlap, least)
        return kept, tf.gather(boxes, kept)

    model = tf.onnx.export(detect)
    for found, expected in zip(run(model, boxes, scores).results, detect(boxes, scores), strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("size", [(3, 3), (4, 6), (9, 5), (1, 1)])
@pytest.mark.parametrize("options", [{}, {"align_corners": True}, {"half_pixel_centers": True}])
def test_pictures_by_cubic_interpolation(size, options):
    images = GENERATOR.normal(size=(2, 4, 6, 3)).astype(np.float32)
    function = tf.function(
        lambda x: tf.compat.v1.image.resize_bicubic(x, size, **options),
        input_signature=[tf.TensorSpec([None, 4, 6, 3])],
    )
    (found,) = run(tf.onnx.export(function), images).results
    np.testing.assert_allclose(found, function(images), rtol=1e-5, atol=1e-5)


def test_an_operation_without_a_converter_is_told_as_such():
    function = tf.function(lambda x: tf.abs(tf.signal.rfft(x)), input_signature=[tf.TensorSpec([8])])
    with pytest.raises(tf.onnx.UnsupportedOperationsError, match=r"RFFT.*the exporter has no converter"):
        tf.onnx.export(function)
