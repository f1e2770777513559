"""Samples of dropout, which is made of other ops: uniform numbers, a comparison and a choice."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(4, 6)
_seed = np.array([3, -7], np.int64)


def _dropout(tf, x, rate, **options):
    tf.random.set_seed(3)
    return tf.nn.dropout(x, rate, seed=1, **options)


def _stateless(tf, x, rate, seed, **options):
    return tf.nn.experimental.stateless_dropout(x, rate, seed, **options)


SAMPLES = [
    *[
        Sample("SelectV2", lambda tf, x, rate=rate: _dropout(tf, x, rate), (x,))
        for rate in (0.0, 0.3, 0.999)
        for x in (_x, _x[0], _x[:0], np.float32(3))
    ],
    Sample("SelectV2", lambda tf, x: _dropout(tf, x, 0.4, noise_shape=[4, 1]), (_x,)),
    Sample("SelectV2", lambda tf, x: _dropout(tf, x, 0.4, noise_shape=[None, 1]), (_x,)),
    Sample("SelectV2", lambda tf, x, shape: _dropout(tf, x, 0.4, noise_shape=shape),
           (_x, np.array([1, 6], np.int32))),
    Sample("SelectV2", lambda tf, x: _dropout(tf, x, 0.4), (_x.astype(np.float16),),
           gradient=False),
    Sample("SelectV2", lambda tf, x, rate: _dropout(tf, x, rate), (_x, np.float32(0.25)),
           gradient=False),  # the rate decides, in steps, what is dropped
    Sample("SelectV2", lambda tf, x, seed: _stateless(tf, x, 0.5, seed), (_x, _seed)),
    Sample("SelectV2", lambda tf, x, seed: _stateless(tf, x, 0.5, seed, rng_alg="philox",
                                                      noise_shape=[1, 6]), (_x, _seed)),
    Bad("SelectV2", lambda tf, x: _dropout(tf, x, 1.0), (_x,), error=("ValueError",), match="rate"),
    Bad("SelectV2", lambda tf, x: _dropout(tf, x, -0.1), (_x,), error=("ValueError",)),
    Bad("SelectV2", lambda tf, x: _dropout(tf, x, "half"), (_x,), error=("ValueError",)),
    Bad("SelectV2", lambda tf, x: _dropout(tf, x, 0.5), (_x.astype(np.int32),),
        error=("ValueError",)),
    Bad("SelectV2", lambda tf, x, rate: _dropout(tf, x, rate), (_x, np.float64(0.5)),
        error=("ValueError",)),
]
