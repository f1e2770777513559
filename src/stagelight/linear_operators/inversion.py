"""`tf.linalg.LinearOperatorInversion`."""

from __future__ import annotations

from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.wrapped_operator import WrappedOperator
from stagelight.public import public
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorInversion")
class LinearOperatorInversion(WrappedOperator):
    """The inverse of an operator, by that operator's own methods: its product is their `solve`.

    `operator.inverse()` gives it, or something simpler where the kind knows such.

    Args:
        operator: a square operator `[..., n, n]`.
        is_non_singular: whether the matrix has an inverse.
        is_self_adjoint: whether the matrix is its own adjoint.
        is_positive_definite: whether the matrix is positive definite.
        is_square: whether the matrix is square.
        name: name of the operator, by default made from those of its operators.

    Raises:
        ValueError: the operator is known to be singular or not square, or a hint contradicts its own.

    >>> operator = tf.linalg.LinearOperatorFullMatrix([[2.0, 0.0], [0.0, 4.0]])
    >>> tf.linalg.LinearOperatorInversion(operator).matvec([1.0, 1.0]).numpy()
    array([0.5 , 0.25], dtype=float32)
    """

    def __init__(
        self,
        operator: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(operator=operator, **hints.given, name=name)
        self._operator = operator
        for hint in ("is_non_singular", "is_square"):
            found = getattr(operator, hint), getattr(hints, hint)
            if False in found:
                raise ValueError(
                    f"An inverse wants `{hint}` to be True or None, as argument and as hint of `operator`. "
                    f"Received operator.{hint}={found[0]}, {hint}={found[1]}."
                )
        hints = hints.shared_with(operator, "inverse")
        self._begin(operator.dtype, hints, name or f"{operator.name}_inv", parameters)

    def _shape(self) -> TensorShape:
        return self._operator.shape

    def _shape_tensor(self) -> Tensor:
        return self._operator.shape_tensor()

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._operator.solve(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._operator.matmul(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _determinant(self) -> Any:
        return 1.0 / self._operator.determinant()

    def _log_abs_determinant(self) -> Any:
        return -self._operator.log_abs_determinant()

    def _eigvals(self) -> Any:
        return 1.0 / self._operator.eigvals()

    def _linop_inverse(self) -> Any:
        return self._operator

    def _linop_solve(self, left_operator: Any, right_operator: Any) -> Any:
        return left_operator.operator.matmul(right_operator)
