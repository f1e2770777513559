"""Sums of operators, as the simplest kind that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.linear_operators.diagonal import LinearOperatorDiag
from stagelight.linear_operators.full_matrix import LinearOperatorFullMatrix
from stagelight.linear_operators.identity import (
    LinearOperatorIdentity,
    LinearOperatorScaledIdentity,
)
from stagelight.linear_operators.lower_triangular import LinearOperatorLowerTriangular
from stagelight.linear_operators.operator_lists import sum_of
from stagelight.ops.arrays.creation import ones

_IDENTITIES = (LinearOperatorIdentity, LinearOperatorScaledIdentity)
_DIAGONAL = (*_IDENTITIES, LinearOperatorDiag)
_TRIANGULAR = (*_DIAGONAL, LinearOperatorLowerTriangular)


def add_operators(operators: Sequence[Any], operator_name: str | None = None) -> list[Any]:
    """As `added`, in the form of TensorFlow's function of this name: a list of the one sum."""
    return [added(operators, operator_name)]


def added(operators: Sequence[Any], name: str | None = None) -> Any:
    """The sum of operators of equal sizes: a scaled identity, diagonal, lower triangular or full.

    Args:
        operators: one operator, which is its own sum, or more.
        name: the name of the sum; that of its kind if None.
    """
    if len(operators) == 1:
        return operators[0]
    positive = True if all(x.is_positive_definite for x in operators) else None
    options: dict[str, Any] = {} if name is None else {"name": name}
    options |= {
        "is_non_singular": positive,
        "is_self_adjoint": True if all(x.is_self_adjoint for x in operators) else None,
        "is_positive_definite": positive,
    }
    if _are(operators, _IDENTITIES):
        multiplier = sum_of(_multiplier(x) for x in operators)
        rows = operators[0].range_dimension_tensor()
        return LinearOperatorScaledIdentity(rows, multiplier, **options)
    if _are(operators, _DIAGONAL):
        return LinearOperatorDiag(sum_of(x.diag_part() for x in operators), **options)
    dense = sum_of(x.to_dense() for x in operators)
    if _are(operators, _TRIANGULAR):
        return LinearOperatorLowerTriangular(dense, **options)
    return LinearOperatorFullMatrix(dense, **options)


def _are(operators: Sequence[Any], kinds: tuple[type, ...]) -> bool:
    return all(isinstance(operator, kinds) for operator in operators)


def _multiplier(operator: Any) -> Any:
    if isinstance(operator, LinearOperatorScaledIdentity):
        return operator.multiplier
    return ones(operator._batch(), operator.dtype)
