"""Colours of images: machine code gives what the host gives, bit for bit in single and double precision."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.codegen.native_runs import expect_same

raw = tf.raw_ops


def colors(*sizes: int, dtype: type = np.float32) -> np.ndarray:
    """Among them greys, pure colours, black and white."""
    x = np.random.default_rng(sum(sizes)).random(size=(*sizes, 3))
    x[0] = np.round(x[0] * 2) / 2
    x[-1, 0] = 0.25
    return x.astype(dtype)


CHANGES = {
    "RGBToHSV": lambda x, amount: raw.RGBToHSV(images=x + 0),
    "HSVToRGB": lambda x, amount: raw.HSVToRGB(images=x + 0),
    "AdjustHue": lambda x, amount: raw.AdjustHue(images=x + 0, delta=amount - 1.2),
    "AdjustSaturation": lambda x, amount: raw.AdjustSaturation(images=x + 0, scale=amount),
}


@pytest.mark.parametrize("amount", [0.0, 0.2, 0.7, 1.0, 1.9, 777.0])
@pytest.mark.parametrize("is_any_size", [False, True])
@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        (name, dtype)
        for name in CHANGES
        for dtype in (np.float16, np.float32, np.float64)
        if dtype is not np.float64 or not name.startswith("Adjust")  # These take no doubles.
    ],
)
def test_colors(name, is_any_size, dtype, amount, monkeypatch):
    def function(x, amount):
        return CHANGES[name](tf.ensure_shape(x, [None, None, None, 3]), amount)

    calls = [
        [colors(*n, dtype=dtype), np.float32(amount)] for n in ((2, 5, 7), (3, 9, 4), (1, 2, 31))
    ]
    # The host rounds each step to half precision, machine code the last one.
    ulps, atol = (4, 2e-3) if dtype is np.float16 else (0, 0)
    expect_same(
        monkeypatch, function, calls if is_any_size else calls[:1], name,
        is_any_size=is_any_size, ulps=ulps, atol=atol,
    )  # fmt: skip


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("is_any_size", [False, True])
def test_contrast(is_any_size, dtype, monkeypatch):
    def function(x, factor):
        return raw.AdjustContrastv2(images=x + 0, contrast_factor=factor)

    calls = [[colors(*n, dtype=dtype), np.float32(1.7)] for n in ((2, 5, 7), (3, 9, 4), (1, 2, 31))]
    calls = calls if is_any_size else calls[:1]
    expect_same(
        monkeypatch, function, calls, "AdjustContrastv2", is_any_size=is_any_size, ulps=2, atol=1e-6
    )
