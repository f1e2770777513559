"""`tf.linalg.LinearOperatorKronecker`."""

from __future__ import annotations

from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.errors import InvalidArgumentError
from stagelight.linear_operators.hints import Hints, of_all
from stagelight.linear_operators.matrix_batches import adjoint_if, reshaped
from stagelight.linear_operators.operator_lists import OperatorList, product_of
from stagelight.ops.arrays.identity import group
from stagelight.ops.arrays.joining import concat, stack
from stagelight.ops.arrays.reshaping import matrix_transpose
from stagelight.ops.arrays.shape import shape
from stagelight.ops.elementwise.cast import cast
from stagelight.public import public
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorKronecker")
class LinearOperatorKronecker(OperatorList):
    """The Kronecker product: blocks `A1[i, j] * A2`, for each element of the first matrix.

    Products and systems are those of the factors, one after the other; the large matrix is never made.

    Args:
        operators: list of operators of one dtype, whose batches broadcast.
        is_non_singular: whether the matrix has an inverse.
        is_self_adjoint: whether the matrix is its own adjoint.
        is_positive_definite: whether the matrix is positive definite.
        is_square: whether the matrix is square.
        name: name of the operator, by default made from those of its operators.

    Raises:
        ValueError: there is no operator, or a hint contradicts what follows from theirs.
        TypeError: the operators have different dtypes.

    Source: Van Loan, The ubiquitous Kronecker product, Journal of Computational and Applied Mathematics
        123 (2000).

    >>> a = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0]])
    >>> b = tf.linalg.LinearOperatorDiag([1.0, 10.0])
    >>> tf.linalg.LinearOperatorKronecker([a, b]).to_dense().numpy()
    array([[ 1.,  0.,  2.,  0.],
           [ 0., 10.,  0., 20.]], dtype=float32)
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
        names = ("is_non_singular", "is_self_adjoint", "is_positive_definite")
        hints = of_all(hints, self._operators, names, "Kronecker product")
        name = name or "_x_".join(operator.name for operator in self._operators)
        self._begin(self._operators[0].dtype, hints, name, parameters)

    def _shape(self) -> TensorShape:
        rows = product_of(operator.range_dimension for operator in self._operators)
        columns = product_of(operator.domain_dimension for operator in self._operators)
        return self._static_batch().concatenate([rows, columns])

    def _shape_tensor(self) -> Tensor:
        rows = product_of(operator.range_dimension_tensor() for operator in self._operators)
        columns = product_of(operator.domain_dimension_tensor() for operator in self._operators)
        return concat([self._dynamic_batch(), stack([rows, columns])], 0)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        x = adjoint_if(adjoint_arg, x)
        return self._each(x, -2 if adjoint else -1, lambda o, x: o.matmul(x, adjoint=adjoint))

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        rhs = adjoint_if(adjoint_arg, rhs)
        return self._each(rhs, -1 if adjoint else -2, lambda o, x: o.solve(x, adjoint=adjoint))

    def _each(self, x: Any, axis: int, apply: Any) -> Any:
        """Applies each factor to its axis of `x`, seen as `[..., n1, ..., nk, columns]`.

        The axis in front is the one that a factor acts on; then it goes to the end. After all of them the
        columns are in front.
        """
        columns = x.shape[-1]
        for operator in self._operators:
            known = operator._dimension(axis).value
            size = operator._dimension_tensor(axis) if known is None else known
            x = matrix_transpose(apply(operator, reshaped(x, -2, [size, -1])))
        size = self._dimension(-3 - axis).value
        if size is None:
            size = self._dimension_tensor(-3 - axis)
        result: Any = matrix_transpose(reshaped(x, -2, [-1, size]))
        result.set_shape(result.shape[:-1].concatenate([columns]))
        return result

    def _determinant(self) -> Any:
        if self._has_wide_factors():
            return super()._determinant()
        return product_of(
            operator.determinant() ** times for operator, times in self._with_repetitions()
        )

    def _log_abs_determinant(self) -> Any:
        if self._has_wide_factors():
            return super()._log_abs_determinant()
        return self._sum_of_logs(
            cast(operator.log_abs_determinant(), self.dtype) * times
            for operator, times in self._with_repetitions()
        )

    def _has_wide_factors(self) -> bool:
        """Whether factors are known not to be square: then what they have says nothing of the product."""
        return any(operator.is_square is False for operator in self._operators)

    def _with_repetitions(self) -> list[tuple[Any, Any]]:
        """Each factor with the number of times that its eigenvalues occur."""
        size = self.domain_dimension_tensor()
        return [
            (operator, cast(size // operator.domain_dimension_tensor(), self.dtype))
            for operator in self._operators
        ]

    def _trace(self) -> Any:
        if self._has_wide_factors():
            return super()._trace()
        return product_of(operator.trace() for operator in self._operators)

    def _diag_part(self) -> Any:
        if self._has_wide_factors():
            return super()._diag_part()
        return _outer([operator.diag_part() for operator in self._operators], 1)

    def _eigvals(self) -> Any:
        return _outer([operator.eigvals() for operator in self._operators], 1)

    def _to_dense(self) -> Any:
        return _outer([operator.to_dense() for operator in self._operators], 2)

    def _assert_non_singular(self) -> Any:
        return self._assert_each("assert_non_singular", "invertible")

    def _assert_self_adjoint(self) -> Any:
        return self._assert_each("assert_self_adjoint", "self-adjoint")

    def _assert_each(self, method: str, text: str) -> Any:
        if not all(operator.is_square for operator in self._operators):
            raise InvalidArgumentError(
                None,
                None,
                f"All Kronecker factors must be square for the product to be {text}. Expected "
                "hint `is_square` to be "
                "True for every operator in argument `operators`.",
            )
        return group(*[getattr(operator, method)() for operator in self._operators])

    def _linop_adjoint(self) -> Any:
        return self._of([operator.adjoint() for operator in self._operators])

    def _linop_inverse(self) -> Any:
        return self._of([operator.inverse() for operator in self._operators])

    def _of(self, operators: list[Any]) -> Any:
        hints = Hints.of(self)
        return LinearOperatorKronecker(operators, **hints.given)

    def _linop_cholesky(self) -> Any:
        factors = [operator.cholesky() for operator in self._operators]
        return LinearOperatorKronecker(factors, is_non_singular=True, is_square=True)


def _outer(values: list[Any], axes: int) -> Any:
    """All products of the elements of tensors over their last one or two axes, in lexical order."""
    product, *others = values
    for other in others:
        if axes == 1:
            product = product[..., :, None] * other[..., None, :]
        else:
            product = product[..., :, None, :, None] * other[..., None, :, None, :]
        sizes = [
            _times(product, -2 * axes + 2 * axis, -2 * axes + 2 * axis + 1) for axis in range(axes)
        ]
        product = reshaped(product, -2 * axes, sizes)
    return product


def _times(tensor: Any, axis: int, other: int) -> Any:
    """The product of two sizes: an int where both are known."""
    known = tensor.shape[axis], tensor.shape[other]
    if None not in known:
        return known[0] * known[1]
    sizes = shape(tensor)
    return sizes[axis] * sizes[other]
