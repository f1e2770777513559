"""Samples of logic on bools."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x, _y, _row = random.booleans(2, 3), random.booleans(2, 3), random.booleans(3)

_BINARY = {
    "LogicalAnd": lambda tf, x, y: tf.logical_and(x, y),
    "LogicalOr": lambda tf, x, y: tf.logical_or(x, y),
}


def _xor(tf, x, y):
    return tf.math.logical_xor(x, y)


SAMPLES = [
    *[Sample(op, f, (_x, _y)) for op, f in _BINARY.items()],
    *[Sample(op, f, (_row, _x[:, :1])) for op, f in _BINARY.items()],
    *[Sample(op, f, (_x[:0], _row)) for op, f in _BINARY.items()],
    *[Bad(op, f, (_x[0, :2], _row)) for op, f in _BINARY.items()],
    *[
        Bad(op, f, (np.array([1]), np.array([0])), error=("TypeError", "InvalidArgumentError"))
        for op, f in _BINARY.items()
    ],
    Sample("LogicalNot", _xor, (_x, _y)),
    Sample("LogicalNot", _xor, (_row, _x[:, :1])),
    Bad("LogicalOr", _xor, (_x[0, :2], _row)),
    Sample("LogicalNot", lambda tf, x: tf.logical_not(x), (_x,)),
    Sample("LogicalNot", lambda tf, x: tf.logical_not(x), (np.array(True),)),
    Bad("LogicalNot", lambda tf, x: tf.logical_not(x), (np.array([1.0]),)),
]
