"""Rounding to what a few bits could hold: machine code gives what the host gives, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.codegen.native_runs import expect_same

raw = tf.raw_ops
OPTIONS = [
    {"num_bits": bits, "narrow_range": narrow} for bits in (2, 8, 16) for narrow in (False, True)
]
# Around zero, on one side of it, nothing, and what is no range.
ENDS = [(-1.0, 2.0), (0.0, 6.0), (1.5, 3.0), (-4.0, -1.0), (0.0, 0.0), (-0.1, 0.7), (2.0, -1.0)]


def numbers(*sizes: int) -> np.ndarray:
    x = np.random.default_rng(sum(sizes)).normal(size=sizes).astype(np.float32) * 3
    x.reshape(-1)[:4] = [np.nan, np.inf, -np.inf, -0.0]
    return x


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("is_any_size", [False, True])
def test_ends_as_attrs(is_any_size, options, monkeypatch):
    def function(x, dy):
        ends = {"min": -0.7, "max": 5.1, **options}
        return (
            raw.FakeQuantWithMinMaxArgs(inputs=x, **ends),
            raw.FakeQuantWithMinMaxArgsGradient(gradients=dy, inputs=x, **ends),
        )

    calls = [[numbers(*sizes)] * 2 for sizes in ((5, 7), (3, 11), (2, 40))]
    names = "FakeQuantWithMinMaxArgs", "FakeQuantWithMinMaxArgsGradient"
    expect_same(
        monkeypatch, function, calls if is_any_size else calls[:1], *names, is_any_size=is_any_size
    )


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("ends", ENDS)
def test_ends_as_tensors(ends, options, monkeypatch):
    def function(x, low, high):
        return raw.FakeQuantWithMinMaxVars(inputs=x * 1, min=low, max=high, **options)

    low, high = map(np.float32, ends)
    expect_same(monkeypatch, function, [[numbers(5, 7), low, high]], "FakeQuantWithMinMaxVars")


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("is_any_size", [False, True])
def test_gradients_of_ends(is_any_size, ends, monkeypatch):
    def function(x, low, high):
        return raw.FakeQuantWithMinMaxVarsGradient(gradients=x * x, inputs=x, min=low, max=high)

    low, high = map(np.float32, ends)
    calls = [
        [np.clip(numbers(*sizes), -9, 9)[1:], low, high] for sizes in ((6, 7), (4, 11), (3, 40))
    ]
    expect_same(
        monkeypatch, function, calls if is_any_size else calls[:1],
        "FakeQuantWithMinMaxVarsGradient", is_any_size=is_any_size, ulps=32,
    )  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("is_any_size", [False, True])
def test_ends_for_each_channel(is_any_size, options, monkeypatch):
    low, high = (np.array(column, np.float32) for column in zip(*ENDS, strict=True))

    def function(x, low, high):
        return (
            raw.FakeQuantWithMinMaxVarsPerChannel(inputs=x, min=low, max=high, **options),
            raw.FakeQuantWithMinMaxVarsPerChannelGradient(
                gradients=x * 2, inputs=x, min=low, max=high, **options
            ),
        )

    calls = [[np.clip(numbers(n + 1, 3, 7), -9, 9)[1:], low, high] for n in (2, 5, 9)]
    names = "FakeQuantWithMinMaxVarsPerChannel", "FakeQuantWithMinMaxVarsPerChannelGradient"
    expect_same(
        monkeypatch, function, calls if is_any_size else calls[:1], *names,
        is_any_size=is_any_size, ulps=32,
    )  # fmt: skip
