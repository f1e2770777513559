"""Rows without elements get one: `tf.sparse.fill_empty_rows`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import SCALAR, Inferred, invalid, require_rank, shape_from
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.index_arrays import check_parts, infer_parts
from stagelight.ops.sparse.sparse_tensor import SparseTensor, as_sparse
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _infer(
    indices: Tensor, values: Tensor, dense_shape: Tensor, default_value: Tensor
) -> tuple[Inferred, ...]:
    count, rank = infer_parts(indices, values, dense_shape)
    require_rank(default_value, 0, "default_value")
    shape = shape_from(dense_shape)
    rows = shape[0] if shape.rank else None
    return (
        Inferred(TensorShape([None, rank]), dtypes.int64),
        Inferred(TensorShape([None]), values.dtype),
        Inferred(TensorShape([rows]), dtypes.bool_),
        Inferred(TensorShape([count]), dtypes.int64),
    )


def _fill(
    xp: ModuleType,
    indices: np.ndarray,
    values: np.ndarray,
    dense_shape: np.ndarray,
    default_value: np.ndarray,
) -> tuple[np.ndarray, ...]:
    check_parts(indices, values, dense_shape)
    if default_value.ndim:
        raise invalid(f"default_value must be a scalar, saw: {list(default_value.shape)}")
    if not len(dense_shape):
        raise invalid("Dense shape cannot be empty.")
    rows = int(dense_shape[0])
    row_of = indices[:, 0]
    outside = (row_of < 0) | (row_of >= rows)
    if outside.any():
        place = int(np.argmax(outside))
        raise invalid(f"indices({place}, 0) is invalid: {row_of[place]} >= {rows}")
    is_empty = np.bincount(row_of, minlength=rows) == 0 if rows else np.zeros(0, bool)
    empty = np.flatnonzero(is_empty)
    new = np.zeros((len(empty), len(dense_shape)), np.int64)
    new[:, 0] = empty
    all_rows = np.concatenate([row_of, empty])
    order = np.argsort(all_rows, kind="stable")
    reverse = np.empty(len(all_rows), np.int64)
    reverse[order] = np.arange(len(all_rows))
    filled = np.full(len(empty), default_value[()], values.dtype)
    return (
        np.concatenate([indices, new])[order],
        np.concatenate([values, filled])[order],
        is_empty,
        reverse[: len(values)],
    )


def _fill_gradient(op: Any, _: Any, dvalues: Tensor, *__: Any) -> list[Any]:
    dinput, ddefault = raw.SparseFillEmptyRowsGrad(op.outputs[3], dvalues)
    return [None, dinput, None, ddefault]


define(
    "SparseFillEmptyRows",
    "indices: int64, values: T, dense_shape: int64, default_value: T",
    "output_indices: int64, output_values: T, empty_row_indicator: bool, reverse_index_map: int64",
    {"T": types()},
    infer=_infer,
    kernel=_fill,
    gradient=_fill_gradient,
    traits=Trait.HOST_ONLY,
)


def _infer_grad(reverse_index_map: Tensor, grad_values: Tensor) -> tuple[Inferred, Inferred]:
    count = require_rank(reverse_index_map, 1, "reverse_index_map")[0]
    require_rank(grad_values, 1, "grad_values")
    return Inferred(TensorShape([count]), grad_values.dtype), Inferred(SCALAR, grad_values.dtype)


def _grad(
    xp: ModuleType, reverse_index_map: np.ndarray, grad_values: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    if reverse_index_map.ndim != 1 or grad_values.ndim != 1:
        raise invalid("reverse_index_map and grad_values must be vectors.")
    outside = (reverse_index_map < 0) | (reverse_index_map >= len(grad_values))
    if outside.any():
        raise invalid(f"Elements in reverse index must be in [0, {len(grad_values)})")
    others = np.ones(len(grad_values), bool)
    others[reverse_index_map] = False
    return grad_values[reverse_index_map], grad_values[others].sum(dtype=grad_values.dtype)


def _grad_gradient(op: Any, dinput: Tensor, ddefault: Tensor) -> list[Any]:
    places, values = op.inputs
    everywhere = raw.Fill(raw.Shape(values), ddefault)
    index = raw.ExpandDims(places, 1)
    return [None, raw.TensorScatterUpdate(everywhere, index, dinput)]


define(
    "SparseFillEmptyRowsGrad",
    "reverse_index_map: int64, grad_values: T",
    "d_values: T, d_default_value: T",
    {"T": types(dtypes.NUMERIC)},
    infer=_infer_grad,
    kernel=_grad,
    gradient=_grad_gradient,
)


@public("sparse.fill_empty_rows", "compat.v1.sparse_fill_empty_rows")
def fill_empty_rows(
    sp_input: Any, default_value: Any, name: str | None = None
) -> tuple[SparseTensor, Tensor]:
    """The sparse tensor with one more element in each row that has none, at its first place.

    Args:
        sp_input: a `tf.SparseTensor`.
        default_value: scalar, the value of those elements.
        name: the operation's name.

    Returns:
        The pair of the sparse tensor and a bool vector that is true for the rows that were empty.

    Raises:
        TypeError: the input is not sparse.

    >>> filled, was_empty = tf.sparse.fill_empty_rows(tf.SparseTensor([[1, 2]], [5], [2, 3]), 0)
    >>> filled.indices.numpy().tolist(), was_empty.numpy().tolist()
    ([[0, 0], [1, 2]], [True, False])
    """
    sparse = as_sparse(sp_input)
    with op_scope(name or "SparseFillEmptyRows"):
        default = convert_to_tensor(default_value, sparse.dtype)
        indices, values, was_empty, _ = raw.SparseFillEmptyRows(
            sparse.indices, sparse.values, sparse.dense_shape, default
        )
        result = SparseTensor(indices, values, sparse.dense_shape)
        result.set_shape(sparse.shape)
        return result, was_empty
