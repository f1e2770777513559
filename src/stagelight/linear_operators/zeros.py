"""`tf.linalg.LinearOperatorZeros`."""

from __future__ import annotations

from typing import Any

from stagelight.errors import InvalidArgumentError
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.matrix_batches import adjoint_if
from stagelight.linear_operators.sizes import SizedOperator
from stagelight.ops.arrays.creation import zeros
from stagelight.ops.arrays.identity import no_op
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.shape import shape
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, float32


@public("linalg.LinearOperatorZeros")
class LinearOperatorZeros(SizedOperator):
    """The matrix of zeros, which is nothing but its sizes.

    Args:
        num_rows: scalar integer, the number of rows.
        num_columns: scalar integer, the number of columns, by default that of rows.
        batch_shape: vector of integers, the shape of the batch; None for a matrix that acts on any batch.
        dtype: dtype of the matrix, float32 by default.
        is_non_singular: False.
        is_self_adjoint: True, or whatever where it is not square.
        is_positive_definite: False.
        is_square: whether `num_rows == num_columns`.
        assert_proper_shapes: whether to check at run time what cannot be checked earlier.
        name: name of the operator.

    Raises:
        ValueError: a hint does not hold, or a size is negative or of the wrong rank.
        TypeError: a size is no integer, or a variable.

    >>> operator = tf.linalg.LinearOperatorZeros(2)
    >>> operator.matvec([1.0, 2.0]).numpy()
    array([0., 0.], dtype=float32)
    """

    def __init__(
        self,
        num_rows: Any,
        num_columns: Any = None,
        batch_shape: Any = None,
        dtype: Any = None,
        is_non_singular: bool | None = False,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = False,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorZeros",
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(
            num_rows=num_rows, num_columns=num_columns, batch_shape=batch_shape, dtype=dtype,
            **hints.given, assert_proper_shapes=assert_proper_shapes, name=name,
        )  # fmt: skip
        for wrong, text in (
            (is_square and not is_self_adjoint, "self adjoint"),
            (is_non_singular, "singular"),
            (is_positive_definite, "not positive-definite"),
        ):
            if wrong:
                raise ValueError(f"A zero operator is always {text}. Received {hints}.")
        self._assert_proper_shapes = assert_proper_shapes
        self._begin(as_dtype(dtype or float32), hints, name, parameters)
        self._set_sizes(num_rows, num_rows if num_columns is None else num_columns, batch_shape)
        rows, columns = self.shape[-2:]
        if is_square and None not in (rows, columns) and rows != columns:
            raise ValueError(
                f"LinearOperatorZeros initialized as is_square=True, but got num_rows({rows}) != "
                f"num_columns({columns}). Try is_square=False, is_self_adjoint=False."
            )

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        sizes = shape(self._of_proper_shape(adjoint_if(adjoint_arg, x)))
        rows = self._num_columns if adjoint else self._num_rows
        return self._over_batch(zeros(concat([sizes[:-2], [rows], sizes[-1:]], 0), x.dtype))

    def _to_dense(self) -> Any:
        return zeros(
            self.shape if self.shape.is_fully_defined() else self.shape_tensor(), self.dtype
        )

    def _determinant(self) -> Any:
        return zeros(self._batch(), self.dtype)

    def _trace(self) -> Any:
        return zeros(self._batch(), self.dtype)

    def _diag_part(self) -> Any:
        return self._diagonal_of(zeros)

    def _eigvals(self) -> Any:
        return self._diagonal_of(zeros)

    def _add_to_tensor(self, x: Any) -> Any:
        return self._over_batch(x)

    def _assert_non_singular(self) -> Any:
        raise InvalidArgumentError(None, None, "Zero operators are always non-invertible.")

    def _assert_positive_definite(self) -> Any:
        raise InvalidArgumentError(None, None, "Zero operators are always non-positive definite.")

    def _assert_self_adjoint(self) -> Any:
        return no_op("assert_self_adjoint")

    def _after(self, left: Any) -> Any:
        _require_square(left, self)
        return self

    def _linop_matmul(self, left_operator: Any, right_operator: Any) -> Any:
        _require_square(left_operator, right_operator)
        return left_operator

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("num_rows", "num_columns", "batch_shape", "dtype", "assert_proper_shapes")

    @property
    def _composite_tensor_prefer_static_fields(self) -> tuple[str, ...]:
        return ("num_rows", "num_columns", "batch_shape")


def _require_square(left: Any, right: Any) -> None:
    if not left.is_square or not right.is_square:
        raise ValueError(
            "Matmul with non-square `LinearOperator`s or non-square `LinearOperatorZeros` not "
            "supported at this "
            f"time. Received shapes {left.shape} and {right.shape}."
        )
