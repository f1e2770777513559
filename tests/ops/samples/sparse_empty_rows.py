"""Samples of the ops of `ops/sparse/empty_rows.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

PLACES = np.array([[2, 0], [0, 1], [0, 2]], np.int64)
X = random.floats(3)


def _filled(tf, x, default, places=PLACES):
    filled, was_empty = tf.sparse.fill_empty_rows(tf.SparseTensor(places, x, [5, 3]), default)
    return filled.indices, filled.values, was_empty


def _grad(tf, dy, places=(0, 2)):
    return tf.raw_ops.SparseFillEmptyRowsGrad(reverse_index_map=places, grad_values=dy)


SAMPLES = [
    Sample("SparseFillEmptyRows", _filled, (X, np.float32(7))),
    Sample("SparseFillEmptyRows", _filled, (np.array([b"a", b"b", b"c"], object), b"")),
    Sample("SparseFillEmptyRows", lambda tf, x: _filled(tf, x[:0], 1.0, PLACES[:0]), (X,)),
    Sample("SparseFillEmptyRowsGrad", _grad, (random.floats(4),)),
    Bad("SparseFillEmptyRows", lambda tf, x: _filled(tf, x, [1.0]), (X,)),
    Bad("SparseFillEmptyRows", lambda tf, x: _filled(tf, x, 1.0, PLACES + 3), (X,)),
    Bad("SparseFillEmptyRowsGrad", lambda tf, dy: _grad(tf, dy, (0, 9)), (random.floats(4),)),
]
