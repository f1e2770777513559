"""Samples of the ops of `ops/arrays/sorting.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 5)
TIES = np.array([3, 1, 3, 2, 1], np.int32)

SAMPLES = [
    Sample("TopKV2", lambda tf, x: tf.math.top_k(x, 2), (X,)),
    Sample(
        "TopKV2", lambda tf, x: tf.nn.top_k(x, tf.constant(3, tf.int64), index_type=tf.int64), (X,)
    ),
    Sample("TopKV2", lambda tf: [tf.math.top_k(TIES, 4), tf.math.top_k(TIES, 0)]),
    Sample("TopKV2", lambda tf: tf.math.top_k(tf.constant([1.5, 2.5], tf.bfloat16), 1)),
    Sample(
        "TopK", lambda tf, x: tf.raw_ops.TopK(input=x, k=2), (X,), oracle=False
    ),  # TF: no kernel.
    Sample("TopK", lambda tf: tf.raw_ops.TopK(input=TIES, k=3), oracle=False),
    Sample("TopKV2", lambda tf, x: [tf.sort(x), tf.sort(x, 0), tf.sort(x, -2, "DESCENDING")], (X,)),
    Sample(
        "TopKV2",
        lambda tf, x: [tf.argsort(x), tf.argsort(x, 0), tf.argsort(x, -1, "DESCENDING")],
        (X,),
    ),
    Sample(
        "TopKV2",
        lambda tf: [tf.sort(TIES), tf.argsort(TIES), tf.argsort(TIES, direction="DESCENDING")],
    ),
    Sample(
        "TopKV2",
        lambda tf: [
            tf.sort(tf.constant([200, 3], tf.uint8)),
            tf.sort(tf.constant([-128, 3], tf.int8)),
        ],
    ),
    Sample("TopKV2", lambda tf, x: tf.sort(x, axis=1), (random.floats(2, 3, 2),)),
    Sample("NthElement", lambda tf, x: tf.raw_ops.NthElement(input=x, n=1), (X,)),
    Sample("NthElement", lambda tf, x: tf.raw_ops.NthElement(input=x, n=0, reverse=True), (X,)),
    Sample("NthElement", lambda tf: tf.raw_ops.NthElement(input=TIES, n=3)),
    Bad("TopKV2", lambda tf: tf.math.top_k([3, 1], 3)),
    Bad("TopKV2", lambda tf: tf.math.top_k([3, 1], -1)),
    Bad("TopKV2", lambda tf: tf.math.top_k(3, 1)),
    Bad("TopKV2", lambda tf: tf.sort([1, 2], direction="UP"), error=("ValueError",)),
    Bad("TopKV2", lambda tf, x: tf.sort(x, axis=3), (X,)),
    Bad("TopKV2", lambda tf: tf.sort(3)),
    Bad("TopKV2", lambda tf: tf.sort(["b", "a"]), error=("InvalidArgumentError", "TypeError")),
    Bad("NthElement", lambda tf, x: tf.raw_ops.NthElement(input=x, n=5), (X,)),
]
