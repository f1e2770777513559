"""Samples of linear algebra: systems, determinants, factorizations, functions of matrices."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_identity = np.eye(3, dtype=np.float32)


def _complex(*shape):
    return (random.floats(*shape) + 1j * random.floats(*shape)).astype(np.complex64)


_square = random.floats(3, 3) + 3 * _identity
_batch = random.floats(2, 2, 3, 3) + 3 * _identity
_double = _square.astype(np.float64)
_complex_square = _complex(3, 3) + 3 * _identity
_positive = _square @ _square.T / 4 + _identity
_positive_batch = np.stack([_positive, _positive * 2 + _identity])
_hermitian = (_complex_square @ _complex_square.conj().T / 4 + _identity).astype(np.complex64)
_rhs, _batch_rhs = random.floats(3, 2), random.floats(2, 2, 3, 2)
_complex_rhs = _complex(3, 2)
def _least_squares(tf, a, b):
    # TF: of its own function some sizes go to Cholesky's, which tells nothing.
    return tf.raw_ops.MatrixSolveLs(matrix=a, rhs=b, l2_regularizer=tf.zeros([], tf.float64))


_tall = random.floats(4, 3) + 3 * np.eye(4, 3, dtype=np.float32)
_wide = random.floats(3, 4) + 3 * np.eye(3, 4, dtype=np.float32)
_none = np.zeros((0, 3, 3), np.float32)
_singular = np.ones((2, 2), np.float32)
_flat = np.ones((2, 3), np.float32)

# LAPACK's algorithms round otherwise than Eigen's.
_LOOSE = {"rtol": 2e-4, "atol": 2e-4}


def _symmetric(tf, x):
    """Only one triangle is read, but TF's gradients are those of symmetric matrices."""
    return (x + tf.linalg.adjoint(x)) / 2


def _sample(op, call, *arrays, **options):
    return Sample(op, call, arrays, **{**_LOOSE, **options})


def _without_signs(x):
    """Vectors are known up to a sign, which squares remove."""
    return x * x


