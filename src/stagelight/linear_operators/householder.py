"""`tf.linalg.LinearOperatorHouseholder`: reflections."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.errors import InvalidArgumentError
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.matrix_batches import adjoint_if, parameter, require_rank
from stagelight.ops.arrays.creation import ones, zeros
from stagelight.ops.arrays.identity import no_op
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.reshaping import expand_dims
from stagelight.ops.arrays.shape import shape
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.complex_numbers import conj
from stagelight.ops.linalg.diagonals import diag_part, set_diag
from stagelight.ops.linalg.matmul import matmul
from stagelight.ops.linalg.norms import l2_normalize
from stagelight.public import public
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorHouseholder")
class LinearOperatorHouseholder(LinearOperator):
    """Reflections across the plane that is orthogonal to an axis: `A = I - 2 v v^H`, `v = axis / |axis|`.

    A reflection is its own inverse and adjoint; its determinant is -1.

    Args:
        reflection_axis: floating or complex tensor `[..., n]`.
        is_non_singular: True or None.
        is_self_adjoint: True or None.
        is_positive_definite: False or None.
        is_square: True or None.
        name: name of the operator.

    Raises:
        ValueError: `reflection_axis` has no axis, or a hint does not hold.

    Source: Householder, Unitary Triangularization of a Nonsymmetric Matrix, Journal of the ACM 5 (1958).

    >>> operator = tf.linalg.LinearOperatorHouseholder([1.0, 0.0])
    >>> operator.matvec([2.0, 3.0]).numpy()
    array([-2.,  3.], dtype=float32)
    """

    def __init__(
        self,
        reflection_axis: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorHouseholder",
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(reflection_axis=reflection_axis, **hints.given, name=name)
        self._reflection_axis = parameter(reflection_axis, "reflection_axis")
        require_rank(self._reflection_axis, 1, "reflection_axis")
        for hint, value, text in (
            ("is_self_adjoint", True, "self adjoint"),
            ("is_positive_definite", False, "non-positive definite"),
            ("is_square", True, "square"),
        ):
            hints = hints.being(hint, value, f"A Householder operator is always {text}.")
        self._begin(self._reflection_axis.dtype, hints, name, parameters)

    @property
    def reflection_axis(self) -> Any:
        """The axis `[..., n]`, of any length."""
        return self._reflection_axis

    def _shape(self) -> TensorShape:
        known: TensorShape = self._reflection_axis.shape
        return known.concatenate(known[-1:])

    def _shape_tensor(self) -> Tensor:
        sizes = shape(self._reflection_axis)
        return concat([sizes, sizes[-1:]], 0)

    def _unit_column(self) -> Any:
        return expand_dims(l2_normalize(convert_to_tensor(self._reflection_axis), axis=-1), -1)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        x = adjoint_if(adjoint_arg, x)
        column = self._unit_column()
        return x - 2 * column * matmul(column, x, adjoint_a=True)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._matmul(rhs, adjoint, adjoint_arg)

    def _to_dense(self) -> Any:
        column = self._unit_column()
        reflected: Any = matmul(-2 * column, column, adjoint_b=True)
        return set_diag(reflected, 1 + diag_part(reflected))

    def _diag_part(self) -> Any:
        axis: Any = l2_normalize(convert_to_tensor(self._reflection_axis), axis=-1)
        return 1 - 2 * axis * conj(axis)

    def _trace(self) -> Any:
        return (cast(self.domain_dimension_tensor(), self.dtype) - 2) * ones(
            self._batch(), self.dtype
        )

    def _determinant(self) -> Any:
        return -ones(self._batch(), self.dtype)

    def _log_abs_determinant(self) -> Any:
        return zeros(self._batch(), self.dtype)

    def _eigvals(self) -> Any:
        values = ones(shape(self._reflection_axis), self.dtype)
        return concat([-values[..., :1], values[..., 1:]], -1)

    def _cond(self) -> Any:
        return ones(self._batch(), self.dtype)

    def _assert_non_singular(self) -> Any:
        return no_op("assert_non_singular")

    def _assert_positive_definite(self) -> Any:
        raise InvalidArgumentError(
            None, None, "Householder operators are always non-positive definite."
        )

    def _assert_self_adjoint(self) -> Any:
        return no_op("assert_self_adjoint")

    def _linop_inverse(self) -> Any:
        return self

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("reflection_axis",)

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"reflection_axis": 1}
