"""Samples of the ops of `ops/sparse/reordering.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

PLACES = np.array([[2, 2], [0, 1], [1, 0]], np.int64)
CUBE = np.array([[0, 0, 1], [0, 1, 0], [1, 1, 1]], np.int64)
VALUES = random.floats(3)


def _parts(sparse):
    return sparse.indices, sparse.values, sparse.dense_shape


def _reordered(tf, values, places=PLACES):
    return _parts(tf.sparse.reorder(tf.SparseTensor(places, values, [3, 3])))


def _reshaped(tf, values, shape):
    return _parts(tf.sparse.reshape(tf.SparseTensor(CUBE, values, [2, 2, 2]), shape))


def _transposed(tf, values, perm=None):
    return _parts(tf.sparse.transpose(tf.SparseTensor(CUBE, values, [2, 2, 2]), perm))


def _expanded(tf, values, axis):
    return _parts(tf.sparse.expand_dims(tf.SparseTensor(CUBE, values, [2, 2, 2]), axis))


def _reset(tf, values, shape=None):
    return _parts(tf.sparse.reset_shape(tf.SparseTensor(PLACES, values, [3, 4]), shape))


SAMPLES = [
    Sample("SparseReorder", _reordered, (VALUES,)),
    Sample("SparseReorder", _reordered, (np.array([b"a", b"b", b"c"], object),)),
    Sample("SparseReorder", lambda tf, x: _reordered(tf, x[:0], PLACES[:0]), (VALUES,)),
    Sample("SparseReorder", _transposed, (VALUES,)),
    Sample("SparseReorder", lambda tf, x: _transposed(tf, x, [1, 2, 0]), (VALUES,)),
    *(
        Sample("SparseReshape", lambda tf, x, s=shape: _reshaped(tf, x, s), (VALUES,))
        for shape in ([8], [-1, 4], [2, 2, 2], [4, 1, -1])
    ),
    *(
        Sample("ConcatV2", lambda tf, x, a=axis: _expanded(tf, x, a), (VALUES,))
        for axis in (None, 0, 2, -2)
    ),
    Sample("Max", _reset, (VALUES,)),
    Sample("LessEqual", lambda tf, x: _reset(tf, x, [5, 4]), (VALUES,)),
    Bad(
        "SparseReorder",
        lambda tf, x: tf.raw_ops.SparseReorder(
            input_indices=PLACES[:2], input_values=x, input_shape=[3, 3]
        ),
        (VALUES,),
    ),
    Bad("SparseReshape", lambda tf, x: _reshaped(tf, x, [9]), (VALUES,)),
    Bad("SparseReshape", lambda tf, x: _reshaped(tf, x, [-1, -1]), (VALUES,)),
    Bad("SparseReshape", lambda tf, x: _reshaped(tf, x, [-1, 3]), (VALUES,)),
]
