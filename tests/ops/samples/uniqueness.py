"""Samples of the ops of `ops/arrays/uniqueness.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

V = np.array([3, 1, 3, 2, 1], np.int32)
ROWS = np.array([[1, 2], [1, 2], [0, 1]], np.int32)

SAMPLES = [
    Sample("Unique", lambda tf: tf.unique(V)),
    Sample(
        "Unique",
        lambda tf: [
            tf.unique(["b", "a", "b"], tf.int64),
            tf.unique([0.5, float("nan"), float("nan")]),
        ],
    ),
    Sample("Unique", lambda tf: tf.unique(tf.zeros([0]))),
    Sample("UniqueWithCounts", lambda tf: tf.unique_with_counts(V)),
    Sample("UniqueWithCounts", lambda tf: tf.unique_with_counts(["b", "a", "b"], tf.int64)),
    Sample("UniqueV2", lambda tf: [tf.raw_ops.UniqueV2(x=ROWS, axis=[a]) for a in (0, 1)]),
    Sample("UniqueV2", lambda tf: tf.raw_ops.UniqueV2(x=V, axis=tf.zeros([0], tf.int64))),
    Sample("UniqueV2", lambda tf: tf.raw_ops.UniqueV2(x=tf.zeros([0, 3]), axis=[0])),
    Sample("UniqueWithCountsV2", lambda tf: tf.raw_ops.UniqueWithCountsV2(x=ROWS, axis=[0])),
    Sample(
        "UniqueWithCountsV2",
        lambda tf: tf.raw_ops.UniqueWithCountsV2(x=V, axis=[0], out_idx=tf.int64),
    ),
    Sample("ListDiff", lambda tf: tf.compat.v1.setdiff1d([1, 2, 3, 2], [2])),
    Sample("ListDiff", lambda tf: tf.compat.v1.setdiff1d(["a", "b"], ["b"], tf.int64)),
    Bad("Unique", lambda tf: tf.unique(ROWS)),
    Bad("UniqueV2", lambda tf: tf.raw_ops.UniqueV2(x=ROWS, axis=[2])),
    Bad("UniqueV2", lambda tf: tf.raw_ops.UniqueV2(x=ROWS, axis=[0, 1])),
    Bad("ListDiff", lambda tf: tf.compat.v1.setdiff1d(ROWS, [2])),
]
