"""Samples of tests for NaN and infinities, of neighbours and of near equality."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample

_edges = np.array([np.nan, np.inf, -np.inf, 0.0, 1.0], np.float32)
_targets = np.array([1.0, 0.0, 0.0, 1.0, np.nan], np.float32)

_TESTS = {
    "IsNan": lambda tf, x: tf.math.is_nan(x),
    "IsInf": lambda tf, x: tf.math.is_inf(x),
    "IsFinite": lambda tf, x: tf.math.is_finite(x),
}


def _nextafter(tf, x, y):
    return tf.math.nextafter(x, y)


def _near(tf, x, y):
    return tf.raw_ops.ApproximateEqual(x=x, y=y, tolerance=0.01)


SAMPLES = [
    *[Sample(op, f, (_edges,), gradient=False) for op, f in _TESTS.items()],
    *[
        Sample(op, f, (_edges.astype(np.float64).reshape(5, 1),), gradient=False)
        for op, f in _TESTS.items()
    ],
    *[
        Sample(op, f, (_edges.astype(ml_dtypes.bfloat16),), gradient=False)
        for op, f in _TESTS.items()
    ],
    *[Bad(op, f, (np.array([1], np.int32),)) for op, f in _TESTS.items()],
    Sample("NextAfter", _nextafter, (_edges, _targets), gradient=False),
    Sample("NextAfter", _nextafter, (np.ones((2, 1)), np.array([0.0, 1.0, 2.0])), gradient=False),
    Bad("NextAfter", _nextafter, (np.float32([1, 2]), np.float32([1, 2, 3]))),
    Bad("NextAfter", _nextafter, (np.int32([1]), np.int32([1]))),
    Sample(
        "ApproximateEqual",
        _near,
        (np.float32([1, 2, 3]), np.float32([1.001, 2.1, 3])),
        gradient=False,
    ),
    Sample(
        "ApproximateEqual", _near, (np.float64([[1], [2]]), np.float64([[1], [3]])), gradient=False
    ),
    Sample(
        "ApproximateEqual",
        lambda tf, x, y: tf.raw_ops.ApproximateEqual(x=x, y=y, tolerance=1.0),
        (np.float32([2, 2, 2, np.nan]), np.float32([3, 2.5, 4, np.nan])),
        gradient=False,
    ),
    *[
        # TF: only floats have a kernel.
        Sample(
            "ApproximateEqual",
            lambda tf, x, y, t=tolerance: tf.raw_ops.ApproximateEqual(x=x, y=y, tolerance=t),
            (np.array([1, 2, 3, 0], dtype), np.array([1, 3, 5, 2], dtype)),
            oracle=False,
        )
        for dtype in (np.int32, np.uint8)
        for tolerance in (1e-5, 1.0, 2.5)
    ],
    Bad("ApproximateEqual", _near, (np.float32([1, 2]), np.float32([1]))),
]
