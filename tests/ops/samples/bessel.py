"""Samples of the Bessel functions."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, low=0.3, high=5)
_edges = np.array([0.0, -1.0, 30.0, 1e-3], np.float32)


def _function(name):
    return lambda tf, x: getattr(tf.math.special, name)(x)


_ALL = {
    f"Bessel{name[0].upper()}{name[1:]}": _function(f"bessel_{name}")
    for name in ("i0", "i0e", "i1", "i1e", "k0", "k0e", "k1", "k1e", "j0", "j1", "y0", "y1")
}

SAMPLES = [
    *[Sample(op, f, (_x,), rtol=2e-5, atol=2e-6) for op, f in _ALL.items()],
    *[Sample(op, f, (_x.astype(np.float64),), rtol=1e-5) for op, f in _ALL.items()],
    # TensorFlow has NaN for Y1 at 0, not minus infinity.
    # TensorFlow has NaN for Y1 at 0, not minus infinity.
    *[
        Sample(op, f, (_edges,), gradient=False, rtol=2e-5, atol=2e-6, oracle=op != "BesselY1")
        for op, f in _ALL.items()
    ],
    *[Sample(op, f, (_x[:0],)) for op, f in _ALL.items()],
    *[
        Sample(op, f, (-_x.astype(np.float64),), rtol=1e-5)
        for op, f in _ALL.items()
        if op[6] in "IJ"
    ],
    *[Bad(op, f, (np.array([1], np.int32),)) for op, f in _ALL.items()],
]
