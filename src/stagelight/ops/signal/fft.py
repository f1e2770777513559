"""Fourier transforms over the last one to three axes: `tf.signal.fft`, `rfft` and their inverses,
`fftshift`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, constant_value, invalid, known_dims
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

_REAL = (dtypes.float32, dtypes.float64)


def _check_rank(rank: int | None, axes: int) -> None:
    if rank is not None and rank < axes:
        raise invalid(f"Input must have rank at least {axes} but got: {rank}")


def _transformed(name: str, x: np.ndarray, sizes: Sequence[int] | None, axes: int) -> np.ndarray:
    """SciPy's transform over the last axes."""
    import scipy.fft

    where = tuple(range(-axes, 0))
    return getattr(scipy.fft, name)(x, s=sizes, axes=where)


# ---------------------------------------------------------------------------- complex to complex


def _define_complex(name: str, axes: int, function: str, inverse: str) -> None:
    def infer(input: Tensor, **_attrs: Any) -> Inferred:
        _check_rank(input.shape.rank, axes)
        return Inferred(input.shape, input.dtype)

    def kernel(xp: ModuleType, input: np.ndarray, **_attrs: Any) -> Any:
        _check_rank(input.ndim, axes)
        if not input.size:
            return input
        return _transformed(function, input, None, axes).astype(input.dtype, copy=False)

    def gradient(op: Any, dy: Tensor) -> Tensor:
        size = raw.Cast(_number_of_elements(dy, axes), DstT=dy.dtype)
        back = getattr(raw, inverse)(dy)
        return raw.Mul(back, size) if function == "fftn" else raw.RealDiv(back, size)

    define(
        name,
        "input: Tcomplex",
        "output: Tcomplex",
        {"Tcomplex": types(dtypes.COMPLEX, dtypes.complex64)},
        infer=infer,
        kernel=kernel,
        gradient=gradient,
        traits=Trait.HEAVY,
    )


def _last_sizes(x: Tensor, axes: int) -> Tensor:
    """The sizes of the last axes, as a tensor."""
    begin, end = np.asarray([-axes], np.int32), np.asarray([0], np.int32)
    step = np.asarray([1], np.int32)
    return raw.StridedSlice(raw.Shape(x), begin, end, step, end_mask=1)


def _number_of_elements(x: Tensor, axes: int) -> Any:
    sizes = x.shape.as_list()[-axes:] if x.shape.rank is not None else [None]
    if None not in sizes:
        return np.float32(np.prod(sizes))  # type: ignore[arg-type]
    return raw.Prod(_last_sizes(x, axes), np.asarray([0], np.int32))


# ---------------------------------------------------------------------------- real and complex


def _checked_lengths(fft_length: np.ndarray, axes: int) -> list[int]:
    lengths = [int(n) for n in fft_length.reshape(-1)]
    if fft_length.shape != (axes,):
        raise invalid(f"fft_length must have shape [{axes}]. Received: {list(fft_length.shape)}")
    if any(n < 0 for n in lengths):
        raise invalid(f"fft_length must be >= 0. Received: {lengths}")
    return lengths


def _half(length: int | None) -> int | None:
    """How many of a real signal's frequencies are kept; the others are their conjugates."""
    return None if length is None else length // 2 + 1 if length else 0


def _require_sizes(shape: Sequence[int], needed: Sequence[int]) -> None:
    """TF: an axis without elements counts as zeros; others are never filled up by the op.

    Raises:
        InvalidArgumentError: an axis is shorter than what the transform reads of it.
    """
    for axis, least in enumerate(needed, len(shape) - len(needed)):
        size = shape[axis]
        if size and size < least:
            raise invalid(
                f"Input dimension {axis} must have length of at least {least} but got: {size}"
            )


def _infer_lengths(input: Tensor, fft_length: Tensor, axes: int) -> tuple[Any, list[int | None]]:
    _check_rank(input.shape.rank, axes)
    if fft_length.shape.is_fully_defined() and fft_length.shape.as_list() != [axes]:
        raise invalid(f"fft_length must have shape [{axes}]. Received: {fft_length.shape}")
    dims = known_dims(fft_length)
    lengths: list[int | None] = [None] * axes
    if dims is not None and len(dims) == axes:
        lengths = dims
    if input.shape.rank is None:
        return None, lengths
    return input.shape.as_list()[:-axes], lengths


