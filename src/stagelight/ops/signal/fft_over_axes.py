"""Fourier transforms over any axes: `tf.signal.fftnd`, `rfftnd` and their inverses.

They are made of transforms along single axes, each moved to the end and back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import known_dims, normalized_axis
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.axis_order import swapped_with_last
from stagelight.ops.signal.fft import COMPLEX_OF, real_inverse, real_transform
from stagelight.public import public
from stagelight.types import dtypes


def _axes_of(x: Tensor, fft_length: Any, axes: Any) -> tuple[list[int], list[Any]]:
    """The axes, counted from the front, and the length along each; None where it is the tensor's own.

    Raises:
        ValueError: the rank is not known, or axes and lengths do not fit.
    """
    rank = x.shape.rank
    if rank is None:
        raise ValueError("Transforms over axes need a tensor of known rank.")
    lengths = _numbers(fft_length, "fft_length")
    if axes is None:
        places = list(range(rank if lengths is None else len(lengths)))
        places = [place - len(places) for place in places]
    else:
        places = _numbers(axes, "axes") or []
    if any(not -rank <= place < rank for place in places):
        raise ValueError(f"axes must lie in [{-rank}, {rank}). Received: {places}")
    places = [normalized_axis(place, rank) for place in places]
    if len(set(places)) != len(places):
        raise ValueError(f"axes must differ. Received: {places}")
    if lengths is None:
        return places, [None] * len(places)
    if len(lengths) != len(places):
        raise ValueError(
            f"fft_length and axes must have one length. Received: {lengths} and {places}"
        )
    if min(lengths, default=1) < 1:
        raise ValueError(f"fft_length must be positive. Received: {lengths}")
    return places, lengths


def _numbers(values: Any, what: str) -> list[int] | None:
    if values is None:
        return None
    known = known_dims(values) if isinstance(values, Tensor) else [int(value) for value in values]
    if known is None or None in known:
        raise ValueError(f"{what} must be known while tracing.")
    return known  # type: ignore[return-value]


def _along(x: Tensor, axis: int, transform: Callable[[Tensor], Tensor]) -> Tensor:
    """A transform of the last axis, done along another."""
    if axis == len(x.shape) - 1:
        return transform(x)
    order = swapped_with_last(x, axis)
    return raw.Transpose(transform(raw.Transpose(x, order)), order)


def _size(x: Tensor) -> Any:
    """The length of the last axis."""
    if x.shape[-1] is not None:
        return np.int32(x.shape[-1])
    return raw.StridedSlice(raw.Shape(x), [-1], [0], [1], end_mask=1, shrink_axis_mask=1)


def _fitted(x: Tensor, length: int | None) -> Tensor:
    """The last axis, cut or filled with zeros to a length."""
    if length is None or x.shape[-1] == length:
        return x
    rank = len(x.shape)
    missing = raw.Maximum(raw.Sub(np.int32(length), _size(x)), 0)
    pads = raw.ConcatV2(
        [np.zeros((rank - 1, 2), np.int32), raw.Reshape(raw.Pack([np.int32(0), missing]), [1, 2])],
        0,
    )
    begin, end = np.zeros(2, np.int32), np.asarray([0, length], np.int32)
    return raw.StridedSlice(raw.Pad(x, pads), begin, end, np.ones(2, np.int32), ellipsis_mask=1)


def _scale(sizes: Sequence[Any], norm: str | None, is_inverse: bool) -> Any:
    """What the transform is multiplied with, a float64 tensor or None."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(
            f'Expected norm to be None, "backward", "ortho" or "forward". Received: {norm!r}'
        )
    if norm in (None, "backward"):
        return None
    count = raw.Prod(raw.Pack([raw.Cast(size, DstT=dtypes.float64) for size in sizes]), 0)
    factor = raw.Sqrt(count) if norm == "ortho" else count
    return factor if is_inverse else raw.Reciprocal(factor)


def _transformed(
    x: Tensor, fft_length: Any, axes: Any, norm: str | None, kind: str, name: str
) -> Tensor:
    with op_scope(name):
        places, lengths = _axes_of(x, fft_length, axes)
        is_inverse, is_real = kind.startswith("I"), "R" in kind
        if not places:
            return x
        if is_real:
            *others, last = places
        else:
            others, last = places, -1
        sizes: list[Any] = []
        if kind == "RFFT":
            x = _along(x, last, lambda y: _real(y, lengths[-1], sizes))
        for axis, length in zip(others, lengths, strict=False):
            x = _along(x, axis, lambda y, n=length: _complex(y, n, is_inverse, sizes))  # type: ignore[misc]
        if kind == "IRFFT":
            x = _along(x, last, lambda y: _real_inverse(y, lengths[-1], sizes))
        scale = _scale(sizes, norm, is_inverse)
        return x if scale is None else raw.Mul(x, raw.Cast(scale, DstT=x.dtype))


