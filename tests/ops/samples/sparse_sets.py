"""Samples of the ops of `ops/sparse/sets.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

A = np.array([[1, 2, 2], [0, 3, 0]], np.int32)
B = np.array([[2, 9], [3, 3]], np.int32)
WORDS = np.array([[[b"a", b"b"], [b"c", b"c"]]], object)
OTHERS = np.array([[[b"b", b"x"], [b"c", b"d"]]], object)
PLACES = np.array([[0, 0], [0, 1], [1, 2]], np.int64)
MEMBERS = np.array([2, 5, 3], np.int32)


def _parts(sparse):
    return sparse.indices, sparse.values, sparse.dense_shape


def _sparse(tf, members=MEMBERS, places=PLACES):
    return tf.SparseTensor(places, members, [2, 3])


def _set(tf, word, a, b):
    return _parts(getattr(tf.sets, word)(a, b))


WORDS_OF = ("intersection", "union", "difference")

SAMPLES = [
    *(
        Sample("DenseToDenseSetOperation", lambda tf, a, b, w=word: _set(tf, w, a, b), (a, b))
        for word in WORDS_OF
        for a, b in ((A, B), (WORDS, OTHERS), (A[:, :0], B))
    ),
    *(
        Sample(
            "DenseToSparseSetOperation",
            lambda tf, a, m, w=word: _set(tf, w, a, _sparse(tf, m)),
            (A, MEMBERS),
        )
        for word in WORDS_OF
    ),
    Sample(
        "DenseToSparseSetOperation",
        lambda tf, a, m: _set(tf, "difference", _sparse(tf, m), a),
        (A, MEMBERS),
    ),
    *(
        Sample(
            "SparseToSparseSetOperation",
            lambda tf, m, w=word: _set(tf, w, _sparse(tf, m), _sparse(tf, m + 1)),
            (MEMBERS,),
        )
        for word in WORDS_OF
    ),
    Sample("SetSize", lambda tf, m: tf.sets.size(_sparse(tf, m)), (MEMBERS,)),
    Bad("DenseToDenseSetOperation", lambda tf, a, b: _set(tf, "union", a, b), (A, B[:1])),
    Bad("DenseToDenseSetOperation", lambda tf, a, b: _set(tf, "union", a, b), (A[0], B[0])),
    Bad(
        "DenseToSparseSetOperation",
        lambda tf, a, m: _set(tf, "union", a, _sparse(tf, m)),
        (A[:1], MEMBERS),
    ),
    Bad(
        "SparseToSparseSetOperation",
        lambda tf, m: _set(tf, "union", _sparse(tf, m), _sparse(tf, m, PLACES[::-1])),
        (MEMBERS,),
    ),
    Bad("SetSize", lambda tf, m: tf.sets.size(_sparse(tf, m, PLACES[::-1])), (MEMBERS,)),
]
