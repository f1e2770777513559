"""Where something stands: `tf.argmax`, `tf.argmin`, `tf.searchsorted`, buckets by boundaries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- ArgMax, ArgMin


def _axis_of(dimension: np.ndarray, shape: Any) -> int:
    if dimension.ndim:
        raise invalid(
            f"dim must be a scalar, but received tensor of shape: {shape_text(dimension.shape)}"
        )
    rank, axis = len(shape), int(dimension)
    if not -rank <= axis < rank:
        raise invalid(f"Expected dimension in the range [{-rank}, {rank}), but got {axis}")
    return axis % rank


def _infer_arg(input: Tensor, dimension: Tensor, output_type: DType = dtypes.int64) -> Inferred:
    place = constant_value(dimension)
    if input.shape.rank is None:
        return Inferred(UNKNOWN, output_type)
    sizes = input.shape.as_list()
    if place is None:
        return Inferred(TensorShape([None] * (len(sizes) - 1)), output_type)
    del sizes[_axis_of(place, sizes)]
    return Inferred(TensorShape(sizes), output_type)


def _arg(function: str, beyond: float) -> Callable[..., np.ndarray]:
    def kernel(
        xp: ModuleType,
        input: np.ndarray,
        dimension: np.ndarray,
        output_type: DType = dtypes.int64,
    ) -> np.ndarray:
        axis = _axis_of(dimension, input.shape)
        if not input.shape[axis] and 0 not in input.shape[:axis] + input.shape[axis + 1 :]:
            raise invalid(f"Reduction axis {axis} is empty in shape {shape_text(input.shape)}")
        if not input.size:
            return np.zeros(input.shape[:axis] + input.shape[axis + 1 :], output_type.numpy_dtype)
        if input.dtype.kind not in "biu":
            # TF: NaN is never the extreme; NumPy takes the first.
            input = xp.where(xp.isnan(input), xp.asarray(beyond, input.dtype), input)
        return getattr(xp, function)(input, axis=axis).astype(output_type.numpy_dtype)

    return kernel


for _name, _kernel, _outputs in (
    ("ArgMax", _arg("argmax", -np.inf), (dtypes.int16, dtypes.uint16, *dtypes.INDEX)),
    ("ArgMin", _arg("argmin", np.inf), dtypes.INDEX),
):
    define(
        _name,
        "input: T, dimension: Tidx",
        "output: output_type",
        {
            "T": types((*dtypes.REAL, dtypes.bool_)),
            "Tidx": types((dtypes.int16, *dtypes.INDEX), dtypes.int32),
            "output_type": types(_outputs, dtypes.int64),
        },
        requires={"dimension": "scalar"},
        infer=_infer_arg,
        kernel=_kernel,
        differentiable=False,
    )


@public("argmax", "math.argmax")
def argmax(
    input: Any, axis: Any = None, output_type: Any = dtypes.int64, name: str | None = None
) -> Tensor:
    """The index of the greatest element along an axis, the first one of equals.

    Args:
        input: real or bool tensor of at least one axis.
        axis: the axis, 0 by default.
        output_type: an integer dtype.
        name: name of the operation.

    Returns:
        Tensor of indices without that axis.

    Raises:
        InvalidArgumentError: there is no such axis, or it is empty.

    >>> tf.argmax([2, 20, 30, 3, 6]).numpy()
    np.int64(2)
    """
    axis = 0 if axis is None else axis
    return raw.ArgMax(input, axis, output_type=as_dtype(output_type), name=name)


@public("argmin", "math.argmin")
def argmin(
    input: Any, axis: Any = None, output_type: Any = dtypes.int64, name: str | None = None
) -> Tensor:
    """The index of the least element along an axis, the first one of equals.

    Args:
        input: real or bool tensor of at least one axis.
        axis: the axis, 0 by default.
        output_type: an integer dtype.
        name: name of the operation.

    Returns:
        Tensor of indices without that axis.

    Raises:
        InvalidArgumentError: there is no such axis, or it is empty.

    >>> tf.argmin([[3, 1], [2, 5]], axis=1).numpy()
    array([1, 0])
    """
    axis = 0 if axis is None else axis
    return raw.ArgMin(input, axis, output_type=as_dtype(output_type), name=name)


# ---------------------------------------------------------------------------- searchsorted


def _infer_bound(sorted_inputs: Tensor, values: Tensor, out_type: DType = dtypes.int32) -> Inferred:
    for what, x in (("sorted_inputs", sorted_inputs), ("values", values)):
        if x.shape.rank not in (None, 2):
            raise invalid(f"{what} must be a matrix. Received shape: {shape_text(x.shape)}")
    if not sorted_inputs.shape[:1].is_compatible_with(values.shape[:1]):
        raise invalid("Leading dim_size of both tensors must match.")
    return Inferred(values.shape, out_type)


def _bound(side: Any) -> Callable[..., np.ndarray]:
    def kernel(
        xp: ModuleType,
        sorted_inputs: np.ndarray,
        values: np.ndarray,
        out_type: DType = dtypes.int32,
    ) -> np.ndarray:
        for what, x in (("sorted_inputs", sorted_inputs), ("values", values)):
            if x.ndim != 2:
                raise invalid(f"{what} must be a matrix. Received shape: {shape_text(x.shape)}")
        if len(sorted_inputs) != len(values):
            raise invalid("Leading dim_size of both tensors must match.")
        places = np.empty(values.shape, out_type.numpy_dtype)
        for number, (row, wanted) in enumerate(zip(sorted_inputs, values, strict=True)):
            search = _bisect if _may_have_nan(row, wanted) else np.searchsorted
            places[number] = search(row, wanted, side)
        return places

    return kernel


# Rows from this length on are not looked through for the sake of few values.
_LONG = 1 << 18


def _may_have_nan(row: np.ndarray, wanted: np.ndarray) -> bool:
    if row.dtype.kind not in "fVc":
        return False
    if len(row) >= _LONG and len(row) > 64 * wanted.size:
        return True
    return _has_nan(row) or _has_nan(wanted)


def _has_nan(x: np.ndarray) -> bool:
    return bool((x != x).any())


def _bisect(row: np.ndarray, wanted: np.ndarray, side: str) -> np.ndarray:
    """As `np.searchsorted`, by comparisons that are false for NaN, in the order of C++'s `lower_bound`."""
    first = np.zeros(wanted.shape, np.int64)
    count = np.full(wanted.shape, len(row))
    while (count > 0).any():
        half = count >> 1
        middle = np.minimum(first + half, len(row) - 1)
        found = row[middle]
        is_after = (found < wanted) if side == "left" else ~(wanted < found)
        is_after &= count > 0
        first = np.where(is_after, middle + 1, first)
        count = np.where(is_after, count - half - 1, half)
    return first


