"""`tf.ragged.range`: rows of numbers that follow each other."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype, int32, int64
from stagelight.types.shapes import TensorShape

_ALLOWED = (dtypes.bfloat16, dtypes.float32, dtypes.float64, int32, int64)


def _range(
    xp: ModuleType,
    starts: np.ndarray,
    limits: np.ndarray,
    deltas: np.ndarray,
    *,
    Tsplits: DType = int64,
) -> tuple[np.ndarray, np.ndarray]:
    vectors = {"starts": starts, "limits": limits, "deltas": deltas}
    for name, array in vectors.items():
        if array.ndim > 1:
            raise invalid(f"{name} must be a scalar or vector")
    counts = {array.size for array in vectors.values() if array.ndim}
    if len(counts) > 1:
        raise invalid("starts, limits, and deltas must have the same shape")
    if not deltas.all():
        raise invalid("Requires delta != 0")
    rows = counts.pop() if counts else 1
    first, limit, delta = (np.broadcast_to(array, (rows,)) for array in vectors.values())
    lengths = _lengths(first, limit, delta)
    splits = np.concatenate([[0], np.cumsum(lengths)])
    if splits[-1] > np.iinfo(Tsplits.numpy_dtype).max:
        raise invalid(f"Requires that the number of values fits in {Tsplits.name}")
    values = np.repeat(delta, lengths)
    begins = splits[:-1][lengths > 0]
    values[begins] = first[lengths > 0]
    # TF: each number is the one before it plus the step, so that errors of floats add up.
    for begin, length in zip(begins, lengths[lengths > 0], strict=True):
        np.cumsum(
            values[begin : begin + length], dtype=values.dtype, out=values[begin : begin + length]
        )
    return splits.astype(Tsplits.numpy_dtype), values


def _lengths(first: np.ndarray, limit: np.ndarray, delta: np.ndarray) -> np.ndarray:
    if first.dtype.kind == "i":
        first, limit, delta = (array.astype(object) for array in (first, limit, delta))
        lengths = np.where(delta > 0, -((first - limit) // delta), -((limit - first) // -delta))
    else:
        wide = [array.astype(np.float64) for array in (first, limit, delta)]
        lengths = np.ceil((wide[1] - wide[0]) / wide[2])
    return np.maximum(lengths, 0).astype(np.int64)


def _infer_range(
    starts: Tensor, limits: Tensor, deltas: Tensor, *, Tsplits: DType = int64
) -> tuple[Inferred, Inferred]:
    rows: int | None = 1
    for name, tensor in (("starts", starts), ("limits", limits), ("deltas", deltas)):
        rank = tensor.shape.rank
        if rank is not None and rank > 1:
            raise invalid(f"{name} must be a scalar or vector")
        if rank is None:
            rows = None if rows == 1 else rows
        elif rank == 1:
            rows = tensor.shape[0]
    splits = TensorShape([None if rows is None else rows + 1])
    return Inferred(splits, Tsplits), Inferred(TensorShape([None]), starts.dtype)


define(
    "RaggedRange",
    "starts: T, limits: T, deltas: T",
    "rt_nested_splits: Tsplits, rt_dense_values: T",
    {"T": types(_ALLOWED, int32), "Tsplits": types((int32, int64), int64)},
    infer=_infer_range,
    kernel=_range,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("ragged.range")
def range(
    starts: Any,
    limits: Any = None,
    deltas: Any = 1,
    dtype: Any = None,
    name: str | None = None,
    row_splits_dtype: Any = int64,
) -> RaggedTensor:
    """Rows of numbers: row `i` goes from `starts[i]` to before `limits[i]` in steps of `deltas[i]`.

    Args:
        starts: scalar or vector of numbers; the limits, with rows from 0, if there are no `limits`.
        limits: scalar or vector of numbers.
        deltas: scalar or vector of steps, which may be negative but not 0.
        dtype: the dtype of the numbers; None: the widest among those given.
        name: the operation's name.
        row_splits_dtype: int32 or int64.

    Returns:
        A ragged tensor of one row for each element of the vectors.

    Raises:
        InvalidArgumentError: a step is 0, the vectors have different lengths, or one is no vector.

    >>> tf.ragged.range([3, 5, 2])
    <tf.RaggedTensor [[0, 1, 2], [0, 1, 2, 3, 4], [0, 1]]>
    >>> tf.ragged.range([0, 3], [3, 9], [1, 2])
    <tf.RaggedTensor [[0, 1, 2],
     [3, 5, 7]]>
    """
    if limits is None:
        starts, limits = 0, starts
    kind = None if dtype is None else as_dtype(dtype)
    given = [convert_to_tensor(value, dtype_hint=kind) for value in (starts, limits, deltas)]
    if kind is None:
        kind = max((tensor.dtype for tensor in given), key=_WIDTHS.index)
    bounds = [raw.Cast(tensor, DstT=kind) for tensor in given]
    splits, values = raw.RaggedRange(*bounds, Tsplits=as_dtype(row_splits_dtype), name=name)
    return RaggedTensor(values, splits)


# The dtypes of which the last one among the arguments is that of the result.
_WIDTHS = (int32, int64, dtypes.float32, dtypes.float64)
