"""Which of many boxes that overlap are kept: `tf.image.non_max_suppression` and its kin.

From the greatest score to the least a box is kept if it overlaps none that is kept already, or, softly, its
score is made smaller the more it does. Overlap is the area that two boxes share by the area that they cover
together. Boxes of several classes, in a batch, are in `combined_suppression.py`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, constant_value, invalid, require_rank, shape_text
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_FLOATS = (dtypes.float16, dtypes.float32)

# ---------------------------------------------------------------------------- what is kept


def edges_of(boxes: np.ndarray) -> np.ndarray:
    """Least row and column, greatest row and column of each box: any two opposite corners will do."""
    wide = boxes.astype(np.float32, copy=False)
    first, second = wide[..., :2], wide[..., 2:]
    return np.concatenate([np.minimum(first, second), np.maximum(first, second)], -1)


def areas_of(edges: np.ndarray) -> np.ndarray:
    area: np.ndarray = (edges[..., 2] - edges[..., 0]) * (edges[..., 3] - edges[..., 1])
    return area


def overlaps_with(edges: np.ndarray, areas: np.ndarray, index: int) -> Callable[[Any], np.ndarray]:
    """The overlap of one box with others; of boxes without area it is 0."""

    def overlap(others: Any) -> np.ndarray:
        one, many = edges[index], edges[others]
        low = np.maximum(one[:2], many[:, :2])
        high = np.minimum(one[2:], many[:, 2:])
        shared = np.maximum(high - low, np.float32(0)).prod(-1)
        together = areas[index] + areas[others] - shared
        is_real = (areas[index] > 0) & (areas[others] > 0)
        result: np.ndarray = np.where(is_real, shared / np.where(is_real, together, 1), 0)
        return result

    return overlap


def kept(
    scores: np.ndarray,
    count: int,
    threshold: Any,
    least_score: Any,
    sigma: Any,
    overlap_of: Callable[[int], Callable[[Any], np.ndarray]],
) -> tuple[list[int], list[Any]]:
    """The boxes that are kept, and the scores that they have then.

    Args:
        scores: score of each box.
        count: how many are kept at most.
        threshold: the overlap above which a box is not kept; of no matter if `sigma` is positive.
        least_score: only scores above are kept.
        sigma: positive: a score is multiplied by `exp(-overlap**2 / (2 * sigma))` for each box kept before.
        overlap_of: index of a box -> function of indices of others that gives the overlaps.
    """
    kind = scores.dtype.type
    is_soft = sigma > 0
    scale = kind(-0.5) / sigma if is_soft else kind(0)
    waiting = [(-scores[i], i, 0) for i in np.flatnonzero(scores > least_score).tolist()]
    heapq.heapify(waiting)
    chosen: list[int] = []
    chosen_scores: list[Any] = []
    while waiting and len(chosen) < count:
        negative, index, compared = heapq.heappop(waiting)
        score = before = -negative
        # The last ones are the likeliest to overlap. What was compared with once is not again.
        overlaps = overlap_of(index)(chosen[compared:])[::-1].astype(kind, copy=False)
        if not is_soft:
            if (overlaps > threshold).any():
                continue
        else:
            for weight in np.exp(scale * overlaps * overlaps):
                score = score * weight
                if score <= least_score:
                    break
        if score == before:
            chosen.append(index)
            chosen_scores.append(score)
        elif score > least_score:
            heapq.heappush(waiting, (-score, index, len(chosen)))
    return chosen, chosen_scores


# ---------------------------------------------------------------------------- the checks


def _check_boxes(boxes: np.ndarray, scores: np.ndarray) -> None:
    if boxes.ndim != 2:
        raise invalid(f"boxes must be 2-D. Received shape: {shape_text(boxes.shape)}")
    if boxes.shape[1] != 4:
        raise invalid(f"boxes must have 4 columns. Received shape: {shape_text(boxes.shape)}")
    _check_scores(scores, boxes.shape[0])


def _check_scores(scores: np.ndarray, count: int) -> None:
    if scores.ndim != 1:
        raise invalid(f"scores must be 1-D. Received shape: {shape_text(scores.shape)}")
    if scores.shape[0] != count:
        raise invalid(f"scores has incompatible shape: {count} boxes, {scores.shape[0]} scores")


def _scalar(value: np.ndarray, what: str) -> Any:
    if value.ndim:
        raise invalid(f"{what} must be 0-D, got shape {shape_text(value.shape)}")
    return value[()]


def _count(max_output_size: np.ndarray) -> int:
    count = int(_scalar(max_output_size, "max_output_size"))
    if count < 0:
        raise invalid(f"max_output_size: output size must be non-negative. Received: {count}")
    return count


def _overlap_threshold(threshold: np.ndarray) -> Any:
    value = _scalar(threshold, "iou_threshold")
    if not 0 <= value <= 1:
        raise invalid(f"iou_threshold must be in [0, 1]. Received: {value}")
    return value


def _infer_inputs(boxes: Tensor, scores: Tensor, *scalars: Tensor) -> None:
    sizes = require_rank(boxes, 2, "boxes")
    if sizes[1] not in (None, 4):
        raise invalid(f"boxes must have 4 columns. Received shape: {shape_text(sizes)}")
    count = require_rank(scores, 1, "scores")[0]
    if None not in (count, sizes[0]) and count != sizes[0]:
        raise invalid(f"scores has incompatible shape: {sizes[0]} boxes, {count} scores")
    for name, scalar in zip(_SCALARS, scalars, strict=False):
        require_rank(scalar, 0, name)


_SCALARS = ("max_output_size", "iou_threshold", "score_threshold", "soft_nms_sigma")


def _infer_indices(
    boxes: Tensor, scores: Tensor, *scalars: Tensor, iou_threshold: float = 0.5
) -> Inferred:
    _infer_inputs(boxes, scores, *scalars)
    return Inferred(TensorShape([None]), dtypes.int32)


def _padded_shape(max_output_size: Tensor, is_padded: bool) -> TensorShape:
    known = constant_value(max_output_size) if is_padded else None
    return TensorShape([None if known is None else int(known)])


# ---------------------------------------------------------------------------- the ops


def _suppress(
    boxes: np.ndarray,
    scores: np.ndarray,
    max_output_size: np.ndarray,
    iou_threshold: np.ndarray,
    score_threshold: np.ndarray,
    soft_nms_sigma: np.ndarray,
) -> tuple[int, list[int], list[Any]]:
    """How many are wanted, which are kept, and their scores."""
    count = _count(max_output_size)
    threshold = _overlap_threshold(iou_threshold)
    least = _scalar(score_threshold, "score_threshold")
    sigma = _scalar(soft_nms_sigma, "soft_nms_sigma")
    if sigma < 0:
        raise invalid(f"soft_nms_sigma must be non-negative. Received: {sigma}")
    _check_boxes(boxes, scores)
    edges = edges_of(boxes)
    areas = areas_of(edges)
    chosen, chosen_scores = kept(
        scores, count, threshold, least, sigma, lambda i: overlaps_with(edges, areas, i)
    )
    return count, chosen, chosen_scores


_NO_LEAST, _NOT_SOFT = np.array(-np.inf, np.float32), np.array(0, np.float32)


def _indices(xp: ModuleType, *arrays: np.ndarray) -> np.ndarray:
    boxes, scores, size, threshold, least = arrays if len(arrays) == 5 else (*arrays, _NO_LEAST)
    return np.array(_suppress(boxes, scores, size, threshold, least, _NOT_SOFT)[1], np.int32)


def _indices_by_attr(
    xp: ModuleType,
    boxes: np.ndarray,
    scores: np.ndarray,
    size: np.ndarray,
    *,
    iou_threshold: float = 0.5,
) -> np.ndarray:
    return _indices(xp, boxes, scores, size, np.array(iou_threshold, np.float32))


def _padded(values: list[Any], dtype: Any, size: int) -> np.ndarray:
    array = np.zeros(max(size, len(values)), dtype)
    array[: len(values)] = values
    return array


def _padded_indices(
    xp: ModuleType,
    boxes: np.ndarray,
    scores: np.ndarray,
    size: np.ndarray,
    threshold: np.ndarray,
    least: np.ndarray,
    *,
    pad_to_max_output_size: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    count, chosen, _ = _suppress(boxes, scores, size, threshold, least, _NOT_SOFT)
    places = count if pad_to_max_output_size else 0
    return _padded(chosen, np.int32, places), np.array(len(chosen), np.int32)


def _indices_and_scores(
    xp: ModuleType, *arrays: np.ndarray, pad_to_max_output_size: bool = False
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    count, chosen, scores = _suppress(*arrays)
    size = count if pad_to_max_output_size else 0
    return (
        _padded(chosen, np.int32, size),
        _padded(scores, arrays[1].dtype, size),
        np.array(len(chosen), np.int32),
    )


def _infer_padded(
    boxes: Tensor, scores: Tensor, *scalars: Tensor, pad_to_max_output_size: bool = False
) -> tuple[Inferred, Inferred]:
    _infer_inputs(boxes, scores, *scalars)
    shape = _padded_shape(scalars[0], pad_to_max_output_size)
    return Inferred(shape, dtypes.int32), Inferred(TensorShape([]), dtypes.int32)


def _infer_with_scores(
    boxes: Tensor, scores: Tensor, *scalars: Tensor, pad_to_max_output_size: bool = False
) -> tuple[Inferred, ...]:
    indices, valid = _infer_padded(
        boxes, scores, *scalars, pad_to_max_output_size=pad_to_max_output_size
    )
    return indices, Inferred(indices.shape, scores.dtype), valid


_T = types(_FLOATS, default=dtypes.float32)
_HARD = {"T": _T, "T_threshold": _T}

define(
    "NonMaxSuppression",
    "boxes: float32, scores: float32, max_output_size: int32",
    "selected_indices: int32",
    {"iou_threshold": 0.5},
    infer=_infer_indices,
    kernel=_indices_by_attr,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

define(
    "NonMaxSuppressionV2",
    "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold",
    "selected_indices: int32",
    _HARD,
    infer=_infer_indices,
    kernel=_indices,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

define(
    "NonMaxSuppressionV3",
    "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, "
    "score_threshold: T_threshold",
    "selected_indices: int32",
    _HARD,
    infer=_infer_indices,
    kernel=_indices,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

define(
    "NonMaxSuppressionV4",
    "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, "
    "score_threshold: T_threshold",
    "selected_indices: int32, valid_outputs: int32",
    {**_HARD, "pad_to_max_output_size": False},
    infer=_infer_padded,
    kernel=_padded_indices,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

define(
    "NonMaxSuppressionV5",
    "boxes: T, scores: T, max_output_size: int32, iou_threshold: T, score_threshold: T, "
    "soft_nms_sigma: T",
    "selected_indices: int32, selected_scores: T, valid_outputs: int32",
    {"T": _T, "pad_to_max_output_size": False},
    infer=_infer_with_scores,
    kernel=_indices_and_scores,
    traits=Trait.HOST_ONLY,
)


def _infer_overlaps(overlaps: Tensor, scores: Tensor, *scalars: Tensor) -> Inferred:
    sizes = require_rank(overlaps, 2, "overlaps")
    if None not in sizes.as_list() and sizes[0] != sizes[1]:
        raise invalid(f"overlaps must be square. Received shape: {shape_text(sizes)}")
    require_rank(scores, 1, "scores")
    for name, scalar in zip(_SCALARS, scalars, strict=False):
        require_rank(scalar, 0, name)
    return Inferred(TensorShape([None]), dtypes.int32)


def _indices_by_overlaps(
    xp: ModuleType,
    overlaps: np.ndarray,
    scores: np.ndarray,
    max_output_size: np.ndarray,
    overlap_threshold: np.ndarray,
    score_threshold: np.ndarray,
) -> np.ndarray:
    if overlaps.ndim != 2 or overlaps.shape[0] != overlaps.shape[1]:
        raise invalid(f"overlaps must be square. Received shape: {shape_text(overlaps.shape)}")
    _check_scores(scores, overlaps.shape[0])
    chosen, _ = kept(
        scores,
        _count(max_output_size),
        _scalar(overlap_threshold, "overlap_threshold"),
        _scalar(score_threshold, "score_threshold"),
        0,
        lambda index: overlaps[index].__getitem__,
    )
    return np.array(chosen, np.int32)


define(
    "NonMaxSuppressionWithOverlaps",
    "overlaps: float32, scores: float32, max_output_size: int32, overlap_threshold: float32, "
    "score_threshold: float32",
    "selected_indices: int32",
    {},
    infer=_infer_overlaps,
    kernel=_indices_by_overlaps,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

# ---------------------------------------------------------------------------- the functions


@public("image.non_max_suppression")
def non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """The boxes with the greatest scores that overlap none of a greater one.

    Args:
        boxes: floating tensor of shape `[count, 4]`: two opposite corners of each, `y1, x1, y2, x2`.
        scores: floating tensor of shape `[count]`.
        max_output_size: how many boxes are kept at most, an integer.
        iou_threshold: the overlap, from 0 to 1, above which a box is not kept.
        score_threshold: only boxes with scores above it are kept.
        name: name of the scope.

    Returns:
        int32 vector: the indices of the boxes that are kept, from the greatest score to the least.

    Raises:
        InvalidArgumentError: other shapes, or numbers that are not in range.

    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 0.9, 1.0], [2.0, 2.0, 3.0, 3.0]]
    >>> tf.image.non_max_suppression(boxes, [0.5, 0.9, 0.1], 3).numpy()
    array([1, 2], dtype=int32)
    """
    with op_scope(name or "non_max_suppression"):
        iou_threshold = convert_to_tensor(iou_threshold, name="iou_threshold")
        score_threshold = convert_to_tensor(score_threshold, name="score_threshold")
        return raw.NonMaxSuppressionV3(
            boxes, scores, max_output_size, iou_threshold, score_threshold
        )


@public("image.non_max_suppression_with_scores")
def non_max_suppression_with_scores(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    soft_nms_sigma: Any = 0.0,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """`non_max_suppression` that may make scores smaller, where boxes overlap, in place of dropping boxes.

    Args:
        boxes, scores, max_output_size, iou_threshold, score_threshold: see `non_max_suppression`.
        soft_nms_sigma: if positive, a score is multiplied by `exp(-overlap**2 / (2 * sigma))` for each box
            that is kept, and `iou_threshold` is of no matter.
        name: name of the scope.

    Returns:
        The indices of the boxes that are kept, and their scores.

    Raises:
        InvalidArgumentError: other shapes, or numbers that are not in range.

    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 1.0]]
    >>> kept = tf.image.non_max_suppression_with_scores(boxes, [0.5, 1.0], 2, soft_nms_sigma=0.5)
    >>> kept[1].numpy().round(3)
    array([1.   , 0.184], dtype=float32)
    """
    with op_scope(name or "non_max_suppression_with_scores"):
        indices, new_scores, _ = raw.NonMaxSuppressionV5(
            boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma
        )
        return indices, new_scores


@public("image.non_max_suppression_overlaps")
def non_max_suppression_overlaps(
    overlaps: Any,
    scores: Any,
    max_output_size: Any,
    overlap_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """`non_max_suppression` of anything, with overlaps that are given.

    Args:
        overlaps: float32 tensor of shape `[count, count]`.
        scores, max_output_size, score_threshold: see `non_max_suppression`.
        overlap_threshold: the overlap above which something is not kept.
        name: name of the scope.

    Raises:
        InvalidArgumentError: `overlaps` is not square, or other shapes.

    >>> overlaps = [[1.0, 0.7], [0.7, 1.0]]
    >>> tf.image.non_max_suppression_overlaps(overlaps, [0.5, 0.9], 2).numpy()
    array([1], dtype=int32)
    """
    with op_scope(name or "non_max_suppression_overlaps"):
        return raw.NonMaxSuppressionWithOverlaps(
            overlaps, scores, max_output_size, overlap_threshold, score_threshold
        )
