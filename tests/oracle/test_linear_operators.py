"""`tf.linalg.LinearOperator`: every kind and method, the hints of products, and errors."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from tests.linear_operators.operators import CASES, DTYPES, random, told
from tests.linear_operators.programs import PROGRAMS, REFUSALS
from tests.oracle.comparison import Tolerance

LOOSE = Tolerance(1e-4, 1e-4)


def attempt(action: Callable[[], Any]) -> Any:
    """What an action gives, or the class of its error."""
    try:
        return action()
    except Exception as error:  # noqa: BLE001 - compared by class
        return type(error).__name__


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("case", CASES)
def test_kind(compare: Callable[..., None], case: str, dtype: str) -> None:
    def program(tf: ModuleType) -> Any:
        operator, matrix = CASES[case](tf, dtype)
        x = random(dtype, 2, matrix.shape[-1], 2, seed=7)
        rhs = random(dtype, 2, matrix.shape[-2], 2, seed=8)
        found = told(tf, operator)
        methods = {
            "to_dense": operator.to_dense,
            "matmul": lambda: operator.matmul(x),
            "adjoint matmul": lambda: operator.matmul(rhs, adjoint=True),
            "matvec": lambda: operator.matvec(x[..., 0]),
            "trace": operator.trace,
            "diag_part": operator.diag_part,
            "adjoint": lambda: told(tf, operator.H),
            "adjoint matrix": lambda: operator.H.to_dense(),
        }
        if not case.startswith(("zeros", "kronecker-wide")):
            methods |= {
                "solve": lambda: operator.solve(rhs),
                "adjoint solve": lambda: operator.solve(rhs, adjoint=True),
                "determinant": operator.determinant,
                "eigvals": operator.eigvals,
                "cond": operator.cond,
                "inverse": lambda: told(tf, operator.inverse()),
                "cholesky": lambda: told(tf, operator.cholesky()),
                "square": lambda: told(tf, operator @ operator),
                "quotient": lambda: told(tf, operator.solve(operator)),
                "log_abs_determinant": operator.log_abs_determinant,
            }
        omitted = NOT_COMPARED.get(case, ())
        if case in WITH_COMPLEX_LOGARITHMS and dtype == "complex64":
            omitted = (*omitted, "log_abs_determinant")
        methods = {name: method for name, method in methods.items() if name not in omitted}
        return found, {name: attempt(method) for name, method in methods.items()}

    compare(program, LOOSE)


# TensorFlow does not add the logarithms of some kinds, which are complex, to the real ones of others.
WITH_COMPLEX_LOGARITHMS = {"composition", "kronecker", "block-lower-triangular", "block-diag"}
_PRODUCTS = ("matmul", "adjoint matmul", "matvec")
NOT_COMPARED = {
    "kronecker-wide": ("trace", "diag_part"),  # TensorFlow takes the factors for square ones.
    "composition-wide": ("cond",),  # The smallest singular value is rounding.
    # TensorFlow's products do not broadcast the batches of column and row, and of diagonals in a list.
    "toeplitz-batch": _PRODUCTS,
    "tridiag-sequence": _PRODUCTS,
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_program(compare: Callable[..., None], program: str) -> None:
    compare(PROGRAMS[program], LOOSE)


@pytest.mark.parametrize("program", REFUSALS)
def test_refusal(tensorflow: ModuleType, stagelight: ModuleType, program: str) -> None:
    classes = [
        attempt(lambda tf=tf: REFUSALS[program](tf) and "no error")
        for tf in (tensorflow, stagelight)
    ]
    assert classes[0] == classes[1]
    assert classes[0] != "no error"
