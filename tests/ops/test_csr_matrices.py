"""Matrices in CSR form: what tests/oracle/programs/csr_matrices.py does not compare with TensorFlow."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

RAW = tf.raw_ops
A = np.array([[0.0, 1, 2], [3, 0, 0]])
B = np.array([[1.0, 0], [0, -1], [0, 0.5]])


def csr(dense):
    places = tf.where(tf.not_equal(dense, 0))
    return RAW.DenseToCSRSparseMatrix(dense_input=dense, indices=places)


def dense_of(matrix):
    return RAW.CSRSparseMatrixToDense(sparse_input=matrix, type=tf.float64)


def test_elements_may_come_in_any_order():
    matrix = RAW.SparseTensorToCSRSparseMatrix(
        indices=[[1, 0], [0, 2], [0, 1]], values=[3.0, 2.0, 1.0], dense_shape=[2, 3]
    )
    parts = RAW.CSRSparseMatrixComponents(csr_sparse_matrix=matrix, index=0, type=tf.float32)
    assert [part.numpy().tolist() for part in parts] == [[0, 2, 3], [1, 2, 0], [1.0, 2.0, 3.0]]


@pytest.mark.parametrize("batch", [(), (3,)])
def test_products_of_random_matrices_are_those_of_dense_ones(batch):
    draws = np.random.default_rng(0)
    a, b = draws.normal(size=(*batch, 5, 7)), draws.normal(size=(*batch, 7, 4))
    a[draws.random(a.shape) < 0.6] = 0
    b[draws.random(b.shape) < 0.6] = 0
    np.testing.assert_allclose(RAW.SparseMatrixMatMul(a=csr(a), b=tf.constant(b)), a @ b)
    product = RAW.SparseMatrixSparseMatMul(a=csr(a), b=csr(b), type=tf.float64)
    np.testing.assert_allclose(dense_of(product), a @ b, atol=1e-12)
    count = RAW.SparseMatrixNNZ(sparse_matrix=product).numpy()
    assert count.tolist() == ((a != 0) @ (b != 0)).sum((-1, -2)).tolist()


@pytest.mark.parametrize(
    "options",
    [{}, {"transpose_a": True}, {"adjoint_b": True}, {"transpose_a": True, "transpose_b": True}],
)
def test_gradients_of_sparse_products_are_those_of_dense_ones_where_there_are_elements(options):
    draws = np.random.default_rng(1)
    sizes = [(3, 4), (4, 2)]
    turned = ("transpose_a" in options, "adjoint_b" in options or "transpose_b" in options)
    a, b = (draws.normal(size=s[::-1] if t else s) for s, t in zip(sizes, turned, strict=True))
    a[0, 0] = b[1, 1] = 0
    weights = tf.constant(draws.normal(size=(3, 2)))

    def loss(x, y):
        product = RAW.SparseMatrixSparseMatMul(a=csr(x), b=csr(y), type=tf.float64, **options)
        return tf.reduce_sum(dense_of(product) * weights)

    inputs = [tf.constant(a), tf.constant(b)]
    with tf.GradientTape() as tape:
        tape.watch(inputs)
        value = loss(*inputs)
    left = a.T if turned[0] else a
    right = b.T if turned[1] else b
    of_a, of_b = weights.numpy() @ right.T, left.T @ weights.numpy()
    expected = [of_a.T if turned[0] else of_a, of_b.T if turned[1] else of_b]
    for found, wanted, x in zip(tape.gradient(value, inputs), expected, (a, b), strict=True):
        np.testing.assert_allclose(found, np.where(x != 0, wanted, 0))


def test_a_matrix_that_is_used_twice_has_the_sum_of_its_gradients():
    x = tf.constant(A)
    with tf.GradientTape() as tape:
        tape.watch(x)
        matrix = csr(x)
        ones = tf.ones([3, 2], tf.float64)
        total = tf.reduce_sum(RAW.SparseMatrixMatMul(a=matrix, b=ones))
        total += tf.reduce_sum(RAW.SparseMatrixMatMul(a=matrix, b=ones * 2))
    assert tape.gradient(total, x).numpy().tolist() == [[0, 6, 6], [6, 0, 0]]


def test_gradients_go_through_transposes_and_sparse_tensors():
    def value(values):
        matrix = RAW.SparseTensorToCSRSparseMatrix(
            indices=[[0, 1], [1, 0]], values=values, dense_shape=[2, 2]
        )
        matrix = RAW.SparseMatrixTranspose(input=matrix, type=tf.float64)
        parts = RAW.CSRSparseMatrixToSparseTensor(sparse_matrix=matrix, type=tf.float64)
        return tf.reduce_sum(parts[1] * [10.0, 100.0])

    values = tf.constant([1.0, 2.0], tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(values)
        total = value(values)
    assert tape.gradient(total, values).numpy().tolist() == [100.0, 10.0]


@pytest.mark.parametrize("shape", [(2, 0), (0, 3), (0, 2, 3), (2, 0, 3)])
def test_matrices_without_elements(shape):
    matrix = csr(np.zeros(shape))
    assert dense_of(matrix).shape == shape
    turned = RAW.SparseMatrixTranspose(input=matrix, type=tf.float64)
    assert dense_of(turned).shape == (*shape[:-2], shape[-1], shape[-2])
    product = RAW.SparseMatrixSparseMatMul(a=matrix, b=turned, type=tf.float64)
    assert dense_of(product).shape == (*shape[:-1], shape[-2])
    other = tf.ones((*shape[:-2], shape[-1], 4), tf.float64)
    assert RAW.SparseMatrixMatMul(a=matrix, b=other).shape == (*shape[:-1], 4)


def test_staged_functions_use_them():
    @tf.function
    def product(a, b):
        return dense_of(RAW.SparseMatrixSparseMatMul(a=csr(a), b=csr(b), type=tf.float64))

    np.testing.assert_allclose(product(tf.constant(A), tf.constant(B)), A @ B)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: RAW.SparseMatrixMatMul(a=csr(A), b=A), r"Inner product.*\[2,3\] vs. \[2,3\]"),
        (lambda: RAW.SparseMatrixMatMul(a=csr(A), b=B[:, 0]), "Ranks of a and b must match"),
        (
            lambda: RAW.SparseMatrixMatMul(a=csr(np.stack([A] * 2)), b=np.stack([B] * 3)),
            "Batch sizes of a and b must match, saw: 2 vs. 3",
        ),
        (lambda: dense_of(csr(A.astype("float32"))), "type float64 but saw dtype: float32"),
        (lambda: dense_of(RAW.OptionalNone()), "variant that holds a CSRSparseMatrix"),
        (
            lambda: RAW.SparseTensorToCSRSparseMatrix(
                indices=[[0, 0], [0, 1]], values=[1.0], dense_shape=[2, 2]
            ),
            "indices must have a row of as many numbers",
        ),
        (
            lambda: RAW.DenseToCSRSparseMatrix(dense_input=A, indices=[[0]]),
            "a row of 2 numbers for each element",
        ),
        (
            lambda: RAW.CSRSparseMatrixComponents(
                csr_sparse_matrix=csr(A), index=[0], type=tf.float64
            ),
            "index should be a scalar",
        ),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        call()