for _name, _side in (("LowerBound", "left"), ("UpperBound", "right")):
    define(
        _name,
        "sorted_inputs: T, values: T",
        "output: out_type",
        {"T": types(), "out_type": types(dtypes.INDEX, dtypes.int32)},
        infer=_infer_bound,
        kernel=_bound(_side),
        differentiable=False,
    )


@public("searchsorted", "compat.v1.searchsorted")
def searchsorted(
    sorted_sequence: Any,
    values: Any,
    side: str = "left",
    out_type: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Where values would have to be inserted to keep sequences sorted.

        side "left":  sequence[i - 1] <  value <= sequence[i]
        side "right": sequence[i - 1] <= value <  sequence[i]

    Args:
        sorted_sequence: tensor of shape `[..., n]`, sorted along the last axis.
        values: tensor of that dtype, of shape `[..., m]` with the same leading axes.
        side: "left" or "right".
        out_type: int32 or int64; None for int32.
        name: name of the operation.

    Returns:
        Integer tensor of the shape of `values`.

    Raises:
        ValueError: another side.
        InvalidArgumentError: the leading axes differ.

    >>> tf.searchsorted([1, 3, 5], [0, 3, 6]).numpy()
    array([0, 1, 3], dtype=int32)
    """
    if side not in ("left", "right"):
        raise ValueError(
            f"Argument `side` must be either 'right' or 'left'. Received: `side` = '{side}'."
        )
    with op_scope(name or "SearchSorted"):
        sequence = convert_to_tensor(sorted_sequence, name="sorted_sequence")
        wanted = convert_to_tensor(values, dtype_hint=sequence.dtype, name="values")
        rows, shape = _as_rows(sequence), raw.Shape(wanted)
        bound = raw.LowerBound if side == "left" else raw.UpperBound
        result = dtypes.int32 if out_type is None else as_dtype(out_type)
        places = bound(rows, _as_rows(wanted), out_type=result)
        return raw.Reshape(places, shape)


def _as_rows(x: Tensor) -> Tensor:
    size = raw.StridedSlice(raw.Shape(x), [-1], [0], [1], shrink_axis_mask=1)
    return raw.Reshape(x, [-1, size])


# ---------------------------------------------------------------------------- Bucketize


def _bucketize(xp: ModuleType, input: np.ndarray, *, boundaries: Sequence[float]) -> np.ndarray:
    limits = np.asarray(boundaries, np.float32)
    if (limits[1:] < limits[:-1]).any():
        raise invalid(f"Expected sorted boundaries. Received: {list(boundaries)}")
    return xp.searchsorted(limits, input, side="right").astype(np.int32)


define(
    "Bucketize",
    "input: T",
    "output: int32",
    {
        "T": types((*dtypes.INDEX, dtypes.float32, dtypes.float64)),
        "boundaries": attr("list(float)"),
    },
    infer=lambda input, *, boundaries: Inferred(input.shape, dtypes.int32),
    kernel=_bucketize,
    differentiable=False,
)
