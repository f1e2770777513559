"""Samples of the ops that draw class indices."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample

_seed = np.array([3, -7], np.int64)
_logits = np.sin(np.arange(12.0)).reshape(3, 4).astype(np.float32) * 3
_masked = np.where(np.arange(4) == 2, -np.inf, _logits).astype(np.float32)
_five = np.int32(5)
_FLOATS = (np.float16, ml_dtypes.bfloat16, np.float32, np.float64)


def _categorical(tf, logits, count, dtype=None):
    tf.random.set_seed(3)
    return tf.random.categorical(logits, count, dtype, seed=1)


def _stateless(tf, logits, count, seed, dtype="int64"):
    return tf.random.stateless_categorical(logits, count, seed, tf.as_dtype(dtype))


_BAD = ((_logits[0], _five), (_logits, np.int32(-1)), (_logits[:, :0], _five))

SAMPLES = [
    *[
        Sample("Multinomial", _categorical, (logits.astype(dtype), count), gradient=False)
        for dtype in _FLOATS
        for logits, count in (
            (_logits, _five),
            (_masked, np.int32(30)),
            (_logits[:0], _five),
            (_logits, np.int32(0)),
        )
    ],
    Sample("Multinomial", lambda tf, x: _categorical(tf, x, 3, tf.int32), (_logits,),
           gradient=False),
    Sample("Multinomial", lambda tf, x: tf.random.categorical(x, 3), (_logits,), gradient=False,
           random=True),
    *[Bad("Multinomial", _categorical, args) for args in _BAD],
    Bad("Multinomial", lambda tf, x, n: tf.raw_ops.Multinomial(logits=x, num_samples=n),
        (_logits, _five[None])),
    Bad("Multinomial", lambda tf, x: tf.random.categorical(x, 3, tf.float32), (_logits,),
        error=("ValueError",)),
    *[
        Sample("StatelessMultinomial", lambda tf, *args, d=d: _stateless(tf, *args, d),
               (logits, count, seed), gradient=False)
        for d in ("int32", "int64")
        for logits, count, seed in (
            (_logits, _five, _seed),
            (_masked, np.int32(30), _seed.astype(np.int32)),
            (_logits.astype(np.float64), _five, _seed),
            (_logits[:0], _five, _seed),
        )
    ],
    *[Bad("StatelessMultinomial", _stateless, (*args, _seed)) for args in _BAD],
    Bad("StatelessMultinomial", _stateless, (_logits, _five, _seed[:1])),
]
