"""Samples of the ops of `ops/strings/string_hashing.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

# All lengths for which the hashes take other ways.
LENGTHS = (0, 1, 3, 4, 7, 8, 16, 17, 32, 33, 64, 65, 128, 200)
TEXT = np.array([bytes(range(length)) for length in LENGTHS], object)
MOST = 2**63 - 1

SAMPLES = [
    *[
        Sample(op, lambda tf, x, f=name, n=n: getattr(tf.strings, f)(x, n), (array,))
        for op, name in (
            ("StringToHashBucket", "to_hash_bucket"),
            ("StringToHashBucketFast", "to_hash_bucket_fast"),
        )
        for n, array in ((MOST, TEXT), (7, TEXT.reshape(2, 7)), (1, TEXT[0]))
    ],
    *[
        Sample(
            "StringToHashBucketStrong",
            lambda tf, x, n=n, k=key: tf.strings.to_hash_bucket_strong(x, n, k),
            (TEXT,),
        )
        for n, key in ((MOST, [1, 2]), (1000, [-1, 2**62]))
    ],
    Bad("StringToHashBucket", lambda tf: tf.strings.to_hash_bucket("a", 0), match="num_buckets"),
    Bad("StringToHashBucketFast", lambda tf: tf.strings.to_hash_bucket_fast("a", -1)),
    Bad(
        "StringToHashBucketStrong",
        lambda tf: tf.strings.to_hash_bucket_strong("a", 3, [1]),
        match="Key must have 2 elements",
    ),
]
