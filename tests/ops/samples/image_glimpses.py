"""Samples of windows around given places of images."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_images = random.floats(2, 5, 6, 3)
_places = np.array([[0.5, 0.25], [-1.0, 1.5]], np.float32)


def _glimpse(op, **options):
    def call(tf, images, offsets, size=(2, 3)):
        return getattr(tf.raw_ops, op)(
            input=images, size=size, offsets=offsets, uniform_noise=False, **options
        )

    return call


SAMPLES = [
    *[
        Sample(
            op,
            _glimpse(op, noise="zero", centered=centered, normalized=normalized),
            (_images, _places),
            gradient=False,  # TF has none.
        )
        for op in ("ExtractGlimpse", "ExtractGlimpseV2")
        for centered in (True, False)
        for normalized in (True, False)
    ],
    *[
        Sample(
            "ExtractGlimpseV2",
            lambda tf, x, at, noise=noise: tf.image.extract_glimpse(x, [7, 8], at, noise=noise),
            (_images, _places),
            random=True,
            gradient=False,  # TF has none.
        )
        for noise in ("uniform", "gaussian")
    ],
    Sample(
        "ExtractGlimpse",
        lambda tf, x, at: tf.compat.v1.image.extract_glimpse(x, [7, 8], at),
        (_images, _places),
        random=True,
        gradient=False,  # TF has none.
    ),
    *[
        bad
        for op in ("ExtractGlimpse", "ExtractGlimpseV2")
        for bad in (
            Bad(op, _glimpse(op), (_images[0], _places)),
            Bad(op, _glimpse(op), (_images, _places[:1])),
            Bad(op, _glimpse(op, noise="loud"), (_images, _places)),
            Bad(op, lambda tf, x, at, op=op: _glimpse(op)(tf, x, at, [2]), (_images, _places)),
        )
    ],
]
