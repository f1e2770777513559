"""Every kind of operator does what NumPy does with its dense matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stagelight as tf
from tests.linear_operators.operators import CASES, DTYPES, random

TOLERANCE = {"float32": 2e-4, "float64": 1e-9, "complex64": 2e-4}


@pytest.fixture(params=DTYPES)
def dtype(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=CASES)
def pair(request: pytest.FixtureRequest, dtype: str) -> tuple[Any, np.ndarray]:
    return CASES[request.param](tf, dtype)


def adjoint(matrix: np.ndarray) -> np.ndarray:
    return np.conj(np.swapaxes(matrix, -1, -2))


def close(actual: Any, expected: Any, dtype: str) -> None:
    expected = np.asarray(expected)
    assert actual.shape == expected.shape
    np.testing.assert_allclose(actual, expected, TOLERANCE[dtype], TOLERANCE[dtype] * 10)


def is_square(matrix: np.ndarray) -> bool:
    return matrix.shape[-1] == matrix.shape[-2]


def test_matrix_and_sizes(pair: Any, dtype: str) -> None:
    operator, matrix = pair
    close(operator.to_dense(), matrix, dtype)
    assert operator.shape == matrix.shape
    assert operator.shape_tensor().numpy().tolist() == list(matrix.shape)
    assert operator.dtype == dtype


@pytest.mark.parametrize("is_adjoint", [False, True])
@pytest.mark.parametrize("arg_is_adjoint", [False, True])
def test_products(pair: Any, dtype: str, is_adjoint: bool, arg_is_adjoint: bool) -> None:
    operator, matrix = pair
    matrix = adjoint(matrix) if is_adjoint else matrix
    x = random(dtype, 2, matrix.shape[-1], 2, seed=7)
    argument = adjoint(x) if arg_is_adjoint else x
    close(operator.matmul(argument, is_adjoint, arg_is_adjoint), matrix @ x, dtype)
    if not arg_is_adjoint:
        vector = x[..., 0]
        expected = (matrix @ vector[..., None])[..., 0]
        close(operator.matvec(vector, is_adjoint), expected, dtype)


@pytest.mark.parametrize("is_adjoint", [False, True])
@pytest.mark.parametrize("arg_is_adjoint", [False, True])
def test_systems(pair: Any, dtype: str, is_adjoint: bool, arg_is_adjoint: bool) -> None:
    operator, matrix = pair
    if not is_square(matrix) or operator.is_non_singular is False or not _has_inverse(matrix):
        return
    matrix = adjoint(matrix) if is_adjoint else matrix
    rhs = random(dtype, 2, matrix.shape[-1], 2, seed=7)
    argument = adjoint(rhs) if arg_is_adjoint else rhs
    expected = np.linalg.inv(matrix) @ rhs
    close(operator.solve(argument, is_adjoint, arg_is_adjoint), expected, dtype)
    if not arg_is_adjoint:
        vectors = expected[..., 0]
        if matrix.ndim <= 3:
            close(operator.solvevec(rhs[..., 0], is_adjoint), vectors, dtype)


def _has_inverse(matrix: np.ndarray) -> bool:
    return bool(np.all(np.linalg.cond(matrix) < 1e4))


def test_values(pair: Any, dtype: str) -> None:
    operator, matrix = pair
    x = random(dtype, *matrix.shape[-2:], seed=5)
    if not type(operator).__name__.endswith(("Identity", "Zeros")):
        close(operator.add_to_tensor(np.broadcast_to(x, matrix.shape)), matrix + x, dtype)
    if not is_square(matrix):
        return
    close(operator.diag_part(), np.diagonal(matrix, axis1=-2, axis2=-1), dtype)
    close(operator.trace(), np.trace(matrix, axis1=-2, axis2=-1), dtype)
    close(operator.determinant(), np.linalg.det(matrix), dtype)
    if _has_inverse(matrix):
        close(operator.log_abs_determinant(), np.linalg.slogdet(matrix)[1], dtype)
    if operator.is_self_adjoint:
        values = np.sort(np.real(operator.eigvals()), -1)
        close(values, np.linalg.eigvalsh(matrix), dtype)


def test_adjoint_inverse_and_cholesky(pair: Any, dtype: str) -> None:
    operator, matrix = pair
    close(np.asarray(operator.H.to_dense()), adjoint(matrix), dtype)
    if is_square(matrix) and _has_inverse(matrix) and operator.is_non_singular is not False:
        close(operator.inverse().to_dense(), np.linalg.inv(matrix), dtype)
    if operator.is_self_adjoint and operator.is_positive_definite:
        factor = operator.cholesky().to_dense().numpy()
        close(factor @ adjoint(factor), matrix, dtype)


@pytest.mark.parametrize("case", CASES)
def test_operators_go_through_staged_functions(case: str) -> None:
    operator, matrix = CASES[case](tf, "float32")

    @tf.function
    def act(operator: Any, x: Any) -> Any:
        return operator, operator.matmul(x)

    x = random("float32", matrix.shape[-1], 2, seed=3)
    same, product = act(operator, x)
    assert type(same) is type(operator)
    close(same.to_dense(), matrix, "float32")
    close(product, matrix @ x, "float32")
    traces = act.experimental_get_tracing_count()
    act(CASES[case](tf, "float32")[0], x)
    assert act.experimental_get_tracing_count() == traces


@pytest.mark.parametrize("case", CASES)
def test_sizes_may_be_unknown_while_tracing(case: str) -> None:
    operator, matrix = CASES[case](tf, "float32")
    spec = operator._type_spec
    tensors = tf.nest.flatten(operator, expand_composites=True)

    @tf.function(input_signature=[tf.TensorSpec([None] * len(x.shape), x.dtype) for x in tensors])
    def dense(*tensors: Any) -> Any:
        built = tf.nest.pack_sequence_as(spec, list(tensors), expand_composites=True)
        return built.to_dense(), built.shape_tensor(), built.matmul(built.to_dense(), adjoint=True)

    found, sizes, product = dense(*tensors)
    close(found, matrix, "float32")
    assert sizes.numpy().tolist() == list(matrix.shape)
    close(product, adjoint(matrix) @ matrix, "float32")
