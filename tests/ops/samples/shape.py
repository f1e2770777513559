"""Samples of the ops of `ops/arrays/shape.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 0, 3)

SAMPLES = [
    Sample("Shape", lambda tf, x: tf.shape(x), (X,)),
    Sample("Shape", lambda tf, x: tf.shape(x, out_type=tf.int64), (random.floats(),)),
    Sample("Shape", lambda tf: tf.raw_ops.Shape(input=["a", "b"])),
    Sample("ShapeN", lambda tf, x, y: tf.shape_n([x, y]), (X, random.floats(4))),
    Sample("ShapeN", lambda tf, x: tf.shape_n([x], out_type=tf.int64), (X,)),
    Sample("Rank", lambda tf, x: tf.rank(x), (X,)),
    Sample("Rank", lambda tf: tf.raw_ops.Rank(input=True)),
    Sample("Size", lambda tf, x: tf.size(x), (X,)),
    Sample("Size", lambda tf, x: tf.size(x, tf.int64), (random.floats(3, 2),)),
    Sample("Size", lambda tf: tf.raw_ops.Size(input=b"abc")),
    Sample(
        "BroadcastArgs",
        lambda tf, x, y: tf.broadcast_dynamic_shape(x, y),
        (np.array([2, 1, 3], np.int32), np.array([4, 1], np.int32)),
    ),
    Bad("BroadcastArgs", lambda tf: tf.broadcast_dynamic_shape([2, 3], [2])),
    Bad("Shape", lambda tf: tf.shape(None), error=("ValueError",)),
    Bad(
        "Shape",
        lambda tf, x: tf.raw_ops.Shape(input=x, out_type=tf.float32),
        (X,),
        error=("TypeError", "InvalidArgumentError"),
    ),
]
