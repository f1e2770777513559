"""`tf.linalg.LinearOperatorLowerTriangular`."""

from __future__ import annotations

from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.matrix_batches import adjoint_if, parameter, require_rank
from stagelight.ops.arrays.shape import shape
from stagelight.ops.debugging.assertions import assert_less
from stagelight.ops.elementwise.arithmetic import abs as absolute
from stagelight.ops.elementwise.exponential import log
from stagelight.ops.linalg.diagonals import diag_part
from stagelight.ops.linalg.matmul import matmul
from stagelight.ops.linalg.square_matrices import triangular_solve
from stagelight.ops.linalg.triangles import band_part
from stagelight.ops.reductions.reduction_functions import reduce_prod, reduce_sum
from stagelight.public import public
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorLowerTriangular")
class LinearOperatorLowerTriangular(LinearOperator):
    """Lower triangular matrices: systems in `n**2` operations, the determinant in `n`.

    Args:
        tril: floating or complex tensor `[..., n, n]`; what stands above the diagonal is not read.
        is_non_singular: whether the matrix has an inverse: no zeros on the diagonal.
        is_self_adjoint: whether the matrix is its own adjoint, and so diagonal and real.
        is_positive_definite: whether the matrix is positive definite.
        is_square: True or None.
        name: name of the operator.

    Raises:
        ValueError: `tril` has less than two axes, or hints contradict.

    >>> operator = tf.linalg.LinearOperatorLowerTriangular([[2.0, 9.0], [1.0, 4.0]])
    >>> operator.solvevec([2.0, 5.0]).numpy()
    array([1., 1.], dtype=float32)
    """

    def __init__(
        self,
        tril: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowerTriangular",
    ) -> None:
        given = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(tril=tril, **given.given, name=name)
        hints = given.being(
            "is_square", True, "Only square lower triangular operators are supported."
        )
        self._tril = parameter(tril, "tril")
        require_rank(self._tril, 2, "tril")
        self._begin(self._tril.dtype, hints, name, parameters)

    @property
    def tril(self) -> Any:
        """The tensor that was given; what stands above its diagonal is not read."""
        return self._tril

    def _shape(self) -> TensorShape:
        return self._tril.shape

    def _shape_tensor(self) -> Tensor:
        return shape(self._tril)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return matmul(self._to_dense(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return triangular_solve(self._to_dense(), adjoint_if(adjoint_arg, rhs), adjoint=adjoint)

    def _to_dense(self) -> Any:
        return band_part(self._tril, -1, 0)

    def _diag_part(self) -> Any:
        return diag_part(self._tril)

    def _determinant(self) -> Any:
        return reduce_prod(self._diag_part(), axis=-1)

    def _log_abs_determinant(self) -> Any:
        return reduce_sum(log(absolute(self._diag_part())), axis=-1)

    def _eigvals(self) -> Any:
        return self._diag_part()

    def _assert_non_singular(self) -> Any:
        return assert_no_zeros(self._diag_part(), "Diagonal contained zero values.")

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("tril",)

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"tril": 2}


def assert_no_zeros(values: Any, message: str) -> Any:
    """Asserts that no value is zero, so that a matrix with these eigenvalues has an inverse."""
    magnitudes = absolute(values)
    return assert_less(magnitudes * 0, magnitudes, message=f"Singular operator:  {message}")
