"""Order along an axis: `tf.sort`, `tf.argsort`, `tf.math.top_k`, and the n-th smallest."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import UNKNOWN, Inferred, constant_value, invalid, shape_text
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.axis_order import swapped_with_last
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- TopKV2


def _check_top_k(shape: Any, k: int) -> None:
    if len(shape) < 1:
        raise invalid(f"input must be >= 1-D, got shape {shape_text(shape)}")
    if k < 0:
        raise invalid(f"Need k >= 0, got {k}")
    if shape[-1] is not None and shape[-1] < k:
        raise invalid(f"input must have at least k columns. Had {shape[-1]}, needed {k}")


def _infer_top_k(
    input: Tensor, k: int | None, index_type: DType = dtypes.int32
) -> tuple[Inferred, Inferred]:
    shape = UNKNOWN
    if input.shape.rank is not None:
        _check_top_k(input.shape, 0 if k is None else k)
        shape = input.shape[:-1].concatenate([k])
    return Inferred(shape, input.dtype), Inferred(shape, index_type)


def _scalar(k: np.ndarray | None) -> int | None:
    if k is not None and k.ndim:
        raise invalid(f"k must be scalar, got shape {shape_text(k.shape)}")
    return None if k is None else int(k)


def _top_k(
    xp: ModuleType, input: np.ndarray, k: Any, index_type: DType = dtypes.int32
) -> tuple[np.ndarray, np.ndarray]:
    _check_top_k(input.shape, k)
    # A stable sort of the reversed row, reversed: greatest first, and the first of equals first.
    backwards = xp.argsort(input[..., ::-1], axis=-1, kind="stable")[..., ::-1][..., :k]
    indices = input.shape[-1] - 1 - backwards
    return xp.take_along_axis(input, indices, -1), indices.astype(index_type.numpy_dtype)


def _top_k_gradient(op: Any, dy: Tensor, _: Any) -> list[Tensor | None]:
    x, indices = op.inputs[0], op.outputs[1]
    shape = raw.Shape(x)
    size = raw.StridedSlice(shape, [-1], [0], [1], shrink_axis_mask=1)
    k = raw.StridedSlice(raw.Shape(indices), [-1], [0], [1], shrink_axis_mask=1)
    rows = raw.Prod(raw.StridedSlice(shape, [0], [-1], [1], begin_mask=1), 0)
    starts = raw.ExpandDims(raw.Mul(raw.Range(0, rows, 1), size), 1)
    picks = raw.Reshape(raw.Cast(indices, DstT=dtypes.int32), [rows, k])
    places = raw.Reshape(raw.AddV2(picks, starts), [-1, 1])
    flat = raw.ScatterNd(places, raw.Reshape(dy, [-1]), raw.Reshape(raw.Mul(rows, size), [1]))
    return [raw.Reshape(flat, shape), *[None] * (len(op.inputs) - 1)]


define(
    "TopKV2",
    "input: T, k: Tk",
    "values: T, indices: index_type",
    {
        "sorted": True,
        "T": types(dtypes.REAL),
        "Tk": types((dtypes.int16, *dtypes.INDEX), dtypes.int32),
        "index_type": types((dtypes.int16, *dtypes.INDEX), dtypes.int32),
    },
    infer=lambda input, k, sorted=True, index_type=dtypes.int32: _infer_top_k(
        input, _scalar(constant_value(k)), index_type
    ),
    kernel=lambda xp, input, k, sorted=True, index_type=dtypes.int32: _top_k(
        xp, input, _scalar(k), index_type
    ),
    gradient=_top_k_gradient,
)

define(
    "TopK",
    "input: T",
    "values: T, indices: int32",
    {"k": attr("int"), "sorted": True, "T": types(dtypes.REAL)},
    infer=lambda input, *, k, sorted=True: _infer_top_k(input, k),
    kernel=lambda xp, input, *, k, sorted=True: _top_k(xp, input, k),
    gradient=_top_k_gradient,
)


@public("math.top_k", "nn.top_k", "compat.v1.math.top_k", "compat.v1.nn.top_k")
def top_k(
    input: Any,
    k: Any = 1,
    sorted: bool = True,
    index_type: Any = dtypes.int32,
    name: str | None = None,
) -> Any:
    """The k greatest along the last axis, greatest first, and where they stand.

    Args:
        input: real tensor of shape `[..., n]`.
        k: scalar, at most n.
        sorted: False allows any order among the k; they are sorted all the same.
        index_type: dtype of the indices.
        name: name of the operation.

    Returns:
        A pair `values`, `indices` of shape `[..., k]`; of equal elements the first comes first.

    Raises:
        InvalidArgumentError: k is negative or more than n.

    >>> values, indices = tf.math.top_k([1, 98, 1, 97], k=2)
    >>> values.numpy(), indices.numpy()
    (array([98, 97], dtype=int32), array([1, 3], dtype=int32))
    """
    return raw.TopKV2(input, k, sorted=sorted, index_type=as_dtype(index_type), name=name)


# ---------------------------------------------------------------------------- sort


@public("sort", "compat.v1.sort")
def sort(
    values: Any, axis: int = -1, direction: str = "ASCENDING", name: str | None = None
) -> Tensor:
    """The elements in order along an axis.

    Args:
        values: real tensor of at least one axis.
        axis: the axis.
        direction: "ASCENDING" or "DESCENDING".
        name: name of the operation.

    Returns:
        Tensor like `values`.

    Raises:
        ValueError: another direction.
        InvalidArgumentError: there is no such axis.

    >>> tf.sort([1, 10, 26, 3]).numpy()
    array([ 1,  3, 10, 26], dtype=int32)
    """
    with op_scope(name or "sort"):
        return _ordered(values, axis, direction, False)


@public("argsort", "compat.v1.argsort")
def argsort(
    values: Any,
    axis: int = -1,
    direction: str = "ASCENDING",
    stable: bool = False,
    name: str | None = None,
) -> Tensor:
    """Where the elements stand in order: `gather(values, argsort(values))` is sorted.

    Args:
        values: real tensor of at least one axis.
        axis: the axis.
        direction: "ASCENDING" or "DESCENDING".
        stable: without effect: equal elements always keep their order.
        name: name of the operation.

    Returns:
        int32 tensor of the shape of `values`.

    Raises:
        ValueError: another direction.
        InvalidArgumentError: there is no such axis.

    >>> tf.argsort([1, 10, 26, 3]).numpy()
    array([0, 3, 1, 2], dtype=int32)
    """
    with op_scope(name or "argsort"):
        return _ordered(values, axis, direction, True)


def _ordered(values: Any, axis: int, direction: str, want_places: bool) -> Tensor:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(
            "Argument `direction` should be one of ASCENDING, DESCENDING. "
            f"Received: direction={direction}"
        )
    x = convert_to_tensor(values, name="values")
    flipped = _flipped(x) if direction == "ASCENDING" else x
    size = raw.StridedSlice(raw.Shape(x), [axis], [axis + 1], [1], shrink_axis_mask=1)
    rank = x.shape.rank
    if axis == -1 or axis + 1 == rank:
        ordered, places = raw.TopKV2(flipped, size)
    else:
        swap = swapped_with_last(x, axis)
        ordered, places = (
            raw.Transpose(y, swap) for y in raw.TopKV2(raw.Transpose(flipped, swap), size)
        )
    if want_places:
        return places
    return _flipped(ordered) if direction == "ASCENDING" else ordered


def _flipped(x: Tensor) -> Tensor:
    """An order-reversing map that undoes itself and does not overflow."""
    if x.dtype.is_integer:
        return raw.Sub(x.dtype.max if x.dtype.name.startswith("u") else -1, x)
    return raw.Neg(x)


# ---------------------------------------------------------------------------- NthElement


def _check_scalar(n: np.ndarray) -> None:
    if n.ndim:
        raise invalid(f"N must be scalar but has rank {n.ndim}")


def _check_nth(shape: Any, n: int) -> None:
    if n < 0:
        raise invalid(f"n must be non-negative but is {n}")
    if len(shape) < 1:
        raise invalid("Input must be at least rank 1 but is rank 0")
    if shape[-1] is not None and shape[-1] <= n:
        raise invalid(f"Input must have last dimension > n = {n}")


def _infer_nth(input: Tensor, n: Tensor, reverse: bool = False) -> Inferred:
    place = constant_value(n)
    if place is not None:
        _check_scalar(place)
    if input.shape.rank is None:
        return Inferred(UNKNOWN, input.dtype)
    _check_nth(input.shape, 0 if place is None else int(place))
    return Inferred(TensorShape(input.shape[:-1]), input.dtype)


def _nth(xp: ModuleType, input: np.ndarray, n: np.ndarray, reverse: bool = False) -> np.ndarray:
    _check_scalar(n)
    _check_nth(input.shape, int(n))
    place = input.shape[-1] - 1 - int(n) if reverse else int(n)
    if not math.prod(input.shape[:-1]):
        return np.empty(input.shape[:-1], input.dtype)
    return np.partition(input, place, axis=-1)[..., place]


def _nth_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    x, _ = op.inputs
    hits = raw.Cast(raw.Equal(raw.ExpandDims(op.output, -1), x), DstT=dy.dtype)
    # Elements of the same value share the gradient.
    count = raw.ExpandDims(raw.Sum(hits, -1), -1)
    return [raw.Mul(raw.RealDiv(hits, count), raw.ExpandDims(dy, -1)), None]


define(
    "NthElement",
    "input: T, n: int32",
    "values: T",
    {"reverse": False, "T": types(dtypes.REAL)},
    infer=_infer_nth,
    kernel=_nth,
    gradient=_nth_gradient,
)
