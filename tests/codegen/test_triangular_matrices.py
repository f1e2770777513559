"""Cholesky's factors and triangular systems: machine code gives what LAPACK gives, to rounding."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.codegen.native_runs import expect_same


def positive(*sizes: int, dtype: type = np.float64) -> np.ndarray:
    x = np.random.default_rng(sum(sizes)).normal(size=(*sizes, sizes[-1] + 3))
    return (x @ np.swapaxes(x, -1, -2) / sizes[-1] + np.eye(sizes[-1])).astype(dtype)


@pytest.mark.parametrize("sizes", [(1,), (2,), (7,), (3, 5), (2, 3, 4), (40,)])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_factors(dtype, sizes, monkeypatch):
    def function(x):
        return tf.linalg.cholesky(x * 2)

    x = positive(*sizes, dtype=dtype)
    x += np.triu(np.full(x.shape, 9, dtype), 1)  # Only the lower triangle is read.
    expect_same(monkeypatch, function, [[x]], "Cholesky", ulps=64, atol=64 * np.finfo(dtype).eps)


def test_what_is_not_positive_definite_gives_what_the_host_gives():
    x = positive(3, 4, dtype=np.float32)
    x[1, 2, 2] = -1
    run = tf.function(lambda x: tf.linalg.cholesky(x * 1) + 0)
    factors = run(x).numpy()
    assert np.isnan(factors[1]).sum() == 10
    np.testing.assert_allclose(factors, tf.linalg.cholesky(x), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("is_adjoint", [False, True])
@pytest.mark.parametrize("is_lower", [False, True])
@pytest.mark.parametrize(
    ("matrix", "rhs"),
    [
        ((1,), (1, 1)),
        ((5,), (5, 3)),
        ((3, 4), (3, 4, 1)),
        ((4,), (2, 3, 4, 2)),
        ((2, 1, 4), (3, 4, 5)),
    ],
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_systems(dtype, matrix, rhs, is_lower, is_adjoint, monkeypatch):
    def function(a, b):
        return tf.linalg.triangular_solve(a * 2, b, lower=is_lower, adjoint=is_adjoint)

    b = np.random.default_rng(1).normal(size=rhs).astype(dtype)
    other = np.triu if is_lower else np.tril
    a = positive(*matrix, dtype=dtype)
    a += other(np.full(a.shape, np.nan), 1 if is_lower else -1).astype(dtype)  # It is not read.
    calls = [[np.nan_to_num(a, nan=777.0), b]]
    atol = 64 * np.finfo(dtype).eps
    expect_same(monkeypatch, function, calls, "MatrixTriangularSolve", ulps=256, atol=atol)


def test_gradients_of_batches_of_any_size(monkeypatch):
    def function(x):
        x = tf.ensure_shape(x, [None, 4, 4])
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = tf.reduce_sum(tf.linalg.cholesky(x) ** 2 * tf.range(4.0))
        return tape.gradient(total, x)

    calls = [[positive(n, 4, dtype=np.float32)] for n in (2, 5, 3, 9)]
    names = "Cholesky", "MatrixTriangularSolve"
    expect_same(monkeypatch, function, calls, *names, is_any_size=True, ulps=512, atol=1e-5)
