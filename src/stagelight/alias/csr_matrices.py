"""CSR matrices, as libraries ask for them: `tensorflow.python.ops.linalg.sparse.sparse`."""

from __future__ import annotations

from typing import Any

import stagelight as tf
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape


class CSRSparseMatrix:
    """A matrix, or a batch of matrices, of which the elements that are not zero are kept row by row.

    Args:
        value: a sparse tensor, or what becomes a tensor.
        indices: of a dense value, `[count, rank]`, the elements to keep; by default those that are not zero.
        name: of the operation.
    """

    def __init__(self, value: Any, indices: Any = None, name: str | None = None) -> None:
        if isinstance(value, SparseTensor):
            self._matrix = raw.SparseTensorToCSRSparseMatrix(
                value.indices, value.values, value.dense_shape, name=name
            )
        else:
            value = convert_to_tensor(value)
            if indices is None:
                indices = tf.where(tf.not_equal(value, 0))
            self._matrix = raw.DenseToCSRSparseMatrix(value, indices, name=name)
        self._dtype, self._shape = value.dtype, value.shape

    @classmethod
    def _of(cls, matrix: Tensor, dtype: DType, shape: TensorShape) -> CSRSparseMatrix:
        made = cls.__new__(cls)
        made._matrix, made._dtype, made._shape = matrix, dtype, shape
        return made

    @property
    def dtype(self) -> DType:
        """Of the elements."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        """As dense."""
        return self._shape

    @property
    def csr_matrix(self) -> Tensor:
        """The variant tensor."""
        return self._matrix

    def nnz(self) -> Tensor:
        """How many elements are kept, in each matrix."""
        count: Tensor = raw.SparseMatrixNNZ(self._matrix)
        return count

    def to_dense(self) -> Tensor:
        """The dense tensor with the same elements."""
        dense: Tensor = raw.CSRSparseMatrixToDense(self._matrix, type=self._dtype)
        return dense

    def to_sparse_tensor(self) -> SparseTensor:
        """The sparse tensor with the same elements."""
        return SparseTensor(*raw.CSRSparseMatrixToSparseTensor(self._matrix, type=self._dtype))

    def transpose(self) -> CSRSparseMatrix:
        """Rows as columns."""
        return self._turned(conjugate=False)

    def hermitian_transpose(self) -> CSRSparseMatrix:
        """Rows as columns, and each element as its complex conjugate."""
        return self._turned(conjugate=True)

    def _turned(self, conjugate: bool) -> CSRSparseMatrix:
        matrix = raw.SparseMatrixTranspose(self._matrix, conjugate=conjugate, type=self._dtype)
        shape = self._shape
        if shape.rank is not None:
            shape = shape[:-2].concatenate([shape[-1], shape[-2]])
        return self._of(matrix, self._dtype, shape)


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Any:
    """The product of two matrices, or of each two of a batch: sparse if both are, or else dense.

    Raises:
        ValueError: a matrix is to be transposed in both ways.
    """
    if (transpose_a and adjoint_a) or (transpose_b and adjoint_b):
        raise ValueError("A matrix is taken transposed or adjoint, not both.")
    turns = {
        "transpose_a": transpose_a,
        "transpose_b": transpose_b,
        "adjoint_a": adjoint_a,
        "adjoint_b": adjoint_b,
    }
    if not isinstance(b, CSRSparseMatrix):
        if not isinstance(a, CSRSparseMatrix):
            return tf.matmul(a, b, **turns, name=name)
        return raw.SparseMatrixMatMul(
            a.csr_matrix, convert_to_tensor(b, a.dtype), **turns, name=name
        )
    if isinstance(a, CSRSparseMatrix):
        product = raw.SparseMatrixSparseMatMul(
            a.csr_matrix, b.csr_matrix, **turns, type=a.dtype, name=name
        )
        rows = a.shape[-1 if transpose_a or adjoint_a else -2]
        columns = b.shape[-2 if transpose_b or adjoint_b else -1]
        return CSRSparseMatrix._of(product, a.dtype, a.shape[:-2].concatenate([rows, columns]))
    # A B is the transpose of the product of B and A transposed.
    a = convert_to_tensor(a, b.dtype)
    if adjoint_a:
        a = tf.math.conj(a)
    elif not transpose_a:
        a = tf.linalg.matrix_transpose(a)
    if adjoint_b:
        b = b.hermitian_transpose().transpose()
    elif not transpose_b:
        b = b.transpose()
    return raw.SparseMatrixMatMul(b.csr_matrix, a, transpose_output=True, name=name)
