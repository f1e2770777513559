"""Samples of Dawson's, Fresnel's, Spence's and the exponential integral."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, low=0.3, high=3)
_edges = np.array([0.0, -1.0, 20.0, 1.0], np.float32)

_ALL = {
    "Dawsn": lambda tf, x: tf.math.special.dawsn(x),
    "Expint": lambda tf, x: tf.math.special.expint(x),
    "FresnelCos": lambda tf, x: tf.math.special.fresnel_cos(x),
    "FresnelSin": lambda tf, x: tf.math.special.fresnel_sin(x),
    "Spence": lambda tf, x: tf.math.special.spence(x),
}

SAMPLES = [
    *[Sample(op, f, (_x,), rtol=2e-5) for op, f in _ALL.items()],
    *[Sample(op, f, (_x.astype(np.float64),), rtol=1e-5) for op, f in _ALL.items()],
    *[Sample(op, f, (_edges,), gradient=False, rtol=2e-5) for op, f in _ALL.items()],
    *[Sample(op, f, (_x[:0],)) for op, f in _ALL.items()],
    *[Bad(op, f, (np.array([1], np.int32),)) for op, f in _ALL.items()],
]
