"""Samples of the ops that make keys and counters of seeds."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample

_SEEDS = (np.array([1, 2]), np.array([-5, 2**40]), np.array([0, -1], np.int32))
_OPS = ("StatelessRandomGetKeyCounter", "StatelessRandomGetKeyCounterAlg")

SAMPLES = [
    *[
        Sample(op, lambda tf, seed, op=op: getattr(tf.raw_ops, op)(seed=seed), (seed,))
        for op in _OPS
        for seed in _SEEDS
    ],
    *[
        Bad(op, lambda tf, seed, op=op: getattr(tf.raw_ops, op)(seed=seed), (seed,))
        for op in _OPS
        for seed in (np.array([1, 2, 3]), np.array([[1, 2]]), np.array([1.0, 2.0]))
    ],
    Sample("StatelessRandomGetAlg", lambda tf: tf.raw_ops.StatelessRandomGetAlg()),
]
