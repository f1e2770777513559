"""`WrappedOperator`: the base of the kinds that are another view of one operator, its adjoint or its inverse.

What is equally true of both operators is asked of the one inside. The kinds say how they multiply and solve.
"""

from __future__ import annotations

from typing import Any

from stagelight.linear_operators.linear_operator import LinearOperator


class WrappedOperator(LinearOperator):
    """An operator that is made of another one, `_operator`, and of nothing else."""

    _operator: Any

    @property
    def operator(self) -> Any:
        """The operator that this one is made of."""
        return self._operator

    def _cond(self) -> Any:
        return self._operator.cond()

    def _assert_non_singular(self) -> Any:
        return self._operator.assert_non_singular()

    def _assert_positive_definite(self) -> Any:
        return self._operator.assert_positive_definite()

    def _assert_self_adjoint(self) -> Any:
        return self._operator.assert_self_adjoint()

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("operator",)

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"operator": 0}
