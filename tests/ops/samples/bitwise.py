"""Samples of operations on bits."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x, _y, _row = random.integers(2, 3), random.integers(2, 3), random.integers(3)
_distances = np.array([-1, 0, 1, 31, 32, 40], np.int32)
_values = np.array([-8, 7, -(2**31), 1, 1, -1], np.int32)
_bytes = np.array([0, 1, 200, 255, 128, 129], np.uint8)
_byte_distances = np.array([9, 7, 3, 8, 1, 0], np.uint8)

_BINARY = {
    "BitwiseAnd": lambda tf, x, y: tf.bitwise.bitwise_and(x, y),
    "BitwiseOr": lambda tf, x, y: tf.bitwise.bitwise_or(x, y),
    "BitwiseXor": lambda tf, x, y: tf.bitwise.bitwise_xor(x, y),
    "LeftShift": lambda tf, x, y: tf.bitwise.left_shift(x, y),
    "RightShift": lambda tf, x, y: tf.bitwise.right_shift(x, y),
}
_UNARY = {
    "Invert": lambda tf, x: tf.bitwise.invert(x),
    "PopulationCount": lambda tf, x: tf.raw_ops.PopulationCount(x=x),
}

SAMPLES = [
    *[Sample(op, f, (_x, _y)) for op, f in _BINARY.items()],
    *[Sample(op, f, (_x[:, :1], _row)) for op, f in _BINARY.items()],
    *[Sample(op, f, (_x[:0], _row)) for op, f in _BINARY.items()],
    *[Sample(op, f, (_values, _distances)) for op, f in _BINARY.items()],
    *[
        Sample(op, f, (_values.astype(np.int64), 2 * _distances.astype(np.int64)))
        for op, f in _BINARY.items()
    ],
    *[Sample(op, f, (_bytes, _byte_distances)) for op, f in _BINARY.items()],
    *[
        Sample(op, f, (_bytes.view(np.int8), _byte_distances.view(np.int8)))
        for op, f in _BINARY.items()
    ],
    *[Bad(op, f, (_row[:2], _row)) for op, f in _BINARY.items()],
    *[Bad(op, f, (np.float32([1]), np.float32([1]))) for op, f in _BINARY.items()],
    *[Sample(op, f, (_x,)) for op, f in _UNARY.items()],
    *[Sample(op, f, (_bytes,)) for op, f in _UNARY.items()],
    *[Sample(op, f, (_bytes.view(np.int8),)) for op, f in _UNARY.items()],
    *[Bad(op, f, (np.float32([1]),)) for op, f in _UNARY.items()],
]
