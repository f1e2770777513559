"""`tf.linalg.LinearOperatorPermutation`."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.tensor import Tensor
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.matrix_batches import (
    adjoint_if,
    broadcast_batches,
    parameter,
    require_rank,
)
from stagelight.ops.arrays.creation import ones, zeros
from stagelight.ops.arrays.gather import gather
from stagelight.ops.arrays.identity import no_op
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.ranges import range_
from stagelight.ops.arrays.reshaping import expand_dims, squeeze
from stagelight.ops.arrays.shape import shape
from stagelight.ops.arrays.sorting import argsort
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.comparison import equal
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, float32
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorPermutation")
class LinearOperatorPermutation(LinearOperator):
    """Matrices that put the elements of a vector into another order: `(A @ x)[i] = x[perm[i]]`.

    Args:
        perm: integer tensor `[..., n]`; each vector has the numbers from 0 to `n - 1`.
        dtype: dtype of the matrix.
        is_non_singular: True or None.
        is_self_adjoint: whether the permutation is its own inverse.
        is_positive_definite: whether the matrix is positive definite, and so the identity.
        is_square: True or None.
        name: name of the operator.

    Raises:
        ValueError: `perm` has no axis or is no permutation, or a hint does not hold.
        TypeError: `perm` is no integer tensor.

    >>> operator = tf.linalg.LinearOperatorPermutation([2, 0, 1])
    >>> operator.matvec([1.0, 2.0, 3.0]).numpy()
    array([3., 1., 2.], dtype=float32)
    """

    def __init__(
        self,
        perm: Any,
        dtype: Any = float32,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorPermutation",
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(perm=perm, dtype=dtype, **hints.given, name=name)
        self._perm = parameter(perm, "perm")
        self._check_perm()
        if is_non_singular is False:
            hints.being("is_non_singular", True, "A Permutation operator is always non-singular.")
        hints = hints.being("is_square", True, "A Permutation operator is always square.")
        self._begin(as_dtype(dtype), hints, name, parameters)

    def _check_perm(self) -> None:
        require_rank(self._perm, 1, "perm")
        if not self._perm.dtype.is_integer:
            raise TypeError(
                f"Argument `perm` must be integer dtype. Received dtype {self._perm.dtype.name}."
            )
        known = constant_value(self._perm)
        if known is not None and np.any(np.sort(known, -1) != np.arange(known.shape[-1])):
            raise ValueError(
                "Argument `perm` must be a vector of unique integers from 0 to "
                f"{known.shape[-1] - 1}. Received: {known}."
            )

    @property
    def perm(self) -> Any:
        """The places `[..., n]` that elements are taken from."""
        return self._perm

    def _shape(self) -> TensorShape:
        known: TensorShape = self._perm.shape
        return known.concatenate(known[-1:])

    def _shape_tensor(self) -> Tensor:
        sizes = shape(self._perm)
        return concat([sizes, sizes[-1:]], 0)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        perm = convert_to_tensor(self._perm)
        if adjoint and not self.is_self_adjoint:
            perm = argsort(perm, axis=-1)
        x, places = broadcast_batches([adjoint_if(adjoint_arg, x), expand_dims(perm, -1)])
        return gather(x, squeeze(places, -1), axis=-2, batch_dims=-1)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._matmul(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _columns(self) -> Any:
        size = self.domain_dimension_tensor()
        return range_(cast(size, self._perm.dtype))

    def _to_dense(self) -> Any:
        return cast(equal(self._columns(), expand_dims(self._perm, -1)), self.dtype)

    def _diag_part(self) -> Any:
        return cast(equal(self._columns(), self._perm), self.dtype)

    def _log_abs_determinant(self) -> Any:
        return zeros(self._batch(), self.dtype)

    def _cond(self) -> Any:
        return ones(self._batch(), self.dtype)

    def _assert_non_singular(self) -> Any:
        return no_op("assert_non_singular")

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("perm", "dtype")

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"perm": 1}
