"""Samples of rounding."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample

_x = np.array([[0.5, 1.5, 2.5], [-0.5, -1.2, 2.7]], np.float32)
_edges = np.array([np.nan, np.inf, -np.inf, -0.0, 1e30, 8388609.0], np.float32)
_brain = _x.astype(ml_dtypes.bfloat16)

_ALL = {
    "Floor": lambda tf, x: tf.floor(x),
    "Ceil": lambda tf, x: tf.math.ceil(x),
    "Rint": lambda tf, x: tf.math.rint(x),
    "Round": lambda tf, x: tf.round(x),
}

SAMPLES = [
    *[Sample(op, f, (_x,), gradient=False) for op, f in _ALL.items()],
    # TensorFlow has no kernel of Rint for floats of 16 bits.
    *[
        Sample(op, f, (x,), gradient=False, oracle=op != "Rint")
        for op, f in _ALL.items()
        for x in (_x.astype(np.float16), _brain)
    ],
    *[Sample(op, f, (_x[:0],), gradient=False) for op, f in _ALL.items()],
    *[Sample(op, f, (_edges,), gradient=False) for op, f in _ALL.items()],
    *[Bad(op, f, (np.array([1], np.int32),)) for op, f in _ALL.items() if op != "Round"],
    # TensorFlow's op makes integers 0; its tf.round does not call it for them.
    Sample(
        "Round", lambda tf, x: tf.raw_ops.Round(x=x), (np.array([1, -2], np.int32),), oracle=False
    ),
    Bad("Round", lambda tf, x: tf.round(x), (np.array(["a"]),)),
]
