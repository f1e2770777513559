"""Linear systems and inverses: machine code gives what LAPACK gives, to rounding."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.codegen.native_runs import expect_same


def regular(*sizes: int, dtype: type = np.float64) -> np.ndarray:
    """With zeros on the diagonal, so that rows have to be exchanged."""
    rows = sizes[-1]
    x = np.random.default_rng(sum(sizes)).normal(size=(*sizes, rows))
    x += 3 * np.eye(rows)[np.roll(np.arange(rows), 1)]
    if rows > 1:
        x[..., 0, 0] = 0
    return x.astype(dtype)


@pytest.mark.parametrize("is_adjoint", [False, True])
@pytest.mark.parametrize("sizes", [(1,), (2,), (7,), (3, 5), (2, 3, 4), (24,)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_inverses_and_systems(dtype, sizes, is_adjoint, monkeypatch):
    def function(x, b):
        inverse = tf.linalg.inv(x * 2, adjoint=is_adjoint)
        return inverse, tf.linalg.solve(x + x, b, adjoint=is_adjoint)

    b = np.random.default_rng(1).normal(size=(*sizes, 3)).astype(dtype)
    calls = [[regular(*sizes, dtype=dtype), b]]
    atol = 512 * np.finfo(dtype).eps
    expect_same(monkeypatch, function, calls, "MatrixInverse", "MatrixSolve", ulps=512, atol=atol)


def test_a_singular_matrix_is_an_error():
    @tf.function
    def invert(x):
        return tf.linalg.inv(x * 1) + 1

    @tf.function
    def solve(x):
        return tf.linalg.solve(x * 1, x) + 1

    assert invert(tf.eye(3)).shape == [3, 3]
    for function in (invert, solve):
        with pytest.raises(tf.errors.InvalidArgumentError, match="not invertible"):
            function(tf.constant([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 0.0, 1.0]]))


def test_gradients_of_batches_of_any_size(monkeypatch):
    def function(x, b):
        x, b = tf.ensure_shape(x, [None, 4, 4]), tf.ensure_shape(b, [None, 4, 2])
        with tf.GradientTape() as tape:
            tape.watch([x, b])
            total = tf.reduce_sum(tf.linalg.solve(x, b) ** 2) + tf.reduce_sum(tf.linalg.inv(x))
        return tape.gradient(total, [x, b])

    calls = [[regular(n, 4), regular(n, 4)[..., :2]] for n in (2, 5, 3, 9)]
    names = "MatrixInverse", "MatrixSolve"
    expect_same(monkeypatch, function, calls, *names, is_any_size=True, ulps=4096, atol=1e-10)
