"""The handwritten digits that the examples learn to read.

Reads `data/optical_digits.npz`, whose source and licence `data/README.md` names, and splits it. It
needs NumPy alone and knows nothing of the program that uses it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

DATA = Path(__file__).parent / "data" / "optical_digits.npz"
DARKEST = 16
HELD_OUT = 360
SPLIT_SEED = 1998


class Digits(NamedTuple):
    """Pictures, float32 `[examples, 8, 8, 1]` from 0 to 1, and their labels, int32 `[examples]`."""

    images: np.ndarray
    labels: np.ndarray


def load() -> tuple[Digits, Digits]:
    """Reads the pictures: 1,437 to learn from, and 360 to judge by.

    Which are held out is drawn once, with a fixed seed. Both parts hold pictures by the same 13
    people, so what is judged is reading unseen digits, not unseen hands.
    """
    with np.load(DATA) as arrays:
        images = (arrays["images"] / np.float32(DARKEST)).astype(np.float32)[..., np.newaxis]
        labels = arrays["labels"].astype(np.int32)
    order = np.random.default_rng(SPLIT_SEED).permutation(len(labels))
    held_out, learned = order[:HELD_OUT], order[HELD_OUT:]
    return Digits(images[learned], labels[learned]), Digits(images[held_out], labels[held_out])
