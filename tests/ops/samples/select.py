"""Samples of choices between elements."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_condition = random.booleans(2, 3)
_x, _y, _row = random.floats(2, 3), random.floats(2, 3), random.floats(3)
_edges = np.array([np.nan, 1.0, np.inf, -np.inf, 2.0], np.float32)
_others = np.array([1.0, np.nan, -np.inf, np.inf, 2.0], np.float32)
_bytes = np.array([200, 3], np.uint8)


def _where(tf, condition, x, y):
    return tf.where(condition, x, y)


def _indices(tf, condition):
    return tf.where(condition)


def _select(tf, condition, t, e):
    return tf.raw_ops.Select(condition=condition, t=t, e=e)


_PAIRS = {
    "Maximum": lambda tf, x, y: tf.maximum(x, y),
    "Minimum": lambda tf, x, y: tf.minimum(x, y),
}

SAMPLES = [
    Sample("SelectV2", _where, (_condition, _x, _y)),
    Sample("SelectV2", _where, (_condition[0], _x, _row)),
    Sample("SelectV2", _where, (np.array(True), _row, _x[:, :1])),
    Sample("SelectV2", _where, (_condition, np.float32(1), np.float32(2))),
    Sample("SelectV2", _where, (_condition[:, :1], np.array(["a"]), np.array(["b", "c"]))),
    Sample("SelectV2", _where, (_condition[:0], _row, _row)),
    Sample("SelectV2", _where, (_condition, _x + 1j, _y - 1j)),
    Sample(
        "SelectV2",
        _where,
        (_condition[0], _row.astype(ml_dtypes.bfloat16), _row.astype(ml_dtypes.bfloat16)),
        gradient=False,
    ),
    Bad("SelectV2", _where, (_condition[0], _row[:2], _row[:2])),
    Bad(
        "SelectV2",
        _where,
        (_condition, _x, np.int32(1)),
        error=("InvalidArgumentError", "TypeError"),
    ),
    Bad("SelectV2", _where, (_row, _x, _y), error=("InvalidArgumentError", "TypeError")),
    Bad("SelectV2", lambda tf, c, x: tf.where(c, x), (_condition, _x), error=("ValueError",)),
    # TensorFlow's raw_ops has other names for the inputs.
    Sample("Select", _select, (_condition, _x, _y), oracle=False),
    Sample("Select", _select, (_condition[:, 0], _x, _y), oracle=False),
    Sample("Select", _select, (np.array(False), _row, _row), oracle=False),
    Sample("Where", _indices, (_condition,)),
    Sample("Where", _indices, (_x,), gradient=False),
    Sample("Where", _indices, (np.array([0, 3, -1], np.int64),)),
    Sample("Where", _indices, (np.zeros((0, 2), bool),)),
    Bad("Where", _indices, (np.array(["a"]),)),
    Bad("Where", _indices, (np.array(True),)),
    *[Sample(op, f, (_x, _y)) for op, f in _PAIRS.items()],
    *[Sample(op, f, (_x, _row)) for op, f in _PAIRS.items()],
    *[Sample(op, f, (_x[:0], _row)) for op, f in _PAIRS.items()],
    *[Sample(op, f, (_edges, _others), gradient=False) for op, f in _PAIRS.items()],
    *[Sample(op, f, (_bytes, _bytes[::-1])) for op, f in _PAIRS.items()],
    *[
        Sample(
            op,
            f,
            (_row.astype(ml_dtypes.bfloat16), np.zeros(3, ml_dtypes.bfloat16)),
            gradient=False,
        )
        for op, f in _PAIRS.items()
    ],
    *[Bad(op, f, (_row[:2], _row)) for op, f in _PAIRS.items()],
    *[Bad(op, f, (np.array([1j]), np.array([1j]))) for op, f in _PAIRS.items()],
]
