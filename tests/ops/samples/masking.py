"""Samples of `tf.boolean_mask`, made of the ops of other families."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 3)

SAMPLES = [
    Sample("Where", lambda tf, x: tf.boolean_mask(x, [True, False]), (X,)),
    Sample("Where", lambda tf, x: tf.boolean_mask(x, [True, False, True], axis=1), (X,)),
    Sample(
        "Where", lambda tf, x, m: tf.boolean_mask(x, m), (X, np.array([[1, 0, 1], [0, 0, 1]], bool))
    ),
    Sample("Where", lambda tf: tf.boolean_mask(["a", "b"], [False, False])),
    Bad("Where", lambda tf: tf.boolean_mask([1, 2], True), error=("ValueError",)),
    Bad("Where", lambda tf: tf.boolean_mask([1, 2, 3], [True, False]), error=("ValueError",)),
]
