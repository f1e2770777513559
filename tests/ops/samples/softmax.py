"""Samples of softmax and its logarithm."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, 4)
_edges = np.array([[1e30, 0.0, -np.inf], [1000.0, 1000.0, -1000.0], [np.nan, 0.0, 1.0]], np.float32)

_ALL = {
    "Softmax": lambda tf, x, **options: tf.nn.softmax(x, **options),
    "LogSoftmax": lambda tf, x, **options: tf.nn.log_softmax(x, **options),
}


def _with_axis(function, axis):
    return lambda tf, x: function(tf, x, axis=axis)


SAMPLES = [
    *[Sample(op, f, (_x[0],)) for op, f in _ALL.items()],
    *[Sample(op, f, (_x,)) for op, f in _ALL.items()],
    *[Sample(op, f, (_x[0, 0],)) for op, f in _ALL.items()],
    *[Sample(op, _with_axis(f, axis), (_x,)) for op, f in _ALL.items() for axis in (0, 1, 2, -2)],
    *[Sample(op, f, (_edges,), gradient=False) for op, f in _ALL.items()],
    *[Sample(op, f, (np.zeros((0, 3), np.float32),)) for op, f in _ALL.items()],
    *[Sample(op, f, (np.zeros((3, 0), np.float32),)) for op, f in _ALL.items()],
    *[
        Sample(op, f, (_x.astype(np.float16),), gradient=False, rtol=4e-3, atol=1e-3)
        for op, f in _ALL.items()
    ],
    *[
        Sample(op, f, (_x.astype(ml_dtypes.bfloat16),), gradient=False, rtol=3e-2)
        for op, f in _ALL.items()
    ],
    *[Bad(op, f, (np.float32(1),)) for op, f in _ALL.items()],
    *[Bad(op, f, (np.array([1, 2], np.int32),)) for op, f in _ALL.items()],
    *[Bad(op, _with_axis(f, 3), (_x,)) for op, f in _ALL.items()],
]
