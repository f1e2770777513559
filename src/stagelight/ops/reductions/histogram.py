"""Counts of values: `tf.histogram_fixed_width`, `tf.math.bincount`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    constant_value,
    invalid,
    require_rank,
    shape_text,
)
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- HistogramFixedWidth


def _check_histogram(value_range: np.ndarray, nbins: int) -> None:
    if value_range.shape != (2,):
        raise invalid(
            "value_range should be a vector of 2 elements. "
            f"Received shape: {shape_text(value_range.shape)}"
        )
    if not value_range[0] < value_range[1]:
        raise invalid(
            "value_range should satisfy value_range[0] < value_range[1], but got "
            f"'{value_range.tolist()}'"
        )
    if nbins <= 0:
        raise invalid(f"nbins should be a positive number, but got '{nbins}'")


def _histogram(
    xp: ModuleType,
    values: np.ndarray,
    value_range: np.ndarray,
    nbins: np.ndarray,
    dtype: DType = dtypes.int32,
) -> np.ndarray:
    if nbins.ndim:
        raise invalid(f"nbins should be a scalar. Received shape: {shape_text(nbins.shape)}")
    count = int(nbins)
    _check_histogram(value_range, count)
    if values.dtype.kind == "f" and np.isnan(values).any():
        raise invalid("Histogram values must not contain NaN")
    low, high = value_range.astype(np.float64)
    step = (high - low) / count
    places = np.floor((values.reshape(-1).astype(np.float64) - low) / step)
    places = np.clip(places, 0, count - 1).astype(np.int64)
    return np.bincount(places, minlength=count).astype(dtype.numpy_dtype)


def _infer_histogram(
    values: Tensor, value_range: Tensor, nbins: Tensor, dtype: DType = dtypes.int32
) -> Inferred:
    require_rank(value_range, 1, "HistogramFixedWidth: value_range")
    require_rank(nbins, 0, "HistogramFixedWidth: nbins")
    if value_range.shape.num_elements() not in (None, 2):
        raise invalid(
            f"value_range should be a vector of 2 elements. Received shape: {value_range.shape}"
        )
    count = constant_value(nbins)
    if count is not None and count <= 0:
        raise invalid(f"nbins should be a positive number, but got '{int(count)}'")
    return Inferred(TensorShape([None if count is None else int(count)]), dtype)


define(
    "HistogramFixedWidth",
    "values: T, value_range: T, nbins: int32",
    "out: dtype",
    {
        "T": types((*dtypes.INDEX, dtypes.float32, dtypes.float64)),
        "dtype": types(dtypes.INDEX, dtypes.int32),
    },
    infer=_infer_histogram,
    kernel=_histogram,
    differentiable=False,
)


@public("histogram_fixed_width", "compat.v1.histogram_fixed_width")
def histogram_fixed_width(
    values: Any,
    value_range: Any,
    nbins: Any = 100,
    dtype: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Counts values in bins of equal width: bin i is `[low + i * width, low + (i + 1) * width)`.

    Args:
        values: numeric tensor.
        value_range: vector `[low, high]` of that dtype; values outside go to the first or last bin.
        nbins: scalar, the number of bins.
        dtype: int32 or int64.
        name: name of the operation.

    Returns:
        Vector of `nbins` counts.

    Raises:
        InvalidArgumentError: low is not below high, nbins is not positive, or a value is NaN.

    >>> tf.histogram_fixed_width([-1.0, 0.0, 1.5, 2.0, 5.0, 15.0], [0.0, 5.0], nbins=5).numpy()
    array([2, 1, 1, 0, 2], dtype=int32)
    """
    return raw.HistogramFixedWidth(values, value_range, nbins, dtype=as_dtype(dtype), name=name)


