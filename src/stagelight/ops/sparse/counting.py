"""How often numbers stand in each row: sparse counts, `tf.sparse.bincount`, and counts of sparse rows."""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import (
    Inferred,
    constant_value,
    invalid,
    require_rank,
    shape_from,
)
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.index_arrays import check_parts, infer_parts, inferred_parts
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

_WEIGHTS = (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64)
_ATTRS: dict[str, Any] = {
    "T": types(dtypes.INDEX),
    "minlength": -1,
    "maxlength": -1,
    "binary_output": attr("bool"),
    "output_type": types(_WEIGHTS),
}


class Rows(NamedTuple):
    """Numbers in rows.

    Attributes:
        rows: how many rows there are, also without numbers.
        places: the row of each number.
        values: the numbers.
        weights: what each counts.
    """

    rows: int
    places: np.ndarray
    values: np.ndarray
    weights: np.ndarray


# ---------------------------------------------------------------------------- sparse results


def _check_weights(values: np.ndarray, weights: np.ndarray) -> None:
    if weights.size and weights.shape != values.shape:
        raise invalid(
            f"Weights and values must have the same shape. Weight shape: {list(weights.shape)}; "
            f"values shape: {list(values.shape)}"
        )
    if values.size and values.min() < 0:
        raise invalid("Input values must all be non-negative")


