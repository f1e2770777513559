"""`OperatorValues`: numbers that belong to a matrix, and assertions about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.linear_operators.operator_shape import OperatorShape
from stagelight.ops.debugging.assertions import assert_equal, assert_less, assert_positive
from stagelight.ops.elementwise.arithmetic import abs as absolute
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.exponential import exp, log
from stagelight.ops.linalg.decompositions import cholesky, svd
from stagelight.ops.linalg.diagonals import diag_part
from stagelight.ops.linalg.eigenvalues import eigvalsh
from stagelight.ops.linalg.matrix_properties import adjoint as adjoint_of
from stagelight.ops.linalg.square_matrices import det, slogdet
from stagelight.ops.reductions.reduction_functions import reduce_max, reduce_min, reduce_sum
from stagelight.types.dimension import Dimension


class OperatorValues(OperatorShape):
    """Determinants, diagonals, eigenvalues and their like."""

    def assert_non_singular(self, name: str | None = "assert_non_singular") -> Any:
        """Asserts that the condition number is less than `1 / (eps * max(100, m, n))`.

        Raises:
            InvalidArgumentError: the matrix is singular, as far as its precision shows.
        """
        with self._name_scope(name):
            return self._assert_non_singular()

    def _assert_non_singular(self) -> Any:
        if self._can_use_cholesky():
            return self.assert_positive_definite()
        values = svd(self.to_dense(), compute_uv=False)
        sizes = [self.range_dimension_tensor(), self.domain_dimension_tensor()]
        most = reduce_max([100.0, *(cast(size, values.dtype) for size in sizes)])
        greatest = 1.0 / (cast(most, values.dtype) * np.finfo(values.dtype.numpy_dtype).eps)
        condition = reduce_max(values, axis=-1) / reduce_min(values, axis=-1)
        return assert_less(condition, greatest, message="Singular matrix up to precision epsilon.")

    def assert_positive_definite(self, name: str | None = "assert_positive_definite") -> Any:
        """Asserts that `x^H A x` has a positive real part for all `x` but zero.

        Raises:
            InvalidArgumentError: the matrix is not positive definite.
            NotImplementedError: it is not known to be self-adjoint, and its kind has no test of its own.
        """
        with self._name_scope(name):
            return self._assert_positive_definite()

    def _assert_positive_definite(self) -> Any:
        if not self.is_self_adjoint:
            raise NotImplementedError("assert_positive_definite is not implemented.")
        diagonal = diag_part(cholesky(self.to_dense()))
        return assert_positive(diagonal, message="Matrix was not positive definite.")

    def assert_self_adjoint(self, name: str | None = "assert_self_adjoint") -> Any:
        """Asserts that the matrix is exactly its own conjugate transpose.

        Raises:
            InvalidArgumentError: it is not.
        """
        with self._name_scope(name):
            return self._assert_self_adjoint()

    def _assert_self_adjoint(self) -> Any:
        dense = self.to_dense()
        message = "Matrix was not equal to its adjoint."
        return assert_equal(dense, adjoint_of(dense), message=message)

    def determinant(self, name: str | None = "det") -> Tensor:
        """The determinant, a tensor `[...]`.

        Raises:
            NotImplementedError: the operator is not square.
        """
        return self._of_square(name, self._determinant)

    def _determinant(self) -> Any:
        if self._can_use_cholesky():
            return exp(self.log_abs_determinant())
        return det(self.to_dense())

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        """The logarithm of the determinant's absolute value, a tensor `[...]`.

        Raises:
            NotImplementedError: the operator is not square.
        """
        return self._of_square(name, self._log_abs_determinant)

    def _log_abs_determinant(self) -> Any:
        if self._can_use_cholesky():
            return 2 * reduce_sum(log(diag_part(cholesky(self.to_dense()))), axis=-1)
        return slogdet(self.to_dense())[1]

    def _of_square(self, name: str | None, make: Callable[[], Any]) -> Any:
        if self.is_square is False:
            raise NotImplementedError(
                "Determinant not implemented for an operator that is expected to not be square."
            )
        with self._name_scope(name):
            return make()

    def to_dense(self, name: str | None = "to_dense") -> Tensor:
        """The matrix, a tensor `[..., m, n]`."""
        with self._name_scope(name):
            return self._to_dense()

    def _to_dense(self) -> Any:
        raise NotImplementedError

    def diag_part(self, name: str | None = "diag_part") -> Tensor:
        """The diagonal, a tensor `[..., min(m, n)]`."""
        with self._name_scope(name):
            return self._diag_part()

    def _diag_part(self) -> Any:
        return diag_part(self.to_dense())

    def trace(self, name: str | None = "trace") -> Tensor:
        """The sum of the diagonal, a tensor `[...]`."""
        with self._name_scope(name):
            return self._trace()

    def _trace(self) -> Any:
        return reduce_sum(self.diag_part(), axis=-1)

    def add_to_tensor(self, x: Any, name: str | None = "add_to_tensor") -> Tensor:
        """The sum `A + x`.

        Args:
            x: tensor `[..., m, n]` of the operator's dtype; leading axes broadcast.
            name: name of the operation.

        Raises:
            TypeError: `x` has another dtype.
        """
        with self._name_scope(name):
            return self._add_to_tensor(self._checked(convert_to_tensor(x), Dimension(None), -1))

    def _add_to_tensor(self, x: Any) -> Any:
        return self.to_dense() + x

    def eigvals(self, name: str | None = "eigvals") -> Tensor:
        """The eigenvalues of a self-adjoint operator, a tensor `[..., n]`.

        Raises:
            NotImplementedError: the operator is not known to be self-adjoint.
        """
        if not self.is_self_adjoint:
            raise NotImplementedError("Only self-adjoint matrices are supported.")
        with self._name_scope(name):
            return self._eigvals()

    def _eigvals(self) -> Any:
        return eigvalsh(self.to_dense())

    def cond(self, name: str | None = "cond") -> Tensor:
        """The condition number: the quotient of the greatest and the smallest singular value."""
        with self._name_scope(name):
            return self._cond()

    def _cond(self) -> Any:
        if self.is_self_adjoint:
            values = absolute(self._eigvals())
        else:
            values = svd(self.to_dense(), compute_uv=False)
        return reduce_max(values, axis=-1) / reduce_min(values, axis=-1)
