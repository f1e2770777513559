"""Samples of the ops of `ops/sparse/parts.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

A = np.array([[0, 1], [1, 0], [2, 2]], np.int64)
B = np.array([[0, 2], [1, 1]], np.int64)
X, Y = random.floats(3), random.floats(2)


def _parts(*sparse):
    return [(s.indices, s.values, s.dense_shape) for s in sparse]


def _a(tf, x):
    return tf.SparseTensor(A, x, [3, 3])


def _joined(tf, x, y, axis, shape=(3, 3), **options):
    return _parts(tf.sparse.concat(axis, [_a(tf, x), tf.SparseTensor(B, y, shape)], **options))


def _split(tf, x, count, axis):
    return _parts(*tf.sparse.split(_a(tf, x), count, axis))


def _slice(tf, x, start, size):
    return _parts(tf.sparse.slice(_a(tf, x), start, size))


def _slice_grad(tf, dy, start=(0, 0)):
    return tf.raw_ops.SparseSliceGrad(
        backprop_val_grad=dy, input_indices=A, input_start=start, output_indices=A[:2]
    )


SAMPLES = [
    Sample("SparseConcat", lambda tf, x, y: _joined(tf, x, y, 0), (X, Y), gradient=False),
    Sample("SparseConcat", lambda tf, x, y: _joined(tf, x, y, -1), (X, Y), gradient=False),
    Sample(
        "SparseConcat",
        lambda tf, x, y: _joined(tf, x, y, 0, (2, 5), expand_nonconcat_dims=True),
        (X, Y),
        gradient=False,
    ),
    Sample("SparseSplit", lambda tf, x: _split(tf, x, 3, 0), (X,), gradient=False),
    Sample("SparseSplit", lambda tf, x: _split(tf, x, 2, -1), (X,), gradient=False),
    Sample("SparseSlice", lambda tf, x: _slice(tf, x, [0, 0], [2, 2]), (X,)),
    Sample("SparseSlice", lambda tf, x: _slice(tf, x, [1, 0], [5, 5]), (X,)),
    Sample("SparseSlice", lambda tf, x: _slice(tf, x, [5, 5], [1, 1]), (X,)),
    Sample("SparseSliceGrad", _slice_grad, (Y,)),
    Sample(
        "GatherV2", lambda tf, x: _parts(tf.sparse.retain(_a(tf, x), [True, False, True])), (X,)
    ),
    Sample("AddV2", lambda tf, x: _parts(tf.sparse.map_values(tf.add, _a(tf, x), _a(tf, x))), (X,)),
    Sample(
        "ListDiff",
        lambda tf, x: tf.sparse.mask(tf.IndexedSlices(x, tf.constant([4, 7, 9])), [7, 1]).values,
        (X,),
    ),
    Sample(
        "SparseToDense",
        lambda tf: tf.sparse.to_indicator(tf.SparseTensor(A, [1, 4, 2], [3, 3]), 6),
    ),
    Bad("SparseConcat", lambda tf, x, y: _joined(tf, x, y, 0, (2, 5)), (X, Y)),
    Bad("SparseConcat", lambda tf, x, y: _joined(tf, x, y, 2), (X, Y)),
    Bad("SparseSplit", lambda tf, x: _split(tf, x, 4, 0), (X,)),
    Bad("SparseSplit", lambda tf, x: _split(tf, x, 2, 3), (X,)),
    Bad("SparseSlice", lambda tf, x: _slice(tf, x, [0], [1]), (X,)),
    Bad("SparseSliceGrad", _slice_grad, (X,)),
]
