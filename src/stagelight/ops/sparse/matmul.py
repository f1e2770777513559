"""A sparse matrix times a dense one: `tf.sparse.sparse_dense_matmul`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, require_rank, shape_from, shape_text
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.index_arrays import infer_parts
from stagelight.ops.sparse.sparse_tensor import SparseTensor, SparseTensorValue, as_sparse
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _infer(
    a_indices: Tensor,
    a_values: Tensor,
    a_shape: Tensor,
    b: Tensor,
    *,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
) -> Inferred:
    infer_parts(a_indices, a_values, a_shape)
    matrix = require_rank(b, 2, "b")
    shape = shape_from(a_shape)
    if shape.rank is None:
        shape = TensorShape([None, None])
    if shape.rank != 2:
        raise invalid(f"Tensor 'a_shape' must have 2 elements. Received: {shape.rank}")
    rows, inner = (shape[1], shape[0]) if adjoint_a else (shape[0], shape[1])
    other, columns = (matrix[1], matrix[0]) if adjoint_b else (matrix[0], matrix[1])
    if None not in (inner, other) and inner != other:
        raise invalid(
            f"Cannot multiply A and B because inner dimension does not match: {inner} vs. {other}. "
            "Did you forget a transpose?"
        )
    return Inferred(TensorShape([rows, columns]), a_values.dtype)


def _checked(
    a_indices: np.ndarray, a_values: np.ndarray, a_shape: np.ndarray, b: np.ndarray
) -> None:
    if b.ndim != 2:
        raise invalid(f"Tensor 'b' is not a matrix. Received shape: {shape_text(b.shape)}")
    if a_shape.ndim != 1 or len(a_shape) != 2:
        raise invalid("Tensor 'a_shape' must have 2 elements")
    if a_values.ndim != 1:
        raise invalid("Tensor 'a_values' is not a vector")
    if a_indices.ndim != 2 or a_indices.shape != (len(a_values), 2):
        raise invalid(
            "Tensor 'a_indices' must be a matrix with one row of 2 for each value. Received shape: "
            f"{shape_text(a_indices.shape)}"
        )
    outside = (a_indices < 0) | (a_indices >= a_shape)
    if outside.any():
        row, axis = np.argwhere(outside)[0]
        raise invalid(
            f"{'mk'[axis]} ({a_indices[row, axis]}) from index[{row},{axis}] out of bounds "
            f"(>={a_shape[axis]})"
        )


def _matmul(
    xp: ModuleType,
    a_indices: np.ndarray,
    a_values: np.ndarray,
    a_shape: np.ndarray,
    b: np.ndarray,
    *,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
) -> np.ndarray:
    _checked(a_indices, a_values, a_shape, b)
    rows, columns = a_indices[:, 0], a_indices[:, 1]
    values, sizes = a_values, a_shape.tolist()
    if adjoint_a:
        rows, columns, values, sizes = columns, rows, values.conj(), sizes[::-1]
    if adjoint_b:
        b = b.conj().T
    if sizes[1] != b.shape[0]:
        raise invalid(
            f"Cannot multiply A and B because inner dimension does not match: {sizes[1]} vs. "
            f"{b.shape[0]}. Did you forget a transpose? Dimensions of A: {a_shape.tolist()}"
        )
    # Half precision is summed in float32, and rounded once.
    wide = np.float32 if a_values.dtype.itemsize == 2 and a_values.dtype.kind not in "iu" else None
    product = np.zeros((sizes[0], b.shape[1]), wide or b.dtype)
    np.add.at(
        product, rows, values[:, None].astype(product.dtype) * b[columns].astype(product.dtype)
    )
    return product.astype(b.dtype)


def _matmul_gradient(op: Any, dy: Tensor) -> list[Any]:
    indices, values, shape, b = op.inputs
    adjoint_a, adjoint_b = op.attr_value("adjoint_a"), op.attr_value("adjoint_b")
    db = raw.SparseTensorDenseMatMul(indices, values, shape, dy, adjoint_a=not adjoint_a)
    if adjoint_b:
        db = _adjoint(db)
    rows = raw.StridedSlice(indices, [0, 0], [0, 1], [1, 1], end_mask=1, shrink_axis_mask=2)
    columns = raw.StridedSlice(indices, [0, 1], [0, 2], [1, 1], end_mask=1, shrink_axis_mask=2)
    if adjoint_a:
        rows, columns = columns, rows
    of_b = raw.GatherV2(_adjoint(b) if adjoint_b else b, columns, 0)
    of_dy = raw.GatherV2(dy, rows, 0)
    if values.dtype.is_complex:
        dvalues = raw.Sum(raw.Mul(of_dy, raw.Conj(of_b)), 1)
        dvalues = raw.Conj(dvalues) if adjoint_a else dvalues
    else:
        dvalues = raw.Sum(raw.Mul(of_dy, of_b), 1)
    return [None, dvalues, None, db]


def _adjoint(x: Tensor) -> Tensor:
    return raw.ConjugateTranspose(x, [1, 0]) if x.dtype.is_complex else raw.Transpose(x, [1, 0])


define(
    "SparseTensorDenseMatMul",
    "a_indices: Tindices, a_values: T, a_shape: int64, b: T",
    "product: T",
    {
        "T": types(dtypes.NUMERIC),
        "Tindices": types(dtypes.INDEX, dtypes.int64),
        "adjoint_a": False,
        "adjoint_b": False,
    },
    infer=_infer,
    kernel=_matmul,
    gradient=_matmul_gradient,
    traits=Trait.HEAVY,
)


@public(
    "sparse.sparse_dense_matmul",
    "compat.v1.sparse_tensor_dense_matmul",
    "compat.v1.sparse.matmul",
)
def sparse_dense_matmul(
    sp_a: Any, b: Any, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Tensor:
    """The matrix product of a sparse and a dense matrix, whichever comes first.

    Args:
        sp_a, b: a `tf.SparseTensor` and a dense matrix, or the other way round.
        adjoint_a, adjoint_b: whether an operand is transposed and conjugated first.
        name: the operation's name.

    Returns:
        The dense product.

    Raises:
        ValueError, InvalidArgumentError: the inner sizes differ, or an operand is no matrix.

    >>> eye = tf.sparse.eye(2)
    >>> tf.sparse.sparse_dense_matmul(eye, [[1.0, 2.0], [3.0, 4.0]]).numpy()
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    """
    if isinstance(b, (SparseTensor, SparseTensorValue)):
        # dense @ sparse = (sparse^H @ dense^H)^H
        product = sparse_dense_matmul(b, sp_a, not adjoint_b, not adjoint_a, name)
        return _adjoint(product)
    sparse = as_sparse(sp_a)
    return raw.SparseTensorDenseMatMul(
        sparse.indices,
        sparse.values,
        sparse.dense_shape,
        convert_to_tensor(b, sparse.dtype),
        adjoint_a=adjoint_a,
        adjoint_b=adjoint_b,
        name=name,
    )
