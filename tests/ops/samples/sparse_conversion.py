"""Samples of the ops of `ops/sparse/conversion.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

PLACES = np.array([[0, 1], [1, 0], [2, 2]], np.int64)
VALUES = random.floats(3)


def _dense(tf, values, default=None, places=PLACES, **options):
    return tf.sparse.to_dense(tf.SparseTensor(places, values, [3, 4]), default, **options)


def _plain(tf, places, values, default=0):
    return tf.compat.v1.sparse_to_dense(places, [4], values, default)


SAMPLES = [
    Sample("SparseToDense", _dense, (VALUES,)),
    Sample("SparseToDense", _dense, (VALUES, np.float32(-1))),
    Sample("SparseToDense", _dense, (np.array([b"a", b"b", b""], object),)),
    Sample("SparseToDense", lambda tf: _dense(tf, np.zeros(0, np.int32), places=PLACES[:0])),
    Sample(
        "SparseToDense",
        lambda tf, x: _dense(tf, x, places=PLACES[::-1], validate_indices=False),
        (VALUES,),
    ),
    Sample("SparseToDense", _plain, (np.array([1, 2], np.int32), np.array([5, 6], np.int32))),
    Sample("SparseToDense", _plain, (np.int32(1), np.int32(5), np.int32(-1))),
    Sample(
        "Where", lambda tf, x: tf.sparse.to_dense(tf.sparse.from_dense(x)), (random.floats(2, 3),)
    ),
    Sample("Where", lambda tf: tf.sparse.from_dense([["", "a"]]).values),
    Sample("Fill", lambda tf: tf.sparse.to_dense(tf.sparse.eye(3, 2, tf.int32))),
    Bad("SparseToDense", lambda tf, x: _dense(tf, x, places=PLACES[::-1]), (VALUES,)),
    Bad("SparseToDense", lambda tf, x: _dense(tf, x, places=PLACES[[0, 0, 1]]), (VALUES,)),
    Bad("SparseToDense", lambda tf, x: _dense(tf, x, places=PLACES + 2), (VALUES,)),
    Bad("SparseToDense", _plain, (np.array([1, 2], np.int32), np.array([5, 6, 7], np.int32))),
]
