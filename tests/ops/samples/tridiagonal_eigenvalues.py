"""Samples of eigenvalues of matrices with three diagonals."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_alpha, _beta = random.floats(5), random.floats(4)
_complex = (_beta + 1j * random.floats(4)).astype(np.complex64)


def _values(tf, alpha, beta, **options):
    return tf.linalg.eigh_tridiagonal(alpha, beta, **options)


def _vectors_without_sign(tf, alpha, beta, **options):
    e, v = tf.linalg.eigh_tridiagonal(alpha, beta, eigvals_only=False, **options)
    return e, tf.abs(v)


# Another algorithm: TF looks for each eigenvalue by bisection, and has no gradient.
_LOOSE = {"rtol": 1e-4, "atol": 1e-4, "gradient": False}

SAMPLES = [
    Sample("SelfAdjointEigV2", _values, (_alpha, _beta), **_LOOSE),
    Sample("SelfAdjointEigV2", _vectors_without_sign, (_alpha, _beta), **_LOOSE),
    Sample(
        "SelfAdjointEigV2",
        lambda tf, a, b: _vectors_without_sign(tf, a, b, select="i", select_range=[1, 3]),
        (_alpha, _beta),
        **_LOOSE,
    ),
    Sample(
        "SelfAdjointEigV2",
        lambda tf, a, b: _values(tf, a, b, select="v", select_range=[-0.5, 2.0]),
        (_alpha, _beta),
        **_LOOSE,
    ),
    Sample("SelfAdjointEigV2", _values, (_alpha.astype(np.complex64), _complex), **_LOOSE),
    Sample("SelfAdjointEigV2", _values, (_alpha, _beta), oracle=False),
    # TF mixes up batch and size.
    Sample("SelfAdjointEigV2", _values, (random.floats(3, 5), random.floats(3, 4)), oracle=False),
    Sample("SelfAdjointEigV2", _values, (_alpha[:1], _beta[:0]), gradient=False),
    Bad("SelfAdjointEigV2", _values, (_alpha, _beta[:3])),
    Bad(
        "SelfAdjointEigV2",
        lambda tf, a, b: _values(tf, a, b, select="x"),
        (_alpha, _beta),
        error=("ValueError",),
    ),
    Bad(
        "SelfAdjointEigV2",
        lambda tf, a, b: _values(tf, a, b, select="v", select_range=[2.0, 1.0]),
        (_alpha, _beta),
    ),
    Bad(
        "SelfAdjointEigV2",
        _values,
        (_alpha, _beta.astype(np.float64)),
        error=("ValueError",),
    ),
]
