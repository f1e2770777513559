"""Two sparse tensors in one: `tf.sparse.add`, `maximum`, `minimum`."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, first_known, invalid, require_rank
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.index_arrays import (
    check_bounds,
    check_parts,
    indices_of,
    infer_parts,
    inferred_parts,
    places,
)
from stagelight.ops.sparse.sparse_tensor import SparseTensor, SparseTensorValue, as_sparse
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- SparseAdd


def _rank_of_both(
    a_indices: Tensor, a_shape: Tensor, b_indices: Tensor, b_shape: Tensor
) -> int | None:
    shapes = [require_rank(x, 2, "indices") for x in (a_indices, b_indices)]
    vectors = [require_rank(x, 1, "shape") for x in (a_shape, b_shape)]
    return first_known(*(TensorShape([s[1]]) for s in shapes), *vectors)[0]


def _infer_add(
    a_indices: Tensor,
    a_values: Tensor,
    a_shape: Tensor,
    b_indices: Tensor,
    b_values: Tensor,
    b_shape: Tensor,
    thresh: Tensor,
) -> tuple[Inferred, Inferred, Inferred]:
    require_rank(thresh, 0, "thresh")
    infer_parts(a_indices, a_values, a_shape)
    infer_parts(b_indices, b_values, b_shape)
    return inferred_parts(_rank_of_both(a_indices, a_shape, b_indices, b_shape), a_values.dtype)


def _union(
    a: tuple[np.ndarray, ...], b: tuple[np.ndarray, ...], combine: Callable[..., Any]
) -> tuple[np.ndarray, np.ndarray]:
    """The places where either has a value, and both values combined; zero where one has none."""
    for parts in (a, b):
        check_parts(*parts)
        check_bounds(parts[0], parts[2])
    if not np.array_equal(a[2], b[2]):
        raise invalid(f"Operands do not have the same shape: {a[2].tolist()} and {b[2].tolist()}")
    a_places, b_places = places(a[0], a[2]), places(b[0], b[2])
    union = np.union1d(a_places, b_places)
    rows = [np.zeros(len(union), a[1].dtype) for _ in range(2)]
    for row, own, values in zip(rows, (a_places, b_places), (a[1], b[1]), strict=True):
        row[np.searchsorted(union, own)] = values
    return indices_of(union, a[2]), combine(*rows)


def _add(
    xp: ModuleType,
    a_indices: np.ndarray,
    a_values: np.ndarray,
    a_shape: np.ndarray,
    b_indices: np.ndarray,
    b_values: np.ndarray,
    b_shape: np.ndarray,
    thresh: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if thresh.ndim:
        raise invalid(f"The magnitude threshold must be a scalar: got shape {list(thresh.shape)}")
    indices, values = _union((a_indices, a_values, a_shape), (b_indices, b_values, b_shape), np.add)
    # TF: only what is a sum of two elements is held against the threshold.
    both = np.intersect1d(places(a_indices, a_shape), places(b_indices, b_shape))
    kept = ~np.isin(places(indices, a_shape), both) | (np.abs(values) >= thresh)
    return indices[kept], values[kept], a_shape


def _add_gradient(op: Any, _: Any, dvalues: Tensor, __: Any) -> list[Any]:
    da, db = raw.SparseAddGrad(dvalues, op.inputs[0], op.inputs[3], op.outputs[0])
    return [None, da, None, None, db, None, None]


define(
    "SparseAdd",
    "a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64, "
    "thresh: Treal",
    "sum_indices: int64, sum_values: T, sum_shape: int64",
    {"T": types(dtypes.NUMERIC), "Treal": types(dtypes.REAL)},
    infer=_infer_add,
    kernel=_add,
    gradient=_add_gradient,
)


def _infer_add_grad(
    backprop_val_grad: Tensor, a_indices: Tensor, b_indices: Tensor, sum_indices: Tensor
) -> tuple[Inferred, Inferred]:
    require_rank(backprop_val_grad, 1, "backprop_val_grad")
    counts = [require_rank(x, 2, "indices")[0] for x in (a_indices, b_indices)]
    require_rank(sum_indices, 2, "sum_indices")
    a, b = (Inferred(TensorShape([n]), backprop_val_grad.dtype) for n in counts)
    return a, b


def _add_grad(
    xp: ModuleType,
    backprop_val_grad: np.ndarray,
    a_indices: np.ndarray,
    b_indices: np.ndarray,
    sum_indices: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    if not (a_indices.ndim == b_indices.ndim == sum_indices.ndim == 2):
        raise invalid("Input indices should be matrices.")
    if not a_indices.shape[1] == b_indices.shape[1] == sum_indices.shape[1]:
        raise invalid("The densified operands should have the same ndims.")
    if backprop_val_grad.shape != (len(sum_indices),):
        raise invalid(
            "# elements of backprop_val_grad and # rows of sum_indices should match (#nnz of sum): got "
            f"{list(backprop_val_grad.shape)} and {len(sum_indices)}"
        )
    found = {tuple(row): i for i, row in enumerate(sum_indices.tolist())}
    zero = backprop_val_grad.dtype.type(0)

    def of(indices: np.ndarray) -> np.ndarray:
        rows = (found.get(tuple(row)) for row in indices.tolist())
        values = [zero if row is None else backprop_val_grad[row] for row in rows]
        return np.array(values, backprop_val_grad.dtype)

    return of(a_indices), of(b_indices)


def _add_grad_gradient(op: Any, da: Tensor, db: Tensor) -> list[Any]:
    """The results are picked from the gradients; what is not among the sum gets nothing."""
    _, a_indices, b_indices, sum_indices = op.inputs
    count = raw.StridedSlice(raw.Shape(sum_indices), [0], [1], [1], shrink_axis_mask=1)
    numbers = raw.Range(1, raw.AddV2(count, 1), 1)
    a_numbers, b_numbers = raw.SparseAddGrad(numbers, a_indices, b_indices, sum_indices)
    total = raw.AddV2(
        raw.UnsortedSegmentSum(da, raw.Sub(a_numbers, 1), count),
        raw.UnsortedSegmentSum(db, raw.Sub(b_numbers, 1), count),
    )
    return [total, None, None, None]


define(
    "SparseAddGrad",
    "backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64",
    "a_val_grad: T, b_val_grad: T",
    {"T": types(dtypes.NUMERIC)},
    infer=_infer_add_grad,
    kernel=_add_grad,
    gradient=_add_grad_gradient,
)


# ---------------------------------------------------------------------------- SparseTensorDenseAdd


def _infer_dense_add(a_indices: Tensor, a_values: Tensor, a_shape: Tensor, b: Tensor) -> Inferred:
    infer_parts(a_indices, a_values, a_shape)
    return Inferred(b.shape, b.dtype)


def _dense_add(
    xp: ModuleType,
    a_indices: np.ndarray,
    a_values: np.ndarray,
    a_shape: np.ndarray,
    b: np.ndarray,
) -> np.ndarray:
    check_parts(a_indices, a_values, a_shape)
    if list(b.shape) != a_shape.tolist():
        raise invalid(
            f"Dimensions of the operands do not agree: {a_shape.tolist()} and {list(b.shape)}"
        )
    check_bounds(a_indices, a_shape)
    result = b.copy()
    np.add.at(result, tuple(a_indices.T), a_values)
    return result


define(
    "SparseTensorDenseAdd",
    "a_indices: Tindices, a_values: T, a_shape: Tindices, b: T",
    "output: T",
    {"T": types(dtypes.NUMERIC), "Tindices": types(dtypes.INDEX)},
    infer=_infer_dense_add,
    kernel=_dense_add,
    gradient=lambda op, dy: [None, raw.GatherNd(dy, op.inputs[0]), None, dy],
)


# ---------------------------------------------------------------------------- maximum, minimum


def _infer_extreme(
    a_indices: Tensor,
    a_values: Tensor,
    a_shape: Tensor,
    b_indices: Tensor,
    b_values: Tensor,
    b_shape: Tensor,
) -> tuple[Inferred, Inferred]:
    infer_parts(a_indices, a_values, a_shape)
    infer_parts(b_indices, b_values, b_shape)
    rank = _rank_of_both(a_indices, a_shape, b_indices, b_shape)
    indices, values, _ = inferred_parts(rank, a_values.dtype)
    return indices, values


def _least(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if a.dtype.kind != "c":
        return np.minimum(a, b)
    raise invalid("SparseSparseMinimum does not compare complex numbers.")


for _name, _combine, _allowed in (
    ("SparseSparseMaximum", np.maximum, dtypes.REAL),
    ("SparseSparseMinimum", _least, dtypes.NUMERIC),
):
    define(
        _name,
        "a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, "
        "b_shape: int64",
        "output_indices: int64, output_values: T",
        {"T": types(_allowed)},
        infer=_infer_extreme,
        kernel=lambda xp, ai, av, ash, bi, bv, bsh, combine=_combine: _union(
            (ai, av, ash), (bi, bv, bsh), combine
        ),
        differentiable=False,
    )


# ---------------------------------------------------------------------------- public functions


@public("sparse.add")
def add(a: Any, b: Any, threshold: Any = 0) -> Any:
    """The sum of two tensors of which at least one is sparse.

    Args:
        a, b: sparse tensors of one shape, sorted, or one of them dense.
        threshold: sums of two elements of a smaller absolute value are left out of a sparse result.

    Returns:
        A sparse tensor where both are sparse, else a dense one.

    Raises:
        TypeError: both are dense.
        InvalidArgumentError: their shapes differ.

    >>> one = tf.SparseTensor([[0]], [1.0], [3])
    >>> tf.sparse.add(one, tf.SparseTensor([[2]], [2.0], [3])).values.numpy()
    array([1., 2.], dtype=float32)
    """
    sparse = (SparseTensor, SparseTensorValue)
    if not isinstance(a, sparse) and not isinstance(b, sparse):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    if not isinstance(a, sparse):
        a, b = b, a
    first = as_sparse(a)
    if not isinstance(b, sparse):
        dense = convert_to_tensor(b, first.dtype)
        return raw.SparseTensorDenseAdd(first.indices, first.values, first.dense_shape, dense)
    second = as_sparse(b)
    least = convert_to_tensor(threshold, dtype_hint=first.dtype.real_dtype)
    if least.dtype is not first.dtype.real_dtype:
        least = raw.Cast(least, DstT=first.dtype.real_dtype)
    with op_scope("SparseAdd"):
        parts = raw.SparseAdd(
            first.indices,
            first.values,
            first.dense_shape,
            second.indices,
            second.values,
            second.dense_shape,
            least,
        )
        result = SparseTensor(*parts)
        if first.shape.is_compatible_with(second.shape):
            result.set_shape(first.shape.merge_with(second.shape))
        return result


@public("compat.v1.sparse_add", "compat.v1.sparse.add")
def older_add(a: Any, b: Any, threshold: Any = None, thresh: Any = None) -> Any:
    """`tf.sparse.add`; `thresh` is another name for `threshold`.

    >>> one = tf.SparseTensor([[0]], [1.0], [3])
    >>> tf.compat.v1.sparse_add(one, one, thresh=3.0).values.numpy()
    array([], dtype=float32)
    """
    if threshold is not None and thresh is not None:
        raise ValueError("Cannot specify both 'threshold' and 'thresh'.")
    given = thresh if threshold is None else threshold
    return add(a, b, 0 if given is None else given)


def _extreme(op: Any, sp_a: Any, sp_b: Any, name: str | None) -> SparseTensor:
    a, b = as_sparse(sp_a), as_sparse(sp_b)
    indices, values = op(
        a.indices, a.values, a.dense_shape, b.indices, b.values, b.dense_shape, name=name
    )
    result = SparseTensor(indices, values, a.dense_shape)
    if a.shape.is_compatible_with(b.shape):
        result.set_shape(a.shape.merge_with(b.shape))
    return result


@public("sparse.maximum", "compat.v1.sparse_maximum")
def maximum(sp_a: Any, sp_b: Any, name: str | None = None) -> SparseTensor:
    """The greater of the elements of two sparse tensors; what is missing counts as zero.

    Args:
        sp_a, sp_b: sparse tensors of one shape and dtype.
        name: the operation's name.

    Raises:
        InvalidArgumentError: their shapes differ.

    >>> a, b = tf.SparseTensor([[0]], [1.0], [3]), tf.SparseTensor([[1]], [-1.0], [3])
    >>> tf.sparse.maximum(a, b).values.numpy()
    array([1., 0.], dtype=float32)
    """
    return _extreme(raw.SparseSparseMaximum, sp_a, sp_b, name)


@public("sparse.minimum", "compat.v1.sparse_minimum")
def minimum(sp_a: Any, sp_b: Any, name: str | None = None) -> SparseTensor:
    """The lesser of the elements of two sparse tensors; what is missing counts as zero.

    Args:
        sp_a, sp_b: sparse tensors of one shape and dtype.
        name: the operation's name.

    Raises:
        InvalidArgumentError: their shapes differ.

    >>> a, b = tf.SparseTensor([[0]], [1.0], [3]), tf.SparseTensor([[1]], [-1.0], [3])
    >>> tf.sparse.minimum(a, b).values.numpy()
    array([ 0., -1.], dtype=float32)
    """
    return _extreme(raw.SparseSparseMinimum, sp_a, sp_b, name)