def _define_real(name: str, axes: int, inverse: str) -> None:
    def infer(
        input: Tensor, fft_length: Tensor, *, Tcomplex: DType = dtypes.complex64, **_attrs: Any
    ) -> Inferred:
        batch, lengths = _infer_lengths(input, fft_length, axes)
        if batch is None:
            return Inferred(TensorShape(None), Tcomplex)
        return Inferred(TensorShape([*batch, *lengths[:-1], _half(lengths[-1])]), Tcomplex)

    def kernel(
        xp: ModuleType,
        input: np.ndarray,
        fft_length: np.ndarray,
        *,
        Tcomplex: DType = dtypes.complex64,
        **_attrs: Any,
    ) -> Any:
        _check_rank(input.ndim, axes)
        lengths = _checked_lengths(fft_length, axes)
        _require_sizes(input.shape, lengths)
        result = (*input.shape[:-axes], *lengths[:-1], _half(lengths[-1]))
        if 0 in result or not input.size:
            return np.zeros(result, Tcomplex.numpy_dtype)
        return _transformed("rfftn", input, lengths, axes).astype(Tcomplex.numpy_dtype, copy=False)

    def gradient(op: Any, dy: Tensor) -> list[Any]:
        x, lengths = op.inputs
        weighted = raw.Mul(dy, _weights(lengths, axes, dy.dtype, ends=1.0, others=0.5))
        back = getattr(raw, inverse)(weighted, lengths, Treal=x.dtype)
        count = raw.Prod(lengths, np.asarray([0], np.int32))
        scaled = raw.Mul(back, raw.Cast(count, DstT=x.dtype))
        return [_fitted(scaled, x, axes), None]

    define(
        name,
        "input: Treal, fft_length: int32",
        "output: Tcomplex",
        {
            "Treal": types(_REAL, dtypes.float32),
            "Tcomplex": types(dtypes.COMPLEX, dtypes.complex64),
        },
        infer=infer,
        kernel=kernel,
        gradient=gradient,
        traits=Trait.HEAVY,
    )


def _define_real_inverse(name: str, axes: int, forward: str) -> None:
    def infer(
        input: Tensor, fft_length: Tensor, *, Treal: DType = dtypes.float32, **_attrs: Any
    ) -> Inferred:
        batch, lengths = _infer_lengths(input, fft_length, axes)
        if batch is None:
            return Inferred(TensorShape(None), Treal)
        return Inferred(TensorShape([*batch, *lengths]), Treal)

    def kernel(
        xp: ModuleType,
        input: np.ndarray,
        fft_length: np.ndarray,
        *,
        Treal: DType = dtypes.float32,
        **_attrs: Any,
    ) -> Any:
        _check_rank(input.ndim, axes)
        lengths = _checked_lengths(fft_length, axes)
        _require_sizes(input.shape, [*lengths[:-1], _half(lengths[-1]) or 0])
        result = (*input.shape[:-axes], *lengths)
        if 0 in result or not input.size:
            return np.zeros(result, Treal.numpy_dtype)
        return _transformed("irfftn", input, lengths, axes).astype(Treal.numpy_dtype, copy=False)

    def gradient(op: Any, dx: Tensor) -> list[Any]:
        y, lengths = op.inputs
        forth = getattr(raw, forward)(dx, lengths, Tcomplex=y.dtype)
        weighted = raw.Mul(forth, _weights(lengths, axes, y.dtype, ends=1.0, others=2.0))
        count = raw.Prod(lengths, np.asarray([0], np.int32))
        scaled = raw.RealDiv(weighted, raw.Cast(count, DstT=y.dtype))
        return [_fitted(scaled, y, axes), None]

    define(
        name,
        "input: Tcomplex, fft_length: int32",
        "output: Treal",
        {
            "Treal": types(_REAL, dtypes.float32),
            "Tcomplex": types(dtypes.COMPLEX, dtypes.complex64),
        },
        infer=infer,
        kernel=kernel,
        gradient=gradient,
        traits=Trait.HEAVY,
    )


