"""Matrices by their rows: variants that hold matrices in CSR form, and what makes and reads them.

Of each matrix of a batch there are the columns and values of its elements, row after row, and where each row
begins: `row_ptrs[i]` to `row_ptrs[i + 1]`. Products are in `csr_products`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import SCALAR, Inferred, constant_value, invalid
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

DTYPES = (dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128)


class CsrMatrix:
    """What the variant holds: a matrix, or a batch of them.

    Attributes:
        shape: `[rows, columns]` or `[batch, rows, columns]`.
        parts: of each matrix the row pointers and columns, both int32, and the values.
    """

    __slots__ = ("dtype", "parts", "shape")

    def __init__(self, shape: Sequence[int], dtype: Any, parts: list[tuple[Any, Any, Any]]) -> None:
        self.shape = tuple(int(size) for size in shape)
        self.dtype = np.dtype(dtype)
        self.parts = parts

    def __add__(self, other: CsrMatrix) -> CsrMatrix:
        """The sum of two gradients: elements that both have are added."""
        indices = np.concatenate([self.indices(), other.indices()])
        values = np.concatenate([self.values(), other.values()])
        distinct, places = np.unique(indices, axis=0, return_inverse=True)
        total = np.zeros(len(distinct), self.dtype)
        np.add.at(total, places.reshape(-1), values)
        return csr_of(distinct, total, self.shape)

    def values(self) -> np.ndarray:
        """The values of all matrices."""
        none = np.zeros(0, self.dtype)
        return np.concatenate([none, *[values for _, _, values in self.parts]])

    def indices(self) -> np.ndarray:
        """The place of each value, as in a sparse tensor."""
        rows = [np.zeros((0, len(self.shape)), np.int64)]
        for number, (pointers, columns, _) in enumerate(self.parts):
            of_rows = np.repeat(np.arange(len(pointers) - 1), np.diff(pointers))
            batch = [np.full(len(columns), number)] if len(self.shape) == 3 else []
            rows.append(np.stack([*batch, of_rows, columns], axis=1))
        return np.concatenate(rows)


def csr_of(indices: np.ndarray, values: np.ndarray, shape: Sequence[int]) -> CsrMatrix:
    """The matrices of a sparse tensor; elements may be in any order."""
    order = np.lexsort(indices.T[::-1])
    indices, values = indices[order], values[order]
    batches, rows = (shape[0] if len(shape) == 3 else 1), shape[-2]
    parts = []
    for number in range(batches):
        own = indices[:, 0] == number if len(shape) == 3 else slice(None)
        counts = np.bincount(indices[own, -2].astype(np.int64), minlength=rows)
        pointers = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        parts.append((pointers, indices[own, -1].astype(np.int32), values[own]))
    return CsrMatrix(shape, values.dtype, parts)


def variant_of(matrix: CsrMatrix) -> np.ndarray:
    """The value of a variant tensor that holds the matrix."""
    array = np.empty((), object)
    array[()] = matrix
    return array


def matrix_in(array: Any, name: str, dtype: DType | None = None) -> CsrMatrix:
    """The matrix that a variant holds.

    Raises:
        InvalidArgumentError: it holds something else, or a matrix of another dtype.
    """
    matrix = array[()] if array.ndim == 0 else None
    if not isinstance(matrix, CsrMatrix):
        raise invalid(f"{name} must be a variant that holds a CSRSparseMatrix.")
    if dtype is not None and matrix.dtype != dtype.as_numpy_dtype:
        raise invalid(
            f"Asked for a CSRSparseMatrix of type {dtype.name} but saw dtype: {matrix.dtype.name}"
        )
    return matrix


def infer_csr(*_inputs: Tensor, **_attrs: Any) -> Inferred:
    """What is known of a variant that holds matrices."""
    return Inferred(SCALAR, dtypes.variant)


def _require_places(indices: np.ndarray, shape: Sequence[int], what: str) -> None:
    wrong = ((indices < 0) | (indices >= np.asarray(shape))).any(axis=1)
    if wrong.any():
        first = int(np.argmax(wrong))
        raise invalid(
            f"{what} indices[{first}, :] = {indices[first].tolist()} is out of bounds: need "
            f"0 <= index < {list(shape)}"
        )


def _from_sparse(xp: ModuleType, indices: Any, values: Any, dense_shape: Any) -> np.ndarray:
    if dense_shape.ndim != 1 or len(dense_shape) not in (2, 3):
        raise invalid(
            f"SparseTensor must have rank 2 or 3; but indices has rank: {dense_shape.size}"
        )
    if indices.shape != (len(values), len(dense_shape)) or values.ndim != 1:
        raise invalid(
            "indices must have a row of as many numbers as dense_shape has for each value. Received "
            f"indices.shape={list(indices.shape)}, values.shape={list(values.shape)}, "
            f"dense_shape={dense_shape.tolist()}."
        )
    _require_places(indices, dense_shape.tolist(), "Sparse index tuple")
    return variant_of(csr_of(indices, values, dense_shape.tolist()))


def _from_sparse_gradient(op: Any, grad: Tensor) -> list[Any]:
    dtype = op.inputs[1].dtype
    dense = raw.CSRSparseMatrixToDense(grad, type=dtype)
    return [None, raw.GatherNd(dense, op.inputs[0]), None]


define(
    "SparseTensorToCSRSparseMatrix",
    "indices: int64, values: T, dense_shape: int64",
    "sparse_matrix: variant",
    {"T": types(DTYPES)},
    infer=infer_csr,
    kernel=_from_sparse,
    gradient=_from_sparse_gradient,
    traits=Trait.HOST_ONLY,
)


def _from_dense(xp: ModuleType, dense: np.ndarray, indices: np.ndarray) -> np.ndarray:
    if dense.ndim not in (2, 3):
        raise invalid(f"params must have rank == 2 or 3; but saw shape: {list(dense.shape)}")
    if indices.ndim != 2 or indices.shape[1] != dense.ndim:
        raise invalid(
            f"indices must have a row of {dense.ndim} numbers for each element. Received "
            f"indices.shape={list(indices.shape)}."
        )
    _require_places(indices, dense.shape, "DenseToCSRSparseMatrix:")
    return variant_of(csr_of(indices, dense[tuple(indices.T)], dense.shape))


def _from_dense_gradient(op: Any, grad: Tensor) -> list[Any]:
    """Only the elements that were taken have one."""
    dense, indices = op.inputs
    taken = raw.GatherNd(raw.CSRSparseMatrixToDense(grad, type=dense.dtype), indices)
    return [raw.ScatterNd(indices, taken, raw.Shape(dense, out_type=dtypes.int64)), None]


define(
    "DenseToCSRSparseMatrix",
    "dense_input: T, indices: int64",
    "sparse_output: variant",
    {"T": types(DTYPES)},
    infer=infer_csr,
    kernel=_from_dense,
    gradient=_from_dense_gradient,
    traits=Trait.HOST_ONLY,
)


def _to_dense(xp: ModuleType, sparse_input: Any, *, type: DType) -> np.ndarray:
    matrix = matrix_in(sparse_input, "sparse_input", type)
    dense = np.zeros(matrix.shape, matrix.dtype)
    dense[tuple(matrix.indices().T)] = matrix.values()
    return dense


def _infer_dense(sparse_input: Tensor, *, type: DType) -> Inferred:
    return Inferred(TensorShape(None), type)


def _to_dense_gradient(op: Any, grad: Tensor) -> list[Tensor]:
    places = raw.CSRSparseMatrixToSparseTensor(op.inputs[0], type=grad.dtype)[0]
    return [raw.DenseToCSRSparseMatrix(grad, places)]


define(
    "CSRSparseMatrixToDense",
    "sparse_input: variant",
    "dense_output: type",
    {"type": types(DTYPES)},
    infer=_infer_dense,
    kernel=_to_dense,
    gradient=_to_dense_gradient,
    traits=Trait.HOST_ONLY,
)


def _to_sparse(xp: ModuleType, sparse_matrix: Any, *, type: DType) -> tuple[Any, ...]:
    matrix = matrix_in(sparse_matrix, "sparse_matrix", type)
    return matrix.indices(), matrix.values(), np.asarray(matrix.shape, np.int64)


def _infer_sparse(sparse_matrix: Tensor, *, type: DType) -> tuple[Inferred, ...]:
    return (
        Inferred(TensorShape([None, None]), dtypes.int64),
        Inferred(TensorShape([None]), type),
        Inferred(TensorShape([None]), dtypes.int64),
    )


def _to_sparse_gradient(op: Any, _: Any, dvalues: Tensor, __: Any) -> list[Tensor]:
    indices, _values, dense_shape = op.outputs
    return [raw.SparseTensorToCSRSparseMatrix(indices, dvalues, dense_shape)]


define(
    "CSRSparseMatrixToSparseTensor",
    "sparse_matrix: variant",
    "indices: int64, values: type, dense_shape: int64",
    {"type": types(DTYPES)},
    infer=_infer_sparse,
    kernel=_to_sparse,
    gradient=_to_sparse_gradient,
    traits=Trait.HOST_ONLY,
)


def _components(
    xp: ModuleType, csr_sparse_matrix: Any, index: np.ndarray, *, type: DType
) -> tuple[Any, ...]:
    matrix = matrix_in(csr_sparse_matrix, "csr_sparse_matrix", type)
    if index.ndim:
        raise invalid(f"index should be a scalar, but saw: {list(index.shape)}")
    if not 0 <= index < len(matrix.parts):
        raise invalid(f"index ({int(index)}) not in [0, {len(matrix.parts)})")
    return matrix.parts[int(index)]


def _infer_components(
    csr_sparse_matrix: Tensor, index: Tensor, *, type: DType
) -> tuple[Inferred, ...]:
    known = constant_value(index)
    if known is not None and np.ndim(known):
        raise invalid(f"index should be a scalar, but saw: {list(np.shape(known))}")
    vector = TensorShape([None])
    return (
        Inferred(vector, dtypes.int32),
        Inferred(vector, dtypes.int32),
        Inferred(vector, type),
    )


define(
    "CSRSparseMatrixComponents",
    "csr_sparse_matrix: variant, index: int32",
    "row_ptrs: int32, col_inds: int32, values: type",
    {"type": types(DTYPES)},
    infer=_infer_components,
    kernel=_components,
    traits=Trait.HOST_ONLY,
)


def _count(xp: ModuleType, sparse_matrix: Any) -> np.ndarray:
    matrix = matrix_in(sparse_matrix, "sparse_matrix")
    counts = np.asarray([len(values) for _, _, values in matrix.parts], np.int32)
    return counts if len(matrix.shape) == 3 else counts[0]


define(
    "SparseMatrixNNZ",
    "sparse_matrix: variant",
    "nnz: int32",
    infer=lambda sparse_matrix: Inferred(TensorShape(None), dtypes.int32),
    kernel=_count,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _transpose(
    xp: ModuleType, sparse_input: Any, *, type: DType, conjugate: bool = False
) -> np.ndarray:
    return variant_of(transposed(matrix_in(sparse_input, "input", type), conjugate))


def transposed(matrix: CsrMatrix, conjugate: bool = False) -> CsrMatrix:
    """Each matrix with rows as columns; the complex conjugate of its values if it is asked for."""
    indices = matrix.indices()
    indices[:, [-2, -1]] = indices[:, [-1, -2]]
    shape = (*matrix.shape[:-2], matrix.shape[-1], matrix.shape[-2])
    values = matrix.values()
    return csr_of(indices, values.conj() if conjugate else values, shape)


define(
    "SparseMatrixTranspose",
    "input: variant",
    "output: variant",
    {"conjugate": attr("bool", False), "type": types(DTYPES)},
    infer=infer_csr,
    kernel=_transpose,
    gradient=lambda op, grad: [
        raw.SparseMatrixTranspose(
            grad, conjugate=op.attr_value("conjugate"), type=op.attr_value("type")
        )
    ],
    traits=Trait.HOST_ONLY,
)
