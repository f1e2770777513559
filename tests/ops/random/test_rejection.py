"""Gamma, Poisson and binomial numbers have TensorFlow's bits, and odd parameters end."""

import math

import numpy as np
import pytest

from stagelight.ops.random.binomial import binomial
from stagelight.ops.random.gamma import gamma
from stagelight.ops.random.keys import philox_of_seed
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.poisson import poisson

SOURCE = Philox(0x123456789ABCDEF0, 7 << 64 | (2**64 - 70))
SEEDED = philox_of_seed(np.array([1, 2]))
ALPHAS = [0.1, 0.5, 1.0, 1.5, 7.3, 100.0]
RATES = [0.0, 0.01, 1.0, 5.0, 9.99, 10.0, 12.5, 55.0, 1000.0, 1e6]
COUNTS = [0.0, 5.0, 5.0, 20.0, 100.0, 1000.0, 1000.0, 50.0, 10.0, 10.0]
PROBS = [0.5, 0.3, 0.9, 0.5, 0.25, 0.01, 0.999, 0.7, 0.0, 1.0]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_gamma_equals_tensorflow(recorded, dtype: str) -> None:
    recorded(f"gamma {dtype}", gamma(SOURCE, 3000, np.array(ALPHAS, dtype)))


def test_gamma_of_odd_parameters() -> None:
    alpha = np.array([math.nan, -1.0, 0.0, math.inf])
    values = gamma(SOURCE, 3, alpha)
    assert np.isnan(values[:, :2]).all()
    assert (values[:, 2] == 0).all()
    assert np.isposinf(values[:, 3]).all()
    assert gamma(SOURCE, 0, alpha).shape == (0, 4)


@pytest.mark.parametrize("dtype", ["int32", "int64", "float32", "float64"])
@pytest.mark.parametrize("rate", ["float32", "float64"])
def test_poisson_equals_tensorflow(recorded, rate: str, dtype: str) -> None:
    values = poisson(SEEDED, 1000, np.array(RATES, rate), np.dtype(dtype))
    recorded(f"poisson {rate} {dtype}", values)


def test_poisson_of_odd_rates() -> None:
    rates = np.array([-1.0, math.inf, math.nan, 1e6])
    expected = [0.0, math.inf, math.nan, math.inf]
    for row in poisson(SEEDED, 2, rates, np.dtype(np.float16)):
        assert np.array_equal(row, np.array(expected, np.float16), equal_nan=True)
    assert poisson(SEEDED, 2, rates[:3], np.dtype(np.int32)).tolist() == [[0, 0, 0]] * 2
    assert poisson(SEEDED, 0, rates, np.dtype(np.int32)).shape == (0, 4)


@pytest.mark.parametrize("dtype", ["int32", "int64", "float32", "float64"])
@pytest.mark.parametrize("parameter", ["float16", "float32", "float64"])
def test_binomial_equals_tensorflow(recorded, parameter: str, dtype: str) -> None:
    counts, probs = np.array(COUNTS, parameter), np.array(PROBS, parameter)
    values = binomial(SEEDED, 1000, counts, probs, np.dtype(dtype))
    recorded(f"binomial {parameter} {dtype}", values)


def test_binomial_of_an_unknown_probability() -> None:
    counts, probs = np.array([30.0, 0.0]), np.array([math.nan, math.nan])
    values = binomial(SEEDED, 2, counts, probs, np.dtype(np.float32))
    assert np.isnan(values[:, 0]).all()
    assert values[:, 1].tolist() == [0, 0]
    assert binomial(SEEDED, 1, counts, probs, np.dtype(np.int64)).tolist() == [[0, 0]]


def test_binomial_of_endless_trials() -> None:
    """TF: as many successes, or as many less as many failures."""
    counts, probs = np.full(4, math.inf), np.array([0.0, 0.1, 0.7, 1.0])
    values = binomial(SEEDED, 2, counts, probs, np.dtype(np.float64))
    assert np.array_equal(values, [[0, math.inf, math.nan, math.inf]] * 2, equal_nan=True)