def _weights(lengths: Tensor, axes: int, dtype: DType, ends: float, others: float) -> Any:
    """Factors along the last axis: the first frequency, and the last of an even length, stand for
    one,
    the others for themselves and their conjugates."""
    known = constant_value(lengths)
    if known is not None:
        length = int(known[-1])
        weights = np.full(_half(length) or 0, others, dtype.numpy_dtype)
        weights[:1] = ends
        if length and length % 2 == 0:
            weights[-1] = ends
        return weights
    length = raw.GatherV2(lengths, np.int32(axes - 1), np.int32(0))
    places = raw.Range(0, raw.AddV2(raw.FloorDiv(length, 2), 1), 1)
    is_end = raw.LogicalOr(raw.Equal(places, 0), raw.Equal(raw.Mul(places, 2), length))
    value = np.asarray([others, ends], dtype.numpy_dtype)
    return raw.SelectV2(is_end, value[1], value[0])


def _fitted(gradient: Tensor, x: Tensor, axes: int) -> Tensor:
    """The gradient cut or filled with zeros to the sizes of `x`, as the transform did with `x`."""
    if gradient.shape.is_fully_defined() and gradient.shape == x.shape:
        return gradient
    wanted, present = raw.Shape(x), raw.Shape(gradient)
    cut = raw.Slice(gradient, raw.ZerosLike(wanted), raw.Minimum(wanted, present))
    result = _with_zeros_after(cut, raw.Maximum(raw.Sub(wanted, present), 0))
    if not result.shape.is_fully_defined():
        result.set_shape(x.shape)
    return result


def _with_zeros_after(x: Tensor, counts: Any) -> Any:
    pads = raw.Pack([raw.ZerosLike(counts), counts], axis=1)
    return raw.PadV2(x, pads, np.asarray(0, x.dtype.numpy_dtype))


for _axes, _suffix in ((1, ""), (2, "2D"), (3, "3D")):
    _define_complex(f"FFT{_suffix}", _axes, "fftn", f"IFFT{_suffix}")
    _define_complex(f"IFFT{_suffix}", _axes, "ifftn", f"FFT{_suffix}")
    _define_real(f"RFFT{_suffix}", _axes, f"IRFFT{_suffix}")
    _define_real_inverse(f"IRFFT{_suffix}", _axes, f"RFFT{_suffix}")

# ---------------------------------------------------------------------------- public functions


def _publish_complex(name: str, op: str, axes: int, is_inverse: bool) -> None:
    def transform(input: Any, name: str | None = None) -> Tensor:
        return getattr(raw, op)(input, name=name)

    where = "last axis" if axes == 1 else f"last {axes} axes"
    what = "inverse Fourier transform" if is_inverse else "Fourier transform"
    formula = (
        "`out[n] = sum_k x[k] * exp(2j * pi * k * n / size) / size`"
        if is_inverse
        else "`out[k] = sum_n x[n] * exp(-2j * pi * k * n / size)`"
    )
    shape = ", ".join(["1"] * axes)
    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = f"""The {what} over the {where}: {formula}.

    Args:
        input: complex tensor of at least rank {axes}.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: a real tensor, or too few axes.

    >>> tf.signal.{name}(tf.ones([{shape}], tf.complex64)).numpy().ravel()
    array([1.+0.j], dtype=complex64)
    """
    public(f"signal.{name}")(transform)


for _op_name in ("FFT", "IFFT", "FFT2D", "IFFT2D", "FFT3D", "IFFT3D"):
    _count = int(_op_name[-2]) if _op_name.endswith("D") else 1
    _publish_complex(_op_name.lower(), _op_name, _count, _op_name.startswith("I"))

COMPLEX_OF = {dtypes.float32: dtypes.complex64, dtypes.float64: dtypes.complex128}


