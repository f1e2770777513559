"""Samples of the ops of `ops/arrays/gather.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(4, 3)
T = random.floats(2, 3, 4)

SAMPLES = [
    Sample("GatherV2", lambda tf, x: tf.gather(x, [2, 0, 2]), (X,)),
    Sample("GatherV2", lambda tf, x: tf.gather(x, [[2, 0], [1, 3]]), (X,)),
    Sample("GatherV2", lambda tf, x: [tf.gather(x, [1, 0], axis=a) for a in (1, -1, -2)], (X,)),
    Sample("GatherV2", lambda tf, x: tf.gather(x, 1), (X,)),
    Sample("GatherV2", lambda tf, x: tf.gather(x, tf.constant([], tf.int64), axis=1), (X,)),
    Sample(
        "GatherV2",
        lambda tf, x, i: tf.gather(x, i, batch_dims=1),
        (T, np.array([[0, 2, 2], [1, 1, 0]], np.int64)),
    ),
    Sample(
        "GatherV2",
        lambda tf, x, i: tf.gather(x, i, batch_dims=1, axis=2),
        (T, np.array([[0, 3], [1, 1]], np.int32)),
    ),
    Sample(
        "GatherV2",
        lambda tf, x, i: tf.gather(x, i, batch_dims=2),
        (T, np.array([[0, 3, 1], [1, 1, 2]], np.int32)),
    ),
    Sample(
        "GatherV2",
        lambda tf, x, i: tf.gather(x, i, batch_dims=-1, axis=-1),
        (T, np.array([[0, 3], [1, 1]], np.int32)),
    ),
    Sample("GatherV2", lambda tf, x: tf.gather(x, [[0], [1]], batch_dims=1, axis=0), (T,)),
    Sample("GatherV2", lambda tf, x: tf.gather(x, [1, 1], axis=1), (T,)),
    Sample("GatherV2", lambda tf: [tf.gather(["a", "b"], [1, 0]), tf.gather([True], [0, 0])]),
    Sample("GatherV2", lambda tf: tf.gather(tf.zeros([0, 3]), tf.zeros([0], tf.int32))),
    Sample("GatherV2", lambda tf: tf.gather([1, 2], tf.constant([1], tf.int16))),
    Sample("GatherV2", lambda tf: tf.compat.v1.batch_gather([[1, 2], [3, 4]], [[1], [0]])),
    Sample("Gather", lambda tf, x: tf.raw_ops.Gather(params=x, indices=[1, 1]), (X,)),
    Sample("Gather", lambda tf: tf.raw_ops.Gather(params=["a", "b"], indices=[[1]])),
    Sample("GatherNd", lambda tf, x: tf.gather_nd(x, [[0, 0], [3, 2], [0, 0]]), (X,)),
    Sample("GatherNd", lambda tf, x: tf.gather_nd(x, [[3], [3]]), (X,)),
    Sample("GatherNd", lambda tf, x: tf.gather_nd(x, [1]), (X,)),
    Sample("GatherNd", lambda tf, x: tf.gather_nd(x, tf.zeros([2, 0], tf.int32)), (X,)),
    Sample(
        "GatherNd",
        lambda tf, x, i: tf.gather_nd(x, i, batch_dims=1),
        (T, np.array([[[0, 1]], [[2, 3]]], np.int64)),
    ),
    Sample("GatherNd", lambda tf: tf.gather_nd([["a", "b"]], tf.constant([[[0, 1]]], tf.int16))),
    Sample("GatherNd", lambda tf: tf.gather_nd(tf.zeros([0, 2]), tf.zeros([0, 1], tf.int32))),
    Bad("GatherV2", lambda tf: tf.gather([1], [1]), match=r"indices\[0\] = 1 is not in \[0, 1\)"),
    Bad("GatherV2", lambda tf, x: tf.gather(x, [[0, -1]]), (X,), match=r"indices\[0,1\] = -1"),
    Bad("GatherV2", lambda tf, x: tf.gather(x, 5), (X,), match="indices = 5"),
    Bad("GatherV2", lambda tf, x: tf.gather(x, [0], axis=3), (X,)),
    Bad("GatherV2", lambda tf: tf.gather(1, [0])),
    Bad("GatherV2", lambda tf, x: tf.gather(x, [[0], [1], [1]], batch_dims=1), (X,)),
    Bad("GatherV2", lambda tf, x: tf.gather(x, [[0], [1]], batch_dims=3), (X,)),
    Bad(
        "GatherV2",
        lambda tf, x: tf.gather(x, [0.5]),
        (X,),
        error=("InvalidArgumentError", "TypeError"),
    ),
    Bad(
        "GatherNd",
        lambda tf, x: tf.gather_nd(x, [[0, 3]]),
        (X,),
        match="does not index into param shape",
    ),
    Bad("GatherNd", lambda tf, x: tf.gather_nd(x, [[0, 1, 1]]), (X,)),
    Bad("GatherNd", lambda tf, x: tf.gather_nd(x, 1), (X,)),
]
