"""Random numbers by rejection: those of machine code are those of eager ops, and streams go on as theirs."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from tests.codegen.native_runs import expect_same

raw = tf.raw_ops
SEED = np.array([3, -4], np.int32)
FLOATS = [np.float16, np.float32, np.float64]
# Small, 1, and large; none, negative, infinite.
ALPHAS = [0.01, 0.3, 1.0, 1.5, 7.0, 100.0, np.nan, 0.0]
RATES = [0.0, 0.3, 9.9, 10.0, 37.5, 1e4, np.nan, np.inf, -1.0, 6e4]


@pytest.mark.parametrize("dtype", FLOATS)
def test_gamma_numbers(dtype, monkeypatch):
    def function(alpha, seed):
        older = raw.StatelessRandomGammaV2(shape=[90, 8], seed=seed, alpha=alpha)
        return older * 2, tf.random.stateless_gamma([4, 5, 8], seed, alpha, dtype=alpha.dtype)

    calls = [[np.array(ALPHAS, dtype), SEED]]
    names = "StatelessRandomGammaV2", "StatelessRandomGammaV3"
    expect_same(monkeypatch, function, calls, *names)


@pytest.mark.parametrize("dtype", [*FLOATS, np.int32, np.int64])
@pytest.mark.parametrize("rate_dtype", [np.float32, np.float64])
def test_poisson_numbers(rate_dtype, dtype, monkeypatch):
    def function(rate, seed):
        return tf.random.stateless_poisson([7, 30, 10], seed, rate, dtype) * 2

    calls = [[np.array(RATES, rate_dtype), SEED]]
    expect_same(monkeypatch, function, calls, "StatelessRandomPoisson")


def test_numbers_of_any_count(monkeypatch):
    def function(x, seed):
        seed.set_shape([2])
        counts = tf.random.stateless_poisson(tf.shape(x), seed, x[0], tf.float32)
        return counts + tf.random.stateless_gamma(tf.shape(x), seed, x[0] + 0.5)

    calls = [[np.full(sizes, 3.5, np.float32), SEED] for sizes in ((2, 3), (5, 7), (9, 2), (4, 33))]
    expect_same(monkeypatch, function, calls, "StatelessRandomPoisson", is_any_size=True)


def _drawn(x):
    return [
        tf.random.gamma([5], x + 1.0, beta=2.0),
        tf.random.poisson([2, 3], x, tf.int32) * 2,
        tf.random.gamma([], [0.4, 2.0], seed=4),
        tf.random.uniform([2]),
    ]


def _in_loop(x):
    total = tf.zeros([4])
    for _ in tf.range(5):
        total += tf.random.gamma([2], x)[1] * tf.random.poisson([], x + 1)
    return total


@pytest.mark.parametrize("draw", [_drawn, _in_loop])
def test_streams_go_on_as_those_of_the_host(draw, compiled):
    x = tf.constant([0.5, 1.0, 12.0, 3.0])
    results = []
    for executor in ("host", "native"):
        tf.random.set_seed(7)
        with config.changed(executor=executor):
            staged = tf.function(draw)
            results.append(
                [tf.nest.map_structure(lambda y: y.numpy(), staged(x)) for _ in range(4)]
            )
    tf.nest.map_structure(np.testing.assert_array_equal, *results)
    assert "While" in compiled or {"StatelessRandomGammaV3", "PoissonAt"} <= {*compiled}
