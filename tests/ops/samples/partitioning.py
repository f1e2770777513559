"""Samples of the ops of `ops/arrays/partitioning.py`."""

from tests.ops.samples import Bad, Sample, random

X = random.floats(4, 2)

SAMPLES = [
    Sample("DynamicPartition", lambda tf, x: tf.dynamic_partition(x, [1, 0, 1, 1], 3), (X,)),
    Sample(
        "DynamicPartition",
        lambda tf, x: tf.dynamic_partition(x, [[1, 0], [0, 0], [1, 1], [1, 0]], 2),
        (X,),
    ),
    Sample("DynamicPartition", lambda tf: tf.dynamic_partition(["a", "b"], [0, 0], 1)),
    Sample(
        "DynamicStitch",
        lambda tf, x, y: tf.dynamic_stitch([[0, 2, 5, 1], [3, 4]], [x, y]),
        (X, random.floats(2, 2)),
    ),
    Sample(
        "DynamicStitch",
        lambda tf, x, y: tf.dynamic_stitch([1, [[0], [3]]], [x, y]),
        (random.floats(2), random.floats(2, 1, 2)),
    ),
    Sample("DynamicStitch", lambda tf: tf.dynamic_stitch([[0], [0]], [["a"], ["b"]])),
    Sample(
        "DynamicStitch", lambda tf: tf.dynamic_stitch([tf.zeros([0], tf.int32)], [tf.zeros([0, 2])])
    ),
    Sample(
        "DynamicStitch",
        lambda tf: tf.dynamic_stitch(
            [[1, 0], tf.zeros([0], tf.int32)], [tf.zeros([2, 0]), tf.zeros([0, 0])]
        ),
    ),
    Sample(
        "ParallelDynamicStitch",
        lambda tf, x: tf.raw_ops.ParallelDynamicStitch(indices=[[3, 1, 0, 2]], data=[x]),
        (X,),
    ),
    Sample(
        "ParallelDynamicStitch",
        lambda tf: tf.raw_ops.ParallelDynamicStitch(indices=[[0], [1]], data=[[5], [6]]),
    ),
    Bad(
        "DynamicPartition",
        lambda tf: tf.dynamic_partition([1, 2, 3], [0, 5, 1], 2),
        match="is not in",
    ),
    Bad("DynamicPartition", lambda tf: tf.dynamic_partition([1, 2, 3], [0, 1], 2)),
    Bad("DynamicStitch", lambda tf: tf.dynamic_stitch([[0, -2], [5]], [[1, 2], [3]])),
    Bad("DynamicStitch", lambda tf: tf.dynamic_stitch([[0], [1]], [[1], [[3]]])),
    Bad("DynamicStitch", lambda tf: tf.dynamic_stitch([[0, 1]], [[1]])),
]
