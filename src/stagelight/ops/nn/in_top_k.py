"""Whether the right class is among the best predictions: `tf.math.in_top_k`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, first_known, invalid, require_rank
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes


def _infer_in_top_k(predictions: Tensor, targets: Tensor, k: Any = None) -> Inferred:
    rows = require_rank(predictions, 2, "predictions")[:1]
    return Inferred(first_known(rows, require_rank(targets, 1, "targets")), dtypes.bool_)


def _in_top_k(xp: ModuleType, predictions: np.ndarray, targets: np.ndarray, k: Any) -> np.ndarray:
    if predictions.ndim != 2 or targets.ndim != 1 or len(predictions) != len(targets):
        raise invalid(
            "predictions must be of shape [rows, classes] and targets of shape [rows]. Received: "
            f"{list(predictions.shape)} and {list(targets.shape)}"
        )
    if np.ndim(k):
        raise invalid(f"k must be a scalar. Received shape: {list(np.shape(k))}")
    classes = predictions.shape[1]
    is_class = (targets >= 0) & (targets < classes)
    if not classes:
        return xp.zeros(len(targets), bool)
    own = xp.take_along_axis(predictions, xp.where(is_class, targets, 0)[:, None], axis=1)
    # TF: no place among the first for a row with an infinity or NaN.
    is_usable = is_class & xp.isfinite(own[:, 0]) & xp.isfinite(predictions).all(axis=1)
    return is_usable & ((predictions > own).sum(axis=1) < k)


define(
    "InTopKV2",
    "predictions: float32, targets: T, k: T",
    "precision: bool",
    {"T": types(dtypes.INDEX, dtypes.int32)},
    infer=_infer_in_top_k,
    kernel=_in_top_k,
    differentiable=False,
)
define(
    "InTopK",
    "predictions: float32, targets: T",
    "precision: bool",
    {"T": types(dtypes.INDEX, dtypes.int32), "k": attr("int")},
    infer=_infer_in_top_k,
    kernel=_in_top_k,
    differentiable=False,
)


@public("math.in_top_k", "nn.in_top_k")
def in_top_k(targets: Any, predictions: Any, k: Any, name: str | None = None) -> Tensor:
    """Whether the target of each row is among its `k` greatest predictions; ties count.

    Args:
        targets: int32 or int64 tensor of shape `[rows]`, numbers of classes.
        predictions: float32 tensor of shape `[rows, classes]`.
        k: how many.
        name: name of the operation.

    Returns:
        Bool tensor of shape `[rows]`; False where a target is no class or a prediction is not
        finite.

    Raises:
        InvalidArgumentError: the shapes do not fit.

    >>> tf.math.in_top_k([1, 0], [[0.1, 0.9], [0.2, 0.8]], 1).numpy()
    array([ True, False])
    """
    return raw.InTopKV2(predictions, targets, k, name=name)
