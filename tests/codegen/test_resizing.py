"""Images in another size: machine code gives what the host gives, for known sizes and for any."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.codegen.native_runs import expect_same

raw = tf.raw_ops

SIZES = [
    ((7, 5), (3, 9)),
    ((4, 6), (8, 12)),
    ((9, 9), (9, 1)),
    ((1, 3), (5, 5)),
    ((13, 31), (2, 3)),
]
PLACES = [
    pytest.param({"align_corners": corners, "half_pixel_centers": half}, id=name)
    for name, corners, half in (
        ("edges", False, False), ("corners", True, False), ("centers", False, True),
    )
]  # fmt: skip
INTERPOLATED = ["ResizeBilinear", "ResizeBicubic"]


def images(*sizes: int, dtype: type = np.float32) -> np.ndarray:
    return np.random.default_rng(sum(sizes)).normal(size=sizes).astype(dtype)


@pytest.mark.parametrize(("old", "new"), SIZES)
@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("name", [*INTERPOLATED, "ResizeNearestNeighbor"])
def test_sizes(name, places, old, new, monkeypatch):
    def function(x):
        return getattr(raw, name)(images=x * 2, size=list(new), **places)

    expect_same(monkeypatch, function, [[images(2, *old, 3)]], name, ulps=8, atol=4e-6)


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize(("old", "new"), [*SIZES, ((4, 6), (4, 6))])
@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("name", INTERPOLATED)
def test_pixels_that_are_not_finite_reach_as_far_as_on_the_host(
    name, places, old, new, value, monkeypatch
):
    def function(x, dy):
        gradient = getattr(raw, f"{name}Grad")
        return (
            getattr(raw, name)(images=x * 2, size=list(new), **places),
            gradient(grads=dy * 2, original_image=x, **places),
        )

    x, dy = images(2, *old, 3), images(2, *new, 3)
    x[0, old[0] // 2, old[1] // 2, 1] = dy[0, new[0] // 2, new[1] // 2, 0] = value
    names = name, f"{name}Grad"
    expect_same(monkeypatch, function, [[x, dy]], *names, ulps=8, atol=4e-6)


@pytest.mark.parametrize(("old", "new"), SIZES)
@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", INTERPOLATED)
def test_gradients_of_sizes(name, dtype, places, old, new, monkeypatch):
    def function(dy, x):
        return getattr(raw, f"{name}Grad")(grads=dy * 2, original_image=x, **places)

    calls = [[images(2, *new, 3), images(2, *old, 3, dtype=dtype)]]
    # Weights are single precision also for doubles; where two are of one pixel the host adds them up first.
    expect_same(monkeypatch, function, calls, f"{name}Grad", ulps=8, atol=4e-6)


@pytest.mark.parametrize(("old", "new"), SIZES)
@pytest.mark.parametrize("places", PLACES)
def test_gradients_of_the_nearest_pixel(places, old, new, monkeypatch):
    def function(dy):
        return raw.ResizeNearestNeighborGrad(grads=dy * 2, size=list(old), **places)

    calls = [[images(2, *new, 3)]]
    expect_same(monkeypatch, function, calls, "ResizeNearestNeighborGrad", ulps=8, atol=4e-6)


@pytest.mark.parametrize(("old", "new"), SIZES)
@pytest.mark.parametrize("corners", [False, True])
def test_areas(corners, old, new, monkeypatch):
    def function(x):
        return raw.ResizeArea(images=x * 2, size=list(new), align_corners=corners)

    expect_same(monkeypatch, function, [[images(2, *old, 3)]], "ResizeArea", ulps=8, atol=4e-6)


@pytest.mark.parametrize("method", ["bilinear", "bicubic", "nearest"])
def test_one_program_for_images_of_any_size(method, monkeypatch):
    def function(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.image.resize(x, [8, 6], method)
            total = tf.reduce_sum(y * y)
        return y, tape.gradient(total, x)

    name = {"bilinear": "ResizeBilinear", "bicubic": "ResizeBicubic"}.get(method)
    name = name or "ResizeNearestNeighbor"
    calls = [[images(*sizes, 3)] for sizes in ((2, 4, 5), (3, 9, 17), (1, 2, 3), (2, 31, 7))]
    expect_same(
        monkeypatch, function, calls, name, f"{name}Grad", is_any_size=True, ulps=16, atol=2e-5
    )


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.float16, np.float64])
@pytest.mark.parametrize("name", [*INTERPOLATED, "ResizeNearestNeighbor", "ResizeArea"])
def test_dtypes(name, dtype, monkeypatch):
    def function(x):
        return getattr(raw, name)(images=x + x, size=[5, 4])

    pixels = np.arange(2 * 7 * 3 * 2).reshape(2, 7, 3, 2).astype(dtype)
    expect_same(monkeypatch, function, [[pixels]], name, ulps=8, atol=1e-4)
