"""Samples of the ops of uniform numbers.

Setting the seed makes each run of a stateful op the first; what comes next, programs see.
"""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample

_shape = np.array([3, 5], np.int32)
_long = np.array([2, 3, 4], np.int64)
_empty = np.array([2, 0], np.int32)
_seed = np.array([3, -7], np.int64)
_small_seed = np.array([1, 2], np.int32)
_key = np.array([0x123456789ABCDEF0], np.uint64)
_counter = np.array([2**64 - 3, 7], np.uint64)
_alg = np.array(1, np.int32)
_place = (_key, _counter, _alg)
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_INTEGERS = ("int32", "int64", "uint32", "uint64")


def _uniform(tf, shape, **options):
    tf.random.set_seed(3)
    return tf.random.uniform(shape, seed=1, **options)


def _stateless_range(tf, shape, seed, low, high):
    return tf.raw_ops.StatelessRandomUniformInt(shape=shape, seed=seed, minval=low, maxval=high)


def _keyed(tf, name, shape, key, counter, alg, *rest, **attrs):
    op = getattr(tf.raw_ops, name)
    bounds = dict(zip(("minval", "maxval"), rest, strict=False))
    return op(shape=shape, key=key, counter=counter, alg=alg, **bounds, **attrs)


SAMPLES = [
    *[
        Sample("RandomUniform", lambda tf, s, d=d: _uniform(tf, s, dtype=d), (shape,))
        for d in _FLOATS
        for shape in (_shape, _long, _empty, np.zeros(0, np.int32))
    ],
    Sample("RandomUniform", lambda tf, s: _uniform(tf, s, minval=-2, maxval=5.5), (_shape,)),
    Sample("RandomUniform", lambda tf, s: _uniform(tf, s, maxval=5), (_long,)),
    Sample("RandomUniform", lambda tf, s, a, b: _uniform(tf, s, minval=a, maxval=b),
           (_shape, np.float32(-1), np.array([1, 2, 3, 4, 5], np.float32)), gradient=False),
    Sample("RandomUniform", lambda tf, s: tf.random.uniform(s), (_shape,), random=True),
    Bad("RandomUniform", lambda tf, s: tf.random.uniform(s), (np.int32(3),)),
    Bad("RandomUniform", lambda tf, s: tf.random.uniform(s), (_shape[None],)),
    Bad("RandomUniform", lambda tf, s: tf.random.uniform(s), (-_shape,)),
    Bad("RandomUniform", lambda tf, s: tf.random.uniform(s), (_shape.astype(np.float32),)),
    Bad("RandomUniform", lambda tf, s: tf.random.uniform(s, dtype=tf.uint8), (_shape,),
        error=("ValueError",)),
    *[
        Sample("RandomUniformInt", lambda tf, s, a, b: _uniform(tf, s, minval=a, maxval=b,
                                                                dtype=a.dtype),
               (shape, np.array(low, dtype), np.array(high, dtype)))
        for dtype in ("int32", "int64")
        for shape in (_shape, _long, _empty)
        for low, high in ((0, 10), (-5, 7), (np.iinfo(dtype).min, np.iinfo(dtype).max))
    ],
    Bad("RandomUniformInt", lambda tf, s: tf.random.uniform(s, 5, 3, tf.int32), (_shape,)),
    Bad("RandomUniformInt", lambda tf, s: tf.random.uniform(s, 5, [8, 9], tf.int32), (_shape,)),
    Bad("RandomUniformInt", lambda tf, s: tf.random.uniform(s, dtype=tf.int32), (_shape,),
        error=("ValueError",), match="maxval"),
    *[
        Sample("StatelessRandomUniform",
               lambda tf, s, x, d=d: tf.raw_ops.StatelessRandomUniform(shape=s, seed=x, dtype=d),
               (shape, seed))
        for d in _FLOATS
        for shape, seed in ((_shape, _seed), (_long, _small_seed), (_empty, _seed))
    ],
    Bad("StatelessRandomUniform",
        lambda tf, s, x: tf.raw_ops.StatelessRandomUniform(shape=s, seed=x),
        (_shape, np.array([1, 2, 3]))),
    Sample("StatelessRandomUniformInt", _stateless_range,
           (_shape, _seed, np.int32(-3), np.int32(9))),
    Sample("StatelessRandomUniformInt", _stateless_range,
           (_long, _small_seed, np.int64(0), np.int64(2**40))),
    Sample("StatelessRandomUniformInt", _stateless_range,
           (_empty, _seed, np.int64(3), np.int64(3))),
    Bad("StatelessRandomUniformInt", _stateless_range,
        (_shape, _seed, np.int32(3), np.int32(3))),
    Bad("StatelessRandomUniformInt", _stateless_range,
        (_shape, _seed, np.int32(3), np.array([4], np.int32))),
    *[
        Sample("StatelessRandomUniformFullInt", lambda tf, s, x, d=d:
               tf.raw_ops.StatelessRandomUniformFullInt(shape=s, seed=x, dtype=d), (shape, seed))
        for d in _INTEGERS
        for shape, seed in ((_shape, _seed), (_long, _small_seed))
    ],
    Bad("StatelessRandomUniformFullInt", lambda tf, s, x:
        tf.raw_ops.StatelessRandomUniformFullInt(shape=s, seed=x), (_shape, _seed[:1])),
    *[
        Sample("StatelessRandomUniformV2", lambda tf, *args, d=d:
               _keyed(tf, "StatelessRandomUniformV2", *args, dtype=d), (shape, *_place))
        for d in _FLOATS
        for shape in (_shape, _long, _empty)
    ],
    Sample("StatelessRandomUniformV2", lambda tf, s, x: tf.random.stateless_uniform(s, x),
           (_shape, _seed)),
    Sample("StatelessRandomUniformV2",
           lambda tf, s, x: tf.random.stateless_uniform(s, x, -2, [3, 4, 5, 6, 7], tf.float16),
           (_shape, _seed)),
    Bad("StatelessRandomUniformV2", lambda tf, *args: _keyed(tf, "StatelessRandomUniformV2", *args),
        (_shape, np.zeros(2, np.uint64), _counter, _alg)),
    Bad("StatelessRandomUniformV2", lambda tf, *args: _keyed(tf, "StatelessRandomUniformV2", *args),
        (_shape, _key, _counter, np.int32(9))),
    Bad("StatelessRandomUniformV2", lambda tf, *args: _keyed(tf, "StatelessRandomUniformV2", *args),
        (_shape, _key, _counter, np.array([1], np.int32))),
    Bad("StatelessRandomUniformV2",
        lambda tf, s, x: tf.random.stateless_uniform(s, x, alg="threefry"), (_shape, _seed)),
    Bad("StatelessRandomUniformV2",
        lambda tf, s, x: tf.random.stateless_uniform(s, x, alg="mersenne"), (_shape, _seed),
        error=("ValueError",)),
    *[
        Sample("StatelessRandomUniformIntV2",
               lambda tf, *args: _keyed(tf, "StatelessRandomUniformIntV2", *args),
               (shape, *_place, np.array(-3, d), np.array(9, d)))
        for d in ("int32", "int64")
        for shape in (_shape, _long, _empty)
    ],
    Sample("StatelessRandomUniformIntV2", lambda tf, s, x:
           tf.random.stateless_uniform(s, x, 0, 2**31 - 1, tf.int32), (_shape, _seed)),
    Bad("StatelessRandomUniformIntV2",
        lambda tf, *args: _keyed(tf, "StatelessRandomUniformIntV2", *args),
        (_shape, *_place, np.int32(9), np.int32(9))),
    Bad("StatelessRandomUniformIntV2", lambda tf, s, x:
        tf.random.stateless_uniform(s, x, 0, None, tf.int32), (_shape, _seed),
        error=("ValueError",)),
    *[
        Sample("StatelessRandomUniformFullIntV2", lambda tf, *args, d=d:
               _keyed(tf, "StatelessRandomUniformFullIntV2", *args, dtype=d), (shape, *_place))
        for d in _INTEGERS
        for shape in (_shape, _long, _empty)
    ],
    Sample("StatelessRandomUniformFullIntV2", lambda tf, x: tf.random.split(x, 3), (_seed,)),
    Sample("StatelessRandomUniformFullIntV2", lambda tf, x, i: tf.random.fold_in(x, i),
           (_small_seed, np.int32(5))),
    Sample("StatelessRandomUniformFullIntV2", lambda tf, x, i: tf.random.fold_in(x, i),
           (_seed, np.int64(5))),
    Bad("StatelessRandomUniformFullIntV2", lambda tf, x:
        tf.random.stateless_uniform([3], x, 0, 5, tf.uint32), (_seed,), error=("ValueError",)),
]
