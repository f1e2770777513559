"""Which boxes are kept of several classes, in a batch: `tf.image.combined_non_max_suppression`."""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, constant_value, invalid, require_rank, shape_text
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.image.box_suppression import areas_of, edges_of, kept, overlaps_with
from stagelight.public import public
from stagelight.types.dtypes import float32, int32
from stagelight.types.shapes import TensorShape


def _infer(
    boxes: Tensor,
    scores: Tensor,
    max_output_size_per_class: Tensor,
    max_total_size: Tensor,
    iou_threshold: Tensor,
    score_threshold: Tensor,
    *,
    pad_per_class: bool = False,
    clip_boxes: bool = True,
) -> tuple[Inferred, ...]:
    batch = require_rank(boxes, 4, "boxes")[0]
    classes = require_rank(scores, 3, "scores")[2]
    for name, scalar in (
        ("max_output_size_per_class", max_output_size_per_class),
        ("max_total_size", max_total_size),
        ("iou_threshold", iou_threshold),
        ("score_threshold", score_threshold),
    ):
        require_rank(scalar, 0, name)
    known = constant_value(max_total_size)
    size = None if known is None else int(known)
    if pad_per_class and size is not None:
        each = constant_value(max_output_size_per_class)
        size = None if each is None or classes is None else min(size, int(each) * classes)
    if size is not None and size < 0:
        size = None  # It is refused when it runs.
    return (
        Inferred(TensorShape([batch, size, 4]), float32),
        Inferred(TensorShape([batch, size]), float32),
        Inferred(TensorShape([batch, size]), float32),
        Inferred(TensorShape([batch]), int32),
    )


def _check(boxes: np.ndarray, scores: np.ndarray, *scalars: np.ndarray) -> None:
    if boxes.ndim != 4:
        raise invalid(f"boxes must be 4-D. Received shape: {shape_text(boxes.shape)}")
    if scores.ndim != 3:
        raise invalid(f"scores must be 3-D. Received shape: {shape_text(scores.shape)}")
    if boxes.shape[2] not in (1, scores.shape[2]):
        raise invalid("third dimension of boxes must be either 1 or num classes")
    if boxes.shape[3] != 4:
        raise invalid("boxes must have 4 columns")
    if scores.shape[:2] != boxes.shape[:2]:
        raise invalid(
            f"scores has incompatible shape: {shape_text(scores.shape)}, "
            f"boxes {shape_text(boxes.shape)}"
        )
    if any(scalar.ndim for scalar in scalars):
        raise invalid("the sizes and thresholds beside boxes and scores must be 0-D")


def _suppress(
    xp: ModuleType,
    boxes: np.ndarray,
    scores: np.ndarray,
    max_output_size_per_class: np.ndarray,
    max_total_size: np.ndarray,
    iou_threshold: np.ndarray,
    score_threshold: np.ndarray,
    *,
    pad_per_class: bool = False,
    clip_boxes: bool = True,
) -> tuple[np.ndarray, ...]:
    _check(boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold)
    each, total = int(max_output_size_per_class), int(max_total_size)
    if each <= 0:
        raise invalid(f"max_output_size_per_class must be positive. Received: {each}")
    if total <= 0:
        raise invalid(f"max_total_size must be > 0. Received: {total}")
    if not 0 <= iou_threshold <= 1:
        raise invalid(f"iou_threshold must be in [0, 1]. Received: {iou_threshold}")
    batch, _, classes = scores.shape
    size = min(total, each * classes) if pad_per_class else total
    kept_boxes = np.zeros((batch, size, 4), np.float32)
    kept_scores = np.zeros((batch, size), np.float32)
    kept_classes = np.zeros((batch, size), np.float32)
    valid = np.zeros(batch, np.int32)
    for i in range(batch):
        found = _of_classes(boxes[i], scores[i], each, iou_threshold[()], score_threshold[()])[
            :size
        ]
        valid[i] = len(found)
        for place, (score, number, index) in enumerate(found):
            kept_scores[i, place] = score
            kept_classes[i, place] = number
            kept_boxes[i, place] = boxes[i, index, number if boxes.shape[2] > 1 else 0]
    if clip_boxes:
        kept_boxes = np.clip(kept_boxes, np.float32(0), np.float32(1))
    return kept_boxes, kept_scores, kept_classes, valid


def _of_classes(
    boxes: np.ndarray, scores: np.ndarray, each: int, threshold: Any, least: Any
) -> list[tuple[Any, int, int]]:
    """Score, class and index of the boxes that are kept of each class, the greatest scores first."""
    edges = edges_of(boxes)
    areas = areas_of(edges)
    found = []
    for number in range(scores.shape[1]):
        column = number if boxes.shape[1] > 1 else 0
        overlaps = partial(overlaps_with, edges[:, column], areas[:, column])
        chosen, chosen_scores = kept(
            np.ascontiguousarray(scores[:, number]),
            each,
            threshold,
            least,
            0,
            overlaps,
        )
        found += [
            (score, number, index) for index, score in zip(chosen, chosen_scores, strict=True)
        ]
    return sorted(found, key=lambda item: -item[0])


define(
    "CombinedNonMaxSuppression",
    "boxes: float32, scores: float32, max_output_size_per_class: int32, max_total_size: int32, "
    "iou_threshold: float32, score_threshold: float32",
    "nmsed_boxes: float32, nmsed_scores: float32, nmsed_classes: float32, valid_detections: int32",
    {"pad_per_class": False, "clip_boxes": True},
    infer=_infer,
    kernel=_suppress,
    traits=Trait.HOST_ONLY,
)


@public("image.combined_non_max_suppression")
def combined_non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size_per_class: Any,
    max_total_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> Any:
    """`non_max_suppression` of each class, and the best of all classes, for each image of a batch.

    Args:
        boxes: float32 tensor of shape `[batch, count, q, 4]`; `q` is 1, or the number of classes.
        scores: float32 tensor of shape `[batch, count, classes]`.
        max_output_size_per_class: how many boxes of a class are kept at most, an integer.
        max_total_size: how many boxes of all classes are kept at most, an integer.
        iou_threshold: the overlap, from 0 to 1, above which a box is not kept.
        score_threshold: only boxes with scores above it are kept.
        pad_per_class: whether the results have no more places than `max_output_size_per_class * classes`.
        clip_boxes: whether the edges of boxes are put into [0, 1].
        name: name of the scope.

    Returns:
        `(nmsed_boxes, nmsed_scores, nmsed_classes, valid_detections)`: float32 of shape
        `[batch, places, 4]`, `[batch, places]` and `[batch, places]`, with zeros at the end, and an int32
        vector that says how many places are used.

    Raises:
        InvalidArgumentError: other shapes, or numbers that are not in range.

    >>> boxes = [[[[0.0, 0.0, 1.0, 1.0]], [[0.0, 0.0, 0.9, 1.0]]]]
    >>> found = tf.image.combined_non_max_suppression(boxes, [[[0.5, 0.1], [0.9, 0.2]]], 2, 3)
    >>> found[1].numpy(), found[2].numpy(), found[3].numpy()
    (array([[0.9, 0.2, 0. ]], dtype=float32), array([[0., 1., 0.]], dtype=float32), array([2], dtype=int32))
    """
    with op_scope(name or "combined_non_max_suppression"):
        return raw.CombinedNonMaxSuppression(
            boxes,
            scores,
            max_output_size_per_class,
            convert_to_tensor(max_total_size),
            iou_threshold,
            score_threshold,
            pad_per_class=pad_per_class,
            clip_boxes=clip_boxes,
        )
