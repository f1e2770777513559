"""Samples of patches of volumes."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 4, 3, 5, 2)


def _patches(tf, x, sizes=(2, 1, 3), strides=(1, 2, 2), padding="VALID"):
    return tf.extract_volume_patches(x, [1, *sizes, 1], [1, *strides, 1], padding)


SAMPLES = [
    Sample("ExtractVolumePatches", _patches, (_x,), static="gradient"),
    Sample(
        "ExtractVolumePatches",
        lambda tf, x: _patches(tf, x, padding="SAME"),
        (_x,),
        static="gradient",
    ),
    Sample("ExtractVolumePatches", _patches, (random.integers(1, 2, 2, 3, 1),)),
    Sample("ExtractVolumePatches", lambda tf, x: _patches(tf, x, (5, 1, 1)), (_x,), gradient=False),
    Sample(
        "ExtractVolumePatches",
        _patches,
        (np.zeros((0, 4, 3, 5, 2), np.float32),),
        static="gradient",
    ),
    Bad("ExtractVolumePatches", _patches, (_x[0],)),
    Bad(
        "ExtractVolumePatches",
        lambda tf, x: _patches(tf, x, (0, 1, 1)),
        (_x,),
        error=("OutOfRangeError",),
        staged_error=("ValueError", "OutOfRangeError"),
    ),
    Bad(
        "ExtractVolumePatches",
        lambda tf, x: tf.extract_volume_patches(x, [2, 1, 1, 1, 1], [1] * 5, "VALID"),
        (_x,),
        error=("UnimplementedError",),
        staged_error=("ValueError", "UnimplementedError"),
    ),
]