def _length_tensor(x: Tensor, fft_length: Any, axes: int, is_inverse: bool) -> Any:
    """`fft_length`, or what follows from the input's shape."""
    if fft_length is not None:
        return convert_to_tensor(fft_length, dtypes.int32, name="fft_length")
    sizes = x.shape.as_list()[-axes:] if x.shape.rank is not None else [None] * axes
    if None not in sizes:
        lengths = list(sizes)
        if is_inverse:
            lengths[-1] = max(2 * (lengths[-1] - 1), 0)  # type: ignore[operator]
        return convert_to_tensor(np.asarray(lengths, np.int32), name="fft_length")
    shape = _last_sizes(x, axes)
    if not is_inverse:
        return shape
    # 2 * (size - 1) for the last, and an empty axis stays empty.
    is_last = np.asarray([0] * (axes - 1) + [1], np.int32)
    doubled = raw.Maximum(raw.Sub(raw.Mul(shape, 2), 2), 0)
    return raw.AddV2(raw.Mul(shape, 1 - is_last), raw.Mul(doubled, is_last))


def real_transform(x: Tensor, lengths: Any, axes: int = 1, name: str | None = None) -> Tensor:
    """`RFFT`, `RFFT2D` or `RFFT3D`, by the number of axes, of `x` filled with zeros up to the lengths."""
    op = f"RFFT{'' if axes == 1 else f'{axes}D'}"
    filled = _filled(x, lengths, axes, is_inverse=False)
    return getattr(raw, op)(filled, lengths, Tcomplex=COMPLEX_OF[x.dtype], name=name)


def real_inverse(x: Tensor, lengths: Any, axes: int = 1, name: str | None = None) -> Tensor:
    """`IRFFT`, `IRFFT2D` or `IRFFT3D`, by the number of axes, of `x` filled with zeros up to the lengths."""
    op = f"IRFFT{'' if axes == 1 else f'{axes}D'}"
    filled = _filled(x, lengths, axes, is_inverse=True)
    return getattr(raw, op)(filled, lengths, Treal=x.dtype.real_dtype, name=name)


def _filled(x: Tensor, lengths: Any, axes: int, is_inverse: bool) -> Tensor:
    """`x` with zeros behind its elements, where the ops would refuse it for being too short."""
    known = known_dims(lengths)
    sizes = [None] * axes if x.shape.rank is None else x.shape.as_list()[-axes:]
    if known is not None and len(known) != axes:
        return x  # The op refuses them.
    if known is not None and None not in known and None not in sizes:
        needed = [*known[:-1], _half(known[-1]) if is_inverse else known[-1]]
        missing = [max(n - size, 0) for n, size in zip(needed, sizes, strict=True)]  # type: ignore[operator]
        if not any(missing):
            return x
        after: Any = np.asarray([0] * (len(x.shape) - axes) + missing, np.int32)
        return _with_zeros_after(x, after)
    if is_inverse:
        is_last = np.asarray([0] * (axes - 1) + [1], np.int32)
        halves = raw.AddV2(raw.FloorDiv(lengths, 2), 1)
        lengths = raw.AddV2(raw.Mul(lengths, 1 - is_last), raw.Mul(halves, is_last))
    missing_sizes = raw.Maximum(raw.Sub(lengths, _last_sizes(x, axes)), 0)
    others = raw.Fill(raw.Reshape(raw.Sub(raw.Rank(x), axes), [1]), 0)
    return _with_zeros_after(x, raw.ConcatV2([others, missing_sizes], 0))


def _require_axes(op: str, x: Tensor, axes: int) -> None:
    """TF: the transforms of real numbers refuse too few axes with a ValueError.

    Raises:
        ValueError: there are less.
    """
    if x.shape.rank is not None and x.shape.rank < axes:
        raise ValueError(f"{op}: Shape {x.shape} must have rank at least {axes}")


