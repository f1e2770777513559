"""`tf.linalg.LinearOperatorAdjoint`."""

from __future__ import annotations

from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.wrapped_operator import WrappedOperator
from stagelight.ops.arrays.joining import concat
from stagelight.ops.elementwise.complex_numbers import conj
from stagelight.ops.linalg.matrix_properties import adjoint as adjoint_of
from stagelight.public import public
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorAdjoint")
class LinearOperatorAdjoint(WrappedOperator):
    """The adjoint, or conjugate transpose, of an operator, by that operator's own methods.

    `operator.H` gives it, or something simpler where the kind knows such.

    Args:
        operator: an operator `[..., m, n]`.
        is_non_singular: whether the matrix has an inverse.
        is_self_adjoint: whether the matrix is its own adjoint.
        is_positive_definite: whether the matrix is positive definite.
        is_square: whether the matrix is square.
        name: name of the operator, by default made from those of its operators.

    Raises:
        ValueError: a hint contradicts that of the operator.

    >>> operator = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])
    >>> tf.linalg.LinearOperatorAdjoint(operator).to_dense().numpy()
    array([[1., 3.],
           [2., 4.]], dtype=float32)
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
        hints = hints.shared_with(operator, "adjoint")
        self._begin(operator.dtype, hints, name or f"{operator.name}_adjoint", parameters)

    def _shape(self) -> TensorShape:
        known: TensorShape = self._operator.shape
        if known.rank is None:
            return known
        return known[:-2].concatenate([known[-1], known[-2]])

    def _shape_tensor(self) -> Tensor:
        sizes = self._operator.shape_tensor()
        return concat([sizes[:-2], sizes[-1:], sizes[-2:-1]], 0)

    def _conjugated(self, value: Any) -> Any:
        return value if self.is_self_adjoint else conj(value)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._operator.matmul(x, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _matvec(self, x: Any, adjoint: bool = False) -> Any:
        return self._operator.matvec(x, adjoint=not adjoint)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._operator.solve(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _solvevec(self, rhs: Any, adjoint: bool = False) -> Any:
        return self._operator.solvevec(rhs, adjoint=not adjoint)

    def _to_dense(self) -> Any:
        dense = self._operator.to_dense()
        return dense if self.is_self_adjoint else adjoint_of(dense)

    def _determinant(self) -> Any:
        return self._conjugated(self._operator.determinant())

    def _log_abs_determinant(self) -> Any:
        return self._operator.log_abs_determinant()

    def _trace(self) -> Any:
        return self._conjugated(self._operator.trace())

    def _eigvals(self) -> Any:
        return self._conjugated(self._operator.eigvals())

    def _linop_adjoint(self) -> Any:
        return self._operator
