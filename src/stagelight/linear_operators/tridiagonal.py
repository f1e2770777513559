"""`tf.linalg.LinearOperatorTridiag`."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.linear_operators.diagonal import assert_real
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.matrix_batches import (
    adjoint_if,
    broadcast_batches,
    dynamic_batch,
    parameter,
    static_batch,
)
from stagelight.ops.arrays.identity import group
from stagelight.ops.arrays.joining import concat, stack
from stagelight.ops.arrays.reversing import roll
from stagelight.ops.arrays.shape import shape
from stagelight.ops.arrays.splitting import unstack
from stagelight.ops.debugging.assertions import assert_equal
from stagelight.ops.elementwise.complex_numbers import conj
from stagelight.ops.linalg.diagonals import diag, diag_part
from stagelight.ops.linalg.tridiagonal import tridiagonal_matmul, tridiagonal_solve
from stagelight.public import public
from stagelight.types.shapes import TensorShape

_FORMATS = ("compact", "matrix", "sequence")


@public("linalg.LinearOperatorTridiag")
class LinearOperatorTridiag(LinearOperator):
    """Square matrices with values on the diagonal and its two neighbours: systems in `n` operations.

    Args:
        diagonals: floating or complex; "compact": a tensor `[..., 3, n]` of the upper, the main and the
            lower diagonal, of which the last element of the upper and the first of the lower one are not
            read; "sequence": a list of these three, whose leading axes broadcast; "matrix": a tensor
            `[..., n, n]`, of which the band is read.
        diagonals_format: "compact", "sequence" or "matrix".
        is_non_singular: whether the matrix has an inverse.
        is_self_adjoint: whether the matrix is its own adjoint.
        is_positive_definite: whether the matrix is positive definite.
        is_square: True or None.
        name: name of the operator.

    Raises:
        ValueError: the format is none of these, or hints contradict.

    >>> diagonals = [[1.0, 1.0, 0.0], [2.0, 2.0, 2.0], [0.0, 3.0, 3.0]]
    >>> tf.linalg.LinearOperatorTridiag(diagonals).to_dense().numpy()
    array([[2., 1., 0.],
           [3., 2., 1.],
           [0., 3., 2.]], dtype=float32)
    """

    def __init__(
        self,
        diagonals: Any,
        diagonals_format: str = "compact",
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorTridiag",
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(
            diagonals=diagonals, diagonals_format=diagonals_format, **hints.given, name=name
        )
        if diagonals_format not in _FORMATS:
            raise ValueError(
                f"Argument `diagonals_format` must be one of {', '.join(_FORMATS)}. "
                f"Received: {diagonals_format!r}."
            )
        self._diagonals_format = diagonals_format
        if diagonals_format == "sequence":
            self._diagonals: Any = [
                parameter(diagonal, f"diag_{i}") for i, diagonal in enumerate(diagonals)
            ]
            dtype = self._diagonals[0].dtype
        else:
            self._diagonals = parameter(diagonals, "diagonals")
            dtype = self._diagonals.dtype
        self._begin(dtype, hints, name, parameters)

    @property
    def diagonals(self) -> Any:
        """The diagonals in their format."""
        return self._diagonals

    @property
    def diagonals_format(self) -> str:
        """The format of `diagonals`."""
        return self._diagonals_format

    def _shape(self) -> TensorShape:
        if self._diagonals_format == "matrix":
            return self._diagonals.shape
        if self._diagonals_format == "compact":
            known: TensorShape = self._diagonals.shape
            return known[:-2].concatenate(known[-1:]).concatenate(known[-1:])
        sizes = self._diagonals[1].shape[-1:]
        batch = static_batch([diagonal.shape[:-1] for diagonal in self._diagonals])
        return batch.concatenate(sizes).concatenate(sizes)

    def _shape_tensor(self) -> Tensor:
        if self._diagonals_format == "matrix":
            return shape(self._diagonals)
        if self._diagonals_format == "compact":
            sizes = shape(self._diagonals)
            return concat([sizes[:-2], sizes[-1:], sizes[-1:]], 0)
        size = shape(self._diagonals[1])[-1:]
        batch = dynamic_batch([shape(diagonal)[:-1] for diagonal in self._diagonals])
        return concat([batch, size, size], 0)

    def _compact(self, adjoint: bool = False) -> Any:
        """The diagonals `[..., 3, n]`, of the matrix or of its adjoint."""
        if self._diagonals_format == "matrix":
            compact = diag_part(convert_to_tensor(self._diagonals), k=(-1, 1), align="LEFT_RIGHT")
        elif self._diagonals_format == "compact":
            compact = convert_to_tensor(self._diagonals)
        else:
            compact = stack(broadcast_batches(self._diagonals, axes=1), axis=-2)
        if not adjoint:
            return compact
        upper, main, lower = unstack(conj(compact), 3, axis=-2)
        return stack([roll(lower, -1, -1), main, roll(upper, 1, -1)], axis=-2)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        diagonals, x = broadcast_batches([self._compact(adjoint), adjoint_if(adjoint_arg, x)])
        return tridiagonal_matmul(diagonals, x)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        diagonals, rhs = broadcast_batches([self._compact(adjoint), adjoint_if(adjoint_arg, rhs)])
        return tridiagonal_solve(diagonals, rhs)

    def _diag_part(self) -> Any:
        return self._compact()[..., 1, :]

    def _to_dense(self) -> Any:
        if self._diagonals_format == "matrix":
            return self._diagonals
        return diag(self._compact(), k=(-1, 1), align="LEFT_RIGHT")

    def _assert_self_adjoint(self) -> Any:
        if self._diagonals_format == "matrix":
            return super()._assert_self_adjoint()
        diagonals = self._compact()
        real = "This tridiagonal operator contained non-zero imaginary values on the diagonal."
        conjugate = "This tridiagonal operator has non-conjugate subdiagonal and superdiagonal."
        upper, lower = diagonals[..., 0, :-1], diagonals[..., 2, 1:]
        return group(
            assert_real(diagonals[..., 1, :], real),
            assert_equal(conj(lower), upper, message=conjugate),
        )

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("diagonals", "diagonals_format")

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"diagonals": [1, 1, 1] if self._diagonals_format == "sequence" else 2}
