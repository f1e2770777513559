"""Samples of the ops of `ops/sparse/arithmetic.py` and `ops/sparse/dense_operands.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

A = np.array([[0, 1], [1, 0], [2, 2]], np.int64)
B = np.array([[0, 1], [1, 1], [2, 2], [2, 3]], np.int64)
X, Y = random.floats(3, low=0.5), random.floats(4, low=0.5)
DENSE = random.floats(3, 4, low=0.5)


def _sparse(tf, places, values, shape=(3, 4)):
    return tf.SparseTensor(places, values, shape)


def _parts(sparse):
    return sparse.indices, sparse.values, sparse.dense_shape


def _sum(tf, x, y, shape=(3, 4), **options):
    return _parts(tf.sparse.add(_sparse(tf, A, x), _sparse(tf, B, y, shape), **options))


def _with_dense(tf, x, dense):
    return tf.sparse.add(_sparse(tf, A, x), dense)


def _extreme(tf, word, x, y, shape=(3, 4)):
    return _parts(getattr(tf.sparse, word)(_sparse(tf, A, x), _sparse(tf, B, y, shape)))


def _times(tf, x, dense):
    return (_sparse(tf, A, x) * dense).values


def _over(tf, x, dense):
    return (_sparse(tf, A, x) / dense).values


def _plus(tf, x, dense):
    sparse = _sparse(tf, A, x)
    return tf.raw_ops.SparseDenseCwiseAdd(
        sp_indices=sparse.indices, sp_values=sparse.values, sp_shape=sparse.dense_shape, dense=dense
    )


def _add_grad(tf, dy):
    return tf.raw_ops.SparseAddGrad(
        backprop_val_grad=dy, a_indices=A, b_indices=B, sum_indices=np.concatenate([A[:2], B[1:3]])
    )


SAMPLES = [
    Sample("SparseAdd", _sum, (X, Y)),
    Sample("SparseAdd", lambda tf, x, y: _sum(tf, x, y, threshold=1.0), (X, -Y)),
    Sample("SparseAdd", _sum, (np.array([1, 2, 3], np.int32), np.array([4, 5, -3, 1], np.int32))),
    Sample("SparseAddGrad", _add_grad, (random.floats(4),), gradient=False),
    Sample("SparseTensorDenseAdd", _with_dense, (X, DENSE)),
    Sample(
        "SparseTensorDenseAdd", lambda tf, x, d: tf.sparse.add(d, _sparse(tf, A, x)), (X, DENSE)
    ),
    Sample(
        "SparseSparseMaximum",
        lambda tf, x, y: _extreme(tf, "maximum", x, -y),
        (X, Y),
        gradient=False,
    ),  # TensorFlow's rule fails.
    Sample(
        "SparseSparseMinimum",
        lambda tf, x, y: _extreme(tf, "minimum", x, -y),
        (X, Y),
        gradient=False,
    ),
    *(
        Sample(op, call, (X, dense))
        for op, call in (("SparseDenseCwiseMul", _times), ("SparseDenseCwiseDiv", _over))
        for dense in (DENSE, DENSE[:, :1], DENSE[0], DENSE[0, 0], DENSE[:1, :1])
    ),
    Sample("SparseDenseCwiseMul", _times, (np.array([1, 2, 3], np.int32), np.int32(3))),
    Sample("SparseDenseCwiseDiv", _over, (np.array([-7, 7, 3], np.int32), np.int32(2))),
    Sample("SparseDenseCwiseAdd", _plus, (X, DENSE[0])),
    Bad("SparseAdd", lambda tf, x, y: _sum(tf, x, y, (4, 4)), (X, Y)),
    Bad("SparseAddGrad", _add_grad, (random.floats(3),)),
    Bad("SparseTensorDenseAdd", _with_dense, (X, DENSE[:2])),
    Bad("SparseSparseMaximum", lambda tf, x, y: _extreme(tf, "maximum", x, y, (4, 4)), (X, Y)),
    Bad("SparseSparseMinimum", lambda tf, x, y: _extreme(tf, "minimum", x, y, (4, 4)), (X, Y)),
    Bad("SparseDenseCwiseMul", _times, (X, DENSE[:2])),
    Bad("SparseDenseCwiseDiv", _over, (X, DENSE[None])),
    Bad("SparseDenseCwiseAdd", _plus, (X, DENSE[:2])),
]
