"""Samples of the ops of normal numbers between bounds.

Their gradients are those of the distributions, by which samples move otherwise than the rejection
that drew them: numbers cannot check them.
"""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample

_seed = np.array([3, -7], np.int64)


def _f(*numbers, dtype=np.float32):
    return np.array(numbers if len(numbers) > 1 else numbers[0], dtype)


def _parameterized(tf, shape, means, stdevs, minvals, maxvals):
    tf.random.set_seed(3)
    return tf.raw_ops.ParameterizedTruncatedNormal(
        shape=shape, means=means, stdevs=stdevs, minvals=minvals, maxvals=maxvals, seed=4, seed2=5
    )


def _stateless(tf, shape, seed, *parameters):
    return tf.random.stateless_parameterized_truncated_normal(shape, seed, *parameters)


_shape, _batches = np.array([250], np.int32), np.array([2, 7], np.int64)
_scalars = (_f(0), _f(1), _f(-1), _f(2))
_vectors = (_f(0, 5), _f(1), _f(-1, 4), _f(np.inf, 9))
_wide = tuple(parameter.astype(np.float64) for parameter in _vectors)

SAMPLES = [
    *[
        Sample("ParameterizedTruncatedNormal", _parameterized, args, gradient=False)
        for args in (
            (_shape, *_scalars),
            (_batches, *_scalars),
            (_batches, *_vectors),
            (_batches, *_wide),
            (np.array([0], np.int32), *_scalars),
            (_batches, *(parameter.astype(np.float16) for parameter in _scalars)),
        )
    ],
    Bad("ParameterizedTruncatedNormal", _parameterized, (np.zeros(0, np.int32), *_scalars)),
    Bad("ParameterizedTruncatedNormal", _parameterized, (_shape, _f(1, 2, 3), *_scalars[1:])),
    Bad("ParameterizedTruncatedNormal", _parameterized, (_shape, _f(1, 2)[None], *_scalars[1:])),
    Bad("ParameterizedTruncatedNormal", _parameterized, (_shape, _f(0), _f(-1), _f(-1), _f(1)),
        match="stddev > 0"),
    Bad("ParameterizedTruncatedNormal", _parameterized, (_shape, _f(0), _f(1), _f(2), _f(1))),
    *[
        Sample("StatelessParameterizedTruncatedNormal", _stateless, args, gradient=False)
        for args in (
            (_shape, _seed, *_scalars),
            (np.array([5, 2], np.int32), _seed.astype(np.int32), *_vectors),
            (np.array([5, 2], np.int64), _seed, *_wide),
            (np.array([3, 2, 2], np.int32), _seed, _f(0, 5), _f(1, 2)[:, None], _f(-3), _f(9)),
            (np.array([0, 2], np.int32), _seed, *_vectors),
        )
    ],
    Bad("StatelessParameterizedTruncatedNormal", _stateless,
        (np.array([3], np.int32), _seed, *_vectors), match="must end with"),
    Bad("StatelessParameterizedTruncatedNormal", _stateless,
        (_shape, _seed, _f(0), _f(1), _f(2), _f(1))),
    Bad("StatelessParameterizedTruncatedNormal", _stateless,
        (_shape, np.array([1, 2, 3]), *_scalars)),
]
