"""Samples of products of matrices at a few places."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Sample, random

_places = np.array([[0, 1], [2, 0], [2, 3]], np.int32)
_values, _left, _right = random.floats(3), random.floats(3, 5), random.floats(5, 4)


def _product(tf, places, values, left, right, **options):
    return tf.sparse.sampled_addmm(places, values, [3, 4], left, right, **options)


SAMPLES = [
    Sample("GatherNd", _product, (_places, _values, _left, _right), rtol=1e-5),
    Sample(
        "GatherNd",
        lambda tf, *arrays: _product(tf, *arrays, beta=0.5, alpha=2.0),
        (_places, _values, _left, _right),
        rtol=1e-5,
    ),
]
