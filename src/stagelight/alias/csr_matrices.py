"""CSR matrices, as libraries ask for them: `tensorflow.python.ops.linalg.sparse.sparse_csr_matrix_ops`."""

from __future__ import annotations

from typing import Any, NamedTuple

from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor


class SparseParts(NamedTuple):
    """The parts of a sparse tensor."""

    indices: Tensor
    values: Tensor
    dense_shape: Tensor


def sparse_tensor_to_csr_sparse_matrix(
    indices: Any, values: Any, dense_shape: Any, name: str | None = None
) -> Tensor:
    """The matrices of a sparse tensor, as a variant."""
    matrix: Tensor = raw.SparseTensorToCSRSparseMatrix(indices, values, dense_shape, name=name)
    return matrix


def csr_sparse_matrix_to_sparse_tensor(
    sparse_matrix: Any, type: Any, name: str | None = None
) -> SparseParts:
    """The parts of the sparse tensor with the same elements."""
    return SparseParts(*raw.CSRSparseMatrixToSparseTensor(sparse_matrix, type=type, name=name))


def sparse_matrix_sparse_mat_mul(
    a: Any,
    b: Any,
    type: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of two matrices, or of each two of a batch."""
    product: Tensor = raw.SparseMatrixSparseMatMul(
        a,
        b,
        type=type,
        transpose_a=transpose_a,
        transpose_b=transpose_b,
        adjoint_a=adjoint_a,
        adjoint_b=adjoint_b,
        name=name,
    )
    return product
