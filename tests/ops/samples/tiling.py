"""Samples of the ops of `ops/arrays/tiling.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 3)

SAMPLES = [
    Sample("Tile", lambda tf, x: tf.tile(x, [2, 3]), (X,)),
    Sample("Tile", lambda tf, x, n: tf.tile(x, n), (X, np.array([1, 2], np.int64))),
    Sample("Tile", lambda tf, x: tf.tile(x, [0, 2]), (X,)),
    Sample("Tile", lambda tf: [tf.tile(["a"], [2]), tf.tile(3, [])]),
    Sample("Tile", lambda tf, x: tf.repeat(x, 2), (X,)),
    Sample("Tile", lambda tf, x: [tf.repeat(x, 2, axis=a) for a in (0, 1, -1)], (X,)),
    Sample("UpperBound", lambda tf, x: tf.repeat(x, [1, 2], axis=0), (X,)),
    Sample("UpperBound", lambda tf, x: tf.repeat(x, [1, 0, 2], axis=-1), (X,)),
    Sample(
        "UpperBound",
        lambda tf: [tf.repeat(["a", "b"], [2, 1]), tf.repeat(3, 2), tf.repeat([1, 2], [0, 0])],
    ),
    Bad("Tile", lambda tf, x: tf.tile(x, [2]), (X,)),
    Bad("Tile", lambda tf, x: tf.tile(x, [-1, 2]), (X,)),
    Bad("UpperBound", lambda tf: tf.repeat([1, 2, 3], [1, 2]), error=("ValueError",)),
    Bad("Tile", lambda tf: tf.repeat([1, 2, 3], -1)),
]
