"""Samples of the ops of `ops/arrays/space_batch.py`."""

from tests.ops.samples import Bad, Sample, random

X = random.floats(1, 4, 4, 2)
B = random.floats(4, 2, 2, 2)

SAMPLES = [
    Sample("SpaceToBatchND", lambda tf, x: tf.space_to_batch(x, [2, 2], [[0, 0], [2, 0]]), (X,)),
    Sample(
        "SpaceToBatchND",
        lambda tf, x: tf.space_to_batch_nd(x, [2], [[1, 1]]),
        (random.floats(2, 4),),
    ),
    Sample("SpaceToBatchND", lambda tf: tf.space_to_batch([[1, 2, 3]], [1], [[0, 0]])),
    Sample("BatchToSpaceND", lambda tf, x: tf.batch_to_space(x, [2, 2], [[0, 0], [1, 0]]), (B,)),
    Sample("BatchToSpaceND", lambda tf, x: tf.batch_to_space(x, 2, [[0, 0], [0, 0]]), (B,)),
    Sample(
        "BatchToSpaceND", lambda tf: tf.compat.v1.batch_to_space_nd([[1, 3], [2, 4]], [2], [[1, 0]])
    ),
    Sample(
        "SpaceToBatch",
        lambda tf, x: tf.raw_ops.SpaceToBatch(input=x, paddings=[[0, 0], [2, 0]], block_size=2),
        (X,),
    ),
    Sample(
        "SpaceToBatch",
        lambda tf: tf.raw_ops.SpaceToBatch(
            input=[[[[1], [2]], [[3], [4]]]], paddings=[[0, 0], [0, 0]], block_size=2
        ),
    ),
    Sample(
        "BatchToSpace",
        lambda tf, x: tf.raw_ops.BatchToSpace(input=x, crops=[[0, 0], [1, 0]], block_size=2),
        (B,),
    ),
    Sample(
        "BatchToSpace",
        lambda tf: tf.raw_ops.BatchToSpace(
            input=[[[[1]]], [[[2]]], [[[3]]], [[[4]]]], crops=[[0, 0], [0, 0]], block_size=2
        ),
    ),
    Sample("SpaceToDepth", lambda tf, x: tf.nn.space_to_depth(x, 2), (X,)),
    Sample("SpaceToDepth", lambda tf: tf.nn.space_to_depth([[[[1], [2]], [[3], [4]]]], 2)),
    Sample("DepthToSpace", lambda tf, x: tf.nn.depth_to_space(x, 2), (random.floats(2, 2, 3, 8),)),
    Sample("DepthToSpace", lambda tf: tf.nn.depth_to_space([[[[1, 2, 3, 4]]]], 2)),
    Sample(
        "FloorMod", lambda tf: tf.required_space_to_batch_paddings([5, 6], [2, 4], [[1, 0], [0, 1]])
    ),
    Sample("FloorMod", lambda tf: tf.required_space_to_batch_paddings([5], [2])),
    Bad("SpaceToBatchND", lambda tf, x: tf.space_to_batch(x, [3, 2], [[0, 0], [0, 0]]), (X,)),
    Bad("SpaceToBatchND", lambda tf, x: tf.space_to_batch(x, [2, 2], [[0, 0]]), (X,)),
    Bad("SpaceToBatchND", lambda tf, x: tf.space_to_batch(x, [2, 0], [[0, 0], [0, 0]]), (X,)),
    Bad("BatchToSpaceND", lambda tf, x: tf.batch_to_space(x, [3, 2], [[0, 0], [0, 0]]), (B,)),
    Bad("BatchToSpaceND", lambda tf, x: tf.batch_to_space(x, [2, 2], [[0, 9], [0, 0]]), (B,)),
    Bad("SpaceToDepth", lambda tf, x: tf.nn.space_to_depth(x, 3), (X,)),
    Bad("SpaceToDepth", lambda tf: tf.nn.space_to_depth([1.0], 2)),
    Bad("DepthToSpace", lambda tf, x: tf.nn.depth_to_space(x, 2), (X,)),
]
