"""`tf.image.non_max_suppression_padded`: which boxes of each image are kept."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from stagelight.control_flow.functional import map_fn
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.specs import TensorSpec


def _ranked(corners: Tensor, scores: Tensor, least: Tensor, is_sorted: bool) -> Tensor:
    """Scores by which boxes are taken, the least number for those that are not to be."""
    is_meant = raw.Greater(scores, least)
    # TF: boxes of no positive coordinate stand for none.
    is_box = raw.Any(raw.Greater(corners, np.zeros((), corners.dtype.numpy_dtype)), np.int32(-1))
    if is_sorted:
        order = raw.Range(np.int32(0), raw.Size(scores), np.int32(1))
        scores = raw.Neg(raw.Cast(order, DstT=scores.dtype))
    none = np.asarray(-math.inf, scores.dtype.numpy_dtype)
    return raw.SelectV2(raw.LogicalAnd(is_meant, is_box), scores, none)


def _below(limit: Tensor) -> Tensor:
    """The next smaller overlap: the op drops what overlaps more, the function what overlaps as much."""
    kind = limit.dtype.numpy_dtype
    precision = np.finfo(np.float16 if limit.dtype == dtypes.float16 else np.float32).epsneg
    # TF: nothing overlaps too much if the threshold is not positive.
    one, zero = np.ones((), kind), np.zeros((), kind)
    smaller = raw.Sub(limit, raw.Mul(limit, np.asarray(precision, kind)))
    return raw.SelectV2(raw.Greater(limit, zero), smaller, one)


@public("image.non_max_suppression_padded")
def non_max_suppression_padded(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    pad_to_max_output_size: bool = False,
    name: str | None = None,
    sorted_input: bool = False,
    canonicalized_coordinates: bool = False,
    tile_size: int = 512,
) -> tuple[Tensor, Tensor]:
    """The boxes with the greatest scores that overlap none of a greater one, image by image.

    Args:
        boxes: floating tensor `[..., count, 4]`: two opposite corners of each, `y1, x1, y2, x2`. Those of
            which no number is positive are no boxes.
        scores: floating tensor `[..., count]`.
        max_output_size: how many boxes are kept at most, an integer.
        iou_threshold: the overlap, up to 1, from which on a box is not kept; all are if it is not positive.
        score_threshold: only boxes with scores above it are kept.
        pad_to_max_output_size: whether indices are filled with zeros to `max_output_size`; a batch needs it.
        name: name of the scope.
        sorted_input: whether boxes stand from the greatest score to the least.
        canonicalized_coordinates: whether the first corner has the lesser coordinates. Either is understood.
        tile_size: accepted for compatibility: how many boxes TensorFlow compares at once.

    Returns:
        The tuple (indices, valid): int32 tensors `[..., kept]` and `[...]`: the indices of the boxes that are
        kept, from the greatest score to the least, and how many they are.

    Raises:
        ValueError: a batch, and `pad_to_max_output_size` is False.
        InvalidArgumentError: other shapes, or numbers that are not in range.

    >>> boxes = [[[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 0.9, 1.0], [2.0, 2.0, 3.0, 3.0]]]
    >>> kept, valid = tf.image.non_max_suppression_padded(
    ...     boxes, [[0.5, 0.9, 0.1]], 3, pad_to_max_output_size=True)
    >>> kept.numpy(), valid.numpy()
    (array([[1, 2, 0]], dtype=int32), array([2], dtype=int32))
    """
    with op_scope(name or "non_max_suppression_padded"):
        boxes = convert_to_tensor(boxes, dtype_hint=dtypes.float32, name="boxes")
        scores = convert_to_tensor(scores, boxes.dtype, name="scores")
        least = convert_to_tensor(score_threshold, scores.dtype, name="score_threshold")
        limit = convert_to_tensor(iou_threshold, boxes.dtype, name="iou_threshold")
        limit = _below(limit)

        def suppressed(parts: Any) -> tuple[Tensor, Tensor]:
            corners, points = parts
            points = _ranked(corners, points, least, sorted_input)
            floor = np.asarray(-math.inf, points.dtype.numpy_dtype)
            indices, valid = raw.NonMaxSuppressionV4(
                corners,
                points,
                max_output_size,
                limit,
                floor,
                pad_to_max_output_size=pad_to_max_output_size,
            )
            return indices, valid

        rank = boxes.shape.rank
        if rank is None:
            raise ValueError("non_max_suppression_padded needs boxes of known rank.")
        if rank == 2:
            return suppressed((boxes, scores))
        if not pad_to_max_output_size:
            raise ValueError(
                f"'pad_to_max_output_size' (value {pad_to_max_output_size}) must be True for batched input"
            )
        batch = raw.StridedSlice(raw.Shape(boxes), [0], [-2], [1], begin_mask=1)
        count = raw.StridedSlice(raw.Shape(boxes), [-2], [-1], [1])
        # A size of -1 says nothing where another one is 0.
        images = raw.Prod(batch, np.int32(0), keep_dims=True)
        kept = raw.Reshape(convert_to_tensor(max_output_size, dtypes.int32), [1])
        flat = [
            raw.Reshape(boxes, raw.ConcatV2([images, count, [4]], np.int32(0))),
            raw.Reshape(scores, raw.ConcatV2([images, count], np.int32(0))),
        ]
        signature = (TensorSpec([None], dtypes.int32), TensorSpec([], dtypes.int32))
        indices, valid = map_fn(suppressed, tuple(flat), fn_output_signature=signature)
        return (
            raw.Reshape(indices, raw.ConcatV2([batch, kept], np.int32(0))),
            raw.Reshape(valid, batch),
        )
