"""Sets, as the last axis of a tensor: `tf.sets.intersection`, `union`, `difference`, `size`.

The rows of two tensors of equal outer shape are taken as sets; the results are sparse, sorted in each row.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, shape_from
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.index_arrays import (
    check_order,
    check_parts,
    infer_parts,
    inferred_parts,
    known_rank,
)
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

_MEMBERS = (
    dtypes.int8,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
    dtypes.uint8,
    dtypes.uint16,
    dtypes.string,
)
_OPERATIONS = {
    "a-b": lambda a, b: a - b,
    "b-a": lambda a, b: b - a,
    "intersection": lambda a, b: a & b,
    "union": lambda a, b: a | b,
}
Sets = dict[tuple[int, ...], set[Any]]


def _sets_of_dense(array: np.ndarray) -> tuple[Sets, tuple[int, ...]]:
    if array.ndim < 2:
        raise invalid(f"Input 1: Shape rank {array.ndim} < 2.")
    outer = array.shape[:-1]
    rows = {place: set(array[place].tolist()) for place in np.ndindex(*outer)}
    return rows, outer


def _sets_of_sparse(validate: bool, *parts: np.ndarray) -> tuple[Sets, tuple[int, ...]]:
    indices, values, shape = parts
    check_parts(indices, values, shape)
    if len(shape) < 2:
        raise invalid(f"Shape rank {len(shape)} < 2.")
    if validate:
        check_order(indices, shape)
    rows: Sets = {}
    for place, value in zip(indices[:, :-1].tolist(), values.tolist(), strict=True):
        rows.setdefault(tuple(place), set()).add(value)
    return rows, tuple(shape[:-1].tolist())


def _combined(
    a: tuple[Sets, tuple[int, ...]],
    b: tuple[Sets, tuple[int, ...]],
    operation: str,
    dtype: np.dtype[Any],
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if operation not in _OPERATIONS:
        raise invalid(f"Invalid set_operation {operation}.")
    (a_rows, a_outer), (b_rows, b_outer) = a, b
    if a_outer != b_outer:
        raise invalid(f"Mismatched group shapes {list(a_outer)} vs {list(b_outer)}.")
    combine = _OPERATIONS[operation]
    indices, values, widest = [], [], 0
    for place in _places(a_rows, b_rows):
        members = sorted(combine(a_rows.get(place, set()), b_rows.get(place, set())))
        widest = max(widest, len(members))
        indices += [(*place, i) for i in range(len(members))]
        values += members
    array = np.empty(len(values), dtype)
    array[:] = values
    return (
        np.array(indices, np.int64).reshape(-1, len(a_outer) + 1),
        array,
        np.array([*a_outer, widest], np.int64),
    )


def _places(*rows: Sets) -> Iterable[tuple[int, ...]]:
    return sorted(set().union(*rows))


_ATTRS: dict[str, Any] = {
    "set_operation": attr("string"),
    "validate_indices": True,
    "T": types(_MEMBERS),
}
_RESULT = "result_indices: int64, result_values: T, result_shape: int64"


def _rank_of(shape: TensorShape, what: str) -> int | None:
    if shape.rank is not None and shape.rank < 2:
        raise invalid(f"{what}: Input 1 expected rank >= 2, got {shape.rank}.")
    return shape.rank


def _infer(dtype: DType, *ranks: int | None) -> tuple[Inferred, Inferred, Inferred]:
    known = {rank for rank in ranks if rank is not None}
    if len(known) > 1:
        raise invalid(f"Ranks of the two sets differ: {sorted(known)}")
    return inferred_parts(known.pop() if known else None, dtype)


define(
    "DenseToDenseSetOperation",
    "set1: T, set2: T",
    _RESULT,
    _ATTRS,
    infer=lambda a, b, **_: _infer(a.dtype, _rank_of(a.shape, "set1"), _rank_of(b.shape, "set2")),
    kernel=lambda xp, a, b, *, set_operation, validate_indices=True: _combined(
        _sets_of_dense(a), _sets_of_dense(b), set_operation, a.dtype
    ),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)
define(
    "DenseToSparseSetOperation",
    "set1: T, set2_indices: int64, set2_values: T, set2_shape: int64",
    _RESULT,
    _ATTRS,
    infer=lambda a, *b, **_: _infer(a.dtype, _rank_of(a.shape, "set1"), infer_parts(*b)[1]),
    kernel=lambda xp, a, *b, set_operation, validate_indices=True: _combined(
        _sets_of_dense(a), _sets_of_sparse(validate_indices, *b), set_operation, a.dtype
    ),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)
define(
    "SparseToSparseSetOperation",
    "set1_indices: int64, set1_values: T, set1_shape: int64, set2_indices: int64, "
    "set2_values: T, set2_shape: int64",
    _RESULT,
    _ATTRS,
    infer=lambda *parts, **_: _infer(
        parts[1].dtype, infer_parts(*parts[:3])[1], infer_parts(*parts[3:])[1]
    ),
    kernel=lambda xp, *parts, set_operation, validate_indices=True: _combined(
        _sets_of_sparse(validate_indices, *parts[:3]),
        _sets_of_sparse(validate_indices, *parts[3:]),
        set_operation,
        parts[1].dtype,
    ),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _infer_size(
    set_indices: Tensor, set_values: Tensor, set_shape: Tensor, *, validate_indices: bool = True
) -> Inferred:
    infer_parts(set_indices, set_values, set_shape)
    shape = shape_from(set_shape)
    if shape.rank is None:
        rank = known_rank(set_shape)
        shape = TensorShape(None) if rank is None else TensorShape([None] * rank)
    if shape.rank == 0:
        raise invalid("set_shape must have at least one size.")
    return Inferred(shape[:-1] if shape.rank else shape, dtypes.int32)


def _size(
    xp: ModuleType,
    set_indices: np.ndarray,
    set_values: np.ndarray,
    set_shape: np.ndarray,
    *,
    validate_indices: bool = True,
) -> np.ndarray:
    rows, outer = _sets_of_sparse(validate_indices, set_indices, set_values, set_shape)
    sizes = np.zeros(outer, np.int32)
    for place, members in rows.items():
        sizes[place] = len(members)
    return sizes


define(
    "SetSize",
    "set_indices: int64, set_values: T, set_shape: int64",
    "size: int32",
    {"validate_indices": True, "T": types(_MEMBERS)},
    infer=_infer_size,
    kernel=_size,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


# ---------------------------------------------------------------------------- public functions


@public("sets.size", "compat.v1.sets.set_size")
def size(a: Any, validate_indices: bool = True) -> Tensor:
    """How many different members each set has.

    Args:
        a: a `tf.SparseTensor` whose last axis holds the members.
        validate_indices: whether indices that are out of order are refused.

    Returns:
        int32 tensor of the shape without the last axis.

    Raises:
        TypeError: the input is not sparse.

    >>> tf.sets.size(tf.sparse.from_dense([[1, 2, 2], [3, 0, 0]])).numpy()
    array([2, 1], dtype=int32)
    """
    if not isinstance(a, SparseTensor):
        raise TypeError(f"Expected `SparseTensor`, got {a!r}.")
    return raw.SetSize(a.indices, a.values, a.dense_shape, validate_indices=validate_indices)


def _operation(a: Any, b: Any, operation: str, validate_indices: bool) -> SparseTensor:
    a, b = (x if isinstance(x, SparseTensor) else convert_to_tensor(x) for x in (a, b))
    attrs = {"set_operation": operation, "validate_indices": validate_indices}
    if isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):
        # TF: a dense set comes first.
        flipped = {"a-b": "b-a", "b-a": "a-b"}.get(operation, operation)
        return _operation(b, a, flipped, validate_indices)
    if a.dtype is not b.dtype:
        raise TypeError(f"Types don't match, {a.dtype.name} vs {b.dtype.name}.")
    if a.dtype not in _MEMBERS:
        raise TypeError(f"Invalid type {a.dtype.name}: members are integers or strings.")
    if isinstance(a, SparseTensor):
        both = (a.indices, a.values, a.dense_shape, b.indices, b.values, b.dense_shape)
        return SparseTensor(*raw.SparseToSparseSetOperation(*both, **attrs))
    if isinstance(b, SparseTensor):
        parts = (b.indices, b.values, b.dense_shape)
        return SparseTensor(*raw.DenseToSparseSetOperation(a, *parts, **attrs))
    return SparseTensor(*raw.DenseToDenseSetOperation(a, b, **attrs))


@public("sets.intersection", "compat.v1.sets.set_intersection")
def intersection(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor:
    """The members that both sets have, row by row.

    Args:
        a, b: tensors, dense or sparse, of integers or strings, equal in shape but for the last axis.
        validate_indices: whether sparse indices that are out of order are refused.

    Returns:
        A sparse tensor, sorted in each row.

    Raises:
        TypeError: the dtypes differ, or are no integers or strings.
        InvalidArgumentError: the shapes do not fit.

    >>> tf.sparse.to_dense(tf.sets.intersection([[1, 2, 3]], [[3, 1, 7]])).numpy()
    array([[1, 3]], dtype=int32)
    """
    return _operation(a, b, "intersection", validate_indices)


@public("sets.difference", "compat.v1.sets.set_difference")
def difference(a: Any, b: Any, aminusb: bool = True, validate_indices: bool = True) -> SparseTensor:
    """The members that only the first set has, row by row.

    Args:
        a, b: as for `tf.sets.intersection`.
        aminusb: False for those that only the second has.
        validate_indices: whether sparse indices that are out of order are refused.

    Returns:
        A sparse tensor, sorted in each row.

    Raises:
        TypeError, InvalidArgumentError: as there.

    >>> tf.sparse.to_dense(tf.sets.difference([[1, 2, 3]], [[3, 1, 7]])).numpy()
    array([[2]], dtype=int32)
    """
    return _operation(a, b, "a-b" if aminusb else "b-a", validate_indices)


@public("sets.union", "compat.v1.sets.set_union")
def union(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor:
    """The members that either set has, row by row.

    Args:
        a, b: as for `tf.sets.intersection`.
        validate_indices: whether sparse indices that are out of order are refused.

    Returns:
        A sparse tensor, sorted in each row.

    Raises:
        TypeError, InvalidArgumentError: as there.

    >>> tf.sparse.to_dense(tf.sets.union([[1, 2, 3]], [[3, 1, 7]])).numpy()
    array([[1, 2, 3, 7]], dtype=int32)
    """
    return _operation(a, b, "union", validate_indices)
