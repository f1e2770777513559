"""Samples of comparisons."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.integers(2, 3, low=-2, high=3)
_y = random.integers(2, 3, low=-2, high=3)
_row = random.integers(3, low=-2, high=3)
_edges = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0], np.float32)
_others = np.array([np.nan, np.inf, 1.0, -0.0, 0.0, np.nan], np.float32)
_brain = np.array([1.5, 2.0], ml_dtypes.bfloat16)

_EQUALITY = {
    "Equal": lambda tf, x, y: tf.equal(x, y),
    "NotEqual": lambda tf, x, y: tf.not_equal(x, y),
}
_ORDER = {
    "Less": lambda tf, x, y: tf.less(x, y),
    "LessEqual": lambda tf, x, y: tf.less_equal(x, y),
    "Greater": lambda tf, x, y: tf.greater(x, y),
    "GreaterEqual": lambda tf, x, y: tf.greater_equal(x, y),
}
_ALL = {**_EQUALITY, **_ORDER}
_LENIENT = {
    "Equal": lambda tf, x, y: tf.raw_ops.Equal(x=x, y=y, incompatible_shape_error=False),
    "NotEqual": lambda tf, x, y: tf.raw_ops.NotEqual(x=x, y=y, incompatible_shape_error=False),
}

SAMPLES = [
    *[Sample(op, f, (_x, _y)) for op, f in _ALL.items()],
    *[Sample(op, f, (_x[:, :1], _row)) for op, f in _ALL.items()],
    *[Sample(op, f, (_x[:0], _row)) for op, f in _ALL.items()],
    *[Sample(op, f, (_edges, _others), gradient=False) for op, f in _ALL.items()],
    *[Sample(op, f, (_brain, _brain[::-1]), gradient=False) for op, f in _ALL.items()],
    *[
        Sample(op, f, (np.array([200, 3], np.uint8), np.array([100, 3], np.uint8)))
        for op, f in _ALL.items()
    ],
    *[Sample(op, f, (np.array(["a", "b"]), np.array("b"))) for op, f in _EQUALITY.items()],
    *[
        Sample(op, f, (np.array([1 + 2j, 1j]), np.array([1 + 2j, 2j])), gradient=False)
        for op, f in _EQUALITY.items()
    ],
    *[Sample(op, f, (np.array([True, False]), np.array(True))) for op, f in _EQUALITY.items()],
    # Two sizes that are not known are taken for equal, by TensorFlow too.
    *[Sample(op, f, (_row[:2], _row), static="call") for op, f in _LENIENT.items()],
    *[Sample(op, f, (_x, _row)) for op, f in _LENIENT.items()],
    *[Bad(op, f, (_row[:2], _row)) for op, f in _ALL.items()],
    *[
        Bad(op, f, (np.float32(1), np.int32(1)), error=("InvalidArgumentError", "TypeError"))
        for op, f in _ALL.items()
    ],
    *[Bad(op, f, (np.array(["a"]), np.array(["b"]))) for op, f in _ORDER.items()],
    *[Bad(op, f, (np.array([True]), np.array([False]))) for op, f in _ORDER.items()],
]
