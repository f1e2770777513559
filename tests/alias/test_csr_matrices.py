"""CSR matrices as objects, and their products with sparse and dense ones."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import stagelight as tf
from stagelight.alias.csr_matrices import CSRSparseMatrix, matmul

A = np.array([[0, 1, 2], [3, 0, 0]], np.float32)
WAYS = ("", "transpose", "adjoint")


def turned(x: np.ndarray, way: str) -> np.ndarray:
    x = x.conj() if way == "adjoint" else x
    return np.swapaxes(x, -1, -2) if way else x


def test_it_keeps_what_is_not_zero():
    matrix = CSRSparseMatrix(A)
    assert (matrix.dtype, matrix.shape, int(matrix.nnz())) == (tf.float32, [2, 3], 3)
    np.testing.assert_array_equal(matrix.to_dense(), A)
    np.testing.assert_array_equal(tf.sparse.to_dense(matrix.to_sparse_tensor()), A)


def test_of_a_dense_matrix_some_elements_can_be_kept():
    matrix = CSRSparseMatrix(A, indices=np.array([[0, 0], [0, 1]], np.int64))
    np.testing.assert_array_equal(matrix.to_dense(), [[0, 1, 0], [0, 0, 0]])
    assert int(matrix.nnz()) == 2


def test_it_is_transposed():
    matrix = CSRSparseMatrix(tf.sparse.from_dense(A + 1j * A))
    assert matrix.transpose().shape == matrix.hermitian_transpose().shape == [3, 2]
    np.testing.assert_array_equal(matrix.transpose().to_dense(), (A + 1j * A).T)
    np.testing.assert_array_equal(matrix.hermitian_transpose().to_dense(), (A - 1j * A).T)


@pytest.mark.parametrize("sparse_a", [True, False])
@pytest.mark.parametrize("sparse_b", [True, False])
@pytest.mark.parametrize("batch", [(), (2,)])
def test_products(sparse_a, sparse_b, batch):
    random = np.random.default_rng(0)

    def matrix() -> np.ndarray:
        parts = random.integers(-2, 3, (2, *batch, 3, 3))
        return (parts[0] + 1j * parts[1]).astype(np.complex64)

    a, b = matrix(), matrix()
    for way_a, way_b in itertools.product(WAYS, WAYS):
        turns = {f"{way}_{side}": True for way, side in ((way_a, "a"), (way_b, "b")) if way}
        product = matmul(
            CSRSparseMatrix(a) if sparse_a else a, CSRSparseMatrix(b) if sparse_b else b, **turns
        )
        if sparse_a and sparse_b:
            assert product.shape == (*batch, 3, 3)
            product = product.to_dense()
        np.testing.assert_allclose(product, turned(a, way_a) @ turned(b, way_b), err_msg=str(turns))


def test_the_shape_of_a_product():
    product = matmul(CSRSparseMatrix(A), CSRSparseMatrix(A), transpose_b=True)
    assert product.shape == [2, 2]


def test_a_matrix_is_not_turned_twice():
    with pytest.raises(ValueError, match="not both"):
        matmul(CSRSparseMatrix(A), A, transpose_a=True, adjoint_a=True)
