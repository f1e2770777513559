"""`tf.linalg.LinearOperatorComposition`: products of operators."""

from __future__ import annotations

from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.linear_operators.hints import Hints, of_all
from stagelight.linear_operators.lower_triangular import LinearOperatorLowerTriangular
from stagelight.linear_operators.operator_lists import OperatorList, product_of
from stagelight.ops.arrays.identity import group
from stagelight.ops.arrays.joining import concat, stack
from stagelight.ops.arrays.reshaping import expand_dims
from stagelight.ops.elementwise.arithmetic import sign
from stagelight.public import public
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorComposition")
class LinearOperatorComposition(OperatorList):
    """The product `A1 @ A2 @ ... @ Ak`, which is applied factor by factor, from the last to the first.

    `a @ b` gives it for operators, or something simpler where the kinds know such.

    Args:
        operators: list of operators of one dtype, whose sizes fit and whose batches broadcast.
        is_non_singular: whether the matrix has an inverse.
        is_self_adjoint: whether the matrix is its own adjoint.
        is_positive_definite: whether the matrix is positive definite.
        is_square: whether the matrix is square.
        name: name of the operator, by default made from those of its operators.

    Raises:
        ValueError: there is no operator, or a hint contradicts what follows from theirs.
        TypeError: the operators have different dtypes.

    >>> a = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])
    >>> b = tf.linalg.LinearOperatorFullMatrix([[0.0, 1.0], [1.0, 0.0]])
    >>> tf.linalg.LinearOperatorComposition([a, b]).to_dense().numpy()
    array([[2., 1.],
           [4., 3.]], dtype=float32)
    """

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(operators=operators, **hints.given, name=name)
        self._set_operators(operators)
        factors = self._operators
        hints = of_all(hints, factors, ("is_non_singular",), "composition")
        form = "The composition has the form A @ A.H, so it is always"
        if _is_product_with_adjoint(factors):
            hints = hints.being("is_self_adjoint", True, f"{form} self-adjoint.")
            hints = hints.being("is_square", True, f"{form} square.")
            if hints.is_non_singular:
                hints = hints.being("is_positive_definite", True, f"{form} positive definite.")
        elif len(factors) == 1:
            hints = of_all(hints, factors, ("is_self_adjoint",), "composition")
        name = name or "_o_".join(operator.name for operator in factors)
        self._begin(factors[0].dtype, hints, name, parameters)

    def _shape(self) -> TensorShape:
        columns = self._operators[0].domain_dimension
        for operator in self._operators[1:]:
            columns.assert_is_compatible_with(operator.range_dimension)
            columns = operator.domain_dimension
        return self._static_batch().concatenate([self._operators[0].range_dimension, columns])

    def _shape_tensor(self) -> Tensor:
        rows = self._operators[0].range_dimension_tensor()
        columns = self._operators[-1].domain_dimension_tensor()
        return concat([self._dynamic_batch(), stack([rows, columns])], 0)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        first, *others = self._operators if adjoint else reversed(self._operators)
        result = first.matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
        for operator in others:
            result = operator.matmul(result, adjoint=adjoint)
        return result

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        first, *others = reversed(self._operators) if adjoint else self._operators
        result = first.solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
        for operator in others:
            result = operator.solve(result, adjoint=adjoint)
        return result

    def _determinant(self) -> Any:
        return product_of(operator.determinant() for operator in self._operators)

    def _log_abs_determinant(self) -> Any:
        return self._sum_of_logs(operator.log_abs_determinant() for operator in self._operators)

    def _assert_non_singular(self) -> Any:
        if all(operator.is_square for operator in self._operators):
            return group(*[operator.assert_non_singular() for operator in self._operators])
        return super()._assert_non_singular()

    def _linop_cholesky(self) -> Any:
        left = self._operators[0]
        is_factored = len(self._operators) == 2 and _is_product_with_adjoint(self._operators)
        if not is_factored or not isinstance(left, LinearOperatorLowerTriangular):
            return super()._linop_cholesky()
        if left.is_positive_definite:
            return left
        # Of L @ L.H the factor is L itself, with the signs that make its diagonal positive.
        signs = expand_dims(sign(left.diag_part()), -2)
        return LinearOperatorLowerTriangular(
            left.tril / signs, left.is_non_singular, left.is_self_adjoint, None, True
        )


def _is_product_with_adjoint(operators: list[Any]) -> bool:
    """Whether operators are `A1, ..., Ak, Ak.H, ..., A1.H`."""
    half = len(operators) // 2
    if len(operators) % 2:
        return False
    return all(_are_adjoint(operators[i], operators[-1 - i]) for i in range(half))


def _are_adjoint(left: Any, right: Any) -> bool:
    if left is right and left.is_self_adjoint is not None:
        return bool(left.is_self_adjoint)
    return left.H is right or right.H is left
