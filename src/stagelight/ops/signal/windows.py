"""Windows: the weights of the samples of a frame, `tf.signal.hann_window` and its like."""

from __future__ import annotations

import math
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types.dtypes import DType, as_dtype, float32, int32


def _positions(window_length: Any, dtype: DType) -> tuple[Tensor, Tensor]:
    """The numbers of the samples, and how many they are, as floating tensors.

    Raises:
        ValueError: the dtype is not floating, or the length no scalar.
    """
    if not dtype.is_floating:
        raise ValueError(f"A window needs a floating dtype. Received: {dtype!r}")
    length = convert_to_tensor(window_length, name="window_length")
    length.shape.assert_has_rank(0)
    length = raw.Cast(length, DstT=int32)
    zero, one = convert_to_tensor(0, int32), convert_to_tensor(1, int32)
    return raw.Cast(raw.Range(zero, length, one), DstT=dtype), raw.Cast(length, DstT=dtype)


def _raised_cosine(
    window_length: Any, periodic: Any, dtype: Any, name: str, mean: float, amplitude: float
) -> Tensor:
    """`mean - amplitude * cos(2 * pi * n / period)`.

    TF: a periodic window of odd length is the symmetric one.
    """
    dtype = as_dtype(dtype)
    with op_scope(name):
        positions, length = _positions(window_length, dtype)
        one = convert_to_tensor(1.0, dtype)
        two = convert_to_tensor(2.0, dtype)
        is_even = one - raw.FloorMod(length, two)
        is_periodic = raw.Cast(convert_to_tensor(periodic), DstT=dtype)
        period = length + is_periodic * is_even - one
        angle = raw.DivNoNan(positions * convert_to_tensor(2 * math.pi, dtype), period)
        window = convert_to_tensor(mean, dtype) - convert_to_tensor(amplitude, dtype) * raw.Cos(
            angle
        )
        # A single sample has weight 1.
        return raw.SelectV2(raw.Equal(length, one), raw.OnesLike(window), window)


@public("signal.hann_window")
def hann_window(
    window_length: Any, periodic: Any = True, dtype: Any = float32, name: str | None = None
) -> Tensor:
    """The Hann window: `0.5 - 0.5 * cos(2 * pi * n / period)`.

    Args:
        window_length: how many samples, an integer scalar.
        periodic: whether a window of even length is one period of a periodic function, as spectra want
            it; else it is symmetric.
        dtype: a floating dtype.
        name: name of the scope.

    Returns:
        Tensor of shape `[window_length]`.

    Raises:
        ValueError: the dtype is not floating.

    >>> tf.signal.hann_window(4).numpy().round(2)
    array([0. , 0.5, 1. , 0.5], dtype=float32)
    """
    return _raised_cosine(window_length, periodic, dtype, name or "hann_window", 0.5, 0.5)


@public("signal.hamming_window")
def hamming_window(
    window_length: Any, periodic: Any = True, dtype: Any = float32, name: str | None = None
) -> Tensor:
    """The Hamming window: `0.54 - 0.46 * cos(2 * pi * n / period)`; see `hann_window`.

    >>> tf.signal.hamming_window(4).numpy().round(2)
    array([0.08, 0.54, 1.  , 0.54], dtype=float32)
    """
    return _raised_cosine(window_length, periodic, dtype, name or "hamming_window", 0.54, 0.46)


@public("signal.kaiser_window")
def kaiser_window(
    window_length: Any, beta: Any = 12.0, dtype: Any = float32, name: str | None = None
) -> Tensor:
    """The Kaiser window: `i0(beta * sqrt(1 - (2n / (size - 1) - 1) ** 2)) / i0(beta)`.

    Args:
        window_length: how many samples, an integer scalar.
        beta: how fast it falls off.
        dtype: a floating dtype.
        name: name of the scope.

    Raises:
        ValueError: the dtype is not floating.

    >>> tf.signal.kaiser_window(5, beta=5.0).numpy().round(3)
    array([0.037, 0.553, 1.   , 0.553, 0.037], dtype=float32)
    """
    dtype = as_dtype(dtype)
    with op_scope(name or "kaiser_window"):
        positions, length = _positions(window_length, dtype)
        if constant_value(length) == 1:
            return raw.OnesLike(positions)
        one = convert_to_tensor(1.0, dtype)
        half = (length - one) / convert_to_tensor(2.0, dtype)
        place = (positions - half) / half
        beta = convert_to_tensor(beta, dtype)
        inside = raw.Maximum(one - raw.Square(place), convert_to_tensor(0.0, dtype))
        return raw.BesselI0(beta * raw.Sqrt(inside)) / raw.BesselI0(beta)


@public("signal.vorbis_window")
def vorbis_window(window_length: Any, dtype: Any = float32, name: str | None = None) -> Tensor:
    """The window of the Vorbis codec: `sin(pi / 2 * sin(pi * (n + 0.5) / size) ** 2)`.

    >>> tf.signal.vorbis_window(4).numpy().round(3)
    array([0.228, 0.974, 0.974, 0.228], dtype=float32)
    """
    dtype = as_dtype(dtype)
    with op_scope(name or "vorbis_window"):
        positions, length = _positions(window_length, dtype)
        middle = positions + convert_to_tensor(0.5, dtype)
        inner = raw.Sin(middle * convert_to_tensor(math.pi, dtype) / length)
        return raw.Sin(raw.Square(inner) * convert_to_tensor(math.pi / 2, dtype))


@public("signal.kaiser_bessel_derived_window")
def kaiser_bessel_derived_window(
    window_length: Any, beta: Any = 12.0, dtype: Any = float32, name: str | None = None
) -> Tensor:
    """The window of Kaiser and Bessel for `mdct`: roots of the running sums of a Kaiser window.

    Args:
        window_length: how many samples, an even integer scalar.
        beta: see `kaiser_window`.
        dtype: a floating dtype.
        name: name of the scope.

    Raises:
        ValueError: the dtype is not floating.

    >>> tf.signal.kaiser_bessel_derived_window(4, beta=5.0).numpy().round(3)
    array([0.185, 0.983, 0.983, 0.185], dtype=float32)
    """
    with op_scope(name or "kaiser_bessel_derived_window"):
        length = raw.Cast(convert_to_tensor(window_length, name="window_length"), DstT=int32)
        half = raw.FloorDiv(length, convert_to_tensor(2, int32))
        sums = raw.Cumsum(kaiser_window(half + convert_to_tensor(1, int32), beta, dtype), 0)
        rising = raw.Sqrt(sums[:-1] / sums[-1])
        return raw.ConcatV2([rising, raw.ReverseV2(rising, [0])], 0)
