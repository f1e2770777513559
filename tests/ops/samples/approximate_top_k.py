"""Samples of the greatest and least elements, found fast."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 7, 3)


def _max(tf, x, k=2, **options):
    return tf.math.approx_max_k(x, k, **options)


SAMPLES = [
    Sample("ApproxTopK", _max, (_x,)),
    Sample("ApproxTopK", lambda tf, x: _max(tf, x, 1), (_x.astype(np.float16),)),
    Sample("ApproxTopK", lambda tf, x: _max(tf, x, 0), (random.floats(4),)),
    Sample("ApproxTopK", _max, (np.zeros((0, 3), np.float32),)),
    # TF has no kernels on CPUs for other axes and for the least ones.
    Sample("ApproxTopK", lambda tf, x: _max(tf, x, reduction_dimension=1), (_x,), oracle=False),
    Sample("ApproxTopK", lambda tf, x: tf.math.approx_min_k(x, 2), (_x,), oracle=False),
    Bad("ApproxTopK", lambda tf, x: _max(tf, x, 4), (_x,)),
    Bad("ApproxTopK", lambda tf, x: _max(tf, x, -1), (_x,)),
    Bad("ApproxTopK", _max, (np.float32(1),)),
]
