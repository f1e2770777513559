"""Samples of `tf.image.non_max_suppression_padded`."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_corners = random.floats(2, 3, 40, 2) * 2
_boxes = np.concatenate([_corners, _corners + 1 + random.floats(2, 3, 40, 2)], -1)
_scores = random.floats(2, 3, 40)
_LIKE = np.array([[0, 0, 1, 1], [0, 0.5, 1, 1.5], [0, 0, 1, 3], [2, 2, 3, 3]], np.float32)
_FALLING = np.array([0.9, 0.8, 0.7, 0.6], np.float32)


def _padded(tf, boxes, scores, size=9, pad=True, **options):
    return tf.image.non_max_suppression_padded(
        boxes, scores, size, pad_to_max_output_size=pad, **options
    )


SAMPLES = [
    *[
        Sample("NonMaxSuppressionV4", _padded, (_boxes[place], _scores[place]), gradient=False)
        for place in ((0, 0), 0, slice(None))
    ],
    *[
        Sample(
            "NonMaxSuppressionV4",
            lambda tf, boxes, scores, options=options: _padded(tf, boxes, scores, **options),
            (_LIKE, _FALLING),
            gradient=False,
        )
        for options in (
            {"iou_threshold": 1 / 3},
            {"iou_threshold": 0.3333},
            {"iou_threshold": 0.3334},
            {"iou_threshold": 0.0},
            {"score_threshold": 0.75},
            {"pad": False},
            {"pad": False, "score_threshold": 0.75},
            {"sorted_input": True, "canonicalized_coordinates": True},
        )
    ],
    Sample(
        "NonMaxSuppressionV4",
        lambda tf, boxes, scores: _padded(tf, boxes, scores, 3, sorted_input=True),
        (_LIKE, _FALLING[::-1].copy()),
        gradient=False,
    ),
    Bad(
        "NonMaxSuppressionV4",
        lambda tf, boxes, scores: _padded(tf, boxes, scores, pad=False),
        (_boxes, _scores),
        error=("ValueError",),
    ),
]
