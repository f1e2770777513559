"""Samples of the ops of Poisson numbers."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample

_seed = np.array([3, -7], np.int64)
_rate = np.array([0.0, 0.3, 5.0, 70.0], np.float32)
_counts, _full = np.array([3, 2], np.int32), np.array([3, 4], np.int32)
_NUMBERS = ("float16", "float32", "float64", "int32", "int64")


def _poisson(tf, shape, rate, dtype="float32"):
    tf.random.set_seed(3)
    return tf.random.poisson(shape, rate, dtype, seed=1)


def _stateless(tf, shape, seed, rate, dtype="int32"):
    return tf.random.stateless_poisson(shape, seed, rate, tf.as_dtype(dtype))


SAMPLES = [
    *[
        Sample("RandomPoissonV2", lambda tf, s, r, d=d: _poisson(tf, s, r, d), (shape, rate),
               gradient=False)
        for d in _NUMBERS
        for shape, rate in (
            (_counts, _rate),
            (_counts, _rate.astype(np.int64)),
            (_counts[:0], _rate.astype(np.float64)),
            (np.array([0], np.int32), np.float32(3)),
        )
    ],
    Sample("RandomPoissonV2", lambda tf, s, r: tf.random.poisson(s, r), (_counts, _rate),
           random=True, gradient=False),
    Bad("RandomPoissonV2", _poisson, (np.int32(3), _rate)),
    Bad("RandomPoissonV2", _poisson, (-_counts, _rate)),
    *[
        Sample("StatelessRandomPoisson", lambda tf, *args, d=d: _stateless(tf, *args, d), args,
               gradient=False)
        for d in _NUMBERS
        for args in (
            (_full, _seed, _rate),
            (_full.astype(np.int64), _seed.astype(np.int32), np.int32(4)),
            (np.array([0, 4], np.int32), _seed, _rate),
        )
    ],
    Bad("StatelessRandomPoisson", _stateless, (_full[:1], _seed, _rate), match="must end with"),
    Bad("StatelessRandomPoisson", _stateless, (_full, np.array([1]), _rate)),
]
