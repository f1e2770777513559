"""`tf.linalg.LinearOperatorCirculant` and its forms for two and three dimensions: periodic convolutions."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.linear_operators.diagonal import assert_real, spread
from stagelight.linear_operators.hints import Hints, of_commuting
from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.lower_triangular import assert_no_zeros
from stagelight.linear_operators.matrix_batches import (
    adjoint_if,
    parameter,
    require_rank,
    reshaped,
    shape_of_list,
    to_complex,
)
from stagelight.ops.arrays.creation import ones
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.reshaping import expand_dims, matrix_transpose
from stagelight.ops.arrays.shape import shape
from stagelight.ops.debugging.assertions import assert_less, assert_positive
from stagelight.ops.elementwise.arithmetic import abs as absolute
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.complex_numbers import conj, imag, real
from stagelight.ops.elementwise.exponential import log
from stagelight.ops.reductions.reduction_functions import reduce_prod, reduce_sum
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, complex64
from stagelight.types.shapes import TensorShape

_TRANSFORMS = {1: (raw.FFT, raw.IFFT), 2: (raw.FFT2D, raw.IFFT2D), 3: (raw.FFT3D, raw.IFFT3D)}


class _Circulant(LinearOperator):
    """Matrices that Fourier transforms make diagonal: `A = F^-1 diag(spectrum) F` over one to three axes."""

    _depth: int

    def __init__(
        self,
        spectrum: Any,
        input_output_dtype: Any = complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ) -> None:
        name = name or type(self).__name__
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(
            spectrum=spectrum, input_output_dtype=input_output_dtype, **hints.given, name=name
        )
        self._spectrum = parameter(spectrum, "spectrum")
        require_rank(self._spectrum, self._depth, "spectrum")
        if not self._spectrum.dtype.is_complex:
            message = "A real spectrum always corresponds to a self-adjoint operator."
            hints = hints.being("is_self_adjoint", True, message)
        message = "A [[nested] block] circulant operator is always square."
        hints = hints.being("is_square", True, message)
        self._begin(as_dtype(input_output_dtype), hints, name, parameters)

    @property
    def spectrum(self) -> Any:
        """The eigenvalues `[..., *block_shape]`."""
        return self._spectrum

    @property
    def block_depth(self) -> int:
        """The number of axes that are transformed."""
        return self._depth

    @property
    def block_shape(self) -> TensorShape:
        """The static sizes of these axes."""
        return self._spectrum.shape[-self._depth :]

    def block_shape_tensor(self) -> Tensor:
        """The sizes of these axes as an int32 tensor."""
        if self.block_shape.is_fully_defined():
            return shape_of_list(self.block_shape.as_list(), "block_shape")
        return shape(self._spectrum)[-self._depth :]

    def convolution_kernel(self, name: str | None = "convolution_kernel") -> Tensor:
        """What vectors are convolved with: the inverse transform of the spectrum."""
        with self._name_scope(name):
            return cast(_TRANSFORMS[self._depth][1](to_complex(self._spectrum)), self.dtype)

    def assert_hermitian_spectrum(self, name: str | None = "assert_hermitian_spectrum") -> Any:
        """Asserts that the convolution kernel is real.

        Raises:
            InvalidArgumentError: it has imaginary parts beyond rounding.
        """
        with self._name_scope(name):
            eps = np.finfo(self.dtype.real_dtype.numpy_dtype).eps
            parts = absolute(imag(self.convolution_kernel()))
            most = cast(eps, parts.dtype) * cast(self.domain_dimension_tensor(), parts.dtype)
            return assert_less(parts, most, message="Spectrum was not Hermitian")

    def _shape(self) -> TensorShape:
        sizes = self.block_shape
        size = sizes.num_elements()
        batch: TensorShape = self._spectrum.shape[: -self._depth]
        return batch.concatenate([size, size])

    def _shape_tensor(self) -> Tensor:
        sizes = shape(self._spectrum)
        size = reduce_prod(sizes[-self._depth :], keepdims=True)
        return concat([sizes[: -self._depth], size, size], 0)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._scaled(x, adjoint, adjoint_arg, lambda values, spectrum: values * spectrum)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._scaled(rhs, adjoint, adjoint_arg, lambda values, spectrum: values / spectrum)

    def _scaled(self, x: Any, adjoint: bool, adjoint_arg: bool, scale: Any) -> Any:
        """The columns of `x` transformed, scaled by the spectrum, and transformed back."""
        forwards, backwards = _TRANSFORMS[self._depth]
        spectrum = to_complex(self._spectrum)
        spectrum = expand_dims(conj(spectrum) if adjoint else spectrum, -self._depth - 1)
        rows = cast(matrix_transpose(adjoint_if(adjoint_arg, x)), spectrum.dtype)
        sizes = self.block_shape
        blocks = sizes.as_list() if sizes.is_fully_defined() else list(self._sizes())
        result = backwards(scale(forwards(reshaped(rows, -1, blocks)), spectrum))
        flat: Any = reshaped(result, -self._depth, [-1])
        flat.set_shape(flat.shape[:-1].concatenate(self.shape[-1:]))
        return cast(matrix_transpose(flat), self.dtype)

    def _sizes(self) -> Any:
        sizes: Any = self.block_shape_tensor()
        return (sizes[i] for i in range(self._depth))

    def _flat_spectrum(self) -> Any:
        return reshaped(convert_to_tensor(self._spectrum), -self._depth, [-1])

    def _determinant(self) -> Any:
        return cast(reduce_prod(self._flat_spectrum(), axis=-1), self.dtype)

    def _log_abs_determinant(self) -> Any:
        return cast(reduce_sum(log(absolute(self._flat_spectrum())), axis=-1), self.dtype)

    def _trace(self) -> Any:
        spectrum = self._flat_spectrum()
        # TF: what is self-adjoint by hint has a real trace.
        keep_imaginary = self.dtype.is_complex and not self.is_self_adjoint
        return cast(reduce_sum(spectrum if keep_imaginary else real(spectrum), axis=-1), self.dtype)

    def _diag_part(self) -> Any:
        sizes: Any = self.shape_tensor()
        value = self.trace() / cast(self.domain_dimension_tensor(), self.dtype)
        return expand_dims(value, -1) * ones(sizes[:-1], self.dtype)

    def _eigvals(self) -> Any:
        return self._flat_spectrum()

    def _cond(self) -> Any:
        return spread(absolute(self._flat_spectrum()))

    def _assert_non_singular(self) -> Any:
        return assert_no_zeros(self._spectrum, "Spectrum contained zero values.")

    def _assert_positive_definite(self) -> Any:
        message = "Not positive definite:  Real part of spectrum was not all positive."
        return assert_positive(real(self._spectrum), message=message)

    def _assert_self_adjoint(self) -> Any:
        message = "Not self-adjoint:  The spectrum contained non-zero imaginary part."
        return assert_real(self._spectrum, message)

    def _linop_adjoint(self) -> Any:
        # TF: the adjoint, and products, have the dtype complex64.
        return type(self)(conj(self._spectrum), **Hints.of(self).given)

    def _linop_inverse(self) -> Any:
        return type(self)(1.0 / self._spectrum, self.dtype, **Hints.of(self).given)

    def _linop_matmul(self, left_operator: Any, right_operator: Any) -> Any:
        left, right = left_operator, right_operator
        if not isinstance(right, _Circulant) or right._depth != left._depth:
            return super()._linop_matmul(left, right)
        return type(left)(left.spectrum * right.spectrum, **of_commuting(left, right).given)

    def _linop_solve(self, left_operator: Any, right_operator: Any) -> Any:
        left, right = left_operator, right_operator
        if not isinstance(right, _Circulant) or right._depth != left._depth:
            return super()._linop_solve(left, right)
        return type(left)(right.spectrum / left.spectrum, **of_commuting(left, right).given)

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("spectrum", "input_output_dtype")

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"spectrum": self._depth}


@public("linalg.LinearOperatorCirculant")
class LinearOperatorCirculant(_Circulant):
    """Circulant matrices: periodic convolution with a kernel, given by the kernel's Fourier transform.

    `A[i, j] = kernel[(i - j) mod n]` with `kernel = ifft(spectrum)`; the spectrum is the eigenvalues.
    Products and systems take `n log n` operations.

    Args:
        spectrum: floating or complex tensor `[..., n]`.
        input_output_dtype: dtype of the matrix; where it is real, imaginary parts of results are left out.
        is_non_singular: whether there are no zeros in the spectrum.
        is_self_adjoint: whether the spectrum is real.
        is_positive_definite: whether the spectrum has positive real parts.
        is_square: True or None.
        name: name of the operator, by default that of the class.

    Raises:
        ValueError: the spectrum has no axis, or hints contradict.

    Source: Gray, Toeplitz and Circulant Matrices: A Review (2006).

    >>> operator = tf.linalg.LinearOperatorCirculant([6.0, 0.0, 0.0], tf.float32)
    >>> operator.matvec([1.0, 2.0, 3.0]).numpy()
    array([12., 12., 12.], dtype=float32)
    """

    _depth = 1


@public("linalg.LinearOperatorCirculant2D")
class LinearOperatorCirculant2D(_Circulant):
    """Block circulant matrices: periodic convolution of pictures `[m, n]`, written as vectors.

    Args:
        spectrum: floating or complex tensor `[..., m, n]`, the kernel's Fourier transform over both axes.
        input_output_dtype: dtype of the matrix; where it is real, imaginary parts of results are left out.
        is_non_singular: whether there are no zeros in the spectrum.
        is_self_adjoint: whether the spectrum is real.
        is_positive_definite: whether the spectrum has positive real parts.
        is_square: True or None.
        name: name of the operator, by default that of the class.

    Raises:
        ValueError: the spectrum has less than two axes, or hints contradict.

    >>> operator = tf.linalg.LinearOperatorCirculant2D(2 * tf.ones([2, 3]), tf.float32)
    >>> operator.shape, operator.determinant().numpy()
    (TensorShape([6, 6]), np.float32(64.0))
    """

    _depth = 2


@public("linalg.LinearOperatorCirculant3D")
class LinearOperatorCirculant3D(_Circulant):
    """Nested block circulant matrices: periodic convolution of volumes `[l, m, n]`, written as vectors.

    Args:
        spectrum: floating or complex tensor `[..., l, m, n]`, the kernel's Fourier transform over the
            three axes.
        input_output_dtype: dtype of the matrix; where it is real, imaginary parts of results are left out.
        is_non_singular: whether there are no zeros in the spectrum.
        is_self_adjoint: whether the spectrum is real.
        is_positive_definite: whether the spectrum has positive real parts.
        is_square: True or None.
        name: name of the operator, by default that of the class.

    Raises:
        ValueError: the spectrum has less than three axes, or hints contradict.

    >>> operator = tf.linalg.LinearOperatorCirculant3D(tf.ones([2, 3, 4]), tf.float32)
    >>> operator.shape, operator.trace().numpy()
    (TensorShape([24, 24]), np.float32(24.0))
    """

    _depth = 3
