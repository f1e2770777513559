"""Casts between floating dtypes in machine code round as NumPy does."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


@tf.function
def halves(x):
    return tf.cast(x, tf.float16)


def _all_halves() -> np.ndarray:
    found = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float64)
    return np.sort(found[np.isfinite(found)])


def _doubles() -> dict[str, np.ndarray]:
    finite = _all_halves()
    ties = (finite[:-1] + finite[1:]) / 2
    random = np.random.default_rng(0)
    return {
        "halves": finite,
        "ties": ties,
        "above ties": np.nextafter(ties, np.inf),
        "below ties": np.nextafter(ties, -np.inf),
        "of any size": random.choice([-1.0, 1.0], 10**5)
        * 2.0 ** random.uniform(-1060, 1000, 10**5),
        "of their size": random.normal(size=10**5) * 2.0 ** random.uniform(-26, 17, 10**5),
        "ends": np.array(
            [65504, 65519.9999999, 65520, np.inf, -np.inf, -0.0, 5e-324, 2**-25, 1.7e308]
        ),
        "few": np.array([1 + 2**-11, 1 + 2**-11 + 2**-40]),
    }


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", _doubles())
def test_doubles_round_once_to_halves(kind):
    array = _doubles()[kind]
    with np.errstate(over="ignore", under="ignore"):
        expected = array.astype(np.float16)
    found = halves(tf.constant(array)).numpy()
    np.testing.assert_array_equal(found.view(np.uint16), expected.view(np.uint16))


@pytest.mark.filterwarnings("error")
def test_nan_stays_nan():
    low = np.array([0x7FF0000000000001, 0xFFF8000000000000], np.uint64).view(np.float64)
    assert np.isnan(halves(tf.constant(low)).numpy()).all()


@pytest.mark.filterwarnings("error")
def test_one_number_is_rounded_as_many_are():
    assert halves(tf.constant(1 + 2**-11 + 2**-40, tf.float64)).numpy() == np.float16(1 + 2**-10)
