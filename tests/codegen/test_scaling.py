"""Images scaled and moved: machine code gives what the host gives."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.codegen.native_runs import expect_same

raw = tf.raw_ops
KERNELS = [
    "box", "triangle", "gaussian", "lanczos1", "lanczos3", "lanczos5", "keyscubic", "mitchellcubic",
]  # fmt: skip


@pytest.mark.parametrize("antialias", [False, True])
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(
    ("scale", "shift"),
    [([0.5, 2.0], [0.0, 0.0]), ([1.3, 0.4], [-1.5, 2.0]), ([1.0, 1.0], [9.0, 0.25])],
)
def test_scales_and_shifts(scale, shift, kernel, antialias, monkeypatch):
    options = {"kernel_type": kernel, "antialias": antialias}

    def function(x, dy, scale, shift):
        return (
            raw.ScaleAndTranslate(
                images=x * 2, size=[4, 9], scale=scale, translation=shift, **options
            ),
            raw.ScaleAndTranslateGrad(
                grads=dy, original_image=x, scale=scale, translation=shift, **options
            ),
        )

    draw = np.random.default_rng(1)
    x, dy = (draw.normal(size=sizes).astype(np.float32) for sizes in ((2, 7, 5, 3), (2, 4, 9, 3)))
    calls = [[x, dy, np.array(scale, np.float32), np.array(shift, np.float32)]]
    names = "ScaleAndTranslate", "ScaleAndTranslateGrad"
    expect_same(monkeypatch, function, calls, *names, ulps=16, atol=4e-6)


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("is_known", [False, True])
def test_pixels_that_are_not_finite_reach_as_far_as_on_the_host(
    is_known, kernel, value, monkeypatch
):
    scales = np.array([1.3, 0.4], np.float32)

    def function(x, dy, scale):
        options = {"scale": scales if is_known else scale, "translation": [-1.5, 2.0]}
        return (
            raw.ScaleAndTranslate(images=x * 2, size=[9, 9], kernel_type=kernel, **options),
            raw.ScaleAndTranslateGrad(
                grads=dy * 2, original_image=x, kernel_type=kernel, **options
            ),
        )

    draw = np.random.default_rng(2)
    x, dy = (draw.normal(size=sizes).astype(np.float32) for sizes in ((2, 15, 13, 2), (2, 9, 9, 2)))
    x[0, 7, 6, 1] = dy[0, 4, 4, 0] = value
    names = "ScaleAndTranslate", "ScaleAndTranslateGrad"
    expect_same(monkeypatch, function, [[x, dy, scales]], *names, ulps=16, atol=4e-6)


def test_a_scale_that_is_not_positive_is_an_error():
    @tf.function
    def function(x, scale):
        return (
            raw.ScaleAndTranslate(images=x * 2, size=[4, 4], scale=scale, translation=[0.0, 0.0])
            + 1
        )

    assert function(tf.ones([1, 3, 3, 1]), tf.constant([1.0, 1.0])).shape == [1, 4, 4, 1]
    with pytest.raises(tf.errors.InvalidArgumentError, match="scale must be positive"):
        function(tf.ones([1, 3, 3, 1]), tf.constant([1.0, 0.0]))


def test_antialiased_resizing(monkeypatch):
    def function(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.image.resize(x, [3, 8], "lanczos3", antialias=True)
            total = tf.reduce_sum(y * y)
        return y, tape.gradient(total, x)

    x = np.random.default_rng(1).normal(size=(2, 7, 5, 3)).astype(np.float32)
    names = "ScaleAndTranslate", "ScaleAndTranslateGrad"
    expect_same(monkeypatch, function, [[x]], *names, ulps=16, atol=1e-5)