def _complex(x: Tensor, length: int | None, is_inverse: bool, sizes: list[Any]) -> Tensor:
    x = _fitted(x, length)
    sizes.append(_size(x))
    return raw.IFFT(x) if is_inverse else raw.FFT(x)


def _real(x: Tensor, length: int | None, sizes: list[Any]) -> Tensor:
    sizes.append(_size(x) if length is None else np.int32(length))
    return real_transform(x, raw.Reshape(sizes[-1], [1]))


def _real_inverse(x: Tensor, length: int | None, sizes: list[Any]) -> Tensor:
    whole = raw.Mul(raw.Sub(_size(x), 1), 2) if length is None else np.int32(length)
    sizes.append(whole)
    return real_inverse(x, raw.Reshape(whole, [1]))


def _complex_input(x: Any) -> Tensor:
    x = convert_to_tensor(x, dtype_hint=dtypes.complex64)
    if not x.dtype.is_complex:
        raise ValueError(f"The input must be complex. Received: {x.dtype.name}")
    return x


@public("signal.fftnd")
def fftnd(
    input_tensor: Any,
    fft_length: Any = None,
    axes: Any = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The Fourier transform over several axes.

    Args:
        input_tensor: complex tensor of known rank.
        fft_length: the sizes to which the axes are cut or filled with zeros; None is their own.
        axes: the axes; None is all, or as many last ones as there are lengths.
        norm: None or "backward": nothing is scaled; "ortho": by `1 / sqrt(count)`; "forward": by `1 / count`,
            with the number of elements along the axes.
        name: name of the scope.

    Returns:
        Complex tensor.

    Raises:
        ValueError: a real tensor, an unknown rank or `norm`, or axes and lengths that do not fit.

    >>> tf.signal.fftnd(tf.ones([2, 2], tf.complex64)).numpy().ravel()
    array([4.+0.j, 0.+0.j, 0.+0.j, 0.+0.j], dtype=complex64)
    """
    return _transformed(
        _complex_input(input_tensor), fft_length, axes, norm, "FFT", name or "fftnd"
    )


@public("signal.ifftnd")
def ifftnd(
    input_tensor: Any,
    fft_length: Any = None,
    axes: Any = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse Fourier transform over several axes.

    Args:
        input_tensor, fft_length, axes, name: as for `tf.signal.fftnd`.
        norm: None or "backward": scaled by `1 / count`; "ortho": by `1 / sqrt(count)`; "forward": not scaled.

    Returns:
        Complex tensor.

    Raises:
        ValueError: as for `tf.signal.fftnd`.

    >>> tf.signal.ifftnd(tf.constant([[4.0, 0.0], [0.0, 0.0]], tf.complex64)).numpy().ravel()
    array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j], dtype=complex64)
    """
    x = _complex_input(input_tensor)
    return _transformed(x, fft_length, axes, norm, "IFFT", name or "ifftnd")


@public("signal.rfftnd")
def rfftnd(
    input_tensor: Any,
    fft_length: Any = None,
    axes: Any = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of real numbers over several axes; of the last of them half is returned.

    Args:
        input_tensor: float32 or float64 tensor of known rank.
        fft_length, axes, norm, name: as for `tf.signal.fftnd`.

    Returns:
        Complex tensor.

    Raises:
        ValueError: another dtype; otherwise as for `tf.signal.fftnd`.

    >>> tf.signal.rfftnd([[1.0, 1.0], [1.0, 1.0]]).numpy().ravel()
    array([4.+0.j, 0.+0.j, 0.+0.j, 0.+0.j], dtype=complex64)
    """
    x = convert_to_tensor(input_tensor, dtype_hint=dtypes.float32)
    if x.dtype not in COMPLEX_OF:
        raise ValueError(f"RFFT requires tf.float32 or tf.float64 inputs, got: {x.dtype!r}")
    return _transformed(x, fft_length, axes, norm, "RFFT", name or "rfftnd")


@public("signal.irfftnd")
def irfftnd(
    input_tensor: Any,
    fft_length: Any = None,
    axes: Any = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of `rfftnd`.

    Args:
        input_tensor: complex tensor of known rank.
        fft_length: the sizes of the result; None takes the input's, and `2 * (size - 1)` for the last axis.
        axes, norm, name: as for `tf.signal.ifftnd`.

    Returns:
        Real tensor.

    Raises:
        ValueError: as for `tf.signal.fftnd`.

    >>> tf.signal.irfftnd(tf.constant([[4.0, 0.0], [0.0, 0.0]], tf.complex64)).numpy().ravel()
    array([1., 1., 1., 1.], dtype=float32)
    """
    x = _complex_input(input_tensor)
    return _transformed(x, fft_length, axes, norm, "IRFFT", name or "irfftnd")