def _counted(
    rows: Rows, is_vector: bool, dtype: np.dtype[Any], minlength: int, maxlength: int, binary: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The counts of each row as the parts of a sparse tensor."""
    fits = rows.values < maxlength if maxlength >= 0 else np.ones(rows.values.shape, bool)
    pairs = np.stack([rows.places[fits], rows.values[fits].astype(np.int64)], axis=1)
    indices, which = np.unique(pairs, axis=0, return_inverse=True)
    counts = np.zeros(len(indices), dtype)
    np.add.at(counts, which.reshape(-1), rows.weights[fits])
    if binary:
        counts = np.ones_like(counts)
    greatest = int(indices[:, 1].max(initial=0))
    size = maxlength if maxlength > 0 else max(greatest + 1, minlength)
    shape = [size] if is_vector else [rows.rows, size]
    return indices[:, 1:] if is_vector else indices, counts, np.array(shape, np.int64)


def _row_of_vector(values: np.ndarray, weights: np.ndarray) -> Rows:
    return Rows(1, np.zeros(len(values), np.int64), values, weights)


def _ones_or(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    return weights if weights.size else np.ones(values.shape, weights.dtype)


def _dense_count(
    xp: ModuleType,
    values: np.ndarray,
    weights: np.ndarray,
    *,
    binary_output: bool,
    minlength: int = -1,
    maxlength: int = -1,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if values.ndim not in (1, 2):
        raise invalid(f"Input must be a 1 or 2-dimensional tensor. Got: {list(values.shape)}")
    _check_weights(values, weights)
    given = _ones_or(weights, values)
    is_vector = values.ndim == 1
    rows = _row_of_vector(values, given)
    if not is_vector:
        count, size = values.shape
        places = np.repeat(np.arange(count), size)
        rows = Rows(count, places, values.reshape(-1), given.reshape(-1))
    return _counted(rows, is_vector, weights.dtype, minlength, maxlength, binary_output)


def _infer_dense_count(values: Tensor, weights: Tensor, **_: Any) -> tuple[Inferred, ...]:
    if values.shape.rank not in (None, 1, 2):
        raise invalid(f"Input must be a 1 or 2-dimensional tensor. Got: {values.shape}")
    return inferred_parts(values.shape.rank, weights.dtype)


define(
    "DenseCountSparseOutput",
    "values: T, weights: output_type",
    "output_indices: int64, output_values: output_type, output_dense_shape: int64",
    _ATTRS,
    infer=_infer_dense_count,
    kernel=_dense_count,
    traits=Trait.HOST_ONLY,
)


def _rows_of_sparse(
    indices: np.ndarray, values: np.ndarray, dense_shape: np.ndarray, weights: np.ndarray
) -> Rows:
    check_parts(indices, values, dense_shape)
    _check_weights(values, weights)
    if len(dense_shape) not in (1, 2):
        raise invalid(f"Input must be a 1 or 2-dimensional tensor. Got: {dense_shape.tolist()}")
    given = _ones_or(weights, values)
    if len(dense_shape) == 1:
        return _row_of_vector(values, given)
    count = int(dense_shape[0])
    if ((indices[:, 0] < 0) | (indices[:, 0] >= count)).any():
        raise invalid(f"Indices of rows must lie in [0, {count}).")
    return Rows(count, indices[:, 0], values, given)


def _sparse_count(
    xp: ModuleType,
    indices: np.ndarray,
    values: np.ndarray,
    dense_shape: np.ndarray,
    weights: np.ndarray,
    *,
    binary_output: bool,
    minlength: int = -1,
    maxlength: int = -1,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows = _rows_of_sparse(indices, values, dense_shape, weights)
    is_vector = len(dense_shape) == 1
    return _counted(rows, is_vector, weights.dtype, minlength, maxlength, binary_output)


def _infer_sparse_count(
    indices: Tensor, values: Tensor, dense_shape: Tensor, weights: Tensor, **_: Any
) -> tuple[Inferred, ...]:
    return inferred_parts(infer_parts(indices, values, dense_shape)[1], weights.dtype)


define(
    "SparseCountSparseOutput",
    "indices: int64, values: T, dense_shape: int64, weights: output_type",
    "output_indices: int64, output_values: output_type, output_dense_shape: int64",
    _ATTRS,
    infer=_infer_sparse_count,
    kernel=_sparse_count,
    traits=Trait.HOST_ONLY,
)


def _rows_of_ragged(splits: np.ndarray, values: np.ndarray, weights: np.ndarray) -> Rows:
    _check_weights(values, weights)
    if values.ndim != 1 or splits.ndim != 1 or len(splits) < 1:
        raise invalid("Values and splits of a ragged tensor must be vectors, splits not empty.")
    if splits[0] != 0 or splits[-1] != len(values) or (np.diff(splits) < 0).any():
        raise invalid(
            f"Splits must start with 0, rise, and end with the number of values, {len(values)}. "
            f"Received: {splits.tolist()}"
        )
    given = _ones_or(weights, values)
    count = len(splits) - 1
    return Rows(count, np.repeat(np.arange(count), np.diff(splits)), values, given)


def _ragged_count(
    xp: ModuleType,
    splits: np.ndarray,
    values: np.ndarray,
    weights: np.ndarray,
    *,
    binary_output: bool,
    minlength: int = -1,
    maxlength: int = -1,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows = _rows_of_ragged(splits, values, weights)
    return _counted(rows, False, weights.dtype, minlength, maxlength, binary_output)


def _infer_ragged_count(
    splits: Tensor, values: Tensor, weights: Tensor, **_: Any
) -> tuple[Inferred, ...]:
    require_rank(splits, 1, "splits")
    require_rank(values, 1, "values")
    return inferred_parts(2, weights.dtype)


define(
    "RaggedCountSparseOutput",
    "splits: int64, values: T, weights: output_type",
    "output_indices: int64, output_values: output_type, output_dense_shape: int64",
    _ATTRS,
    infer=_infer_ragged_count,
    kernel=_ragged_count,
    traits=Trait.HOST_ONLY,
)


# ---------------------------------------------------------------------------- dense results


def _binned(rows: Rows, is_vector: bool, size: int, dtype: Any, binary: bool) -> np.ndarray:
    result = np.zeros((rows.rows, size), dtype)
    fits = rows.values < size
    places = rows.places[fits], rows.values[fits]
    if binary:
        result[places] = 1
    else:
        np.add.at(result, places, rows.weights[fits])
    return result[0] if is_vector else result


def _in_shape_of(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Weights in the shape of the values. TF: they may have any shape of as many elements."""
    return weights.reshape(values.shape) if weights.size == values.size else weights


def _size_of(size: np.ndarray) -> int:
    if size.ndim or size < 0:
        raise invalid(f"size ({size.tolist()}) must be a non-negative scalar")
    return int(size)


def _sparse_bins(
    xp: ModuleType,
    indices: np.ndarray,
    values: np.ndarray,
    dense_shape: np.ndarray,
    size: np.ndarray,
    weights: np.ndarray,
    *,
    binary_output: bool = False,
) -> np.ndarray:
    rows = _rows_of_sparse(indices, values, dense_shape, _in_shape_of(values, weights))
    is_vector = len(dense_shape) == 1
    return _binned(rows, is_vector, _size_of(size), weights.dtype, binary_output)


def _known_size(size: Tensor) -> int | None:
    value = constant_value(size)
    return None if value is None else int(value)


def _infer_sparse_bins(
    indices: Tensor, values: Tensor, dense_shape: Tensor, size: Tensor, weights: Tensor, **_: Any
) -> Inferred:
    rank = infer_parts(indices, values, dense_shape)[1]
    if rank is None:
        return Inferred(TensorShape(None), weights.dtype)
    rows = [shape_from(dense_shape)[0]] if rank == 2 else []
    return Inferred(TensorShape([*rows, _known_size(size)]), weights.dtype)


_BINS: dict[str, Any] = {
    "Tidx": types(dtypes.INDEX),
    "T": types(_WEIGHTS),
    "binary_output": False,
}

define(
    "SparseBincount",
    "indices: int64, values: Tidx, dense_shape: int64, size: Tidx, weights: T",
    "output: T",
    _BINS,
    infer=_infer_sparse_bins,
    kernel=_sparse_bins,
)


def _ragged_bins(
    xp: ModuleType,
    splits: np.ndarray,
    values: np.ndarray,
    size: np.ndarray,
    weights: np.ndarray,
    *,
    binary_output: bool = False,
) -> np.ndarray:
    rows = _rows_of_ragged(splits, values, _in_shape_of(values, weights))
    return _binned(rows, False, _size_of(size), weights.dtype, binary_output)


def _infer_ragged_bins(
    splits: Tensor, values: Tensor, size: Tensor, weights: Tensor, **_: Any
) -> Inferred:
    ends = require_rank(splits, 1, "splits")[0]
    require_rank(values, 1, "values")
    rows = None if ends is None else ends - 1
    return Inferred(TensorShape([rows, _known_size(size)]), weights.dtype)


define(
    "RaggedBincount",
    "splits: int64, values: Tidx, size: Tidx, weights: T",
    "output: T",
    _BINS,
    infer=_infer_ragged_bins,
    kernel=_ragged_bins,
)


# ---------------------------------------------------------------------------- public function


@public("sparse.bincount")
def bincount(
    values: Any,
    weights: Any = None,
    axis: int | None = 0,
    minlength: int | None = None,
    maxlength: int | None = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """How often each number stands in a tensor or in each of its rows, as a sparse tensor.

    Args:
        values: int32 or int64 tensor, sparse or ragged tensor, without negative numbers.
        weights: what each number counts, of the kind and shape of `values`; None counts 1.
        axis: 0 counts in the whole tensor, -1 in each row of a matrix.
        minlength: the least size of the last axis of the result.
        maxlength: its greatest size; greater numbers are not counted.
        binary_output: 1 for each number that stands at least once.
        name: the operation's name.

    Returns:
        A sparse vector, or matrix with one row for each row of `values`.

    Raises:
        InvalidArgumentError: a number is negative, or the weights' shape differs.
        ValueError: another axis, weights with binary_output or of another kind than the values.

    >>> counts = tf.sparse.bincount([[1, 1, 3]], axis=-1)
    >>> counts.indices.numpy().tolist(), counts.values.numpy().tolist()
    ([[0, 1], [0, 3]], [2, 1])
    """
    if axis not in (None, 0, -1):
        raise ValueError(
            f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported."
        )
    if binary_output and weights is not None:
        raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive.")
    attrs = {
        "minlength": -1 if minlength is None else minlength,
        "maxlength": -1 if maxlength is None else maxlength,
        "binary_output": binary_output,
        "name": name,
    }
    if weights is not None:
        _require_weights_fit(values, weights)
    if axis in (None, 0):
        values = raw.Reshape(_values_of(values), [-1])
        weights = None if weights is None else raw.Reshape(_values_of(weights), [-1])
    if weights is None:  # The counts have the dtype of the weights: here that of the numbers.
        given = convert_to_tensor([], _values_of(values).dtype)
    else:
        given = _values_of(weights)
    if isinstance(values, SparseTensor):
        parts = raw.SparseCountSparseOutput(
            values.indices, values.values, values.dense_shape, given, **attrs
        )
    elif hasattr(values, "row_splits"):
        splits = raw.Cast(values.row_splits, DstT=dtypes.int64)
        parts = raw.RaggedCountSparseOutput(splits, values.values, given, **attrs)
    else:
        parts = raw.DenseCountSparseOutput(_values_of(values), given, **attrs)
    return SparseTensor(*parts)


def _values_of(value: Any) -> Tensor:
    """All numbers of a tensor of any kind, as a dense tensor of an index dtype or of weights."""
    if isinstance(value, SparseTensor):
        value = value.values
    elif hasattr(value, "flat_values"):
        value = value.flat_values
    tensor = convert_to_tensor(value)
    return tensor if tensor.dtype in _WEIGHTS else _as_index(tensor)


def _as_index(tensor: Tensor) -> Tensor:
    kind: DType = dtypes.int32
    return raw.Cast(tensor, DstT=kind) if tensor.dtype.is_integer else tensor


def _require_weights_fit(values: Any, weights: Any) -> None:
    """Each number has a weight in its place.

    Raises:
        InvalidArgumentError: the weights stand elsewhere.
        ValueError: they are of another kind.
    """
    if isinstance(values, SparseTensor):
        if not isinstance(weights, SparseTensor):
            raise ValueError(
                "Argument `weights` must be a SparseTensor if `values` is a SparseTensor. Received "
                f"weights={weights} of type: {type(weights).__name__}"
            )
        _require_equal(values.indices, weights.indices, "indices")
        _require_equal(values.dense_shape, weights.dense_shape, "dense shape")
    elif hasattr(values, "row_splits"):
        if not hasattr(weights, "row_splits"):
            raise ValueError(
                "`weights` must be a RaggedTensor if `values` is a RaggedTensor. Received argument "
                f"weights={weights} of type: {type(weights).__name__}."
            )
        _require_equal(values.row_splits, weights.row_splits, "row splits")
    elif isinstance(weights, SparseTensor):
        raise ValueError(
            "`weights` must be a tensor if `values` is one. Received argument "
            f"weights={weights} of type: {type(weights).__name__}."
        )


def _require_equal(a: Tensor, b: Tensor, what: str) -> None:
    if a is not b:
        axes = list(range(a.shape.rank or 0))
        same = raw.All(raw.Equal(a, raw.Cast(b, DstT=a.dtype)), axes)
        raw.Assert(same, [f"'weights' and 'values' must have the same {what}."])
