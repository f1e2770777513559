"""`accumulate_rows` against the loop that it stands for."""

import numpy as np
import pytest

from stagelight.ops.reductions.row_accumulation import accumulate_rows


@pytest.mark.parametrize("ufunc", [np.add, np.subtract, np.multiply, np.minimum, np.maximum])
@pytest.mark.parametrize("width", [1, 4])
@pytest.mark.parametrize("apart", [False, True])
def test_it_equals_the_loop(ufunc, width, apart):
    generator = np.random.default_rng(2)
    places = generator.permutation(8)[:6] if apart else generator.integers(0, 8, 30)
    rows = generator.uniform(0.5, 1.5, [len(places), width])
    found = generator.uniform(0.5, 1.5, [8, width])
    expected = found.copy()
    for place, row in zip(places, rows, strict=True):
        expected[place] = ufunc(expected[place], row)
    accumulate_rows(found, places, rows, ufunc)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_no_rows_change_nothing():
    out = np.ones([2, 3])
    accumulate_rows(out, np.zeros(0, int), np.zeros([0, 3]), np.add)
    assert out.min() == 1