def _publish_real(name: str, op: str, axes: int) -> None:
    def transform(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
        with op_scope(name or op.lower()) as scope:
            x = convert_to_tensor(input_tensor, dtype_hint=dtypes.float32)
            if x.dtype not in COMPLEX_OF:
                raise ValueError(f"{op} requires tf.float32 or tf.float64 inputs, got: {x.dtype!r}")
            _require_axes(op, x, axes)
            lengths = _length_tensor(x, fft_length, axes, is_inverse=False)
            return real_transform(x, lengths, axes, name=scope)

    where = "last axis" if axes == 1 else f"last {axes} axes"
    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = f"""The Fourier transform of real numbers over the {where}.

    Only the first half of the last axis' frequencies, `fft_length // 2 + 1`, is returned: the
    others are their conjugates.

    Args:
        input_tensor: float32 or float64 tensor of at least rank {axes}.
        fft_length: {axes} integers, the sizes to which the axes are cut or filled with zeros;
            None is their own.
        name: name of the operation.

    Returns:
        Complex tensor.

    Raises:
        ValueError: another dtype, or too few axes.
        InvalidArgumentError: another number of lengths.

    >>> tf.signal.{name}(tf.ones([{", ".join(["1"] * axes)}])).numpy().ravel()
    array([1.+0.j], dtype=complex64)
    """
    public(f"signal.{name}")(transform)


def _publish_real_inverse(name: str, op: str, axes: int) -> None:
    def transform(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
        with op_scope(name or op.lower()) as scope:
            x = convert_to_tensor(input_tensor, dtype_hint=dtypes.complex64)
            _require_axes(op, x, axes)
            lengths = _length_tensor(x, fft_length, axes, is_inverse=True)
            return real_inverse(x, lengths, axes, name=scope)

    ones = ", ".join(["1"] * axes)
    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = f"""The inverse of `{op.lower()[1:]}`.

    Args:
        input_tensor: complex tensor of at least rank {axes}: frequencies, of the last axis
            the first half.
        fft_length: {axes} integers, the sizes of the result; None takes the input's, and
            `2 * (size - 1)` for the last.
        name: name of the operation.

    Returns:
        Real tensor.

    Raises:
        ValueError: too few axes.
        InvalidArgumentError: a real tensor, or another number of lengths.

    >>> x = tf.ones([{ones}], tf.complex64)
    >>> tf.signal.{name}(x, [{ones}]).numpy().ravel()
    array([1.], dtype=float32)
    """
    public(f"signal.{name}")(transform)


for _axes, _suffix in ((1, ""), (2, "2d"), (3, "3d")):
    _publish_real(f"rfft{_suffix}", f"RFFT{_suffix.upper()}", _axes)
    _publish_real_inverse(f"irfft{_suffix}", f"IRFFT{_suffix.upper()}", _axes)


def _shifted(x: Any, axes: Any, name: str, half: Callable[[Any], Any]) -> Tensor:
    with op_scope(name) as scope:
        x = convert_to_tensor(x)
        if axes is None:
            rank = x.shape.rank
            if rank is None:
                raise ValueError("`axes` must be given for a tensor of unknown rank.")
            axes = list(range(rank))
        places = [axes] if isinstance(axes, (int, np.integer)) else [int(axis) for axis in axes]
        indices: Any = np.asarray(places, np.int32)
        if x.shape.rank is not None:
            indices %= np.int32(max(x.shape.rank, 1))
        else:
            indices = raw.FloorMod(indices, raw.Rank(x))
        sizes = raw.GatherV2(raw.Shape(x), indices, np.int32(0))
        return raw.Roll(x, half(sizes), indices, name=scope)


@public("signal.fftshift")
def fftshift(x: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """Moves the zero frequency to the middle of axes.

    Args:
        x: tensor.
        axes: the axes, an integer or several; None is all.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.signal.fftshift([0, 1, 2, -2, -1]).numpy()
    array([-2, -1,  0,  1,  2], dtype=int32)
    """
    return _shifted(x, axes, name or "fftshift", lambda sizes: raw.FloorDiv(sizes, 2))


@public("signal.ifftshift")
def ifftshift(x: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """Undoes `fftshift`.

    Args:
        x: tensor.
        axes: the axes, an integer or several; None is all.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.signal.ifftshift([-2, -1, 0, 1, 2]).numpy()
    array([ 0,  1,  2, -2, -1], dtype=int32)
    """
    return _shifted(x, axes, name or "ifftshift", lambda sizes: raw.Neg(raw.FloorDiv(sizes, 2)))
