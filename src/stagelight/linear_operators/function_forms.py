"""Functions of `tf.linalg` on operators: `tf.linalg.det(operator)` is `operator.determinant()`.

The functions ask for these forms when they refuse an argument (`core.composite`).
Operators are told from tensors by their methods, so that this file need not know their class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.ops.arrays.reshaping import expand_dims, squeeze
from stagelight.ops.linalg.matrix_properties import adjoint as adjoint_of


def _is_operator(value: Any) -> bool:
    return hasattr(value, "_linop_matmul")


def _inv(input: Any, adjoint: bool = False, name: str | None = None) -> Any:
    inverse = input.inverse(name)
    return inverse.adjoint() if adjoint else inverse


def _logdet(matrix: Any, name: str | None = None) -> Any:
    if not (matrix.is_positive_definite and matrix.is_self_adjoint):
        raise ValueError("Expected matrix to be self-adjoint positive definite.")
    return matrix.log_abs_determinant(name)


def _matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: Any = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Any:
    if transpose_a or transpose_b:
        raise ValueError("Transposing not supported at this time. Use adjoint_a or adjoint_b.")
    if a_is_sparse or b_is_sparse:
        raise ValueError("Sparse methods not supported at this time.")
    if _is_operator(a):
        return a.matmul(b, adjoint=adjoint_a, adjoint_arg=adjoint_b, name=name)
    return adjoint_of(b.matmul(a, adjoint=not adjoint_b, adjoint_arg=not adjoint_a, name=name))


def _matvec(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    columns = _matmul(
        a,
        expand_dims(b, -1),
        transpose_a=transpose_a,
        adjoint_a=adjoint_a,
        a_is_sparse=a_is_sparse,
        b_is_sparse=b_is_sparse,
        name=name,
    )
    return squeeze(columns, -1)


def _solve(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Any:
    if not _is_operator(matrix):
        raise ValueError(
            "Passing in `matrix` as a Tensor and `rhs` as a LinearOperator is not supported."
        )
    return matrix.solve(rhs, adjoint=adjoint, name=name)


# Function -> its form on operators.
FORMS: dict[str, Callable[..., Any]] = {
    "linalg.adjoint": lambda matrix, name=None: matrix.adjoint(name),
    "linalg.cholesky": lambda input, name=None: input.cholesky(name),
    "linalg.det": lambda input, name=None: input.determinant(name),
    "linalg.diag_part": lambda input, name="diag_part", *_options: input.diag_part(name),
    "linalg.inv": _inv,
    "linalg.logdet": _logdet,
    "linalg.matmul": _matmul,
    "linalg.matvec": _matvec,
    "linalg.solve": _solve,
    "linalg.trace": lambda x, name=None: x.trace(name),
}
