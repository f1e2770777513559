"""Samples of the error functions and their inverses."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3)
_inside = random.floats(2, 3, low=-0.8, high=0.8)
_probability = random.floats(2, 3, low=0.1, high=0.9)
_edges = np.array([np.nan, np.inf, -np.inf, 0.0, 10.0, -10.0], np.float32)
_ends = np.array([np.nan, 0.0, 1.0, -1.0, 2.0], np.float32)
_half = np.array([0.5, 0.25], np.float16)

_FORWARD = {"Erf": lambda tf, x: tf.math.erf(x), "Erfc": lambda tf, x: tf.math.erfc(x)}
_INVERSE = {
    "Erfinv": lambda tf, x: tf.math.erfinv(x),
    "Ndtri": lambda tf, x: tf.math.ndtri(x),
    "Neg": lambda tf, x: tf.math.erfcinv(x),
}
_ALL = {**_FORWARD, **_INVERSE}

SAMPLES = [
    *[Sample(op, f, (_x,)) for op, f in _FORWARD.items()],
    *[Sample(op, f, (_x.astype(np.float64),)) for op, f in _FORWARD.items()],
    *[Sample(op, f, (_edges,), gradient=False) for op, f in _FORWARD.items()],
    Sample("Erfinv", _INVERSE["Erfinv"], (_inside,), rtol=1e-5),
    Sample("Ndtri", _INVERSE["Ndtri"], (_probability,), rtol=1e-5),
    Sample("Neg", _INVERSE["Neg"], (_probability,), rtol=1e-5),
    *[Sample(op, f, (_probability.astype(np.float64),)) for op, f in _INVERSE.items()],
    *[Sample(op, f, (_ends,), gradient=False) for op, f in _INVERSE.items()],
    *[Sample(op, f, (_x[:0],)) for op, f in _ALL.items()],
    *[Sample(op, f, (_half,), gradient=False, rtol=2e-3, atol=1e-3) for op, f in _FORWARD.items()],
    *[
        Sample(op, f, (_half.astype(ml_dtypes.bfloat16),), gradient=False, rtol=2e-2)
        for op, f in _FORWARD.items()
    ],
    *[
        Bad(op, f, (np.array([1], np.int32),), error=("InvalidArgumentError", "TypeError"))
        for op, f in _ALL.items()
    ],
]
