"""Linear algebra: complex gradients (TensorFlow's own miss conjugates) and matrices by parts."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

_random = np.random.default_rng(3)


def _complex(*shape):
    return _random.normal(size=shape) + 1j * _random.normal(size=shape)


_square = _complex(3, 3) + 4 * np.eye(3)
_weights = _complex(3, 3)


def _projected(y):
    return tf.reduce_sum(tf.math.real(y * tf.constant(_weights)))


def numeric_gradient(function, x, step=1e-6):
    """dL/d(real part) + 1j dL/d(imaginary part), by central differences."""
    gradient = np.zeros_like(x)
    for index in np.ndindex(x.shape):
        for unit in (1, 1j):
            moved = [x.copy(), x.copy()]
            moved[0][index] += step * unit
            moved[1][index] -= step * unit
            high, low = (float(function(tf.constant(m)).numpy()) for m in moved)
            gradient[index] += unit * (high - low) / (2 * step)
    return gradient


@pytest.mark.parametrize(
    "function",
    [
        tf.linalg.sqrtm,
        tf.linalg.expm,
        tf.linalg.logm,
        tf.linalg.inv,
        tf.math.cumprod,
        lambda x: tf.linalg.lu(x)[0],
        lambda x: tf.linalg.qr(x)[0],
        lambda x: tf.linalg.qr(x)[1],
        lambda x: tf.linalg.det(x) * tf.ones([3, 3], tf.complex128),
        lambda x: tf.linalg.cholesky(tf.matmul(x, x, adjoint_b=True)),
        lambda x: tf.transpose(tf.linalg.tridiagonal_solve(x, tf.constant(_weights))),
        lambda x: tf.linalg.tridiagonal_matmul(x, tf.constant(_weights)),
        lambda x: tf.cast(tf.abs(tf.linalg.eig(x)[1]), tf.complex128),
        lambda x: tf.cast(tf.abs(tf.linalg.svd(x)[1]), tf.complex128),
        lambda x: tf.cast(tf.math.reduce_euclidean_norm(x, 0), tf.complex128),
    ],
)
def test_complex_gradients_are_derivatives(function):
    x = tf.constant(_square)
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = _projected(function(x))
    expected = numeric_gradient(lambda z: _projected(function(z)), _square)
    np.testing.assert_allclose(tape.gradient(loss, x).numpy(), expected, atol=1e-6)


def test_cholesky_marks_the_matrices_it_cannot_factor():
    good, bad = np.eye(2, dtype=np.float32), -np.eye(2, dtype=np.float32)
    factors = tf.linalg.cholesky(np.stack([good, bad])).numpy()
    assert (factors[0] == good).all()
    assert np.isnan(factors[1]).any()


def test_factors_make_their_matrix():
    x = _random.normal(size=(2, 4, 3))
    q, r = tf.linalg.qr(x, full_matrices=True)
    np.testing.assert_allclose((q @ r).numpy(), x, atol=1e-12)
    s, u, v = tf.linalg.svd(x)
    np.testing.assert_allclose((u * s[:, None] @ tf.linalg.adjoint(v)).numpy(), x, atol=1e-12)


def test_permutation_says_from_where_rows_came():
    x = _random.normal(size=(2, 4, 4))
    factors, rows = tf.linalg.lu(x)
    lower = np.tril(factors.numpy(), -1) + np.eye(4)
    product = lower @ np.triu(factors.numpy())
    np.testing.assert_allclose(product, np.take_along_axis(x, rows.numpy()[..., None], -2))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("shape", [(4, 3), (3, 3), (3, 4)])
def test_least_squares_of_a_matrix_that_is_not_finite_are_zero(shape, value):
    """As in TensorFlow, wherever the value stands, and whatever the right-hand side is."""
    for place in range(shape[0] * shape[1]):
        for rhs in (np.ones((shape[0], 1)), np.full((shape[0], 1), np.nan)):
            matrix = np.random.RandomState(0).rand(*shape)
            matrix.flat[place] = value
            assert not tf.linalg.lstsq(matrix, rhs, fast=False).numpy().any()


def test_gradient_of_lstsq_that_is_not_fast_is_refused():
    x = tf.ones([3, 2])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.linalg.lstsq(x, tf.ones([3, 1]), fast=False)
    with pytest.raises(ValueError, match="not defined for fast=False"):
        tape.gradient(y, x)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.complex64])
@pytest.mark.parametrize("size", [2, 3])
def test_nan_in_one_matrix_is_told_and_leaves_the_others_alone(size, dtype):
    """LAPACK takes NaN for a singular matrix, for finite eigenvalues, or refuses the whole batch."""
    good = (np.eye(size) * 4).astype(dtype)
    for place in range(size * size):
        bad = good.copy()
        bad.flat[place] = np.nan
        batch = tf.constant(np.stack([bad, good]))
        for f in (tf.linalg.det, tf.linalg.slogdet, tf.linalg.svd, tf.linalg.sqrtm):
            alone = f(tf.constant(good))
            for both, one in zip(tf.nest.flatten(f(batch)), tf.nest.flatten(alone), strict=True):
                assert np.isnan(both[0].numpy()).any()
                np.testing.assert_allclose(both[1].numpy(), one.numpy())
        lower = np.tril(np.ones((size, size))).flat[place]
        for f in (tf.linalg.eigh, tf.linalg.eigvalsh):
            if lower:
                with pytest.raises(tf.errors.InvalidArgumentError, match="was not successful"):
                    f(batch)
            else:
                assert np.isfinite(tf.nest.flatten(f(batch))[0].numpy()).all()


@pytest.mark.parametrize("batch", [(), (2,)])
@pytest.mark.parametrize("columns", [(), (1,), (2,)])
@pytest.mark.parametrize("known", [(False, False), (True, False), (False, True)])
def test_tridiagonal_systems_are_vectors_or_matrices_as_the_run_tells(batch, columns, known):
    draws = np.random.default_rng(0)
    diagonals, rhs = draws.normal(size=(*batch, 3, 3)), draws.normal(size=(*batch, 3, *columns))
    diagonals[..., 1, :] += 4.0
    specs = [
        tf.TensorSpec(x.shape if is_known else None, tf.float64)
        for x, is_known in zip((diagonals, rhs), known, strict=True)
    ]
    solve = tf.function(tf.linalg.tridiagonal_solve).get_concrete_function(*specs)
    expected = tf.linalg.tridiagonal_solve(diagonals, rhs)
    found = solve(tf.constant(diagonals), tf.constant(rhs))
    assert found.shape == rhs.shape
    np.testing.assert_allclose(found, expected)
