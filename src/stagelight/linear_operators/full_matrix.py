"""`tf.linalg.LinearOperatorFullMatrix`: any matrix, written out."""

from __future__ import annotations

from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.matrix_batches import parameter, require_rank
from stagelight.ops.arrays.shape import shape
from stagelight.ops.linalg.matmul import matmul
from stagelight.public import public
from stagelight.types.dtypes import complex64, complex128, float16, float32, float64
from stagelight.types.shapes import TensorShape

_DTYPES = (float16, float32, float64, complex64, complex128)


@public("linalg.LinearOperatorFullMatrix")
class LinearOperatorFullMatrix(LinearOperator):
    """A matrix that is written out, with the hints that choose how systems are solved.

    Args:
        matrix: floating or complex tensor `[..., m, n]`.
        is_non_singular: whether the matrix has an inverse.
        is_self_adjoint: whether the matrix is its own adjoint.
        is_positive_definite: whether the matrix is positive definite.
        is_square: whether `m == n`.
        name: name of the operator.

    Raises:
        TypeError: `matrix` is neither floating nor complex.
        ValueError: `matrix` has less than two axes, or hints contradict.

    >>> operator = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])
    >>> operator.matvec([1.0, 1.0]).numpy()
    array([3., 7.], dtype=float32)
    """

    def __init__(
        self,
        matrix: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorFullMatrix",
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(matrix=matrix, **hints.given, name=name)
        self._matrix = parameter(matrix, "matrix")
        if self._matrix.dtype not in _DTYPES:
            raise TypeError(
                f"Argument `matrix` must have dtype in {[dtype.name for dtype in _DTYPES]}. "
                f"Received: {self._matrix.dtype.name}. Try tf.cast."
            )
        require_rank(self._matrix, 2, "matrix")
        self._begin(self._matrix.dtype, hints, name, parameters)

    @property
    def matrix(self) -> Any:
        """The matrix."""
        return self._matrix

    def _shape(self) -> TensorShape:
        return self._matrix.shape

    def _shape_tensor(self) -> Tensor:
        return shape(self._matrix)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return matmul(self._matrix, x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _to_dense(self) -> Any:
        return self._matrix

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("matrix",)

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"matrix": 2}
