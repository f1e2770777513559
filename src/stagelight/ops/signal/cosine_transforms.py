"""Cosine transforms: `tf.signal.dct`, `idct`, by Fourier transforms of real numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.signal.fft import real_inverse, real_transform
from stagelight.public import public
from stagelight.types.dtypes import complex64, complex128, float64, int32

_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


def _check(input: Tensor, type: int, n: int | None, axis: int, norm: str | None) -> None:
    if axis != -1:
        raise NotImplementedError(f"axis must be -1. Got: {axis}")
    if n is not None and n < 1:
        raise ValueError("n should be a positive integer or None")
    if type not in _INVERSE:
        raise ValueError("Types I, II, III and IV (I)DCT are supported.")
    if type == 1:
        if norm == "ortho":
            raise ValueError("Normalization is not supported for the Type-I DCT.")
        size = input.shape[-1] if input.shape.rank else None
        if size is not None and size < 2:
            raise ValueError("Type-I DCT requires the dimension to be greater than one.")
    if norm not in (None, "ortho"):
        raise ValueError(f"Unknown normalization. Expected None or 'ortho', got: {norm}")


@public("signal.dct", "compat.v1.spectral.dct")
def dct(
    input: Any,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The cosine transform of the last axis, with `k` and `i` from 0 to `N - 1`.

    1. `y[k] = x[0] + (-1)**k x[N-1] + 2 sum_i x[i] cos(pi k i / (N - 1))`, without the ends in the sum;
    2. `y[k] = 2 sum_i x[i] cos(pi k (2i + 1) / 2N)`;
    3. `y[k] = x[0] + 2 sum_i x[i] cos(pi i (2k + 1) / 2N)`, without the first in the sum;
    4. `y[k] = 2 sum_i x[i] cos(pi (2k + 1) (2i + 1) / 4N)`.

    Args:
        input: float32 or float64 tensor of shape `[..., N]`.
        type: which transform, from 1 to 4.
        n: the size that the last axis is cut, or filled with zeros, to; None leaves it.
        axis: -1.
        norm: "ortho" for an orthonormal transform, of types 2 to 4; or None.
        name: name of the scope.

    Returns:
        Tensor of shape `[..., N]`.

    Raises:
        NotImplementedError: another axis.
        ValueError: there is no such type, norm or size.

    >>> tf.signal.dct([1.0, 1.0], norm="ortho").numpy().round(3)
    array([1.414, 0.   ], dtype=float32)
    """
    with op_scope(name or "dct"):
        input = convert_to_tensor(input, name="input")
        _check(input, type, n, axis, norm)
        return _transformed(input, type, n, norm)


@public("signal.idct", "compat.v1.spectral.idct")
def idct(
    input: Any,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The transform that undoes `dct` of that type: 3 undoes 2, 2 undoes 3, 1 and 4 themselves.

    Without `norm="ortho"` the result is larger by the factor `2 N`, or `2 (N - 1)` for type 1.

    Raises:
        NotImplementedError: another axis.
        ValueError: there is no such type, norm or size.

    >>> tf.signal.idct(tf.signal.dct([1.0, 2.0], norm="ortho"), norm="ortho").numpy().round(3)
    array([1., 2.], dtype=float32)
    """
    with op_scope(name or "idct"):
        input = convert_to_tensor(input, name="input")
        _check(input, type, n, axis, norm)
        return _transformed(input, _INVERSE[type], n, norm)


def _transformed(x: Any, type: int, n: Any, norm: str | None) -> Tensor:
    if n is not None:
        x = _of_size(x, n)
    if type == 1:
        return raw.Real(_rfft(raw.ConcatV2([x, x[..., -2:0:-1]], -1), None), Tout=x.dtype)
    size = last_size(x)
    if type == 2:
        return _second(x, size, norm)
    if type == 3:
        return _third(x, size, norm)
    # Each other one of a type 2 of twice the size.
    longer = _of_size(x, 2 * size)
    result = _second(longer, 2 * size, None)[..., 1::2]
    if norm == "ortho":
        result = result * (math.sqrt(0.5) * raw.Rsqrt(cast(size, x.dtype)))
    return result


def _second(x: Any, size: Any, norm: str | None) -> Any:
    frequencies = _rfft(x, 2 * size)[..., :size] * _turns(size, x, -1.0)
    result = raw.Real(frequencies, Tout=x.dtype)
    if norm != "ortho":
        return result
    first = 0.5 * raw.Rsqrt(cast(size, x.dtype))
    return result * _weights(size, first, first * math.sqrt(2.0))


def _third(x: Any, size: Any, norm: str | None) -> Any:
    count = cast(size, x.dtype)
    if norm == "ortho":
        first = raw.Sqrt(count)
        x = x * _weights(size, first, first * math.sqrt(0.5))
    else:
        x = x * count
    turned = _turns(size, x, 1.0) * raw.Complex(x, raw.ZerosLike(x), Tout=_complex_of(x))
    length = raw.Reshape(convert_to_tensor(2 * size, int32), [1])
    result: Any = real_inverse(turned, length)
    return result[..., :size]


def _complex_of(x: Tensor) -> Any:
    return complex128 if x.dtype is float64 else complex64


def _rfft(x: Tensor, length: Any) -> Any:
    length = last_size(x) if length is None else length
    length = raw.Reshape(convert_to_tensor(length, int32), [1])
    return real_transform(x, length)


def _turns(size: Any, x: Tensor, sign: float) -> Any:
    """`2 exp(sign * pi i k / 2 size)` for each `k`."""
    count = cast(size, x.dtype)
    numbers = cast(raw.Range(0, convert_to_tensor(size, int32), 1), x.dtype)
    angles = numbers * (sign * math.pi * 0.5) / count
    kind = _complex_of(x)
    turn = raw.Exp(raw.Complex(raw.ZerosLike(angles), angles, Tout=kind))
    return turn * np.asarray(2.0, kind.numpy_dtype)


def _weights(size: Any, first: Tensor, others: Tensor) -> Tensor:
    rest = raw.Fill(raw.Reshape(convert_to_tensor(size - 1, int32), [1]), others)
    return raw.ConcatV2([raw.Reshape(first, [1]), rest], 0)


def last_size(x: Tensor) -> Any:
    """The size of the last axis: an int where it is known."""
    size = x.shape[-1] if x.shape.rank else None
    return raw.Shape(x)[-1] if size is None else size


def _of_size(x: Any, n: Any) -> Any:
    """The last axis cut, or filled with zeros."""
    part = x[..., :n]
    missing = n - last_size(part)
    # All axes but the last stay.
    before = raw.Range(0, raw.Rank(x) - 1, 1)
    zeros = raw.Reshape(raw.ZerosLike(before), [-1, 1])
    end = raw.ConcatV2([zeros, raw.Reshape(convert_to_tensor(missing, int32), [1, 1])], 0)
    result = raw.Pad(part, raw.ConcatV2([raw.ZerosLike(end), end], 1))
    if x.shape.rank is not None:
        result.set_shape([*x.shape.as_list()[:-1], n if isinstance(n, int) else None])
    return result
