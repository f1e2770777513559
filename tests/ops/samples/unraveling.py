"""Samples of the op of `ops/arrays/unraveling.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

PLACES = np.array([2, 5, 7, 0], np.int32)
SIZES = np.array([3, 3], np.int32)


def _unravel(tf, indices, dims):
    return tf.unravel_index(indices, dims)


SAMPLES = [
    Sample("UnravelIndex", _unravel, (PLACES, SIZES)),
    Sample("UnravelIndex", _unravel, (np.int32(5), SIZES)),
    Sample("UnravelIndex", _unravel, (np.array([23, 4]), np.array([2, 3, 4]))),
    Sample("UnravelIndex", _unravel, (PLACES, np.array([9], np.int32))),
    Sample("UnravelIndex", _unravel, (np.array([-1, -5], np.int32), SIZES)),
    Bad("UnravelIndex", _unravel, (PLACES, np.array([3, 2], np.int32))),
    Bad("UnravelIndex", _unravel, (PLACES, np.array([3, 0], np.int32))),
    Bad("UnravelIndex", _unravel, (PLACES, np.array([2**20, 2**20], np.int32))),
    Bad("UnravelIndex", _unravel, (PLACES[:0], SIZES)),
    Bad("UnravelIndex", _unravel, (PLACES[None], SIZES)),
    Bad("UnravelIndex", _unravel, (PLACES, np.int32(9))),
]