SAMPLES = [
    # inverse, determinants
    *[
        _sample("MatrixInverse", call, x)
        for x in (_square, _batch, _double, _complex_square, _none)
        for call in (
            lambda tf, x: tf.linalg.inv(x),
            lambda tf, x: tf.linalg.inv(x, adjoint=True),
        )
    ],
    *[
        _sample("MatrixDeterminant", lambda tf, x: tf.linalg.det(x), x)
        for x in (_square, _batch, _double, _none, np.zeros((0, 0), np.float32))
    ],
    _sample("MatrixDeterminant", lambda tf, x: tf.linalg.det(x), _complex_square, gradient=False),
    *[
        _sample("LogMatrixDeterminant", lambda tf, x: tf.linalg.slogdet(x), x)
        for x in (_square, _batch, _double, -_square, _none)
    ],
    _sample("LogMatrixDeterminant", lambda tf, x: tf.linalg.slogdet(x), _singular, gradient=False),
    *[
        _sample("Cholesky", lambda tf, x: tf.linalg.logdet(_symmetric(tf, x)), x)
        for x in (_positive, _positive_batch)
    ],
    # systems
    *[
        _sample("MatrixSolve", call, a, b)
        for a, b in ((_square, _rhs), (_batch, _batch_rhs), (_complex_square, _complex_rhs))
        for call in (
            lambda tf, a, b: tf.linalg.solve(a, b),
            lambda tf, a, b: tf.linalg.solve(a, b, adjoint=True),
        )
    ],
    _sample("MatrixSolve", lambda tf, a, b: tf.linalg.solve(a, b), _none, _none),
    *[
        _sample(
            "MatrixTriangularSolve",
            lambda tf, a, b, lower=lower, adjoint=adjoint: tf.linalg.triangular_solve(
                a, b, lower=lower, adjoint=adjoint
            ),
            a,
            b,
        )
        for a, b in (
            (_square, _rhs),
            (_batch, _batch_rhs),
            (_complex_square, _complex_rhs),
            (_batch, _rhs),
            (_square, _batch_rhs),
        )
        for lower in (True, False)
        for adjoint in (True, False)
    ],
    _sample(
        "MatrixTriangularSolve", lambda tf, a, b: tf.linalg.triangular_solve(a, b), _none, _none
    ),
    *[
        _sample("MatrixSolveLs", call, a, b)
        for a, b in ((_tall, random.floats(4, 2)), (_wide, random.floats(3, 2)))
        for call in (
            lambda tf, a, b: tf.linalg.lstsq(a, b),
            lambda tf, a, b: tf.linalg.lstsq(a, b, l2_regularizer=0.5),
        )
    ],
    *[
        # Rows or columns that depend on each other, also but for rounding.
        Bad("MatrixSolveLs", _least_squares, (matrix, b), match="rank deficient")
        for matrix, b in (
            (np.zeros((4, 3), np.float32), random.floats(4, 2)),
            (np.ones((2, 3, 5), np.float32), random.floats(2, 3, 2)),
            (_tall @ random.floats(3, 4), random.floats(4, 2)),
        )
    ],
    _sample(
        "MatrixSolveLs",
        lambda tf, a, b: tf.linalg.lstsq(a, b, fast=False),
        _tall,
        random.floats(4, 2),
        gradient=False,
    ),
    # factorizations; the gradients of qr and lstsq are others for tall and for wide matrices
    *[
        _sample("Cholesky", lambda tf, x: tf.linalg.cholesky(_symmetric(tf, x)), x)
        for x in (_positive, _positive_batch, _positive.astype(np.float64), _hermitian, _none)
    ],
    _sample(
        "Cholesky",
        lambda tf, x, b: tf.linalg.cholesky_solve(tf.linalg.cholesky(_symmetric(tf, x)), b),
        _positive,
        _rhs,
    ),
    *[
        _sample("Qr", call, x, static="gradient")
        for x in (_square, _batch, _tall, _wide, _none)
        for call in (lambda tf, x: tf.linalg.qr(x),)
    ],
    _sample("Qr", lambda tf, x: tf.linalg.qr(x, full_matrices=True), _square, static="gradient"),
    _sample("Qr", lambda tf, x: tf.linalg.qr(x, full_matrices=True), _tall, gradient=False),
    *[
        _sample("Svd", lambda tf, x: tf.linalg.svd(x, compute_uv=False), x)
        for x in (_square, _batch, _tall, _wide, _complex_square, _none)
    ],
    *[
        _sample("Svd", lambda tf, x: [_without_signs(t) for t in tf.linalg.svd(x)], x)
        for x in (_square, _batch, _tall, _wide, _double)
    ],
    _sample(
        "Svd",
        lambda tf, x: [tf.shape(t) for t in tf.linalg.svd(x, full_matrices=True)],
        _tall,
        gradient=False,
    ),
    *[
        _sample("SelfAdjointEigV2", lambda tf, x: tf.linalg.eigvalsh(x), x)
        for x in (_positive, _positive_batch, _square, _none)
    ],
    *[
        _sample("SelfAdjointEigV2", lambda tf, x: [_without_signs(t) for t in tf.linalg.eigh(x)], x)
        for x in (_positive, _positive_batch, _square, _positive.astype(np.float64))
    ],
    _sample("SelfAdjointEigV2", lambda tf, x: tf.linalg.eigvalsh(x), _hermitian),
    *[
        _sample("Eig", lambda tf, x: tf.sort(tf.math.real(tf.linalg.eigvals(x))), x)
        for x in (_positive, _positive_batch, np.triu(_square))
    ],
    _sample(
        "Eig",
        lambda tf, x: tf.sort(tf.math.abs(tf.linalg.eig(x)[0])),
        np.array([[3, 1, 0], [0, 1, 1], [0, 0, -2]], np.float32),
    ),
    *[
        _sample("Lu", lambda tf, x: tf.linalg.lu(x), x)
        for x in (_square, _batch, _complex_square, _double, _none)
    ],
    _sample("Lu", lambda tf, x: tf.linalg.lu(x, output_idx_type=tf.int64), _square),
    _sample("Lu", lambda tf, x, b: tf.linalg.lu_solve(*tf.linalg.lu(x), b), _square, _rhs),
    _sample("Lu", lambda tf, x: tf.linalg.lu_reconstruct(*tf.linalg.lu(x)), _batch),
    _sample("Lu", lambda tf, x: tf.linalg.lu_matrix_inverse(*tf.linalg.lu(x)), _batch),
    # functions
    *[
        _sample("MatrixExponential", lambda tf, x: tf.linalg.expm(x / 2), x)
        for x in (_square, _batch, _double, _complex_square)
    ],
    _sample("MatrixExponential", lambda tf, x: tf.linalg.expm(x), _none, gradient=False),
    *[
        _sample("MatrixSquareRoot", lambda tf, x: tf.linalg.sqrtm(x), x)
        for x in (_positive, _positive_batch, _none)
    ],
    # TF's gradient of complex roots misses a conjugate; test_linalg.py checks ours by numbers.
    _sample("MatrixSquareRoot", lambda tf, x: tf.linalg.sqrtm(x), _hermitian, gradient=False),
    *[
        _sample("MatrixLogarithm", lambda tf, x: tf.linalg.logm(x), x, gradient=False)
        for x in (_hermitian, _hermitian[None].repeat(2, 0))
    ],
    # properties
    *[
        _sample("MatrixDiagPartV3", lambda tf, x: tf.linalg.trace(x), x)
        for x in (_square, _batch, _tall, random.integers(3, 3))
    ],
    *[
        _sample("Transpose", lambda tf, x: tf.linalg.adjoint(x), x)
        for x in (_tall, _batch, _complex_square)
    ],
    *[
        _sample("Svd", call, x)
        for x in (_tall, _wide, _batch)
        for call in (
            lambda tf, x: tf.linalg.pinv(x),
            lambda tf, x: tf.linalg.pinv(x, rcond=0.01),
            lambda tf, x: tf.linalg.matrix_rank(x),
        )
    ],
    _sample("Svd", lambda tf, x: tf.linalg.matrix_rank(x), _singular),
    _sample("Svd", lambda tf, x: tf.linalg.matrix_rank(x, tol=5.0), _batch),
    # errors
    *[
        Bad(op, call, (_flat,), match="must be square")
        for op, call in (
            ("MatrixInverse", lambda tf, x: tf.linalg.inv(x)),
            ("MatrixDeterminant", lambda tf, x: tf.linalg.det(x)),
            ("LogMatrixDeterminant", lambda tf, x: tf.linalg.slogdet(x)),
            ("Cholesky", lambda tf, x: tf.linalg.cholesky(x)),
            ("SelfAdjointEigV2", lambda tf, x: tf.linalg.eigh(x)),
            ("Eig", lambda tf, x: tf.linalg.eig(x)),
            ("Lu", lambda tf, x: tf.linalg.lu(x)),
            ("MatrixSquareRoot", lambda tf, x: tf.linalg.sqrtm(x)),
            ("MatrixExponential", lambda tf, x: tf.linalg.expm(x)),
            ("MatrixSolve", lambda tf, x: tf.linalg.solve(x, x)),
            ("MatrixTriangularSolve", lambda tf, x: tf.linalg.triangular_solve(x, x)),
        )
    ],
    *[
        Bad(op, call, (np.ones(2, np.float32),), match="rank")
        for op, call in (
            ("MatrixInverse", lambda tf, x: tf.linalg.inv(x)),
            ("Qr", lambda tf, x: tf.linalg.qr(x)),
            ("Svd", lambda tf, x: tf.linalg.svd(x)),
            ("Cholesky", lambda tf, x: tf.linalg.cholesky(x)),
        )
    ],
    *[
        Bad(op, call, (_singular,), match="not invertible")
        for op, call in (
            ("MatrixInverse", lambda tf, x: tf.linalg.inv(x)),
            ("MatrixSolve", lambda tf, x: tf.linalg.solve(x, x)),
            ("Lu", lambda tf, x: tf.linalg.lu(x)),
        )
    ],
    Bad(
        "MatrixSolve",
        lambda tf, a, b: tf.linalg.solve(a, b),
        (_square, _tall),
        match="incompatible",
    ),
    Bad("MatrixSolve", lambda tf, a, b: tf.linalg.solve(a, b), (_batch, _rhs), match="same rank"),
    Bad("MatrixDeterminant", lambda tf, x: tf.linalg.det(x), (random.integers(2, 2),)),
    Bad("MatrixLogarithm", lambda tf, x: tf.linalg.logm(x), (_square,)),
]
