"""Values without repetition: `tf.unique`, `tf.unique_with_counts`, differences of lists."""

from __future__ import annotations

from math import prod
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, constant_value, invalid, shape_text
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- Unique


def _unique_rows(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(first places of the distinct rows in order, number of each row's value, counts)."""
    flat = rows.ndim == 1
    _, first, inverse, counts = np.unique(
        rows,
        return_index=True,
        return_inverse=True,
        return_counts=True,
        equal_nan=False,
        axis=None if flat else 0,
    )
    # NumPy sorts the values; TF keeps the order in which they come.
    order = np.argsort(first, kind="stable")
    numbers = np.empty_like(order)
    numbers[order] = np.arange(len(order))
    return first[order], numbers[inverse.reshape(-1)], counts[order]


def _unique(xp: ModuleType, x: np.ndarray, axis: int | None, out_idx: DType) -> list[np.ndarray]:
    if axis is None:
        if x.ndim != 1:
            raise invalid("unique expects a 1D vector.")
        axis = 0
    rows = np.moveaxis(x, axis, 0)
    sortable = (
        rows
        if rows.ndim == 1
        else np.ascontiguousarray(rows).reshape(len(rows), prod(rows.shape[1:]))
    )
    if sortable.ndim > 1 and not sortable.shape[1]:
        first, numbers = np.zeros(min(len(rows), 1), np.int64), np.zeros(len(rows), np.int64)
        counts = np.full(len(first), len(rows))
    else:
        first, numbers, counts = _unique_rows(sortable)
    dtype = out_idx.numpy_dtype
    return [np.moveaxis(rows[first], 0, axis), numbers.astype(dtype), counts.astype(dtype)]


def _axis_of(axis: np.ndarray, rank: int) -> int | None:
    if axis.size > 1:
        raise invalid(f"axis does not support more than one value. Received: {axis.tolist()}")
    if not axis.size:
        return None
    place = int(axis.reshape(()))
    if not -rank <= place < rank:
        raise invalid(f"axis has to be between [{-rank}, {rank}). Received: {place}")
    return place % rank


def _infer_flat(x: Tensor, count: int, out_idx: DType) -> list[Inferred]:
    if x.shape.rank not in (None, 1):
        raise invalid(f"unique expects a 1D vector. Received shape: {shape_text(x.shape)}")
    unknown = TensorShape([None])
    outputs = [Inferred(unknown, x.dtype), Inferred(x.shape.merge_with(unknown), out_idx)]
    return [*outputs, Inferred(unknown, out_idx)][:count]


def _infer_along(x: Tensor, axis: Tensor, count: int, out_idx: DType) -> list[Inferred]:
    place = constant_value(axis)
    rank = x.shape.rank
    if rank is None or place is None:
        unknown = TensorShape(None if rank is None else [None] * rank)
        return [
            Inferred(unknown, x.dtype),
            Inferred(TensorShape([None]), out_idx),
            Inferred(TensorShape([None]), out_idx),
        ][:count]
    along = _axis_of(place, rank)
    if along is None:
        return _infer_flat(x, count, out_idx)
    sizes = x.shape.as_list()
    size, sizes[along] = sizes[along], None
    return [
        Inferred(TensorShape(sizes), x.dtype),
        Inferred(TensorShape([size]), out_idx),
        Inferred(TensorShape([None]), out_idx),
    ][:count]


for _name, _outputs, _count in (
    ("Unique", "y: T, idx: out_idx", 2),
    ("UniqueWithCounts", "y: T, idx: out_idx, count: out_idx", 3),
):
    define(
        _name,
        "x: T",
        _outputs,
        {"T": types(), "out_idx": types(dtypes.INDEX, dtypes.int32)},
        infer=lambda x, out_idx=dtypes.int32, _count=_count: _infer_flat(x, _count, out_idx),
        kernel=lambda xp, x, out_idx=dtypes.int32, _count=_count: _unique(xp, x, None, out_idx)[
            :_count
        ],
        traits=Trait.HOST_ONLY,
    )
    define(
        _name + "V2",
        "x: T, axis: Taxis",
        _outputs,
        {
            "T": types(),
            "Taxis": types(dtypes.INDEX, dtypes.int64),
            "out_idx": types(dtypes.INDEX, dtypes.int32),
        },
        infer=lambda x, axis, out_idx=dtypes.int32, _count=_count: _infer_along(
            x, axis, _count, out_idx
        ),
        kernel=lambda xp, x, axis, out_idx=dtypes.int32, _count=_count: _unique(
            xp, x, _axis_of(axis, x.ndim), out_idx
        )[:_count],
        traits=Trait.HOST_ONLY,
    )


@public("unique", "compat.v1.unique")
def unique(x: Any, out_idx: Any = dtypes.int32, name: str | None = None) -> Any:
    """The distinct elements of a vector in the order in which they come, and which each element is.

    Args:
        x: vector of any dtype.
        out_idx: int32 or int64, the dtype of the numbers.
        name: name of the operation.

    Returns:
        A pair `y`, `idx` with `x[i] = y[idx[i]]`.

    Raises:
        InvalidArgumentError: `x` is no vector.

    >>> y, idx = tf.unique([1, 1, 2, 4, 4])
    >>> y.numpy(), idx.numpy()
    (array([1, 2, 4], dtype=int32), array([0, 0, 1, 2, 2], dtype=int32))
    """
    return raw.Unique(x, out_idx=as_dtype(out_idx), name=name)


@public("unique_with_counts", "compat.v1.unique_with_counts")
def unique_with_counts(x: Any, out_idx: Any = dtypes.int32, name: str | None = None) -> Any:
    """The distinct elements of a vector, which each element is, and how often each one stands.

    Args:
        x: vector of any dtype.
        out_idx: int32 or int64, the dtype of numbers and counts.
        name: name of the operation.

    Returns:
        A triple `y`, `idx`, `count` with `x[i] = y[idx[i]]`.

    Raises:
        InvalidArgumentError: `x` is no vector.

    >>> y, idx, count = tf.unique_with_counts([1, 1, 2])
    >>> count.numpy()
    array([2, 1], dtype=int32)
    """
    return raw.UniqueWithCounts(x, out_idx=as_dtype(out_idx), name=name)


# ---------------------------------------------------------------------------- ListDiff


def _list_diff(
    xp: ModuleType, x: np.ndarray, y: np.ndarray, out_idx: DType = dtypes.int32
) -> list[np.ndarray]:
    for what, values in (("x", x), ("y", y)):
        if values.ndim != 1:
            raise invalid(
                f"{what} should be a 1D vector. Received shape: {shape_text(values.shape)}"
            )
    known = set(y.tolist())
    places = [i for i, value in enumerate(x.tolist()) if value not in known]
    numbers = np.asarray(places, out_idx.numpy_dtype)
    return [x[numbers], numbers]


define(
    "ListDiff",
    "x: T, y: T",
    "out: T, idx: out_idx",
    {"T": types(), "out_idx": types(dtypes.INDEX, dtypes.int32)},
    infer=lambda x, y, out_idx=dtypes.int32: (
        Inferred(TensorShape([None]), x.dtype),
        Inferred(TensorShape([None]), out_idx),
    ),
    kernel=_list_diff,
    traits=Trait.HOST_ONLY,
)


@public("compat.v1.setdiff1d")
def setdiff1d(x: Any, y: Any, index_dtype: Any = dtypes.int32, name: str | None = None) -> Any:
    """The elements of a vector that another one does not have, in order, and where they stand.

    Args:
        x: vector of any dtype.
        y: vector of that dtype.
        index_dtype: int32 or int64.
        name: name of the operation.

    Returns:
        A pair `out`, `idx` with `out[i] = x[idx[i]]`.

    Raises:
        InvalidArgumentError: an argument is no vector.

    >>> out, idx = tf.compat.v1.setdiff1d([1, 2, 3, 4], [2, 4])
    >>> out.numpy(), idx.numpy()
    (array([1, 3], dtype=int32), array([0, 2], dtype=int32))
    """
    return raw.ListDiff(x, y, out_idx=as_dtype(index_dtype), name=name)
