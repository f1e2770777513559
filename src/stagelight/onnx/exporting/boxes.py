"""Boxes in pictures: which of them are kept where they overlap.

Only one class at a time, and without padding of the result: `tf.image.non_max_suppression`.
"""

from __future__ import annotations

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer
from stagelight.types import dtypes


@converter("NonMaxSuppression", "NonMaxSuppressionV2", "NonMaxSuppressionV3", "NonMaxSuppressionV4")
def _suppressed(
    w: Writer, op: Application, boxes: Value, scores: Value, count: Value, *thresholds: Value
) -> list[Value]:
    """ONNX has a batch of pictures and classes; its result tells (picture, class, box) of each kept box."""
    if op.type == "NonMaxSuppressionV4" and op.attr("pad_to_max_output_size"):
        raise Inexpressible("ONNX's NonMaxSuppression does not pad")
    if op.type == "NonMaxSuppression":
        overlap = w.constant(np.array(op.attr("iou_threshold"), np.float32))
    else:
        overlap = w.cast(thresholds[0], dtypes.float32)
    least = w.cast(thresholds[1], dtypes.float32) if len(thresholds) > 1 else None
    found = w.op(
        "NonMaxSuppression",
        w.unsqueeze(w.cast(boxes, dtypes.float32), 0),
        w.unsqueeze(w.cast(scores, dtypes.float32), 0, 1),
        w.reshape(w.int64(count), w.ints(1)),
        w.reshape(overlap, w.ints(1)),
        None if least is None else w.reshape(least, w.ints(1)),
    )
    indices = w.cast(w.op("Gather", found, w.constant(np.array(2, np.int64)), axis=1), dtypes.int32)
    if op.type != "NonMaxSuppressionV4":
        return [indices]
    size = w.reshape(w.shape(indices, 0, 1), w.ints())
    return [indices, w.cast(size, dtypes.int32)]
