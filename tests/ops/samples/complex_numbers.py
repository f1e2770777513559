"""Samples of complex numbers and their parts."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x, _y, _row = random.floats(2, 3), random.floats(2, 3, low=0.5), random.floats(3)
_complex = (_x + 1j * _y).astype(np.complex64)
_wide = _complex.astype(np.complex128)
_edges = np.array([0, -1, 1, 1j, -1j, complex(np.inf, 1), complex(np.nan, 1)], np.complex64)

_PARTS = {
    "Real": lambda tf, x: tf.math.real(x),
    "Imag": lambda tf, x: tf.math.imag(x),
    "Angle": lambda tf, x: tf.math.angle(x),
    "ComplexAbs": lambda tf, x: tf.abs(x),
    "Conj": lambda tf, x: tf.math.conj(x),
}


def _complex_of(tf, x, y):
    return tf.complex(x, y)


SAMPLES = [
    *[Sample(op, f, (_complex,), rtol=1e-5) for op, f in _PARTS.items()],
    *[Sample(op, f, (_wide,)) for op, f in _PARTS.items()],
    *[Sample(op, f, (_edges,), gradient=False) for op, f in _PARTS.items()],
    *[Sample(op, f, (_complex[:0],)) for op, f in _PARTS.items()],
    *[
        Bad(op, f, (np.array(["a"]),), error=("TypeError", "InvalidArgumentError"))
        for op, f in _PARTS.items()
        if op != "Imag"
    ],
    Sample("Complex", _complex_of, (_x, _y)),
    Sample("Complex", _complex_of, (_x, _row)),
    Sample("Complex", _complex_of, (_x.astype(np.float64), _y.astype(np.float64))),
    Sample(
        "Complex",
        _complex_of,
        (np.float32([np.inf, np.nan]), np.float32([1, np.inf])),
        gradient=False,
    ),
    Bad("Complex", _complex_of, (_x, _y.astype(np.float64)), error=("TypeError",)),
    Bad("Complex", _complex_of, (_row[:2], _row)),
    Bad("Complex", _complex_of, (np.int32(1), np.int32(1)), error=("TypeError",)),
    Bad("Imag", lambda tf, x: tf.raw_ops.Imag(input=x), (_x,)),
]
