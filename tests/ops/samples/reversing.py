"""Samples of the ops of `ops/arrays/reversing.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 3)

SAMPLES = [
    Sample("ReverseV2", lambda tf, x: tf.reverse(x, [0]), (X,)),
    Sample("ReverseV2", lambda tf, x: [tf.reverse(x, [-1, 0]), tf.reverse(x, [])], (X,)),
    Sample("ReverseV2", lambda tf: tf.reverse(["a", "b"], tf.constant([0], tf.int64))),
    Sample("Reverse", lambda tf, x: tf.raw_ops.Reverse(tensor=x, dims=[True, False]), (X,)),
    Sample("Reverse", lambda tf: tf.raw_ops.Reverse(tensor=[1, 2], dims=[True])),
    Sample("ReverseSequence", lambda tf, x: tf.reverse_sequence(x, [2, 3], 1, 0), (X,)),
    Sample(
        "ReverseSequence",
        lambda tf, x: tf.reverse_sequence(x, [2, 1, 0, 2], 1, 2),
        (random.floats(3, 2, 4),),
    ),
    Sample(
        "ReverseSequence",
        lambda tf, x: tf.reverse_sequence(x, [2, 1, 2], seq_axis=0, batch_axis=1),
        (X,),
    ),
    Sample(
        "ReverseSequence",
        lambda tf, n: tf.reverse_sequence([["a", "b"], ["c", "d"]], n, 1),
        (np.array([2, 1], np.int64),),
    ),
    Sample("Roll", lambda tf, x: tf.roll(x, 1, 0), (X,)),
    Sample("Roll", lambda tf, x: tf.roll(x, [1, -4, 1], [0, 1, 0]), (X,)),
    Sample("Roll", lambda tf: [tf.roll(["a", "b", "c"], -1, -1), tf.roll(tf.zeros([0]), 1, 0)]),
    Bad("ReverseV2", lambda tf, x: tf.reverse(x, [0, 0]), (X,)),
    Bad("ReverseV2", lambda tf, x: tf.reverse(x, [2]), (X,)),
    Bad("ReverseV2", lambda tf, x: tf.reverse(x, 0), (X,)),
    Bad("ReverseSequence", lambda tf, x: tf.reverse_sequence(x, [2, 4], 1, 0), (X,)),
    Bad("ReverseSequence", lambda tf, x: tf.reverse_sequence(x, [2, -1], 1, 0), (X,)),
    Bad("ReverseSequence", lambda tf, x: tf.reverse_sequence(x, [2], 1, 0), (X,)),
    Bad("ReverseSequence", lambda tf, x: tf.reverse_sequence(x, [2, 2], 1, 1), (X,)),
    Bad("Roll", lambda tf, x: tf.roll(x, [1], [3]), (X,)),
    Bad("Roll", lambda tf, x: tf.roll(x, [1], 0), (X,)),
]
