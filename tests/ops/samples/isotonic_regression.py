"""Samples of the nearest monotone sequences."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random


def _fit(tf, x, **options):
    return tf.nn.isotonic_regression(x, **options)


_x = random.floats(2, 3, 6)

SAMPLES = [
    Sample("IsotonicRegression", _fit, (_x[0],)),
    Sample("IsotonicRegression", lambda tf, x: _fit(tf, x, decreasing=False), (_x[0],)),
    # TF's gradients of other ranks have another shape.
    Sample("IsotonicRegression", _fit, (_x,), gradient=False),
    Sample("IsotonicRegression", _fit, (_x,), oracle=False),
    Sample("IsotonicRegression", lambda tf, x: _fit(tf, x, axis=0), (random.floats(5, 2),)),
    Sample("IsotonicRegression", _fit, (random.floats(5).astype(np.float64),), gradient=False),
    Sample("IsotonicRegression", _fit, (random.integers(2, 5),)),
    Sample("IsotonicRegression", _fit, (np.array([3, 1, 2], np.int8),)),
    Sample("IsotonicRegression", _fit, (np.zeros((2, 0), np.float32),)),
    Bad(
        "IsotonicRegression",
        _fit,
        (np.array([1j], np.complex64),),
        error=("InvalidArgumentError", "TypeError", "ValueError"),
    ),
]
