"""Public names of `tf.compat.v1.signal`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.signal.cosine_transforms import dct as dct
from stagelight.ops.signal.cosine_transforms import idct as idct
from stagelight.ops.signal.fft import fftshift as fftshift
from stagelight.ops.signal.fft import ifftshift as ifftshift
from stagelight.ops.signal.fft_over_axes import fftnd as fftnd
from stagelight.ops.signal.fft_over_axes import ifftnd as ifftnd
from stagelight.ops.signal.fft_over_axes import irfftnd as irfftnd
from stagelight.ops.signal.fft_over_axes import rfftnd as rfftnd
from stagelight.ops.signal.frames import frame as frame
from stagelight.ops.signal.frames import inverse_stft as inverse_stft
from stagelight.ops.signal.frames import inverse_stft_window_fn as inverse_stft_window_fn
from stagelight.ops.signal.frames import overlap_and_add as overlap_and_add
from stagelight.ops.signal.frames import stft as stft
from stagelight.ops.signal.lapped_transforms import inverse_mdct as inverse_mdct
from stagelight.ops.signal.lapped_transforms import mdct as mdct
from stagelight.ops.signal.mel_scale import linear_to_mel_weight_matrix as linear_to_mel_weight_matrix
from stagelight.ops.signal.mel_scale import mfccs_from_log_mel_spectrograms as mfccs_from_log_mel_spectrograms
from stagelight.ops.signal.windows import hamming_window as hamming_window
from stagelight.ops.signal.windows import hann_window as hann_window
from stagelight.ops.signal.windows import kaiser_bessel_derived_window as kaiser_bessel_derived_window
from stagelight.ops.signal.windows import kaiser_window as kaiser_window
from stagelight.ops.signal.windows import vorbis_window as vorbis_window
from typing import Any
from stagelight.core.tensor import Tensor

def fft(input: Any, name: str | None = None) -> Tensor:
    """The Fourier transform over the last axis: `out[k] = sum_n x[n] * exp(-2j * pi * k * n / size)`.

    Args:
        input: complex tensor of at least rank 1.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: a real tensor, or too few axes.

    >>> tf.signal.fft(tf.ones([1], tf.complex64)).numpy().ravel()
    array([1.+0.j], dtype=complex64)
    """
def fft2d(input: Any, name: str | None = None) -> Tensor:
    """The Fourier transform over the last 2 axes: `out[k] = sum_n x[n] * exp(-2j * pi * k * n / size)`.

    Args:
        input: complex tensor of at least rank 2.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: a real tensor, or too few axes.

    >>> tf.signal.fft2d(tf.ones([1, 1], tf.complex64)).numpy().ravel()
    array([1.+0.j], dtype=complex64)
    """
def fft3d(input: Any, name: str | None = None) -> Tensor:
    """The Fourier transform over the last 3 axes: `out[k] = sum_n x[n] * exp(-2j * pi * k * n / size)`.

    Args:
        input: complex tensor of at least rank 3.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: a real tensor, or too few axes.

    >>> tf.signal.fft3d(tf.ones([1, 1, 1], tf.complex64)).numpy().ravel()
    array([1.+0.j], dtype=complex64)
    """
def ifft(input: Any, name: str | None = None) -> Tensor:
    """The inverse Fourier transform over the last axis: `out[n] = sum_k x[k] * exp(2j * pi * k * n / size) / size`.

    Args:
        input: complex tensor of at least rank 1.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: a real tensor, or too few axes.

    >>> tf.signal.ifft(tf.ones([1], tf.complex64)).numpy().ravel()
    array([1.+0.j], dtype=complex64)
    """
def ifft2d(input: Any, name: str | None = None) -> Tensor:
    """The inverse Fourier transform over the last 2 axes: `out[n] = sum_k x[k] * exp(2j * pi * k * n / size) / size`.

    Args:
        input: complex tensor of at least rank 2.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: a real tensor, or too few axes.

    >>> tf.signal.ifft2d(tf.ones([1, 1], tf.complex64)).numpy().ravel()
    array([1.+0.j], dtype=complex64)
    """
def ifft3d(input: Any, name: str | None = None) -> Tensor:
    """The inverse Fourier transform over the last 3 axes: `out[n] = sum_k x[k] * exp(2j * pi * k * n / size) / size`.

    Args:
        input: complex tensor of at least rank 3.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: a real tensor, or too few axes.

    >>> tf.signal.ifft3d(tf.ones([1, 1, 1], tf.complex64)).numpy().ravel()
    array([1.+0.j], dtype=complex64)
    """
def irfft(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The inverse of `rfft`.

    Args:
        input_tensor: complex tensor of at least rank 1: frequencies, of the last axis
            the first half.
        fft_length: 1 integers, the sizes of the result; None takes the input's, and
            `2 * (size - 1)` for the last.
        name: name of the operation.

    Returns:
        Real tensor.

    Raises:
        ValueError: too few axes.
        InvalidArgumentError: a real tensor, or another number of lengths.

    >>> x = tf.ones([1], tf.complex64)
    >>> tf.signal.irfft(x, [1]).numpy().ravel()
    array([1.], dtype=float32)
    """
