"""Samples of the ops of `ops/arrays/scatter.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(4, 3)
ROWS = np.array([[1], [3], [1]], np.int32)
CELLS = np.array([[1, 0], [3, 2], [1, 0]], np.int64)
OTHER = np.array([[1, 0], [3, 2], [0, 0]], np.int64)
APART = np.array([[1], [3]], np.int32)

SAMPLES = [
    Sample("ScatterNd", lambda tf, u: tf.scatter_nd(ROWS, u, [5]), (random.floats(3),)),
    Sample("ScatterNd", lambda tf, u: tf.scatter_nd(ROWS, u, [5, 3]), (random.floats(3, 3),)),
    Sample(
        "ScatterNd",
        lambda tf, u: tf.scatter_nd(CELLS, u, np.array([4, 3], np.int64)),
        (random.floats(3),),
    ),
    Sample("ScatterNd", lambda tf: tf.scatter_nd([[1], [1]], ["a", "b"], [3])),
    Sample("ScatterNd", lambda tf: tf.scatter_nd([[1], [1]], [True, False], [3])),
    Sample("ScatterNd", lambda tf: tf.scatter_nd([[[0, 1]], [[1, 0]]], [[5], [6]], [2, 2])),
    Sample(
        "ScatterNd", lambda tf: tf.scatter_nd(tf.zeros([0, 1], tf.int32), tf.zeros([0, 2]), [3, 2])
    ),
    Sample(
        "TensorScatterUpdate",
        lambda tf, x, u: tf.tensor_scatter_nd_update(x, APART, u),
        (X, random.floats(2, 3)),
    ),
    Sample(
        "TensorScatterUpdate",
        lambda tf, x, u: tf.tensor_scatter_nd_update(x, OTHER, u),
        (X, random.floats(3)),
    ),
    Sample("TensorScatterUpdate", lambda tf: tf.tensor_scatter_nd_update(["a", "b"], [[1]], ["c"])),
    Sample(
        "TensorScatterUpdate", lambda tf: tf.tensor_scatter_nd_update([1, 2], [[1], [1]], [5, 6])
    ),
    *(
        Sample(
            op, lambda tf, x, u, name=name: getattr(tf, name)(x, ROWS, u), (X, random.floats(3, 3))
        )
        for op, name in (
            ("TensorScatterAdd", "tensor_scatter_nd_add"),
            ("TensorScatterSub", "tensor_scatter_nd_sub"),
        )
    ),
    *(
        Sample(
            op, lambda tf, x, u, name=name: getattr(tf, name)(x, APART, u), (X, random.floats(2, 3))
        )
        for op, name in (
            ("TensorScatterMin", "tensor_scatter_nd_min"),
            ("TensorScatterMax", "tensor_scatter_nd_max"),
        )
    ),
    *(
        Sample(op, lambda tf, name=name: getattr(tf, name)([5, 1, 3], [[0], [0], [2]], [4, 6, 3]))
        for op, name in (
            ("TensorScatterAdd", "tensor_scatter_nd_add"),
            ("TensorScatterSub", "tensor_scatter_nd_sub"),
            ("TensorScatterMin", "tensor_scatter_nd_min"),
            ("TensorScatterMax", "tensor_scatter_nd_max"),
        )
    ),
    Sample(
        "ScatterNdNonAliasingAdd",
        lambda tf, x, u: tf.raw_ops.ScatterNdNonAliasingAdd(input=x, indices=ROWS, updates=u),
        (X, random.floats(3, 3)),
    ),
    Sample(
        "ScatterNdNonAliasingAdd",
        lambda tf: tf.raw_ops.ScatterNdNonAliasingAdd(input=[1, 2], indices=[[1]], updates=[5]),
    ),
    Bad(
        "ScatterNd", lambda tf: tf.scatter_nd([[5]], [1.0], [3]), match="does not index into shape"
    ),
    Bad(
        "ScatterNd",
        lambda tf: tf.scatter_nd([[0], [-1]], [1.0, 2.0], [3]),
        match=r"indices\[1\] = \[-1\]",
    ),
    Bad("ScatterNd", lambda tf: tf.scatter_nd([[1]], [1.0, 2.0], [3])),
    Bad("ScatterNd", lambda tf: tf.scatter_nd([[1, 1]], [1.0], [3])),
    Bad("TensorScatterUpdate", lambda tf, x: tf.tensor_scatter_nd_update(x, [[0, 3]], [9.0]), (X,)),
    Bad("TensorScatterUpdate", lambda tf, x: tf.tensor_scatter_nd_update(x, [[0]], [9.0]), (X,)),
    Bad(
        "TensorScatterAdd",
        lambda tf, x: tf.tensor_scatter_nd_add(x, [[4]], [[1.0, 2.0, 3.0]]),
        (X,),
    ),
]
