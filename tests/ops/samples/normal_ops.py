"""Samples of the ops of normal numbers.

Setting the seed makes each run of a stateful op the first; what comes next, programs see.
"""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample

_shape = np.array([3, 5], np.int32)
_long = np.array([2, 3, 3], np.int64)
_empty = np.array([2, 0], np.int32)
_seed = np.array([3, -7], np.int64)
_small_seed = np.array([1, 2], np.int32)
_place = (np.array([5], np.uint64), np.array([2**64 - 3, 7], np.uint64), np.array(3, np.int32))
_FLOATS = ("float16", "bfloat16", "float32", "float64")


def _drawn(tf, name, shape, *args, **options):
    tf.random.set_seed(3)
    return getattr(tf.random, name)(shape, *args, seed=1, **options)


def _of(op, public):
    return [
        *[
            Sample(op, lambda tf, s, d=d: _drawn(tf, public, s, dtype=d), (shape,))
            for d in _FLOATS
            for shape in (_shape, _long, _empty, np.zeros(0, np.int32))
        ],
        Sample(op, lambda tf, s, m, d: _drawn(tf, public, s, m, d),
               (_shape, np.float32(4), np.array([1, 2, 3, 4, 5], np.float32)), gradient=False),
        Sample(op, lambda tf, s: getattr(tf.random, public)(s), (_shape,), random=True),
        Bad(op, lambda tf, s: getattr(tf.random, public)(s), (np.int32(3),)),
        Bad(op, lambda tf, s: getattr(tf.random, public)(s), (-_shape,)),
        Bad(op, lambda tf, s: getattr(tf.random, public)(s), (_shape.astype(np.float32),)),
        Bad(op, lambda tf, s: getattr(tf.random, public)(s, dtype=tf.int32), (_shape,),
            error=("TypeError",)),
    ]


def _stateless(op, public):
    def seeded(tf, shape, seed, **options):
        return getattr(tf.raw_ops, op)(shape=shape, seed=seed, **options)

    def keyed(tf, shape, key, counter, alg, **options):
        name = f"{op}V2"
        return getattr(tf.raw_ops, name)(shape=shape, key=key, counter=counter, alg=alg, **options)

    return [
        *[
            Sample(op, lambda tf, s, x, d=d: seeded(tf, s, x, dtype=d), (shape, seed))
            for d in _FLOATS
            for shape, seed in ((_shape, _seed), (_long, _small_seed), (_empty, _seed))
        ],
        Bad(op, seeded, (_shape, np.array([1, 2, 3]))),
        Bad(op, seeded, (-_shape, _seed)),
        *[
            Sample(f"{op}V2", lambda tf, *args, d=d: keyed(tf, *args, dtype=d), (shape, *_place))
            for d in _FLOATS
            for shape in (_shape, _long, _empty)
        ],
        Sample(f"{op}V2", lambda tf, s, x: getattr(tf.random, public)(s, x), (_shape, _seed)),
        Sample(f"{op}V2", lambda tf, s, x, m, d: getattr(tf.random, public)(s, x, m, d),
               (_shape, _seed, np.float32(4), np.array([1, 2, 3, 4, 5], np.float32))),
        Bad(f"{op}V2", keyed, (_shape, np.zeros(2, np.uint64), *_place[1:])),
        Bad(f"{op}V2", keyed, (np.int32(3), *_place)),
        Bad(f"{op}V2", lambda tf, s, x: getattr(tf.random, public)(s, x, alg="threefry"),
            (_shape, _seed)),
    ]


SAMPLES = [
    *_of("RandomStandardNormal", "normal"),
    *_of("TruncatedNormal", "truncated_normal"),
    *_stateless("StatelessRandomNormal", "stateless_normal"),
    *_stateless("StatelessTruncatedNormal", "stateless_truncated_normal"),
]