def irfft2d(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The inverse of `rfft2d`.

    Args:
        input_tensor: complex tensor of at least rank 2: frequencies, of the last axis
            the first half.
        fft_length: 2 integers, the sizes of the result; None takes the input's, and
            `2 * (size - 1)` for the last.
        name: name of the operation.

    Returns:
        Real tensor.

    Raises:
        ValueError: too few axes.
        InvalidArgumentError: a real tensor, or another number of lengths.

    >>> x = tf.ones([1, 1], tf.complex64)
    >>> tf.signal.irfft2d(x, [1, 1]).numpy().ravel()
    array([1.], dtype=float32)
    """
def irfft3d(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The inverse of `rfft3d`.

    Args:
        input_tensor: complex tensor of at least rank 3: frequencies, of the last axis
            the first half.
        fft_length: 3 integers, the sizes of the result; None takes the input's, and
            `2 * (size - 1)` for the last.
        name: name of the operation.

    Returns:
        Real tensor.

    Raises:
        ValueError: too few axes.
        InvalidArgumentError: a real tensor, or another number of lengths.

    >>> x = tf.ones([1, 1, 1], tf.complex64)
    >>> tf.signal.irfft3d(x, [1, 1, 1]).numpy().ravel()
    array([1.], dtype=float32)
    """
def rfft(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The Fourier transform of real numbers over the last axis.

    Only the first half of the last axis' frequencies, `fft_length // 2 + 1`, is returned: the
    others are their conjugates.

    Args:
        input_tensor: float32 or float64 tensor of at least rank 1.
        fft_length: 1 integers, the sizes to which the axes are cut or filled with zeros;
            None is their own.
        name: name of the operation.

    Returns:
        Complex tensor.

    Raises:
        ValueError: another dtype, or too few axes.
        InvalidArgumentError: another number of lengths.

    >>> tf.signal.rfft(tf.ones([1])).numpy().ravel()
    array([1.+0.j], dtype=complex64)
    """
def rfft2d(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The Fourier transform of real numbers over the last 2 axes.

    Only the first half of the last axis' frequencies, `fft_length // 2 + 1`, is returned: the
    others are their conjugates.

    Args:
        input_tensor: float32 or float64 tensor of at least rank 2.
        fft_length: 2 integers, the sizes to which the axes are cut or filled with zeros;
            None is their own.
        name: name of the operation.

    Returns:
        Complex tensor.

    Raises:
        ValueError: another dtype, or too few axes.
        InvalidArgumentError: another number of lengths.

    >>> tf.signal.rfft2d(tf.ones([1, 1])).numpy().ravel()
    array([1.+0.j], dtype=complex64)
    """
def rfft3d(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The Fourier transform of real numbers over the last 3 axes.

    Only the first half of the last axis' frequencies, `fft_length // 2 + 1`, is returned: the
    others are their conjugates.

    Args:
        input_tensor: float32 or float64 tensor of at least rank 3.
        fft_length: 3 integers, the sizes to which the axes are cut or filled with zeros;
            None is their own.
        name: name of the operation.

    Returns:
        Complex tensor.

    Raises:
        ValueError: another dtype, or too few axes.
        InvalidArgumentError: another number of lengths.

    >>> tf.signal.rfft3d(tf.ones([1, 1, 1])).numpy().ravel()
    array([1.+0.j], dtype=complex64)
    """
