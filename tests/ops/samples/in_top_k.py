"""Samples of `in_top_k`."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_logits = random.floats(3, 4)
_classes = np.array([0, 3, 1], np.int32)


def _in_top_k(tf, targets, predictions):
    return tf.math.in_top_k(targets, predictions, 2)


SAMPLES = [
    Sample("InTopKV2", _in_top_k, (_classes, _logits), gradient=False),
    Sample(
        "InTopKV2",
        _in_top_k,
        (np.int64([1, 5, -1, 0]), np.float32([[1, 1, 1], [1, 2, 3], [1, 2, 3], [np.inf, 1, 2]])),
        gradient=False,
    ),
    Bad("InTopKV2", _in_top_k, (_classes[:2], _logits)),
    Sample(
        "InTopK",
        lambda tf, t, p: tf.raw_ops.InTopK(predictions=p, targets=t, k=2),
        (_classes, _logits),
        gradient=False,
    ),
    Sample(
        "InTopK",
        lambda tf, t, p: tf.raw_ops.InTopK(predictions=p, targets=t, k=1),
        (np.int64([1, 5, -1]), np.float32([[1, 1, 1], [1, 2, 3], [1, 2, 3]])),
        gradient=False,
    ),
    Bad(
        "InTopK",
        lambda tf, t, p: tf.raw_ops.InTopK(predictions=p, targets=t, k=2),
        (_classes, _logits[0]),
    ),
]
