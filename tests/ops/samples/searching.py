"""Samples of the ops of `ops/arrays/searching.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 3)
NAN = np.array([np.nan, 1.0, 2.0, np.nan, -np.inf], np.float32)

SAMPLES = [
    Sample(
        "ArgMax", lambda tf, x: [tf.argmax(x), tf.argmax(x, 1), tf.argmax(x, -1, tf.int32)], (X,)
    ),
    Sample("ArgMax", lambda tf: [tf.argmax(NAN), tf.argmax([True, False]), tf.argmax([2, 5, 5])]),
    Sample("ArgMax", lambda tf: tf.argmax(tf.zeros([3, 0]), 0)),
    Sample(
        "ArgMin", lambda tf, x: [tf.argmin(x), tf.argmin(x, 1), tf.argmin(x, -1, tf.int32)], (X,)
    ),
    Sample("ArgMin", lambda tf: [tf.argmin(NAN), tf.argmin(tf.constant([2, 1, 1], tf.uint8))]),
    Sample("LowerBound", lambda tf: tf.searchsorted([1, 3, 5], [0, 3, 6])),
    Sample(
        "LowerBound", lambda tf: tf.searchsorted([[[1.0, 3.0]], [[2.0, 4.0]]], [[[3.0]], [[4.0]]])
    ),
    Sample(
        "LowerBound", lambda tf: tf.raw_ops.LowerBound(sorted_inputs=[[1, 2]], values=[[2, 0, 5]])
    ),
    Sample(
        "UpperBound",
        lambda tf: tf.searchsorted([[1, 3, 5], [2, 4, 6]], [[3], [4]], "right", tf.int64),
    ),
    Sample(
        "UpperBound",
        lambda tf: tf.raw_ops.UpperBound(sorted_inputs=[[1, 2, 2]], values=[[2, 0, 5]]),
    ),
    Sample("Bucketize", lambda tf: tf.raw_ops.Bucketize(input=[1, 5, 7], boundaries=[2.0, 5.0])),
    Sample(
        "Bucketize", lambda tf, x: tf.raw_ops.Bucketize(input=x, boundaries=[-1.0, 0.0, 1.0]), (X,)
    ),
    Bad("ArgMax", lambda tf: tf.argmax(tf.zeros([0, 3]), 0), match="Reduction axis 0 is empty"),
    Bad("ArgMax", lambda tf, x: tf.argmax(x, 5), (X,)),
    Bad("ArgMin", lambda tf: tf.argmin(3)),
    Bad(
        "LowerBound",
        lambda tf: tf.searchsorted([1, 3, 5], [[3], [4]]),
        match="Leading|[Dd]imension",
    ),
    Bad("LowerBound", lambda tf: tf.searchsorted([1, 3, 5], [3], side="no"), error=("ValueError",)),
    Bad("LowerBound", lambda tf: tf.searchsorted([1, 3, 5], 3)),
]
