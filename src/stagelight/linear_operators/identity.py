"""`tf.linalg.LinearOperatorIdentity` and `tf.linalg.LinearOperatorScaledIdentity`."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.tensor import Tensor
from stagelight.linear_operators.diagonal import LinearOperatorDiag, assert_real, scale_of
from stagelight.linear_operators.hints import Hints, of_commuting
from stagelight.linear_operators.matrix_batches import adjoint_if, parameter
from stagelight.linear_operators.sizes import SizedOperator
from stagelight.ops.arrays.creation import ones, zeros
from stagelight.ops.arrays.identity import no_op
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.reshaping import expand_dims
from stagelight.ops.arrays.shape import shape
from stagelight.ops.debugging.assertions import assert_positive
from stagelight.ops.elementwise.arithmetic import abs as absolute
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.comparison import equal
from stagelight.ops.elementwise.complex_numbers import conj, real
from stagelight.ops.elementwise.exponential import log, sqrt
from stagelight.ops.elementwise.select import where
from stagelight.ops.linalg.diagonals import diag_part, set_diag
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, float32
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorIdentity")
class LinearOperatorIdentity(SizedOperator):
    """The identity, `A @ x = x`, which is nothing but its sizes.

    Args:
        num_rows: scalar integer, the number of rows and columns.
        batch_shape: vector of integers, the shape of the batch; None for a matrix that acts on any batch.
        dtype: dtype of the matrix, float32 by default.
        is_non_singular: True.
        is_self_adjoint: True.
        is_positive_definite: True.
        is_square: True.
        assert_proper_shapes: whether to check at run time what cannot be checked earlier.
        name: name of the operator.

    Raises:
        ValueError: a hint is not True, or a size is negative or of the wrong rank.
        TypeError: a size is no integer, or a variable.

    >>> operator = tf.linalg.LinearOperatorIdentity(2, batch_shape=[3])
    >>> operator.shape, operator.trace().numpy()
    (TensorShape([3, 2, 2]), array([2., 2., 2.], dtype=float32))
    """

    def __init__(
        self,
        num_rows: Any,
        batch_shape: Any = None,
        dtype: Any = None,
        is_non_singular: bool | None = True,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = True,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorIdentity",
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(
            num_rows=num_rows, batch_shape=batch_shape, dtype=dtype, **hints.given,
            assert_proper_shapes=assert_proper_shapes, name=name,
        )  # fmt: skip
        for hint, value in hints.given.items():
            if not value:
                text = hint.removeprefix("is_").replace("_", "-")
                raise ValueError(
                    f"An identity operator is always {text}. Received {hint}={value!r}."
                )
        self._assert_proper_shapes = assert_proper_shapes
        self._begin(as_dtype(dtype or float32), hints, name, parameters)
        self._set_sizes(num_rows, num_rows, batch_shape)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._over_batch(self._of_proper_shape(adjoint_if(adjoint_arg, x)))

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._matmul(rhs, adjoint_arg=adjoint_arg)

    def _determinant(self) -> Any:
        return ones(self._batch(), self.dtype)

    def _log_abs_determinant(self) -> Any:
        return zeros(self._batch(), self.dtype)

    def _trace(self) -> Any:
        return cast(self.domain_dimension_tensor(), self.dtype) * ones(self._batch(), self.dtype)

    def _diag_part(self) -> Any:
        return self._diagonal_of(ones)

    def _eigvals(self) -> Any:
        return self._diagonal_of(ones)

    def _cond(self) -> Any:
        return ones(self._batch(), self.dtype)

    def _add_to_tensor(self, x: Any) -> Any:
        return set_diag(x, 1 + diag_part(x))

    def _assert_non_singular(self) -> Any:
        return no_op("assert_non_singular")

    def _assert_positive_definite(self) -> Any:
        return no_op("assert_positive_definite")

    def _assert_self_adjoint(self) -> Any:
        return no_op("assert_self_adjoint")

    def _linop_inverse(self) -> Any:
        return self

    def _linop_cholesky(self) -> Any:
        return LinearOperatorIdentity(self._num_rows, self._batch(), self.dtype)

    # TF: the batch shape of an identity among the factors is lost.
    def _after(self, left: Any) -> Any:
        return left

    def _linop_matmul(self, left_operator: Any, right_operator: Any) -> Any:
        return right_operator

    def _linop_solve(self, left_operator: Any, right_operator: Any) -> Any:
        return right_operator

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("num_rows", "batch_shape", "dtype", "assert_proper_shapes")

    @property
    def _composite_tensor_prefer_static_fields(self) -> tuple[str, ...]:
        return ("num_rows", "batch_shape")


@public("linalg.LinearOperatorScaledIdentity")
class LinearOperatorScaledIdentity(SizedOperator):
    """A multiple of the identity, `A @ x = multiplier * x`.

    Args:
        num_rows: scalar integer, the number of rows and columns.
        multiplier: numeric tensor `[...]`, a factor for each matrix of the batch.
        is_non_singular: whether the multiplier is not zero.
        is_self_adjoint: whether the multiplier is real; always so for real dtypes.
        is_positive_definite: whether the multiplier has a positive real part.
        is_square: True.
        assert_proper_shapes: whether to check at run time what cannot be checked earlier.
        name: name of the operator.

    Raises:
        ValueError: `num_rows` is negative or no scalar, or hints contradict.
        TypeError: `num_rows` is no integer, or a variable.

    >>> operator = tf.linalg.LinearOperatorScaledIdentity(2, multiplier=3.0)
    >>> operator.determinant().numpy()
    np.float32(9.0)
    """

    def __init__(
        self,
        num_rows: Any,
        multiplier: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorScaledIdentity",
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(
            num_rows=num_rows, multiplier=multiplier, **hints.given,
            assert_proper_shapes=assert_proper_shapes, name=name,
        )  # fmt: skip
        if not is_square:
            raise ValueError(f"A ScaledIdentity operator is always square. Received {is_square=}.")
        self._assert_proper_shapes = assert_proper_shapes
        self._multiplier = parameter(multiplier, "multiplier")
        if not self._multiplier.dtype.is_complex:
            message = "A real diagonal operator is always self adjoint."
            hints = hints.being("is_self_adjoint", True, message)
        self._begin(self._multiplier.dtype, hints, name, parameters)
        self._set_sizes(num_rows, num_rows, None)

    @property
    def multiplier(self) -> Any:
        """The factors `[...]`."""
        return self._multiplier

    def _shape(self) -> TensorShape:
        return self._multiplier.shape.concatenate(super()._shape())

    def _shape_tensor(self) -> Tensor:
        return concat([shape(self._multiplier), super()._shape_tensor()], 0)

    def _factor(self, adjoint: bool) -> Any:
        factor = conj(self._multiplier) if adjoint else self._multiplier
        return expand_dims(expand_dims(factor, -1), -1)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._of_proper_shape(adjoint_if(adjoint_arg, x)) * self._factor(adjoint)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._of_proper_shape(adjoint_if(adjoint_arg, rhs)) / self._factor(adjoint)

    def _determinant(self) -> Any:
        return self._multiplier ** cast(self._num_rows, self.dtype)

    def _log_abs_determinant(self) -> Any:
        return cast(self._num_rows, self.dtype.real_dtype) * log(absolute(self._multiplier))

    def _trace(self) -> Any:
        return self._multiplier * cast(self._num_rows, self.dtype)

    def _diag_part(self) -> Any:
        return self._diagonal_of(ones) * expand_dims(self._multiplier, -1)

    def _eigvals(self) -> Any:
        return self._diag_part()

    def _cond(self) -> Any:
        numbers = (cast(number, self.dtype) for number in (np.nan, 1.0))
        return where(equal(self._multiplier, 0.0), *numbers)

    def _add_to_tensor(self, x: Any) -> Any:
        return set_diag(x, expand_dims(self._multiplier, -1) + diag_part(x))

    def _assert_non_singular(self) -> Any:
        return assert_positive(absolute(self._multiplier), message="LinearOperator was singular")

    def _assert_positive_definite(self) -> Any:
        message = "LinearOperator was not positive definite."
        return assert_positive(real(self._multiplier), message=message)

    def _assert_self_adjoint(self) -> Any:
        return assert_real(self._multiplier, "LinearOperator was not self-adjoint")

    def _like(self, multiplier: Any, hints: Hints) -> Any:
        return LinearOperatorScaledIdentity(self._num_rows, multiplier, **hints.given)

    def _linop_adjoint(self) -> Any:
        return self._like(conj(self._multiplier), Hints.of(self))

    def _linop_inverse(self) -> Any:
        # TF: the inverse counts as self-adjoint, also where the multiplier is complex.
        known = Hints(self.is_non_singular, True, self.is_positive_definite, True)
        return self._like(1.0 / self._multiplier, known)

    def _linop_cholesky(self) -> Any:
        return self._like(sqrt(self._multiplier), Hints(True, True, True, True))

    def _linop_matmul(self, left_operator: Any, right_operator: Any) -> Any:
        left, right = left_operator, right_operator
        if isinstance(right, LinearOperatorScaledIdentity):
            return left._like(left.multiplier * right.multiplier, of_commuting(left, right))
        if isinstance(right, LinearOperatorDiag):
            return LinearOperatorDiag(
                right.diag * scale_of(left), **of_commuting(left, right).given
            )
        return super()._linop_matmul(left, right)

    def _linop_solve(self, left_operator: Any, right_operator: Any) -> Any:
        left, right = left_operator, right_operator
        if isinstance(right, LinearOperatorScaledIdentity):
            return left._like(right.multiplier / left.multiplier, of_commuting(left, right))
        if isinstance(right, LinearOperatorDiag):
            return LinearOperatorDiag(
                right.diag / scale_of(left), **of_commuting(left, right).given
            )
        return super()._linop_solve(left, right)

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("num_rows", "multiplier", "assert_proper_shapes")

    @property
    def _composite_tensor_prefer_static_fields(self) -> tuple[str, ...]:
        return ("num_rows",)

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"multiplier": 0}
