"""Samples of the ops of `ops/arrays/joining.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 3)
Y = random.floats(2, 3)

SAMPLES = [
    Sample("Pack", lambda tf, x, y: tf.stack([x, y]), (X, Y)),
    Sample("Pack", lambda tf, x, y: [tf.stack([x, y], a) for a in (1, 2, -1, -3)], (X, Y)),
    Sample("Pack", lambda tf, x: tf.stack([x, 1.0, x]), (random.floats(),)),
    Sample(
        "Pack", lambda tf: [tf.stack([1, 2.5]), tf.stack(["a", "b"]), tf.stack([[1, 2], [3, 4]])]
    ),
    Sample("Pack", lambda tf: tf.stack([tf.zeros([0]), tf.zeros([0])], 1)),
    Sample("Unpack", lambda tf, x: tf.unstack(x, 2), (X,)),
    Sample("Unpack", lambda tf, x: tf.unstack(x, 3, -1), (X,)),
    Sample("Unpack", lambda tf, x: tf.unstack(x, 2)[1], (X,)),
    Sample("Unpack", lambda tf: tf.unstack(["a", "b"])),
    Sample(
        "ParallelConcat",
        lambda tf: tf.parallel_stack([tf.constant([1, 2]), tf.constant([3, 4])]),
        oracle=False,
    ),  # TF: only in graphs.
    Sample(
        "ParallelConcat",
        lambda tf: tf.raw_ops.ParallelConcat(values=[[[1.0]], [[2.0]]], shape=[2, 1]),
        oracle=False,
    ),
    Sample("ConcatV2", lambda tf, x, y: tf.concat([x, y], 0), (X, Y)),
    Sample("ConcatV2", lambda tf, x, y: tf.concat([x, y, x], -1), (X, random.floats(2, 1))),
    Sample("ConcatV2", lambda tf, x, a: tf.concat([x, x], a), (X, np.int64(1))),
    Sample("ConcatV2", lambda tf, x: tf.concat([x], 5), (X,)),
    Sample("ConcatV2", lambda tf: tf.concat([["a"], [], ["b"]], 0)),
    Sample("ConcatV2", lambda tf: tf.concat([tf.zeros([0, 2], tf.int32), [[1, 2]]], 0)),
    Sample("Concat", lambda tf, x, y: tf.raw_ops.Concat(concat_dim=1, values=[x, y]), (X, Y)),
    Sample("Concat", lambda tf: tf.raw_ops.Concat(concat_dim=-1, values=[[1], [2, 3]])),
    Sample(
        "ConcatOffset",
        lambda tf: tf.raw_ops.ConcatOffset(concat_dim=1, shape=[[2, 3], [2, 5], [2, 1]]),
    ),
    Sample(
        "ConcatOffset", lambda tf: tf.raw_ops.ConcatOffset(concat_dim=-2, shape=[[2, 3], [4, 3]])
    ),
    Sample("Split", lambda tf, x: tf.split(x, 3, 1), (X,)),
    Sample("Split", lambda tf, x: tf.split(x, 2)[1], (X,)),
    Sample("Split", lambda tf: tf.split(tf.zeros([2, 0]), 2, -1)),
    Sample("SplitV", lambda tf, x: tf.split(x, [1, -1], 1), (X,)),
    Sample("SplitV", lambda tf, x: tf.split(x, [0, 2, 1], -1), (X,)),
    Sample("SplitV", lambda tf, x, n: tf.split(x, n, 1, num=2), (X, np.array([2, 1], np.int64))),
    Sample("SplitV", lambda tf: tf.split(["a", "b", "c"], [1, 2])),
    Bad("Pack", lambda tf, x: tf.stack([x, tf.zeros([3, 2])]), (X,), match="[Ss]hapes"),
    Bad("Pack", lambda tf, x: tf.stack([x, x], axis=4), (X,), error=("ValueError",)),
    Bad("Pack", lambda tf, x: tf.stack([x, tf.constant(1)]), (X,)),
    Bad("Unpack", lambda tf, x: tf.unstack(x, num=3), (X,), match="must equal|not equal|3"),
    Bad("Unpack", lambda tf, x: tf.unstack(x, axis=3), (X,), error=("ValueError",)),
    Bad("Unpack", lambda tf: tf.unstack(1.0), error=("ValueError",)),
    Bad("ConcatV2", lambda tf, x: tf.concat([x, x], 2), (X,)),
    Bad("ConcatV2", lambda tf, x: tf.concat([x, tf.zeros([3, 2])], 0), (X,)),
    Bad("ConcatV2", lambda tf, x: tf.concat([x, [1.0]], 0), (X,)),
    Bad("ConcatV2", lambda tf: tf.concat([1, 2], 0), match="scalars|rank"),
    Bad("ConcatV2", lambda tf, x: tf.concat([x, x], [0, 1]), (X,)),
    Bad("Split", lambda tf, x: tf.split(x, 4, 1), (X,)),
    Bad("Split", lambda tf, x: tf.split(x, 3, 7), (X,)),
    Bad("SplitV", lambda tf, x: tf.split(x, [1, 1], 1), (X,)),
    Bad("SplitV", lambda tf, x: tf.split(x, [1, -1, -1], 1), (X,)),
    Bad("SplitV", lambda tf, x: tf.split(x, tf.constant(2), 1), (X,), error=("ValueError",)),
]
