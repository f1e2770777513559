"""Samples of the trigonometric functions."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, low=-0.9, high=0.9)
_y = random.floats(2, 3, low=0.5)
_complex = (_x + 1j * _y).astype(np.complex64)
_edges = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 2.0, 1e-30], np.float32)
_half = np.array([0.5, -0.75, 0.25], np.float16)
_brain = _half.astype(ml_dtypes.bfloat16)
_empty = np.zeros((0, 3), np.float32)

_UNARY = {
    "Sin": lambda tf, x: tf.sin(x),
    "Cos": lambda tf, x: tf.cos(x),
    "Tan": lambda tf, x: tf.tan(x),
    "Asin": lambda tf, x: tf.asin(x),
    "Acos": lambda tf, x: tf.acos(x),
    "Atan": lambda tf, x: tf.atan(x),
}


def _atan2(tf, y, x):
    return tf.atan2(y, x)


SAMPLES = [
    *[Sample(op, f, (_x,)) for op, f in _UNARY.items()],
    *[Sample(op, f, (_x.astype(np.float64),)) for op, f in _UNARY.items()],
    # Complex functions go other ways through the plane's rounding.
    *[Sample(op, f, (_complex,), rtol=1e-5, atol=1e-5) for op, f in _UNARY.items()],
    *[Sample(op, f, (_empty,)) for op, f in _UNARY.items()],
    *[Sample(op, f, (_edges,), gradient=False) for op, f in _UNARY.items()],
    *[Sample(op, f, (_half,), gradient=False, rtol=2e-3) for op, f in _UNARY.items()],
    *[Sample(op, f, (_brain,), gradient=False, rtol=2e-2) for op, f in _UNARY.items()],
    *[Bad(op, f, (np.array([1], np.int32),)) for op, f in _UNARY.items()],
    Sample("Atan2", _atan2, (_x, _y)),
    Sample("Atan2", _atan2, (_x, _y[0])),
    Sample("Atan2", _atan2, (_edges, _edges[::-1]), gradient=False),
    Sample(
        "Atan2",
        _atan2,
        (np.float32([0, -0.0, 0, -0.0]), np.float32([1, 1, -1, -1])),
        gradient=False,
    ),
    Bad("Atan2", _atan2, (np.ones(2, np.float32), np.ones(3, np.float32))),
    Bad("Atan2", _atan2, (np.array([1], np.int32), np.array([1], np.int32))),
]
