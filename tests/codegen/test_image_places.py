"""Images seen through projections and in boxes: machine code gives what the host gives."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.codegen.native_runs import expect_same

raw = tf.raw_ops
# Turned, as it is, with places beyond the horizon, and far outside.
PROJECTIONS = np.array(
    [
        [1.0, 0.2, -1.0, -0.1, 0.9, 0.5, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
        [1.0, 0.0, 0.5, 0.0, 1.0, 0.5, -0.25, 0.0],
        [2.0, 0.1, -9.0, 0.3, -2.0, 11.0, 0.01, 0.02],
    ],
    np.float32,
)
MODES = ["CONSTANT", "REFLECT", "WRAP", "NEAREST"]


def images(*sizes: int, dtype: type = np.float32) -> np.ndarray:
    x = np.random.default_rng(sum(sizes)).normal(size=sizes) * 20
    return np.abs(x).astype(dtype)


@pytest.mark.parametrize("kind", ["NEAREST", "BILINEAR"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.float16, np.float32, np.float64])
def test_projections(dtype, mode, kind, monkeypatch):
    def function(x, transforms, fill):
        options = {"interpolation": kind, "fill_mode": mode}
        several = raw.ImageProjectiveTransformV3(
            images=x + 0, transforms=transforms, output_shape=[6, 7], fill_value=fill, **options
        )
        one = raw.ImageProjectiveTransformV3(
            images=x, transforms=transforms[:1], output_shape=[3, 9], fill_value=2.0, **options
        )
        return several, one

    for sizes in ((4, 5, 6, 3), (4, 1, 3, 2)):
        calls = [[images(*sizes, dtype=dtype), PROJECTIONS, np.float32(0.5)]]
        expect_same(monkeypatch, function, calls, "ImageProjectiveTransformV3", ulps=4)


@pytest.mark.parametrize("kind", ["NEAREST", "BILINEAR"])
@pytest.mark.parametrize("mode", MODES)
def test_projections_of_any_size(mode, kind, monkeypatch):
    def function(x, transforms):
        transforms.set_shape([4, 8])
        return raw.ImageProjectiveTransformV3(
            images=tf.ensure_shape(x, [4, None, None, 3]) * 1,
            transforms=transforms,
            output_shape=tf.shape(x)[1:3],
            fill_value=0.5,
            interpolation=kind,
            fill_mode=mode,
        )

    calls = [[images(4, *sizes, 3), PROJECTIONS] for sizes in ((4, 5), (9, 7), (1, 3), (31, 2))]
    expect_same(
        monkeypatch, function, calls, "ImageProjectiveTransformV3", is_any_size=True, ulps=4
    )


BOXES = np.array(
    [[0, 0, 1, 1], [0.1, 0.5, 0.7, 0.9], [-0.3, 0.2, 1.2, 0.4], [0.9, 0.8, 0.1, 0.2], [2, 2, 3, 3]],
    np.float32,
)
WHICH = np.array([0, 1, 1, 0, 1], np.int32)


@pytest.mark.parametrize("crop", [[3, 4], [1, 1], [7, 1], [1, 9]])
@pytest.mark.parametrize("method", ["bilinear", "nearest"])
@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.float16, np.float32, np.float64])
def test_crops(dtype, method, crop, monkeypatch):
    def function(x, boxes, which):
        return tf.image.crop_and_resize(x + 0, boxes, which, crop, method, -1.5)

    calls = [[images(2, 5, 6, 3, dtype=dtype), BOXES, WHICH]]
    expect_same(monkeypatch, function, calls, "CropAndResize", ulps=2)


@pytest.mark.parametrize("crop", [[3, 4], [1, 1], [7, 1]])
@pytest.mark.parametrize("method", ["bilinear", "nearest"])
@pytest.mark.parametrize("is_any_size", [False, True])
def test_gradients_of_crops(is_any_size, method, crop, monkeypatch):
    def function(x, boxes, which):
        boxes, which = tf.ensure_shape(boxes, [5, 4]), tf.ensure_shape(which, [5])
        with tf.GradientTape() as tape:
            tape.watch([x, boxes])
            y = tf.image.crop_and_resize(x, boxes, which, crop, method)
            total = tf.reduce_sum(y * y)
        return y, *tape.gradient(total, [x, boxes])

    calls = [[images(2, *sizes, 3) / 10, BOXES, WHICH] for sizes in ((5, 6), (3, 9), (12, 2))]
    names = "CropAndResize", "CropAndResizeGradImage", "CropAndResizeGradBoxes"
    expect_same(
        monkeypatch, function, calls if is_any_size else calls[:1], *names,
        is_any_size=is_any_size, ulps=64, atol=2e-2,
    )  # fmt: skip


def test_boxes_of_no_image_and_without_an_end_are_refused():
    @tf.function
    def function(boxes, which):
        return tf.image.crop_and_resize(tf.ones([2, 4, 4, 1]), boxes * 1, which, [2, 2]) + 1

    with pytest.raises(tf.errors.OutOfRangeError):
        function(tf.constant([[0.0, 0, 1, 1]]), tf.constant([2]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="not finite"):
        function(tf.constant([[0.0, 0, np.inf, 1]]), tf.constant([1]))
