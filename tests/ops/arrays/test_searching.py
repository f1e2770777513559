"""`tf.searchsorted` where a comparison is false."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

NAN, INF = np.nan, np.inf
WANTED = [NAN, 0.0, 1.5, 2.0, 9.0, INF, -INF]


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize(
    ("row", "side", "places"),
    [
        ([1.0, 2.0, 3.0], "left", [0, 0, 1, 1, 3, 3, 0]),
        ([1.0, 2.0, 3.0], "right", [3, 0, 1, 2, 3, 3, 0]),
        ([1.0, 2.0, NAN], "left", [0, 0, 1, 1, 2, 2, 0]),
        ([1.0, 2.0, NAN], "right", [3, 0, 1, 3, 3, 3, 0]),
        ([NAN, 1.0, 2.0], "left", [0, 0, 2, 2, 3, 3, 0]),
        ([1.0, NAN, 3.0, 4.0], "right", [4, 2, 2, 2, 4, 4, 2]),
        ([NAN, NAN], "right", [2] * 7),
        ([], "left", [0] * 7),
    ],
)
def test_nan_is_searched_for_as_tensorflow_does(row, side, places, staged):
    def search(row, wanted):
        return tf.searchsorted(row, wanted, side=side)

    run = tf.function(search) if staged else search
    for dtype in (tf.float32, tf.float64):
        found = run(tf.constant(row, dtype), tf.constant(WANTED, dtype))
        assert found.numpy().tolist() == places


def test_without_nan_the_walk_is_numpys_search():
    from_random = np.random.default_rng(3)
    for size in (1, 2, 7, 64):
        row = np.sort(from_random.integers(0, 9, size)).astype(np.float64)
        wanted = from_random.integers(-1, 10, 20).astype(np.float64)
        for side in ("left", "right"):
            with_nan = tf.searchsorted(row, np.append(wanted, NAN), side=side)
            assert with_nan.numpy()[:-1].tolist() == np.searchsorted(row, wanted, side).tolist()


@pytest.mark.parametrize("side", ["left", "right"])
def test_few_values_in_a_long_row_are_found_as_many_are(side):
    row = np.sort(np.random.RandomState(0).randint(0, 1 << 16, 1 << 18)).astype(np.float32)
    values = np.float32([-1.0, 0.0, row[7], row[-1], 1e9, 123.5, np.inf])
    found = tf.searchsorted(row, values, side=side).numpy()
    assert found.tolist() == np.searchsorted(row, values, side=side).tolist()
