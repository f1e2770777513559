"""Samples of variances, moments, counts and norms, which are made of reductions."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, 4)
_complex = (random.floats(2, 3) + 1j * random.floats(2, 3)).astype(np.complex64)
_sparse = np.array([[0, 1, 0], [2, 0, 0]], np.float32)
_weights = random.floats(3, 1, low=0.5, high=2.0)

SAMPLES = [
    *[
        Sample("Mean", call, (_x,))
        for call in (
            lambda tf, x: tf.math.reduce_variance(x),
            lambda tf, x: tf.math.reduce_variance(x, axis=[0, -1], keepdims=True),
            lambda tf, x: tf.math.reduce_std(x, axis=1),
            lambda tf, x: tf.nn.sufficient_statistics(x, [0, 2])[:3],
            lambda tf, x: tf.nn.sufficient_statistics(x, [0], shift=0.5),
            lambda tf, x: tf.nn.normalize_moments(*tf.nn.sufficient_statistics(x, [0], shift=0.5)),
        )
    ],
    # The mean inside the variance has no gradient, as in TF, which the second derivative shows.
    *[
        Sample("Mean", call, (_x,), numeric=False)
        for call in (
            lambda tf, x: tf.nn.moments(x, [0, 1]),
            lambda tf, x: tf.nn.moments(x, 2, keepdims=True),
            lambda tf, x: tf.nn.moments(x, axes=[-1]),
        )
    ],
    Sample("Mean", lambda tf, x: tf.math.reduce_variance(x, axis=0), (_complex,)),
    Sample("Mean", lambda tf, x: tf.math.reduce_std(x), (_complex,)),
    Sample(
        "Mean",
        lambda tf, x: tf.nn.moments(x, [0]),
        (_x.astype(np.float16),),
        gradient=False,
        rtol=1e-3,
    ),
    Sample("Mean", lambda tf, x: tf.nn.moments(x, [0]), (np.array([1, 2], np.int32),)),
    Sample("Mean", lambda tf, x, w: tf.nn.weighted_moments(x, [1], w), (_x, _weights)),
    Sample(
        "Mean", lambda tf, x, w: tf.nn.weighted_moments(x, [0, 2], w, keepdims=True), (_x, _weights)
    ),
    *[
        Sample("Sum", call, (_sparse,))
        for call in (
            lambda tf, x: tf.math.count_nonzero(x),
            lambda tf, x: tf.math.count_nonzero(x, axis=1, keepdims=True, dtype=tf.int32),
            lambda tf, x: tf.nn.zero_fraction(x),
            lambda tf, x: tf.math.count_nonzero(x > 0),
        )
    ],
    Sample("Sum", lambda tf, x: tf.math.count_nonzero(x), (np.array([b"", b"a"], object),)),
    Sample("Sum", lambda tf, x: tf.nn.zero_fraction(x), (np.zeros(0, np.float32),), gradient=False),
    *[
        Sample("Sum", call, (_x,))
        for call in (
            lambda tf, x: tf.norm(x),
            lambda tf, x: tf.norm(x, axis=1),
            lambda tf, x: tf.norm(x, 1),
            lambda tf, x: tf.norm(x, 1, axis=-1, keepdims=True),
            lambda tf, x: tf.norm(x, 3, axis=0),
            lambda tf, x: tf.norm(x, 2.5),
            lambda tf, x: tf.norm(x, np.inf),
            lambda tf, x: tf.norm(x, "fro", axis=[1, 2]),
            lambda tf, x: tf.norm(x, 1, axis=[0, 1]),
            lambda tf, x: tf.norm(x, np.inf, axis=[-2, -1], keepdims=True),
            lambda tf, x: tf.norm(x, np.inf, axis=(0, 2)),
            lambda tf, x: tf.linalg.normalize(x, axis=1),
            lambda tf, x: tf.linalg.normalize(x, ord=1),
            lambda tf, x: tf.nn.l2_normalize(x),
            lambda tf, x: tf.nn.l2_normalize(x, axis=[0, 1], epsilon=1.0),
            lambda tf, x: tf.math.l2_normalize(x, -1),
        )
    ],
    *[
        Sample("Svd", call, (_x,), rtol=1e-5, atol=1e-5)  # other algorithms round otherwise
        for call in (
            lambda tf, x: tf.norm(x, 2, axis=[1, 2]),
            lambda tf, x: tf.norm(x, 2, axis=[-1, 0], keepdims=True),
        )
    ],
    Sample("Sum", lambda tf, x: tf.norm(x, axis=0), (_complex,)),
    Sample("Sum", lambda tf, x: tf.norm(x, 1), (_complex,)),
    Sample("Sum", lambda tf, x: tf.nn.l2_normalize(x, 0), (_complex,)),
    Sample("Sum", lambda tf, x: tf.nn.l2_normalize(x), (np.zeros(3, np.float32),), gradient=False),
    Bad(
        "Mean",
        lambda tf, x: tf.math.reduce_variance(x),
        (np.array([1, 2], np.int32),),
        error=("TypeError",),
        match="real or complex",
    ),
    *[
        Bad("Sum", call, (_x,), error=("ValueError",), match=match)
        for call, match in (
            (lambda tf, x: tf.norm(x, "foo"), "supported vector norm, got foo"),
            (lambda tf, x: tf.norm(x, -1), "supported vector norm, got -1"),
            (lambda tf, x: tf.norm(x, "fro", axis=0), "supported vector norm, got fro"),
            (lambda tf, x: tf.norm(x, 3, axis=[0, 1]), "supported matrix norm"),
            (lambda tf, x: tf.norm(x, 2, axis=[0, 0]), "2 unique integers"),
            (lambda tf, x: tf.norm(x, 2, axis=[0, 1, 2]), "2 unique integers"),
        )
    ],
    Bad("Mean", lambda tf, x: tf.nn.moments(x, [3]), (_x,)),
]
