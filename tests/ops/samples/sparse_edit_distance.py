"""Samples of the distances of sequences."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample


def _distance(tf, found, true, **options):
    return tf.edit_distance(tf.sparse.from_dense(found), tf.sparse.from_dense(true), **options)


_found = np.array([[1, 2, 0, 7], [0, 0, 0, 0], [3, 4, 5, 6]], np.int32)
_true = np.array([[1, 2, 3], [3, 0, 0], [0, 0, 0]], np.int32)


def _words(*words):
    return np.array([[letter.encode() for letter in word.ljust(8)] for word in words], object)


def _of_parts(tf, indices, shape):
    sparse = tf.SparseTensor(indices, tf.ones([1]), shape)
    return tf.edit_distance(sparse, tf.SparseTensor([[0, 0]], [1.0], [1, 1]))


SAMPLES = [
    Sample("EditDistance", _distance, (_found, _true)),
    Sample("EditDistance", lambda tf, x, y: _distance(tf, x, y, normalize=False), (_found, _true)),
    Sample("EditDistance", _distance, (_found[:1], _true)),
    Sample("EditDistance", _distance, (_found[None], _true[None])),
    Sample("EditDistance", _distance, (_words("kitten", "flaw"), _words("sitting", "lawn"))),
    Sample("EditDistance", _distance, (np.zeros((0, 3), np.int64), np.zeros((2, 3), np.int64))),
    Bad("EditDistance", _distance, (_found[None], _true)),
    Bad("EditDistance", _distance, (_found[0], _true[0])),
    Bad("EditDistance", lambda tf, x: tf.edit_distance(x, x), (_found,), error=("TypeError",)),
    Bad(
        "EditDistance",
        _of_parts,
        (np.array([[5, 0]], np.int64), np.array([1, 1], np.int64)),
        # TF calls it its own mistake.
        error=("InvalidArgumentError", "InternalError"),
    ),
]
