"""Samples of the ops that permute."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample

_seed = np.array([3, -7], np.int64)
_rows = np.arange(14.0, dtype=np.float32).reshape(7, 2)
_words = np.array([b"a", b"b", b"c", b"d"], object)
_VALUES = (
    _rows,
    _rows.astype(np.int64)[:, 0],
    _words,
    _rows[:1],
    _rows[:0],
    np.float32(3),
    np.arange(100) % 2 == 0,
)


def _shuffle(tf, value):
    tf.random.set_seed(3)
    return tf.random.shuffle(value, seed=1)


def _stateless(tf, value, seed):
    return tf.random.experimental.stateless_shuffle(value, seed)


def _index(tf, index, seed, last):
    return tf.random.experimental.index_shuffle(index, seed, last)


def _raw_index(tf, index, seed, last, rounds=4):
    return tf.raw_ops.RandomIndexShuffle(index=index, seed=seed, max_index=last, rounds=rounds)


_three = np.array([1, 2, 3], np.int32)

SAMPLES = [
    *[Sample("RandomShuffle", _shuffle, (value,), gradient=False) for value in _VALUES],
    Sample("RandomShuffle", lambda tf, x: tf.random.shuffle(x), (_rows,), gradient=False,
           random=True),
    *[Sample("StatelessShuffle", _stateless, (value, _seed), gradient=False) for value in _VALUES],
    Sample("StatelessShuffle", _stateless, (_rows, _seed.astype(np.int32)), gradient=False),
    Bad("StatelessShuffle", _stateless, (_rows, np.array([1, 2, 3])), error=(
        "InvalidArgumentError",), match="seed"),
    Bad("StatelessShuffle", lambda tf, x, s: tf.raw_ops.StatelessShuffle(
        value=x, key=s, counter=s, alg=1), (_rows, np.array([1, 2], np.uint64))),
    *[
        Sample("RandomIndexShuffle", _index, (np.arange(n, dtype=dtype), _seed, np.array(n, dtype)))
        for n in (1, 5, 40)
        for dtype in ("int32", "int64", "uint32", "uint64")
    ],
    Sample("RandomIndexShuffle", _index, (np.int32(3), _seed.astype(np.int32), np.int32(9))),
    Sample("RandomIndexShuffle", _index, (np.int64(3), _seed, np.int64(2**40))),
    Sample("RandomIndexShuffle", _raw_index, (np.arange(3), _three, np.int64(7))),
    Sample("RandomIndexShuffle", _raw_index,
           (np.arange(2), np.array([[1, 2, 3], [4, 5, 6]]), np.array([7, 9]))),
    Sample("RandomIndexShuffle", lambda tf, *args: _raw_index(tf, *args, rounds=8),
           (np.arange(3), _three, np.int64(7))),
    Bad("RandomIndexShuffle", _index, (np.int32(5), _seed, np.int32(3)), match="max_index"),
    Bad("RandomIndexShuffle", _index, (np.int32(-1), _seed, np.int32(3))),
    Bad("RandomIndexShuffle", _index, (np.int32(0), _seed, np.int32(-3))),
    Bad("RandomIndexShuffle", _index, (np.int32(0), np.array([1, 2, 3]), np.int32(3))),
    Bad("RandomIndexShuffle", _index, (np.zeros([1, 1], np.int32), _seed, np.int32(3))),
]
