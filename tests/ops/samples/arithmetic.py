"""Samples of sums, differences, products, absolute values and signs."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3)
_y = random.floats(2, 3, low=0.5)
_row = random.floats(3, low=0.5)
# Of few bits, so that products are exact whether or not a machine fuses them with sums.
_complex = (np.round(8 * (_x + 1j * _y)) / 8).astype(np.complex64)
_edges = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e38, -1e38, 1e-30], np.float32)
_int_edges = np.array([-(2**31), 2**31 - 1, -1, 0, 1], np.int32)
_half = np.array([1.5, -2.25, 3e4], np.float16)
_brain = np.array([1.5, -2.25, 3e4], ml_dtypes.bfloat16)
_empty = np.zeros((0, 3), np.float32)
_wrong = (np.zeros(2, np.float32), np.zeros(3, np.float32))

_BINARY = {
    "AddV2": lambda tf, x, y: tf.add(x, y),
    "Sub": lambda tf, x, y: tf.subtract(x, y),
    "Mul": lambda tf, x, y: tf.multiply(x, y),
    "SquaredDifference": lambda tf, x, y: tf.math.squared_difference(x, y),
}

SAMPLES = [
    *[Sample(op, call, (_x, _y)) for op, call in _BINARY.items()],
    *[Sample(op, call, (_x, _row)) for op, call in _BINARY.items()],
    *[Sample(op, call, (_row, _x[:, :1])) for op, call in _BINARY.items()],
    *[Sample(op, call, (_complex, _complex[::-1])) for op, call in _BINARY.items()],
    *[Sample(op, call, (np.float32(2.5), _empty)) for op, call in _BINARY.items()],
    *[Sample(op, call, (_edges, _edges[::-1]), gradient=False) for op, call in _BINARY.items()],
    *[Sample(op, call, (_int_edges, _int_edges[::-1])) for op, call in _BINARY.items()],
    *[Sample(op, call, (_half, _half[::-1]), gradient=False) for op, call in _BINARY.items()],
    # The square of a difference is rounded once here, twice there.
    *[
        Sample(op, call, (_brain, _brain[::-1]), gradient=False, rtol=1e-2)
        for op, call in _BINARY.items()
    ],
    *[
        Bad(op, call, _wrong, match="[Ii]ncompatible|broadcast|Dimensions")
        for op, call in _BINARY.items()
    ],
    *[
        Bad(op, call, (np.float32(1), np.int32(1)), error=("InvalidArgumentError", "TypeError"))
        for op, call in _BINARY.items()
    ],
    *[Bad(op, call, (np.array(True), np.array(False))) for op, call in _BINARY.items()],
    *[
        Sample(op, call, (np.array([200, 3], np.uint8), np.array([100, 5], np.uint8)))
        for op, call in _BINARY.items()
        if op != "SquaredDifference"
    ],
    Sample("Add", lambda tf, x, y: tf.add(x, y), (np.array(["a", "b"]), np.array("c"))),
    Sample("Add", lambda tf, x, y: tf.raw_ops.Add(x=x, y=y), (_x, _row)),
    Bad("Add", lambda tf, x, y: tf.add(x, y), (np.array(["a", "b"]), np.array(["a", "b", "c"]))),
    Sample("Neg", lambda tf, x: tf.negative(x), (_x,)),
    Sample("Neg", lambda tf, x: tf.negative(x), (_complex,)),
    Sample("Neg", lambda tf, x: tf.negative(x), (_int_edges,)),
    Sample("Neg", lambda tf, x: tf.negative(x), (_edges,), gradient=False),
    Bad("Neg", lambda tf, x: tf.negative(x), (np.array([1], np.uint8),)),
    Sample("Abs", lambda tf, x: tf.abs(x), (_x,)),
    Sample("Abs", lambda tf, x: tf.abs(x), (_int_edges,)),
    Sample("Abs", lambda tf, x: tf.abs(x), (_edges,), gradient=False),
    Sample("Abs", lambda tf, x: tf.abs(x), (_brain,), gradient=False),
    Sample("Abs", lambda tf, x: tf.abs(x), (_empty,)),
    Bad("Abs", lambda tf, x: tf.abs(x), (np.array([1], np.uint8),)),
    Sample("Sign", lambda tf, x: tf.sign(x), (_x,)),
    Sample("Sign", lambda tf, x: tf.sign(x), (_int_edges,)),
    Sample("Sign", lambda tf, x: tf.sign(x), (_complex,), gradient=False),
    Sample("Sign", lambda tf, x: tf.sign(x), (_edges,), gradient=False),
    Bad("Sign", lambda tf, x: tf.sign(x), (np.array([1], np.uint8),)),
    Sample("MulNoNan", lambda tf, x, y: tf.math.multiply_no_nan(x, y), (_x, _row)),
    # TensorFlow's gradient lacks the conjugates.
    Sample(
        "MulNoNan",
        lambda tf, x, y: tf.math.multiply_no_nan(x, y),
        (_complex, _complex[0]),
        gradient=False,
    ),
    Sample(
        "MulNoNan",
        lambda tf, x, y: tf.math.multiply_no_nan(x, y),
        (_edges, np.array([0, 0, 0, 1, 0, np.nan, 0, np.inf], np.float32)),
        gradient=False,
    ),
    Bad("MulNoNan", lambda tf, x, y: tf.math.multiply_no_nan(x, y), _wrong),
    Sample("Mul", lambda tf, x: tf.scalar_mul(2, x), (_x,)),
    Bad("Mul", lambda tf, x: tf.scalar_mul([2.0], x), (_x,), error=("ValueError",)),
]
