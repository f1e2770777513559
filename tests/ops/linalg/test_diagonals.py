"""Packed diagonals against NumPy's, one by one."""

import numpy as np
import pytest

import stagelight as tf
from tests.ops.static_shapes import inferred

X = np.arange(12).reshape(3, 4)


@pytest.mark.parametrize("align", ["LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"])
@pytest.mark.parametrize(("lower", "upper"), [(-2, 3), (0, 2), (-1, 0), (1, 3), (-2, -1)])
def test_every_diagonal_is_packed_and_put_back(align, lower, upper):
    packed = tf.linalg.diag_part(X, k=(lower, upper), align=align, padding_value=-1).numpy()
    for row, k in zip(packed, range(upper, lower - 1, -1), strict=True):
        assert row[row != -1].tolist() == np.diagonal(X, k).tolist()
        side = align.split("_")[0 if k >= 0 else 1]
        if -1 in row:
            assert (row[-1] == -1) == (side == "LEFT")
    again = tf.linalg.set_diag(np.full_like(X, 0), packed, k=(lower, upper), align=align).numpy()
    rows, columns = np.indices(X.shape)
    inside = (columns - rows >= lower) & (columns - rows <= upper)
    assert np.array_equal(again, np.where(inside, X, 0))


def test_all_diagonals_make_the_matrix_again():
    packed = tf.linalg.diag_part(X, k=(-2, 3))
    matrix = tf.linalg.diag(packed, k=(-2, 3), num_rows=3, num_cols=4)
    assert np.array_equal(matrix.numpy(), X)


def test_static_shapes():
    assert inferred(lambda x: tf.linalg.diag(x), [None, 3]) == [None, 3, 3]
    assert inferred(lambda x: tf.linalg.diag_part(x, k=1), [None, 3, 4]) == [None, 3]
    assert inferred(lambda x: tf.linalg.diag_part(x, k=(0, 1)), [None, None, 4]) == [None, 2, None]
    assert inferred(lambda x: tf.linalg.tensor_diag(x), [None, 3]) == [None, 3, None, 3]


def test_diagonals_of_booleans_are_filled_up_with_false():
    x = tf.constant([True, True])
    assert tf.linalg.diag(x).numpy().tolist() == [[True, False], [False, True]]
    packed = tf.linalg.diag_part(tf.linalg.diag(x), k=(0, 1)).numpy()
    assert packed.tolist() == [[False, False], [True, True]]
