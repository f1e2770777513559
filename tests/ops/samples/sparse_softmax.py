"""Samples of the op of `ops/sparse/softmax.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

CUBE = np.array([[0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 1, 1]], np.int64)


def _softmax(tf, x, places=CUBE, shape=(2, 2, 2)):
    return tf.sparse.softmax(tf.SparseTensor(places, x, shape)).values


SAMPLES = [
    Sample("SparseSoftmax", _softmax, (random.floats(4),)),
    Sample("SparseSoftmax", _softmax, (random.floats(4).astype(np.float64),)),
    Sample(
        "SparseSoftmax",
        lambda tf, x: _softmax(tf, x, CUBE[:, 1:][[0, 1, 2]], (2, 2)),
        (random.floats(3),),
    ),
    Bad("SparseSoftmax", lambda tf, x: _softmax(tf, x, CUBE[:1, :1], (2,)), (random.floats(1),)),
]
