"""Samples of systems of triangular matrices with few diagonals."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_bands = random.floats(2, 5) + np.array([[4], [0]], np.float32)
_batch = random.floats(3, 2, 5) + np.array([[4], [0]], np.float32)
_rhs = random.floats(5, 2)
_complex = (_bands + 1j * random.floats(2, 5)).astype(np.complex64)
_complex_rhs = (_rhs + 1j * random.floats(5, 2)).astype(np.complex64)


def _solve(tf, bands, rhs, lower=True, adjoint=False):
    if not lower:
        bands = tf.reverse(bands, [-2])
    return tf.linalg.banded_triangular_solve(bands, rhs, lower, adjoint)


_LOOSE = {"rtol": 1e-4, "atol": 1e-5}  # sums in another order

SAMPLES = [
    *[
        Sample(
            "BandedTriangularSolve",
            lambda tf, b, r, lower=lower, adjoint=adjoint: _solve(tf, b, r, lower, adjoint),
            arrays,
            **_LOOSE,
        )
        for arrays in ((_bands, _rhs), (_complex, _complex_rhs))
        for lower in (True, False)
        for adjoint in (True, False)
    ],
    Sample("BandedTriangularSolve", _solve, (_batch, random.floats(3, 5, 1)), **_LOOSE),
    Sample("BandedTriangularSolve", _solve, (_bands, random.floats(3, 5, 2)), **_LOOSE),
    Sample("BandedTriangularSolve", _solve, (_bands[:1], _rhs), oracle=False, **_LOOSE),
    Sample("BandedTriangularSolve", _solve, (_bands.astype(np.float64), _rhs.astype(np.float64))),
    Bad("BandedTriangularSolve", _solve, (_bands, _rhs[:4])),
    Bad("BandedTriangularSolve", _solve, (_bands, _rhs[:, 0])),
    Bad("BandedTriangularSolve", _solve, (np.zeros((2, 5), np.float32), _rhs)),
    Bad("BandedTriangularSolve", _solve, (np.zeros((0, 5), np.float32), _rhs)),
]
