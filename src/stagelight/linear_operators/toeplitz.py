"""`tf.linalg.LinearOperatorToeplitz`."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.linear_operators.circulant import LinearOperatorCirculant
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.matrix_batches import (
    adjoint_if,
    broadcast_batches,
    dynamic_batch,
    parameter,
    require_rank,
    to_complex,
)
from stagelight.ops.arrays.creation import ones, zeros_like
from stagelight.ops.arrays.gather import gather
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.ranges import range_
from stagelight.ops.arrays.reversing import reverse
from stagelight.ops.arrays.shape import shape
from stagelight.ops.debugging.assertions import assert_equal
from stagelight.ops.elementwise.cast import cast
from stagelight.public import public
from stagelight.types.shapes import TensorShape, broadcast_static_shape


@public("linalg.LinearOperatorToeplitz")
class LinearOperatorToeplitz(LinearOperator):
    """Matrices that are constant along diagonals: `A[i, j] = col[i - j]`, above the main one `row[j - i]`.

    A product embeds the matrix in a circulant one of twice the size, so it takes `n log n` operations.

    Args:
        col: floating or complex tensor `[..., n]`, the first column.
        row: tensor like `col`, the first row; leading axes broadcast, and `row[0]` is not read.
        is_non_singular: whether the matrix has an inverse.
        is_self_adjoint: whether the matrix is its own adjoint.
        is_positive_definite: whether the matrix is positive definite.
        is_square: True or None.
        name: name of the operator.

    Raises:
        ValueError: `col` or `row` has no axis, their sizes differ, or hints contradict.

    Source: Gray, Toeplitz and Circulant Matrices: A Review (2006).

    >>> operator = tf.linalg.LinearOperatorToeplitz(col=[1.0, 2.0], row=[1.0, 3.0])
    >>> operator.to_dense().numpy()
    array([[1., 3.],
           [2., 1.]], dtype=float32)
    """

    def __init__(
        self,
        col: Any,
        row: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorToeplitz",
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(col=col, row=row, **hints.given, name=name)
        self._row = parameter(row, "row")
        self._col = parameter(col, "col")
        require_rank(self._row, 1, "row")
        require_rank(self._col, 1, "col")
        if (self._row.shape.dims and self._col.shape.dims) and (
            self._row.shape.dims[-1] == self._col.shape.dims[-1]
        ) is False:
            raise ValueError(
                "Expected square matrix, got row and col with mismatched dimensions. "
                f"Received shapes {self._row.shape} and {self._col.shape}."
            )
        hints = hints.being("is_square", True, "Only square Toeplitz operators are supported.")
        self._begin(self._row.dtype, hints, name, parameters)

    @property
    def col(self) -> Any:
        """The first column `[..., n]`."""
        return self._col

    @property
    def row(self) -> Any:
        """The first row `[..., n]`."""
        return self._row

    def _shape(self) -> TensorShape:
        known = broadcast_static_shape(self._row.shape, self._col.shape)
        return known.concatenate(known[-1:])

    def _shape_tensor(self) -> Tensor:
        sizes = dynamic_batch([shape(self._row), shape(self._col)])
        return concat([sizes, sizes[-1:]], 0)

    def _ends(self) -> tuple[Any, Any]:
        """Column and row, with their batches broadcast."""
        column, row = broadcast_batches([self._col, self._row], axes=1)
        return column, row

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        x = adjoint_if(adjoint_arg, x)
        column, row = self._ends()
        around = concat([column, zeros_like(column[..., :1]), reverse(row[..., 1:], axis=[-1])], -1)
        circulant = LinearOperatorCirculant(raw.FFT(to_complex(around)), self.dtype)
        product = circulant.matmul(concat([x, zeros_like(x)], -2), adjoint=adjoint)
        return product[..., : self.domain_dimension_tensor(), :]

    def _trace(self) -> Any:
        return cast(self.domain_dimension_tensor(), self.dtype) * self._ends()[0][..., 0]

    def _diag_part(self) -> Any:
        column, _ = self._ends()
        return column[..., :1] * ones(shape(column), self.dtype)

    def _to_dense(self) -> Any:
        column, row = self._ends()
        places = range_(shape(convert_to_tensor(row))[-1])
        # Where an element stands among those of the column from below, followed by those of the row.
        along = concat([reverse(column, axis=[-1]), row[..., 1:]], -1)
        return gather(along, places + reverse(places, axis=[0])[:, None], axis=-1)

    def _assert_self_adjoint(self) -> Any:
        message = "row and col are not the same, and so this operator is not self-adjoint."
        return assert_equal(self._row, self._col, message=message)

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("col", "row")

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"col": 1, "row": 1}
