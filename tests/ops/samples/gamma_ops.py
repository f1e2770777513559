"""Samples of the ops of gamma numbers.

Their gradients are those of the distributions, by which samples move otherwise than the rejection
that drew them: numbers cannot check them.
"""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample

_seed = np.array([3, -7], np.int64)
_alpha = np.array([0.1, 1.0, 2.5, 40.0], np.float32)
_column = np.array([[0.7], [3.0]], np.float32)
_counts = np.array([3, 2], np.int32)
_place = (np.array([5], np.uint64), np.array([2**64 - 3, 7], np.uint64), np.array(1, np.int32))


def _gamma(tf, shape, alpha, beta=None):
    tf.random.set_seed(3)
    return tf.random.gamma(shape, alpha, beta, alpha.dtype, seed=1)


def _seeded(tf, shape, seed, alpha):
    return tf.raw_ops.StatelessRandomGammaV2(shape=shape, seed=seed, alpha=alpha)


def _keyed(tf, shape, key, counter, alg, alpha):
    return tf.raw_ops.StatelessRandomGammaV3(
        shape=shape, key=key, counter=counter, alg=alg, alpha=alpha
    )


def _slope(tf, alpha, sample):
    return tf.raw_ops.RandomGammaGrad(alpha=alpha, sample=sample)


_full = np.array([3, 4], np.int32)
_x = np.array([[0.01, 0.5, 2.0, 39.0], [1.0, 5.0, 9.0, 60.0]], np.float32)

SAMPLES = [
    *[
        Sample("RandomGamma", _gamma, args, gradient=False)
        for args in (
            (_counts, _alpha),
            (_counts, _alpha.astype(np.float64)),
            (_counts, _alpha.astype(np.float16)),
            (_counts, _column, np.array([1.0, 2.0, 5.0], np.float32)),
            (np.zeros(0, np.int32), _alpha),
            (np.array([0], np.int32), _alpha),
            (_counts, _alpha[:0]),
            (_counts, np.float32(2.0)),
        )
    ],
    Sample("RandomGamma", lambda tf, s, a: tf.random.gamma(s, a), (_counts, _alpha), random=True),
    Bad("RandomGamma", lambda tf, s, a: tf.random.gamma(s, a), (np.int32(3), _alpha)),
    Bad("RandomGamma", lambda tf, s, a: tf.random.gamma(s, a), (-_counts, _alpha)),
    *[
        Sample("StatelessRandomGammaV2", _seeded, args, gradient=False)
        for args in (
            (_full, _seed, _alpha),
            (_full.astype(np.int64), _seed.astype(np.int32), _alpha.astype(np.float64)),
            (_full, _seed, np.float16(0.5)),
            (np.array([0, 4], np.int32), _seed, _alpha),
        )
    ],
    Bad("StatelessRandomGammaV2", _seeded, (_full[:1], _seed, _alpha), match="must end with"),
    Bad("StatelessRandomGammaV2", _seeded, (_full, np.array([1]), _alpha)),
    *[
        Sample("StatelessRandomGammaV3", _keyed, (shape, *_place, alpha), gradient=False)
        for shape, alpha in ((_full, _alpha), (_full.astype(np.int64), _alpha.astype(np.float64)))
    ],
    Sample("StatelessRandomGammaV3", lambda tf, s, x, a, b: tf.random.stateless_gamma(s, x, a, b),
           (np.array([5, 2, 4], np.int32), _seed, _column, _alpha), gradient=False),
    Bad("StatelessRandomGammaV3", _keyed, (_full + 1, *_place, _alpha), match="must end with"),
    Bad("StatelessRandomGammaV3", _keyed, (_full, *_place[:2], np.int32(2), _alpha)),
    # TensorFlow has no gradient of the slope either.
    Sample("RandomGammaGrad", _slope, (_alpha, _x), gradient=False, rtol=2e-5),
    Sample("RandomGammaGrad", _slope, (_alpha.astype(np.float64), _x.astype(np.float64)),
           gradient=False, rtol=1e-9),
    Sample("RandomGammaGrad", _slope, (_column, _x), gradient=False, rtol=2e-5),
    Sample("RandomGammaGrad", _slope, (_alpha, _x[:0]), gradient=False),
    Bad("RandomGammaGrad", _slope, (_alpha[:3], _x)),
]
