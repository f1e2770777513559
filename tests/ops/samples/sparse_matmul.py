"""Samples of the op of `ops/sparse/matmul.py`."""

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

PLACES = np.array([[0, 1], [1, 0], [2, 2], [2, 3]], np.int64)
X = random.floats(4)
COMPLEX = (random.floats(4) + 1j * random.floats(4)).astype(np.complex64)


def _product(tf, x, b, **options):
    return tf.sparse.sparse_dense_matmul(tf.SparseTensor(PLACES, x, [3, 4]), b, **options)


def _of_int32(tf, x, b):
    return tf.raw_ops.SparseTensorDenseMatMul(
        a_indices=PLACES.astype(np.int32), a_values=x, a_shape=np.array([3, 4], np.int64), b=b
    )


SAMPLES = [
    Sample("SparseTensorDenseMatMul", _product, (X, random.floats(4, 2))),
    Sample(
        "SparseTensorDenseMatMul",
        lambda tf, x, b: _product(tf, x, b, adjoint_a=True, adjoint_b=True),
        (X, random.floats(2, 3)),
    ),
    Sample(
        "SparseTensorDenseMatMul",
        lambda tf, x, b: _product(tf, x, b, adjoint_a=True),
        (COMPLEX, COMPLEX[:3, None]),
    ),
    Sample(
        "SparseTensorDenseMatMul",
        lambda tf, x, b: tf.sparse.sparse_dense_matmul(b, tf.SparseTensor(PLACES, x, [3, 4])),
        (X, random.floats(2, 3)),
    ),
    Sample(
        "SparseTensorDenseMatMul",
        _product,
        (np.arange(4, dtype=np.int32), np.ones((4, 1), np.int32)),
    ),
    Sample(
        "SparseTensorDenseMatMul",
        _product,
        (X.astype(ml_dtypes.bfloat16), random.floats(4, 2).astype(ml_dtypes.bfloat16)),
        gradient=False,
    ),
    Sample("SparseTensorDenseMatMul", _of_int32, (X, random.floats(4, 2))),
    Bad("SparseTensorDenseMatMul", _product, (X, random.floats(3, 2))),
    Bad("SparseTensorDenseMatMul", _product, (X, random.floats(4))),
]
