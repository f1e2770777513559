"""Samples of the ops of binomial numbers."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample

_seed = np.array([3, -7], np.int64)
_counts = np.array([0.0, 5.0, 40.0, 1000.0], np.float32)
_probs = np.array([0.5, 0.9, 0.3, 0.02], np.float32)
_full = np.array([3, 4], np.int32)
_NUMBERS = ("float16", "float32", "float64", "int32", "int64")


def _stateless(tf, shape, seed, counts, probs, dtype="int32"):
    return tf.random.stateless_binomial(shape, seed, counts, probs, tf.as_dtype(dtype))


def _stateful(tf, shape, counts, probs, dtype="int32"):
    g = tf.random.Generator.from_state([5, 6, 7], "philox")
    draws = [g.binomial(shape, counts, probs, tf.as_dtype(dtype)) for _ in range(2)]
    return [*draws, g.state.value()]


_GOOD = (
    (_full, _counts, _probs),
    (_full, _counts.astype(np.float64), _probs.astype(np.float64)),
    (np.array([2, 2, 4], np.int32), _counts, _probs[:2, None]),
    (_full, np.float16(12), np.float16(0.4)),
)

SAMPLES = [
    *[
        Sample("StatelessRandomBinomial", lambda tf, *args, d=d: _stateless(tf, *args, d),
               (shape, _seed, counts, probs), gradient=False)
        for d in _NUMBERS
        for shape, counts, probs in _GOOD
    ],
    Sample("StatelessRandomBinomial", _stateless,
           (np.array([0, 4], np.int32), _seed.astype(np.int32), _counts, _probs), gradient=False),
    Bad("StatelessRandomBinomial", _stateless, (_full[:1], _seed, _counts, _probs),
        match="must end with"),
    Bad("StatelessRandomBinomial", _stateless, (_full, _seed, _counts, _probs[:3]),
        match="compatible"),
    Bad("StatelessRandomBinomial", _stateless, (_full, np.array([1]), _counts, _probs)),
    # Each run makes a variable, which a function may not.
    *[
        Sample("StatefulRandomBinomial", _stateful, args, gradient=False, staged=False)
        for args in _GOOD
    ],
    Bad("StatefulRandomBinomial", _stateful, (_full[:1], _counts, _probs), match="must end with"),
]
