"""`tf.linalg.LinearOperatorDiag`."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.linear_operators.hints import Hints, of_commuting
from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.lower_triangular import (
    LinearOperatorLowerTriangular,
    assert_no_zeros,
)
from stagelight.linear_operators.matrix_batches import adjoint_if, parameter, require_rank
from stagelight.ops.arrays.creation import zeros_like
from stagelight.ops.arrays.identity import no_op
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.reshaping import expand_dims
from stagelight.ops.arrays.shape import shape
from stagelight.ops.debugging.assertions import assert_equal, assert_positive
from stagelight.ops.elementwise.arithmetic import abs as absolute
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.complex_numbers import conj, imag, real
from stagelight.ops.elementwise.exponential import log, sqrt
from stagelight.ops.linalg.diagonals import diag, diag_part, set_diag
from stagelight.ops.reductions.reduction_functions import (
    reduce_max,
    reduce_min,
    reduce_prod,
    reduce_sum,
)
from stagelight.public import public
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorDiag")
class LinearOperatorDiag(LinearOperator):
    """Square diagonal matrices, `A[..., i, i] = diag[..., i]`: all methods in `n` operations.

    A product or a quotient of diagonal operators is one again, and with a lower triangular operator it is
    lower triangular.

    Args:
        diag: numeric tensor `[..., n]`.
        is_non_singular: whether the matrix has an inverse: no zeros on the diagonal.
        is_self_adjoint: whether the diagonal is real; always so for real dtypes.
        is_positive_definite: whether the diagonal has positive real parts.
        is_square: True or None.
        name: name of the operator.

    Raises:
        ValueError: `diag` has no axis, or hints contradict.

    >>> operator = tf.linalg.LinearOperatorDiag([1.0, -1.0])
    >>> operator.to_dense().numpy()
    array([[ 1.,  0.],
           [ 0., -1.]], dtype=float32)
    >>> (operator @ operator).diag.numpy()
    array([1., 1.], dtype=float32)
    """

    def __init__(
        self,
        diag: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorDiag",
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(diag=diag, **hints.given, name=name)
        self._diag = parameter(diag, "diag")
        require_rank(self._diag, 1, "diag")
        if not self._diag.dtype.is_complex:
            message = "A real diagonal operator is always self adjoint."
            hints = hints.being("is_self_adjoint", True, message)
        hints = hints.being("is_square", True, "Only square diagonal operators are supported.")
        self._begin(self._diag.dtype, hints, name, parameters)

    @property
    def diag(self) -> Any:
        """The diagonal `[..., n]`."""
        return self._diag

    def _shape(self) -> TensorShape:
        known: TensorShape = self._diag.shape
        return known.concatenate(known[-1:])

    def _shape_tensor(self) -> Tensor:
        sizes = shape(self._diag)
        return concat([sizes, sizes[-1:]], 0)

    def _acting(self, adjoint: bool) -> Any:
        return conj(self._diag) if adjoint else self._diag

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return expand_dims(self._acting(adjoint), -1) * adjoint_if(adjoint_arg, x)

    def _matvec(self, x: Any, adjoint: bool = False) -> Any:
        return self._acting(adjoint) * x

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return adjoint_if(adjoint_arg, rhs) * expand_dims(1.0 / self._acting(adjoint), -1)

    def _determinant(self) -> Any:
        return reduce_prod(self._diag, axis=-1)

    def _log_abs_determinant(self) -> Any:
        return cast(reduce_sum(log(absolute(self._diag)), axis=-1), self.dtype)

    def _to_dense(self) -> Any:
        return diag(self._diag)

    def _diag_part(self) -> Any:
        return self._diag

    def _add_to_tensor(self, x: Any) -> Any:
        return set_diag(x, self._diag + diag_part(x))

    def _eigvals(self) -> Any:
        return convert_to_tensor(self._diag)

    def _cond(self) -> Any:
        return spread(absolute(self._diag))

    def _assert_non_singular(self) -> Any:
        return assert_no_zeros(self._diag, "Diagonal contained zero values.")

    def _assert_positive_definite(self) -> Any:
        message = "Diagonal entries have a non-positive real part: not positive definite."
        return assert_positive(real(self._diag), message=message)

    def _assert_self_adjoint(self) -> Any:
        message = "The diagonal has non-zero imaginary values: the operator is not self-adjoint."
        return assert_real(self._diag, message)

    def _linop_adjoint(self) -> Any:
        return LinearOperatorDiag(conj(self._diag), **Hints.of(self).given)

    def _linop_inverse(self) -> Any:
        return LinearOperatorDiag(1.0 / self._diag, **Hints.of(self).given)

    def _linop_cholesky(self) -> Any:
        return LinearOperatorDiag(sqrt(self._diag), **Hints(True, True, True, True).given)

    def _after(self, left: Any) -> Any:
        if not isinstance(left, LinearOperatorLowerTriangular):
            return None
        return _triangular(left.to_dense() * expand_dims(self._diag, -2), left, self)

    def _linop_matmul(self, left_operator: Any, right_operator: Any) -> Any:
        left, right = left_operator, right_operator
        factor = scale_of(right)
        if factor is not None:
            return LinearOperatorDiag(left.diag * factor, **of_commuting(left, right).given)
        if isinstance(right, LinearOperatorLowerTriangular):
            return _triangular(expand_dims(left.diag, -1) * right.to_dense(), left, right)
        return super()._linop_matmul(left, right)

    def _linop_solve(self, left_operator: Any, right_operator: Any) -> Any:
        left, right = left_operator, right_operator
        factor = scale_of(right)
        if factor is not None:
            return LinearOperatorDiag(factor / left.diag, **of_commuting(left, right).given)
        if isinstance(right, LinearOperatorLowerTriangular):
            return _triangular(right.to_dense() / expand_dims(left.diag, -1), left, right)
        return super()._linop_solve(left, right)

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("diag",)

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"diag": 1}


def scale_of(operator: Any) -> Any:
    """What a diagonal operator scales by: its diagonal, or its multiplier with one more axis; else None."""
    if isinstance(operator, LinearOperatorDiag):
        return operator.diag
    multiplier = getattr(operator, "multiplier", None)
    return None if multiplier is None else expand_dims(multiplier, -1)


def _triangular(tril: Any, left: Any, right: Any) -> Any:
    hints = of_commuting(left, right)
    return LinearOperatorLowerTriangular(
        tril, hints.is_non_singular, hints.is_self_adjoint, None, True
    )


def spread(magnitudes: Any) -> Any:
    """The condition number of matrices with these singular values."""
    return reduce_max(magnitudes, axis=-1) / reduce_min(magnitudes, axis=-1)


def assert_real(values: Any, message: str) -> Any:
    """Asserts that values have no imaginary part; real ones have none."""
    if not values.dtype.is_complex:
        return no_op()
    parts = imag(values)
    return assert_equal(zeros_like(parts), parts, message=message)
