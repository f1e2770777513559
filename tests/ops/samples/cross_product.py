"""Samples of the cross product."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random


def _cross(tf, a, b):
    return tf.linalg.cross(a, b)


SAMPLES = [
    Sample("Cross", _cross, (random.floats(3), random.floats(3))),
    Sample("Cross", _cross, (random.floats(2, 4, 3), random.floats(2, 4, 3))),
    Sample("Cross", _cross, (random.integers(2, 3), random.integers(2, 3))),
    Sample("Cross", _cross, (np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32))),
    Bad("Cross", _cross, (random.floats(3), random.floats(1, 3))),
    Bad(
        "Cross",
        _cross,
        (random.floats(2), random.floats(2)),
        error=("FailedPreconditionError",),
        staged_error=("ValueError", "InvalidArgumentError", "FailedPreconditionError"),
    ),
]
