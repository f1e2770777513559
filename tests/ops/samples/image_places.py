"""Samples of what moves the pixels of images: flips, turns, crops, margins."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 4, 5, 3)
ONE = random.floats(5, 4, 1)
BYTES = random.integers(2, 3, 4, 3, low=0, high=256).astype(np.uint8)


def _image(name, *arguments, **options):
    return lambda tf, x: getattr(tf.image, name)(x, *arguments, **options)


_SAME_RANK = ("flip_left_right", "flip_up_down", "transpose", "rot90")
_STATELESS = ("stateless_random_flip_left_right", "stateless_random_flip_up_down")
_AT_RANDOM = ("random_flip_left_right", "random_flip_up_down")
_OPS = {"transpose": "Transpose", "rot90": "Transpose"}

SAMPLES = [
    *[
        Sample(_OPS.get(name, "ReverseV2"), _image(name), (x,))
        for name in _SAME_RANK
        for x in (X, ONE, BYTES)
    ],
    *[Sample("ReverseV2", _image("rot90", k), (x,)) for k in (0, 2, 3, -1, 5) for x in (X, ONE)],
    *[
        Sample("Transpose", lambda tf, x, k: tf.image.rot90(x, k), (x, np.int32(k)))
        for k in (0, 1, 2, 3, -3)
        for x in (X, ONE)
    ],
    *[
        Bad(_OPS.get(name, "ReverseV2"), _image(name, **seed), (x,), error=("ValueError",))
        for names, seed in ((_SAME_RANK + _AT_RANDOM, {}), (_STATELESS, {"seed": (1, 2)}))
        for name in names
        for x in (X[0, 0], X[None], X[:, :0])
    ],
    Bad("Transpose", _image("rot90", [1]), (X,), error=("ValueError",)),
    *[
        Sample("StatelessRandomUniformV2", _image(name, seed=(seed, 7)), (x,))
        for name in _STATELESS
        for seed in (1, 2, 3)
        for x in (X, ONE, BYTES)
    ],
    *[
        Sample("RandomUniform", _image(name), (x,), random=True)
        for name in _AT_RANDOM
        for x in (X, BYTES)
    ],
    *[
        Sample("Slice", _image("central_crop", fraction), (x,))
        for fraction in (0.1, 0.5, 0.7, 1.0)
        for x in (X, ONE, BYTES)
    ],
    Sample(
        "Slice",
        lambda tf, x, part: tf.image.central_crop(x, part),
        (X, np.float32(0.5)),
        gradient=False,
        static="call",
    ),
    *[
        Bad("Slice", _image("central_crop", fraction), (X,), error=("ValueError",))
        for fraction in (0.0, -1.0, 1.5)
    ],
    Bad("Slice", _image("central_crop", 0.5), (X[None],), error=("ValueError",)),
    *[Sample("Slice", _image("crop_to_bounding_box", 1, 0, 2, 4), (x,)) for x in (X, ONE, BYTES)],
    *[
        Bad("Slice", _image("crop_to_bounding_box", *box), (X,), error=("ValueError",))
        for box in (
            (-1, 0, 1, 1),
            (0, -1, 1, 1),
            (0, 0, 0, 1),
            (0, 0, 1, 0),
            (3, 0, 2, 1),
            (0, 5, 1, 1),
        )
    ],
    Bad(
        "Slice",
        lambda tf, x, offset: tf.image.crop_to_bounding_box(x, offset, 0, 1, 1),
        (X, np.int32(-1)),
    ),
    *[Sample("Pad", _image("pad_to_bounding_box", 1, 2, 8, 9), (x,)) for x in (X, ONE, BYTES)],
    *[
        Bad("Pad", _image("pad_to_bounding_box", *box), (X,), error=("ValueError",))
        for box in ((-1, 0, 9, 9), (0, -1, 9, 9), (1, 0, 4, 9), (0, 1, 9, 5))
    ],
    *[
        Sample("Pad", _image("resize_with_crop_or_pad", *size), (x,))
        for size in ((2, 2), (7, 8), (3, 9), (9, 3), (4, 5))
        for x in (X, ONE, BYTES)
    ],
    Sample(
        "Pad",
        lambda tf, x, height: tf.image.resize_with_crop_or_pad(x, height, 3),
        (X, np.int32(9)),
        static="call",
    ),
    Bad("Pad", _image("resize_with_crop_or_pad", 0, 3), (X,), error=("ValueError",)),
    Bad("Pad", _image("resize_with_crop_or_pad", 3, -1), (X,), error=("ValueError",)),
    *[
        Sample(
            "StatelessRandomUniformIntV2", _image("stateless_random_crop", size, seed=(5, 6)), (x,)
        )
        for x, size in ((X, [2, 2, 3, 3]), (ONE, [2, 4, 1]), (BYTES[0, 0, 0], [2]))
    ],
    Sample("RandomUniformInt", _image("random_crop", [2, 2, 3, 3]), (X,), random=True),
    Bad("Slice", _image("random_crop", [9, 9, 9, 9]), (X,)),
    Bad("Slice", _image("stateless_random_crop", [9, 9, 9, 9], seed=(1, 2)), (X,)),
]
