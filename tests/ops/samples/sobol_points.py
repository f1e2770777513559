"""Samples of points that fill a cube evenly."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample


def _points(tf, dim, count, skip=0, **options):
    return tf.math.sobol_sample(dim, count, skip, **options)


SAMPLES = [
    Sample("SobolSample", _points, (np.int32(3), np.int32(17))),
    Sample("SobolSample", _points, (np.int32(1), np.int32(1), np.int32(1000))),
    Sample("SobolSample", lambda tf, n: _points(tf, 1111, n, 7, dtype=tf.float64), (np.int32(33),)),
    Bad("SobolSample", _points, (np.int32(0), np.int32(1))),
    Bad("SobolSample", _points, (np.int32(21201), np.int32(1))),
    Bad("SobolSample", _points, (np.int32(2), np.int32(0))),
    Bad("SobolSample", _points, (np.int32(2), np.int32(2), np.int32(-1))),
    Bad("SobolSample", _points, (np.int32(2), np.int32(2), np.int32(2**31 - 2))),
    Bad("SobolSample", _points, (np.array([2], np.int32), np.int32(2))),
]
