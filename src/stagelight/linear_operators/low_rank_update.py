"""`tf.linalg.LinearOperatorLowRankUpdate`."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.linear_operators.diagonal import LinearOperatorDiag
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.identity import LinearOperatorIdentity
from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.matrix_batches import (
    dynamic_batch,
    parameter,
    solve_broadcast,
    static_batch,
)
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.reshaping import expand_dims
from stagelight.ops.arrays.shape import shape
from stagelight.ops.elementwise.arithmetic import abs as absolute
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.complex_numbers import conj
from stagelight.ops.elementwise.exponential import exp, log
from stagelight.ops.linalg.decompositions import cholesky, cholesky_solve
from stagelight.ops.linalg.diagonals import diag_part
from stagelight.ops.linalg.matmul import matmul
from stagelight.ops.linalg.square_matrices import det
from stagelight.ops.reductions.reduction_functions import reduce_sum
from stagelight.public import public
from stagelight.types.dimension import Dimension
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorLowRankUpdate")
class LinearOperatorLowRankUpdate(LinearOperator):
    """An operator and a correction of low rank: `A = L + U D V^H`, with a diagonal `D`.

    Systems and determinants need those of `L` and of a matrix `[r, r]`, the capacitance `D^-1 + V^H L^-1 U`.

    Args:
        base_operator: the operator `L`, `[..., m, n]`; systems want a non-singular one.
        u: tensor `[..., m, r]` of its dtype.
        diag_update: tensor `[..., r]`, the diagonal of `D`; None for ones.
        v: tensor `[..., n, r]`; None for `u`.
        is_diag_update_positive: whether the diagonal has real positive values only.
        is_non_singular: whether the matrix has an inverse.
        is_self_adjoint: whether the matrix is its own adjoint.
        is_positive_definite: whether the matrix is positive definite.
        is_square: whether the matrix is square.
        name: name of the operator.

    Raises:
        ValueError: sizes do not fit, or hints contradict.

    Source: Woodbury, Inverting modified matrices, Statistical Research Group, Memorandum 42, Princeton
        (1950).

    >>> base = tf.linalg.LinearOperatorIdentity(2)
    >>> operator = tf.linalg.LinearOperatorLowRankUpdate(base, u=[[1.0], [2.0]])
    >>> operator.to_dense().numpy(), operator.determinant().numpy()
    (array([[2., 2.],
           [2., 5.]], dtype=float32), np.float32(6.0))
    """

    def __init__(
        self,
        base_operator: Any,
        u: Any,
        diag_update: Any = None,
        v: Any = None,
        is_diag_update_positive: bool | None = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowRankUpdate",
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(
            base_operator=base_operator, u=u, diag_update=diag_update, v=v,
            is_diag_update_positive=is_diag_update_positive, **hints.given, name=name,
        )  # fmt: skip
        if diag_update is None:
            if is_diag_update_positive is False:
                raise ValueError(
                    "The default diagonal is ones, which are positive. Received "
                    "is_diag_update_positive=False."
                )
            is_diag_update_positive = True
        self._is_diag_update_positive = is_diag_update_positive
        self._base_operator = base_operator
        self._u = parameter(u, "u")
        self._v = self._u if v is None else parameter(v, "v")
        self._diag_update = (
            parameter(diag_update, "diag_update") if diag_update is not None else None
        )
        hints = self._derived(hints, is_symmetric_update=v is None)
        self._begin(base_operator.dtype, hints, name, parameters)
        self._diag_operator = self._make_diag_operator()
        self._check_shapes()

    def _derived(self, hints: Hints, is_symmetric_update: bool) -> Hints:
        base = self._base_operator
        if base.is_self_adjoint and is_symmetric_update and not base.dtype.is_complex:
            message = "L + U D U^H is always self-adjoint where L is and D is real."
            hints = hints.being("is_self_adjoint", True, message)
        self._use_cholesky = bool(
            base.is_positive_definite
            and base.is_self_adjoint
            and self._is_diag_update_positive
            and is_symmetric_update
        )
        if self._use_cholesky:
            message = "L + U D U^H is always self-adjoint and positive definite where L is and D is positive."
            for name in ("is_positive_definite", "is_self_adjoint", "is_non_singular"):
                hints = hints.being(name, True, message)
        return hints

    def _make_diag_operator(self) -> Any:
        if self._diag_update is not None:
            positive = self._is_diag_update_positive
            return LinearOperatorDiag(self._diag_update, is_positive_definite=positive)
        known = self._u.shape[-1]
        rank = shape(self._u)[-1] if known is None else known
        return LinearOperatorIdentity(rank, dtype=self.dtype)

    def _check_shapes(self) -> None:
        sizes = static_batch([self._u.shape, self._v.shape])
        batch = static_batch([self._base_operator.batch_shape, sizes[:-2]])
        if sizes.rank is not None:
            self._base_operator.domain_dimension.assert_is_compatible_with(sizes[-2])
        if self._diag_update is not None and sizes.rank is not None:
            update = self._diag_update.shape
            if update.rank is not None:
                Dimension(sizes[-1]).assert_is_compatible_with(update[-1])
                static_batch([batch, update[:-1]])

    @property
    def base_operator(self) -> Any:
        """The operator `L`."""
        return self._base_operator

    @property
    def u(self) -> Any:
        """The tensor `U`."""
        return self._u

    @property
    def v(self) -> Any:
        """The tensor `V`."""
        return self._v

    @property
    def diag_update(self) -> Any:
        """The diagonal of `D`, None for ones."""
        return self._diag_update

    @property
    def diag_operator(self) -> Any:
        """The operator `D`."""
        return self._diag_operator

    @property
    def is_diag_update_positive(self) -> bool | None:
        """Whether `D` has real positive values only."""
        return self._is_diag_update_positive

    def _shape(self) -> TensorShape:
        batches = [self._base_operator.batch_shape, self._diag_operator.batch_shape]
        batch = static_batch([*batches, self._u.shape[:-2], self._v.shape[:-2]])
        return batch.concatenate(self._base_operator.shape[-2:])

    def _shape_tensor(self) -> Tensor:
        operators = self._base_operator, self._diag_operator
        batches = [operator.batch_shape_tensor() for operator in operators]
        batch = dynamic_batch([*batches, shape(self._u)[:-2], shape(self._v)[:-2]])
        return concat([batch, self._base_operator.shape_tensor()[-2:]], 0)

    def _factors(self, adjoint: bool = False) -> tuple[Any, Any]:
        """The tensors `U` and `V` of the operator, or of its adjoint, where they change places."""
        u = convert_to_tensor(self._u)
        v = u if self._v is self._u else convert_to_tensor(self._v)
        return (v, u) if adjoint else (u, v)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        left, right = self._factors(adjoint)
        leading = self._base_operator.matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
        inner = matmul(right, x, adjoint_a=True, adjoint_b=adjoint_arg)
        return leading + matmul(left, self._diag_operator.matmul(inner, adjoint=adjoint))

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        base = self._base_operator
        if base.is_non_singular is False:
            raise ValueError(
                "Solve not implemented unless this is a perturbation of a non-singular LinearOperator."
            )
        left, right = self._factors(adjoint)
        first = base.solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
        inner = matmul(right, first, adjoint_a=True)
        capacitance = self._capacitance()
        if self._use_cholesky:
            inner = cholesky_solve(cholesky(capacitance), inner)
        else:
            inner = solve_broadcast(capacitance, inner, adjoint)
        return first - base.solve(matmul(left, inner), adjoint=adjoint)

    def _capacitance(self) -> Any:
        u, v = self._factors()
        inner = matmul(v, self._base_operator.solve(u), adjoint_a=True)
        return self._diag_operator.inverse().add_to_tensor(inner)

    def _determinant(self) -> Any:
        if self.is_positive_definite:
            return exp(self.log_abs_determinant())
        outer = self._diag_operator.determinant() * self._base_operator.determinant()
        return det(self._capacitance()) * outer

    def _log_abs_determinant(self) -> Any:
        capacitance = self._capacitance()
        if self._use_cholesky:
            inner = 2 * reduce_sum(log(diag_part(cholesky(capacitance))), axis=-1)
        else:
            inner = cast(log(absolute(det(capacitance))), self.dtype)
        operators = self._diag_operator, self._base_operator
        return inner + operators[0].log_abs_determinant() + operators[1].log_abs_determinant()

    def _diag_part(self) -> Any:
        u, v = self._factors()
        product = u * conj(v)
        if self._diag_update is not None:
            product = product * expand_dims(self._diag_update, -2)
        return reduce_sum(product, axis=-1) + self._base_operator.diag_part()

    def _assert_self_adjoint(self) -> Any:
        if self._u is self._v and self._diag_update is None:
            return self._base_operator.assert_self_adjoint()
        return super()._assert_self_adjoint()

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("base_operator", "u", "diag_update", "v", "is_diag_update_positive")

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"base_operator": 0, "u": 2, "diag_update": 1, "v": 2}
