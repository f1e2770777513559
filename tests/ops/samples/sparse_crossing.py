"""Samples of the ops of `ops/sparse/crossing.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

PLACES = np.array([[0, 0], [0, 1], [1, 0]], np.int64)
WORDS = np.array([b"x", b"y", b"z"], object)
NUMBERS = np.array([[1, 2], [3, 4]], np.int64)


def _parts(sparse):
    return sparse.indices, sparse.values, sparse.dense_shape


def _crossed(tf, words, numbers, **options):
    return _parts(tf.sparse.cross([tf.SparseTensor(PLACES, words, [2, 2]), numbers], **options))


def _hashed(tf, words, numbers, **options):
    sparse = tf.SparseTensor(PLACES, words, [2, 2])
    return _parts(tf.sparse.cross_hashed([sparse, numbers], **options))


SAMPLES = [
    Sample("SparseCrossV2", _crossed, (WORDS, NUMBERS)),
    Sample("SparseCrossV2", lambda tf, *a: _crossed(tf, *a, separator="-"), (WORDS, NUMBERS)),
    Sample("SparseCrossV2", lambda tf, n: _parts(tf.sparse.cross([n, n])), (NUMBERS,)),
    Sample("SparseCross", _hashed, (WORDS, NUMBERS)),
    Sample("SparseCross", lambda tf, *a: _hashed(tf, *a, num_buckets=100), (WORDS, NUMBERS)),
    Sample("SparseCross", lambda tf, *a: _hashed(tf, *a, hash_key=7), (WORDS, NUMBERS)),
    Sample(
        "SparseCross",
        lambda tf, n: _parts(tf.sparse.cross_hashed([n, n], num_buckets=1000)),
        (NUMBERS,),
    ),
    Bad("SparseCrossV2", _crossed, (WORDS, NUMBERS[:1])),
    Bad("SparseCrossV2", _crossed, (WORDS, NUMBERS[0])),
    Bad("SparseCross", _hashed, (WORDS, NUMBERS[:1])),
]