@public("histogram_fixed_width_bins", "compat.v1.histogram_fixed_width_bins")
def histogram_fixed_width_bins(
    values: Any,
    value_range: Any,
    nbins: Any = 100,
    dtype: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """The number of the bin of equal width that each value falls into.

    Args:
        values: floating tensor.
        value_range: vector `[low, high]` of that dtype; values outside go to the first or last bin.
        nbins: scalar, the number of bins.
        dtype: accepted for compatibility.
        name: name scope of the operations.

    Returns:
        int32 tensor of the shape of `values`.

    >>> tf.histogram_fixed_width_bins([-1.0, 1.5, 15.0], [0.0, 5.0], nbins=5).numpy()
    array([0, 1, 4], dtype=int32)
    """
    with op_scope(name or "histogram_fixed_width_bins"):
        values = convert_to_tensor(values, name="values")
        limits = convert_to_tensor(value_range, values.dtype, name="value_range")
        low = raw.StridedSlice(limits, [0], [1], [1], shrink_axis_mask=1)
        high = raw.StridedSlice(limits, [1], [2], [1], shrink_axis_mask=1)
        share = raw.RealDiv(raw.Sub(values, low), raw.Sub(high, low))
        bins = convert_to_tensor(nbins, dtype_hint=dtypes.int32)
        require_rank(bins, 0, "histogram_fixed_width_bins: nbins")
        count = raw.Cast(bins, DstT=share.dtype)
        place = raw.Floor(raw.Mul(count, share))
        place = raw.Minimum(raw.Maximum(place, 0), raw.Sub(count, 1))
        # TF: the dtype that is asked for is not looked at.
        return raw.Cast(place, DstT=dtypes.int32)


# ---------------------------------------------------------------------------- DenseBincount

_WEIGHTS = (*dtypes.INDEX, dtypes.float32, dtypes.float64)


def _counted(
    row: np.ndarray, size: int, weights: np.ndarray | None, dtype: Any, binary_output: bool
) -> np.ndarray:
    fits = row < size
    row = row[fits]
    out = np.zeros(size, dtype)
    if binary_output:
        out[row] = 1
    elif weights is None:
        out += np.bincount(row, minlength=size).astype(dtype)
    else:
        np.add.at(out, row, weights[fits])
    return out


def _dense_bincount(
    xp: ModuleType,
    input: np.ndarray,
    size: np.ndarray,
    weights: np.ndarray,
    binary_output: bool = False,
) -> np.ndarray:
    count = int(size)
    if count < 0:
        raise invalid(f"size ({count}) must be non-negative")
    if input.size and input.min() < 0:
        raise invalid("Input arr must be non-negative!")
    if weights.size and weights.shape != input.shape:
        raise invalid(
            "`weights` must be the same shape as `arr` or a length-0 `Tensor`, in which case it "
            f"acts as all weights equal to 1. Received {shape_text(weights.shape)}"
        )
    if input.ndim > 2:
        raise invalid(f"Input must have at most 2 axes. Received shape: {shape_text(input.shape)}")
    given = weights if weights.size else None
    if input.ndim < 2:
        flat = None if given is None else given.reshape(-1)
        return _counted(input.reshape(-1), count, flat, weights.dtype, binary_output)
    out = np.zeros((len(input), count), weights.dtype)
    for number, row in enumerate(input):
        row_weights = None if given is None else given[number]
        out[number] = _counted(row, count, row_weights, weights.dtype, binary_output)
    return out


def _bins(size: Tensor) -> int | None:
    value = constant_value(size)
    return None if value is None else int(value)


def _infer_dense_bincount(
    input: Tensor, size: Tensor, weights: Tensor, binary_output: bool = False
) -> Inferred:
    if input.shape.rank is None:
        return Inferred(UNKNOWN, weights.dtype)
    rows = [input.shape[0]] if input.shape.rank == 2 else []
    return Inferred(TensorShape([*rows, _bins(size)]), weights.dtype)


define(
    "DenseBincount",
    "input: Tidx, size: Tidx, weights: T",
    "output: T",
    {"Tidx": types(dtypes.INDEX), "T": types(_WEIGHTS), "binary_output": False},
    infer=_infer_dense_bincount,
    kernel=_dense_bincount,
)

define(
    "Bincount",
    "arr: int32, size: int32, weights: T",
    "bins: T",
    {"T": types(_WEIGHTS)},
    requires={"size": "scalar"},
    infer=lambda arr, size, weights: Inferred(TensorShape([_bins(size)]), weights.dtype),
    kernel=lambda xp, arr, size, weights: _dense_bincount(
        xp, arr.reshape(-1), size, weights.reshape(-1)
    ),
)


@public("math.bincount")
def bincount(
    arr: Any,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = dtypes.int32,
    name: str | None = None,
    axis: int | None = None,
    binary_output: bool = False,
) -> Tensor:
    """How often each of 0, 1, 2, ... stands in a tensor, or the sum of its weights.

    Args:
        arr: integer tensor without negative numbers.
        weights: tensor of the shape of `arr`, what each number counts; None counts 1.
        minlength: the least length of the result.
        maxlength: the greatest length; greater numbers are not counted.
        dtype: the dtype of the counts where there are no weights.
        name: name of the operation.
        axis: None or 0 counts in the whole tensor, -1 in each row of a matrix.
        binary_output: 1 for each number that stands at least once.

    Returns:
        Vector of counts, or a matrix with one row for each row of `arr`.

    Raises:
        InvalidArgumentError: a number is negative, or the weights' shape differs.
        ValueError: another axis, or weights with binary_output.

    >>> tf.math.bincount([1, 1, 2, 3, 2, 4, 4, 5]).numpy()
    array([0, 2, 2, 1, 2, 1], dtype=int32)
    """
    if axis not in (None, 0, -1):
        raise ValueError(
            f"Unsupported value for argument axis={axis}. Only 0 and -1 are supported."
        )
    if binary_output and weights is not None:
        raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive.")
    with op_scope(name or "bincount"):
        values = convert_to_tensor(arr, dtype_hint=dtypes.int32, name="arr")
        if values.dtype not in dtypes.INDEX:
            values = raw.Cast(values, DstT=dtypes.int32)
        axes = raw.Range(0, raw.Rank(values), 1)
        some = raw.Cast(raw.Greater(raw.Size(values), 0), DstT=values.dtype)
        # The greatest of nothing is the dtype's least value; one more of it must not overflow.
        longest = raw.AddV2(raw.Maximum(raw.Max(values, axes), -1), 1)
        size = raw.Mul(some, longest)
        if minlength is not None:
            size = raw.Maximum(size, convert_to_tensor(minlength, values.dtype))
        if maxlength is not None:
            size = raw.Minimum(size, convert_to_tensor(maxlength, values.dtype))
        given = (
            convert_to_tensor([], as_dtype(dtype))
            if weights is None
            else convert_to_tensor(weights)
        )
        if axis != -1:
            values = raw.Reshape(values, [-1])
            given = raw.Reshape(given, [-1])
        return raw.DenseBincount(values, size, given, binary_output=binary_output)
