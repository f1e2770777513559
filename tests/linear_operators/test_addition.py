"""Sums of operators; kinds, names and hints are those that TensorFlow 2.21 gives."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.linear_operators.addition import add_operators

linalg = tf.linalg
DIAGONAL = linalg.LinearOperatorDiag([1.0, 2.0])
IDENTITY = linalg.LinearOperatorIdentity(2)
SCALED = linalg.LinearOperatorScaledIdentity(2, 3.0)
TRIANGULAR = linalg.LinearOperatorLowerTriangular([[1.0, 0.0], [2.0, 3.0]])
FULL = linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    ("operators", "kind", "hints"),
    [
        ([IDENTITY, SCALED], "LinearOperatorScaledIdentity", (True, None, None)),
        ([IDENTITY, IDENTITY], "LinearOperatorScaledIdentity", (True, True, True)),
        ([DIAGONAL, IDENTITY], "LinearOperatorDiag", (True, None, None)),
        ([DIAGONAL, TRIANGULAR], "LinearOperatorLowerTriangular", (None, None, None)),
        ([TRIANGULAR, FULL], "LinearOperatorFullMatrix", (None, None, None)),
        ([DIAGONAL, IDENTITY, FULL], "LinearOperatorFullMatrix", (None, None, None)),
    ],
)
def test_a_sum_is_of_the_simplest_kind_that_holds_it(operators, kind, hints):
    (total,) = add_operators(operators, operator_name="sum")
    assert type(total).__name__ == kind and total.name == "sum"
    assert (total.is_self_adjoint, total.is_positive_definite, total.is_non_singular) == hints
    expected = sum(operator.to_dense().numpy() for operator in operators)
    assert total.to_dense().numpy().tolist() == expected.tolist()


def test_one_operator_is_its_own_sum():
    assert add_operators([DIAGONAL], operator_name="sum") == [DIAGONAL]
