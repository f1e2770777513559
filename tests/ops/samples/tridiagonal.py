"""Samples of systems and products with three diagonals."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_diagonals = random.floats(3, 4) + np.array([[0], [5], [0]], np.float32)
_batch = random.floats(2, 3, 4) + np.array([[0], [5], [0]], np.float32)
_rhs = random.floats(4, 2)
_complex = (_diagonals + 1j * random.floats(3, 4)).astype(np.complex64)
_complex_rhs = (_rhs + 1j * random.floats(4, 2)).astype(np.complex64)
_matrix = np.diag(_diagonals[1]) + np.diag(_diagonals[0][:3], 1) + np.diag(_diagonals[2][1:], -1)

_LOOSE = {"rtol": 1e-4, "atol": 1e-5}  # sums in another order

SAMPLES = [
    *[
        # TF's gradient of complex systems misses a conjugate; test_square_matrices.py checks ours.
        Sample("TridiagonalSolve", call, (d, b), gradient=d is not _complex, **_LOOSE)
        for d, b in ((_diagonals, _rhs), (_batch, random.floats(2, 4, 2)), (_complex, _complex_rhs))
        for call in (
            lambda tf, d, b: tf.linalg.tridiagonal_solve(d, b),
            lambda tf, d, b: tf.linalg.tridiagonal_solve(d, b, partial_pivoting=False),
        )
    ],
    Sample(
        "TridiagonalSolve",
        lambda tf, d, b: tf.linalg.tridiagonal_solve(d, b),
        (_diagonals, _rhs[:, 0]),
        **_LOOSE,
    ),
    Sample(
        "TridiagonalSolve",
        lambda tf, d, b: tf.linalg.tridiagonal_solve(d, b, transpose_rhs=True),
        (_diagonals, np.ascontiguousarray(_rhs.T)),
        **_LOOSE,
    ),
    Sample(
        "TridiagonalSolve",
        lambda tf, above, main, below, b: tf.linalg.tridiagonal_solve(
            (above, main, below), b, "sequence"
        ),
        (_diagonals[0][:3], _diagonals[1], _diagonals[2][1:], _rhs),
        **_LOOSE,
    ),
    Sample(
        "TridiagonalSolve",
        lambda tf, m, b: tf.linalg.tridiagonal_solve(m, b, "matrix"),
        (_matrix, _rhs),
        **_LOOSE,
    ),
    *[
        Sample(
            "TridiagonalMatMul",
            lambda tf, d, b: tf.linalg.tridiagonal_matmul(d, b),
            (d, b),
            **_LOOSE,
        )
        for d, b in ((_diagonals, _rhs), (_batch, random.floats(2, 4, 2)), (_complex, _complex_rhs))
    ],
    Sample(
        "TridiagonalMatMul",
        lambda tf, m, b: tf.linalg.tridiagonal_matmul(m, b, "matrix"),
        (_matrix, _rhs),
        **_LOOSE,
    ),
    Bad(
        "TridiagonalSolve",
        lambda tf, d, b: tf.linalg.tridiagonal_solve(d, b),
        (_diagonals, random.floats(3, 2)),
        error=("InvalidArgumentError", "ValueError"),
    ),
    Bad(
        "TridiagonalSolve",
        lambda tf, d, b: tf.linalg.tridiagonal_solve(d, b, "foo"),
        (_diagonals, _rhs),
        error=("ValueError",),
    ),
    Bad(
        "TridiagonalMatMul",
        lambda tf, d, b: tf.linalg.tridiagonal_matmul(d, b),
        (_diagonals, random.floats(3, 2)),
        error=("InvalidArgumentError", "ValueError"),
    ),
]
