"""Samples of the gamma function and its family."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, low=0.3, high=4)
_y = random.floats(2, 3, low=0.3, high=4)
_row = random.floats(3, low=0.3, high=4)
_probability = random.floats(2, 3, low=0.1, high=0.9)
_edges = np.array([np.nan, np.inf, 0.0, -0.5, 1e20, 1e-20], np.float32)
_poles = np.array([0.0, -1.0, -2.0, -0.5, -1.5], np.float32)
_wrong = (np.ones(2, np.float32), np.ones(3, np.float32))


def _wide(*arrays):
    return tuple(array.astype(np.float64) for array in arrays)


_UNARY = {"Lgamma": lambda tf, x: tf.math.lgamma(x), "Digamma": lambda tf, x: tf.math.digamma(x)}
_INCOMPLETE = {
    "Igamma": lambda tf, a, x: tf.math.igamma(a, x),
    "Igammac": lambda tf, a, x: tf.math.igammac(a, x),
}


def _order(number):
    return lambda tf, x: tf.math.polygamma(tf.ones_like(x) * number, x)


def _polygamma(tf, a, x):
    return tf.math.polygamma(a, x)


def _zeta(tf, x, q):
    return tf.math.zeta(x, q)


def _grad_a(tf, a, x):
    return tf.raw_ops.IgammaGradA(a=a, x=x)


def _betainc(tf, a, b, x):
    return tf.math.betainc(a, b, x)


SAMPLES = [
    *[Sample(op, f, (_x,), rtol=1e-5, atol=1e-5) for op, f in _UNARY.items()],
    *[Sample(op, f, _wide(_x)) for op, f in _UNARY.items()],
    *[Sample(op, f, (_edges,), gradient=False) for op, f in _UNARY.items()],
    *[Sample(op, f, (_poles,), gradient=False) for op, f in _UNARY.items()],
    *[Bad(op, f, (np.array([1], np.int32),)) for op, f in _UNARY.items()],
    *[Sample("Polygamma", _order(number), _wide(_x), rtol=1e-5) for number in (0, 1, 2)],
    Sample(
        "Polygamma",
        _polygamma,
        (np.float32([0, 1, 2, -1, 1.5, 3]), np.float32([1, 2, 3, 4, 5, -1.5])),
        gradient=False,
        rtol=1e-5,
    ),
    Sample("Polygamma", _polygamma, (np.float32([1, 1]), np.float32([-1, 0])), gradient=False),
    Bad("Polygamma", _polygamma, _wrong),
    Sample("Zeta", lambda tf, q: tf.math.zeta(tf.ones_like(q) * 2.5, q), _wide(_x), rtol=1e-5),
    Sample(
        "Zeta",
        _zeta,
        (np.float32([1, 2, 0.5, 2, 2, 3, 2.5]), np.float32([1, -1, 1, 0, -1.5, -1.5, -1.5])),
        gradient=False,
        rtol=1e-5,
    ),
    Sample(
        "Zeta",
        _zeta,
        (np.float32([np.nan] * 4 + [2.0, np.inf, -1.0]), np.float32([-np.inf, 1, np.inf, 0] + [np.nan] * 3)),
        gradient=False,
    ),
    Bad("Zeta", _zeta, _wrong),
    # Second derivatives would need that of IgammaGradA, which TensorFlow lacks too.
    *[Sample(op, f, (_x, _y), gradient=False, rtol=1e-5) for op, f in _INCOMPLETE.items()],
    *[Sample(op, f, _wide(_x, _row), gradient=False) for op, f in _INCOMPLETE.items()],
    *[
        Sample(
            op,
            f,
            (np.float32([0, 1, -1, 1, np.nan, 1, 50]), np.float32([1, 0, 1, -1, 1, np.inf, 60])),
            gradient=False,
            rtol=1e-5,
        )
        for op, f in _INCOMPLETE.items()
    ],
    *[Bad(op, f, _wrong) for op, f in _INCOMPLETE.items()],
    Sample("IgammaGradA", _grad_a, _wide(_x, _y), gradient=False, rtol=1e-5),
    Sample(
        "IgammaGradA",
        _grad_a,
        (np.float32([1, 2, 10, 0.5, 100, 30]), np.float32([0.5, 8, 3, 0, 100, 50])),
        gradient=False,
        rtol=1e-4,
    ),
    Sample("Betainc", _betainc, (_x, _y, _probability), gradient=False, rtol=1e-5),
    Sample(
        "Betainc",
        lambda tf, x: tf.math.betainc(tf.constant(2.5, x.dtype), tf.constant(1.5, x.dtype), x),
        _wide(_probability),
        rtol=1e-5,
    ),
    Sample(
        "Betainc",
        _betainc,
        (
            np.float32([1, 0, 1, 1, 1]),
            np.float32([1, 1, -1, 1, 1]),
            np.float32([0.5, 0.5, 0.5, 2, -1]),
        ),
        gradient=False,
    ),
    Bad("Betainc", _betainc, (*_wrong, np.float32(0.5))),
    Sample("Lgamma", lambda tf, x: tf.math.lbeta(x), _wide(_x)),
    Sample("Lgamma", lambda tf, x: tf.math.lbeta(x), (_x[:, :0],), gradient=False),
    Bad(
        "Lgamma",
        lambda tf, x: tf.math.lbeta(x),
        (np.float32(1),),
        error=("InvalidArgumentError", "ValueError"),
    ),
    Bad("IgammaGradA", _grad_a, (np.int32([1]), np.int32([1]))),
]
