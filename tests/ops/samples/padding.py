"""Samples of the ops of `ops/arrays/padding.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 3)

SAMPLES = [
    Sample("Pad", lambda tf, x: tf.pad(x, [[1, 0], [2, 1]]), (X,)),
    Sample("Pad", lambda tf, x, p: tf.pad(x, p), (X, np.array([[0, 0], [1, 2]], np.int64))),
    Sample(
        "Pad",
        lambda tf: [
            tf.pad(["a"], [[1, 0]]),
            tf.pad([True], [[0, 1]]),
            tf.pad(3, tf.zeros([0, 2], tf.int32)),
        ],
    ),
    Sample("Pad", lambda tf: tf.pad(tf.zeros([0, 2]), [[1, 1], [0, 0]])),
    Sample("Pad", lambda tf, x: tf.pad(x, [[0, 2]]), (np.int32([1, 2]),)),
    Sample("Pad", lambda tf, x: tf.pad(x, [[0, 0], [1, 0]]), (random.floats(2, 1),)),
    Sample("PadV2", lambda tf, x: tf.pad(x, [[1, 0], [2, 1]], constant_values=5.0), (X,)),
    Sample("PadV2", lambda tf: tf.pad(["a"], [[1, 0]], constant_values="b")),
    Sample("PadV2", lambda tf: tf.pad([1, 2], [[1, 1]], constant_values=-3)),
    Sample("MirrorPad", lambda tf, x: tf.pad(x, [[1, 1], [2, 1]], "REFLECT"), (X,)),
    Sample("MirrorPad", lambda tf, x: tf.pad(x, [[2, 1], [0, 3]], "symmetric"), (X,)),
    Sample("MirrorPad", lambda tf: tf.pad([1, 2, 3], [[2, 2]], "REFLECT")),
    Sample(
        "MirrorPadGrad",
        lambda tf, x: tf.raw_ops.MirrorPadGrad(input=x, paddings=[[1, 1], [2, 1]], mode="REFLECT"),
        (random.floats(4, 6),),
    ),
    Sample(
        "MirrorPadGrad",
        lambda tf, x: tf.raw_ops.MirrorPadGrad(
            input=x, paddings=[[2, 1], [0, 3]], mode="SYMMETRIC"
        ),
        (random.floats(5, 6),),
    ),
    Bad("Pad", lambda tf, x: tf.pad(x, [[1, 1]]), (X,)),
    Bad("Pad", lambda tf, x: tf.pad(x, [[-1, 1], [0, 0]]), (X,)),
    Bad("Pad", lambda tf, x: tf.pad(x, [[1, 1, 1], [0, 0, 0]]), (X,)),
    Bad("Pad", lambda tf, x: tf.pad(x, [[1, 1], [4, 0]], "FOO"), (X,), error=("ValueError",)),
    Bad("PadV2", lambda tf: tf.pad([1], [[1, 1]], constant_values=1.5), error=("TypeError",)),
    Bad("MirrorPad", lambda tf, x: tf.pad(x, [[1, 1], [3, 0]], "REFLECT"), (X,)),
    Bad("MirrorPad", lambda tf, x: tf.pad(x, [[1, 1], [4, 0]], "SYMMETRIC"), (X,)),
]
