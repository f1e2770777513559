"""Softmax and its logarithm: scores along an axis as probabilities.

    softmax(x)[i] = exp(x[i]) / sum_j exp(x[j])

The losses made of it are in `losses`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, require_rank_at_least
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import in_float32
from stagelight.core.tensor import Tensor
from stagelight.errors import InvalidArgumentError
from stagelight.public import public
from stagelight.types import dtypes


def shifted_logits(xp: ModuleType, logits: np.ndarray) -> np.ndarray:
    """Logits less their greatest along the last axis, so that no exponential overflows."""
    if not logits.size:
        return logits
    return logits - xp.maximum.reduce(logits, axis=-1, keepdims=True)


def _require_axis(logits: np.ndarray) -> None:
    if not logits.ndim:
        raise invalid("logits must have >= 1 dimension, got 0")


def _softmax(xp: ModuleType, logits: np.ndarray) -> np.ndarray:
    _require_axis(logits)
    powers = xp.exp(shifted_logits(xp, logits))
    return powers / xp.add.reduce(powers, axis=-1, keepdims=True)


def _log_softmax(xp: ModuleType, logits: np.ndarray) -> np.ndarray:
    _require_axis(logits)
    shifted = shifted_logits(xp, logits)
    return shifted - xp.log(xp.add.reduce(xp.exp(shifted), axis=-1, keepdims=True))


def _infer(logits: Tensor) -> Inferred:
    require_rank_at_least(logits, 1, "logits")
    return Inferred(logits.shape, logits.dtype)


def _softmax_gradient(op: Any, dy: Tensor) -> Tensor:
    y = op.output
    along = raw.Sum(raw.Mul(dy, y), -1, keep_dims=True)
    return raw.Mul(raw.Sub(dy, along), y)


def _log_softmax_gradient(op: Any, dy: Tensor) -> Tensor:
    along = raw.Sum(dy, -1, keep_dims=True)
    return raw.Sub(dy, raw.Mul(along, raw.Exp(op.output)))


define(
    "Softmax",
    "logits: T",
    "softmax: T",
    {"T": types(dtypes.FLOATING)},
    infer=_infer,
    kernel=in_float32(_softmax),
    gradient=_softmax_gradient,
)
define(
    "LogSoftmax",
    "logits: T",
    "logsoftmax: T",
    {"T": types(dtypes.FLOATING)},
    infer=_infer,
    kernel=in_float32(_log_softmax),
    gradient=_log_softmax_gradient,
)


@public("nn.softmax", "math.softmax")
def softmax(logits: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """`exp(logits) / sum(exp(logits))` along an axis: positive numbers that add up to 1.

    Args:
        logits: floating tensor with at least one axis.
        axis: the axis; the last by default.
        name: name of the operation.

    Returns:
        Tensor like `logits`.

    Raises:
        InvalidArgumentError: `logits` is a scalar or has no such axis.

    >>> tf.nn.softmax([1.0, 1.0, 2.0]).numpy().round(4)
    array([0.2119, 0.2119, 0.5761], dtype=float32)
    """
    return _along(raw.Softmax, logits, axis, name)


@public("nn.log_softmax", "math.log_softmax")
def log_softmax(logits: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """`logits - log(sum(exp(logits)))` along an axis: the logarithm of `tf.nn.softmax`.

    Args:
        logits: floating tensor with at least one axis.
        axis: the axis; the last by default.
        name: name of the operation.

    Returns:
        Tensor like `logits`.

    Raises:
        InvalidArgumentError: `logits` is a scalar or has no such axis.

    >>> tf.nn.log_softmax([0.0, 0.0]).numpy().round(4)
    array([-0.6931, -0.6931], dtype=float32)
    """
    return _along(raw.LogSoftmax, logits, axis, name)


def _along(function: Any, logits: Any, axis: Any, name: str | None) -> Tensor:
    """A function of the last axis, applied to another one."""
    logits = convert_to_tensor(logits, name="logits")
    rank = logits.shape.rank
    axis = -1 if axis is None else axis
    if axis == -1 or (rank is not None and axis == rank - 1 >= 0):
        return function(logits, name=name)
    if rank is not None and not -rank <= axis < rank:
        raise InvalidArgumentError(
            None,
            None,
            f"`axis` must be in [{-rank}, {rank}) for logits of rank {rank}. Received: {axis}",
        )
    order = last_axis_swapped(logits, axis)
    return raw.Transpose(function(raw.Transpose(logits, order)), order, name=name)


def last_axis_swapped(x: Tensor, axis: int) -> Any:
    """The order of axes that swaps one with the last; it is its own inverse."""
    rank = x.shape.rank
    if rank is not None:
        order = np.arange(rank, dtype=np.int32)
        order[[axis, -1]] = order[[-1, axis]]
        return order
    # Places in the order where the axis and the last one stand change their contents.
    count = raw.Rank(x)
    places = raw.Range(0, count, 1)
    position = raw.FloorMod(raw.AddV2(count, axis), count)
    last = raw.Sub(count, 1)
    swapped = raw.SelectV2(raw.Equal(places, position), last, places)
    return raw.SelectV2(raw.Equal(places, last), position, swapped)
