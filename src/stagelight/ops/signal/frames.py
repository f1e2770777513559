"""Signals in overlapping frames: `tf.signal.frame`, `overlap_and_add`, and spectra of frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value, normalized_axis
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.signal.fft import real_inverse, real_transform
from stagelight.ops.signal.windows import hann_window
from stagelight.public import public
from stagelight.types.dtypes import float64, int32

Window = Callable[..., Tensor]


def _integer(value: Any, name: str) -> Tensor:
    """A size as an int32 scalar.

    Raises:
        ValueError: it is no scalar.
    """
    tensor = convert_to_tensor(value, name=name)
    if tensor.shape.rank not in (0, None):
        raise ValueError(f"{name} must be a scalar. Received shape: {tensor.shape}")
    return raw.Cast(tensor, DstT=int32)


def _range(count: Tensor) -> Tensor:
    return raw.Range(convert_to_tensor(0, int32), count, convert_to_tensor(1, int32))


def _places(count: Tensor, step: Tensor, length: Tensor) -> Tensor:
    """The number of sample `j` of frame `i`: `[frames, frame_length]`."""
    starts = raw.ExpandDims(_range(count) * step, 1)
    return starts + raw.ExpandDims(_range(length), 0)


@public("signal.frame")
def frame(
    signal: Any,
    frame_length: Any,
    frame_step: Any,
    pad_end: bool = False,
    pad_value: Any = 0,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """Cuts an axis into frames that may overlap: `out[.., i, j, ..] = signal[.., i * frame_step + j, ..]`.

    Args:
        signal: tensor of shape `[..., samples, ...]`.
        frame_length: samples in a frame, an integer scalar.
        frame_step: samples between the beginnings of frames.
        pad_end: whether samples are added so that a frame begins at each step; else what is left over
            at the end is dropped.
        pad_value: the samples that are added.
        axis: the axis of the samples.
        name: name of the scope.

    Returns:
        Tensor of shape `[..., frames, frame_length, ...]`.

    Raises:
        ValueError: a size is no scalar.

    >>> tf.signal.frame([1, 2, 3, 4, 5], 3, 2).numpy()
    array([[1, 2, 3],
           [3, 4, 5]], dtype=int32)
    """
    with op_scope(name or "frame"):
        signal = convert_to_tensor(signal, name="signal")
        if signal.shape.rank == 0:
            raise ValueError("signal must have rank at least 1. Received a scalar.")
        length, step = _integer(frame_length, "frame_length"), _integer(frame_step, "frame_step")
        one, zero = convert_to_tensor(1, int32), convert_to_tensor(0, int32)
        rank = raw.Rank(signal)
        place: Any = axis
        if signal.shape.rank is not None:
            place = axis = normalized_axis(axis, signal.shape.rank)
        elif axis < 0:
            place = rank + convert_to_tensor(axis, int32)
        size = raw.Shape(signal)[place]
        if pad_end:
            count = raw.Neg(raw.FloorDiv(raw.Neg(size), step))
            missing = raw.Maximum(length + step * (count - one) - size, zero)
            filling = convert_to_tensor(pad_value, signal.dtype)
            filling.shape.assert_has_rank(0)
            paddings = _paddings_at(place, signal.shape.rank, rank, missing)
            signal = raw.PadV2(signal, paddings, filling)
        else:
            count = raw.Maximum(raw.FloorDiv(size - length, step) + one, zero)
        # Along a second axis, as the gradient of a gather along the first is `tf.IndexedSlices`.
        places = _places(count, step, length)
        frames = raw.GatherV2(raw.ExpandDims(signal, 0), places, place + 1)
        return raw.Squeeze(frames, squeeze_dims=[0])


def _paddings_at(axis: Any, static_rank: int | None, rank: Tensor, number: Tensor) -> Tensor:
    """Paddings of `number` elements at the end of one axis; those of others are known if the rank is."""
    if static_rank is not None:
        zero = convert_to_tensor(0, int32)
        nothing, behind = raw.Pack([zero, zero], axis=0), raw.Pack([zero, number], axis=0)
        return raw.Pack([behind if i == axis else nothing for i in range(static_rank)], axis=0)
    is_axis = raw.Equal(raw.Range(0, rank, 1), axis)
    behind = raw.Mul(raw.Cast(is_axis, DstT=int32), number)
    return raw.Pack([raw.ZerosLike(behind), behind], axis=1)


@public("signal.overlap_and_add")
def overlap_and_add(signal: Any, frame_step: Any, name: str | None = None) -> Tensor:
    """Adds frames that overlap: `out[.., i * frame_step + j] += signal[.., i, j]`.

    Args:
        signal: numeric tensor of shape `[..., frames, frame_length]`.
        frame_step: samples between the beginnings of frames, an integer scalar.
        name: name of the scope.

    Returns:
        Tensor of shape `[..., (frames - 1) * frame_step + frame_length]`.

    Raises:
        ValueError: there are less than two axes, or the step is no integer scalar.

    >>> tf.signal.overlap_and_add([[1, 2, 3], [10, 20, 30]], 2).numpy()
    array([ 1,  2, 13, 20, 30], dtype=int32)
    """
    with op_scope(name or "overlap_and_add"):
        signal = convert_to_tensor(signal, name="signal")
        signal.shape.with_rank_at_least(2)
        step = _integer(frame_step, "frame_step")
        shape = raw.Shape(signal)
        count, length = shape[-2], shape[-1]
        one = convert_to_tensor(1, int32)
        places = _places(count, step, length)
        # Samples come first, so that the sums of segments are those of samples.
        samples = raw.Reshape(signal, raw.Pack([raw.Neg(one), count * length], axis=0))
        samples = raw.Transpose(samples, [1, 0])
        total = raw.Maximum(count - one, convert_to_tensor(0, int32)) * step + length
        sums = raw.UnsortedSegmentSum(samples, raw.Reshape(places, [-1]), total)
        outer = shape[:-2]
        return raw.Reshape(
            raw.Transpose(sums, [1, 0]), raw.ConcatV2([outer, raw.ExpandDims(total, 0)], 0)
        )


def _transform_size(fft_length: Any, length: Tensor) -> Tensor:
    """The size of a transform that is asked for, or the least power of two that holds a frame."""
    if fft_length is not None:
        return _integer(fft_length, "fft_length")
    known = constant_value(length)
    if known is not None:
        return convert_to_tensor(1 << max(int(known) - 1, 0).bit_length(), int32)
    log2 = raw.Log(raw.Cast(length, DstT=float64)) / raw.Log(convert_to_tensor(2.0, float64))
    return raw.Cast(raw.Pow(convert_to_tensor(2.0, float64), raw.Ceil(log2)), DstT=int32)


@public("signal.stft")
def stft(
    signals: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Window | None = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Tensor:
    """The short-time Fourier transform: the spectrum of each of overlapping frames.

    Args:
        signals: float32 or float64 tensor of shape `[..., samples]`.
        frame_length: samples in a frame.
        frame_step: samples between the beginnings of frames.
        fft_length: size of the transform; the least power of two that holds a frame if None.
        window_fn: `window_fn(length, dtype=dtype)` gives the weights of a frame's samples; None: all 1.
        pad_end: as for `tf.signal.frame`.
        name: name of the scope.

    Returns:
        Complex tensor of shape `[..., frames, fft_length // 2 + 1]`.

    Raises:
        ValueError: the signals have no axis.

    >>> tf.signal.stft(tf.ones([16]), 8, 4).shape
    TensorShape([3, 5])
    """
    with op_scope(name or "stft"):
        signals = convert_to_tensor(signals, name="signals")
        signals.shape.with_rank_at_least(1)
        length = _integer(frame_length, "frame_length")
        frames = frame(signals, length, frame_step, pad_end)
        if window_fn is not None:
            frames = frames * window_fn(length, dtype=frames.dtype)
        size = _transform_size(fft_length, length)
        return real_transform(frames, raw.ExpandDims(size, 0))


@public("signal.inverse_stft")
def inverse_stft(
    stfts: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Window | None = hann_window,
    name: str | None = None,
) -> Tensor:
    """The signals of short-time spectra: each is transformed back, weighted, and added to the others.

    The signal is that which `tf.signal.stft` took if the window is `inverse_stft_window_fn` of its own.

    Args:
        stfts: complex tensor of shape `[..., frames, fft_length // 2 + 1]`.
        frame_length, frame_step, fft_length: as for `stft`.
        window_fn: gives the weights of a frame's samples; None: all 1.
        name: name of the scope.

    Returns:
        Tensor of shape `[..., samples]`.

    Raises:
        ValueError: there are less than two axes.

    >>> spectra = tf.signal.stft(tf.ones([16]), 8, 4)
    >>> window = tf.signal.inverse_stft_window_fn(4)
    >>> tf.signal.inverse_stft(spectra, 8, 4, window_fn=window).numpy()[4:12].round(3)
    array([1., 1., 1., 1., 1., 1., 1., 1.], dtype=float32)
    """
    with op_scope(name or "inverse_stft"):
        stfts = convert_to_tensor(stfts, name="stfts")
        stfts.shape.with_rank_at_least(2)
        length = _integer(frame_length, "frame_length")
        size = _transform_size(fft_length, length)
        frames: Any = real_inverse(stfts, raw.ExpandDims(size, 0))
        frames = frames[..., :length]
        zero = convert_to_tensor(0, int32)
        missing = raw.Maximum(length - size, zero)
        rank = frames.shape.rank or 2
        paddings = [raw.Pack([zero, zero], axis=0)] * (rank - 1)
        paddings.append(raw.Pack([zero, missing], axis=0))
        frames = raw.Pad(frames, raw.Pack(paddings, axis=0))
        if window_fn is not None:
            frames = frames * window_fn(length, dtype=frames.dtype)
        return overlap_and_add(frames, frame_step)


@public("signal.inverse_stft_window_fn")
def inverse_stft_window_fn(
    frame_step: Any, forward_window_fn: Window = hann_window, name: str | None = None
) -> Window:
    """The window with which `inverse_stft` gives back the signal that `stft` took with a window.

    Its weights are those of the window, divided by the sum of the squares of all that meet in a sample.

    Args:
        frame_step: as for `stft`.
        forward_window_fn: the window that `stft` used.
        name: name of the scope.

    Returns:
        A function of the length of frames and the dtype.

    >>> window = tf.signal.inverse_stft_window_fn(2)
    >>> window(4, dtype=tf.float32).numpy().round(3)
    array([0., 1., 1., 1.], dtype=float32)
    """

    def window(frame_length: Any, dtype: Any) -> Tensor:
        with op_scope(name or "inverse_stft_window_fn"):
            length, step = (
                _integer(frame_length, "frame_length"),
                _integer(frame_step, "frame_step"),
            )
            forward = forward_window_fn(length, dtype=dtype)
            places = raw.FloorMod(_range(length), step)
            sums = raw.UnsortedSegmentSum(raw.Square(forward), places, step)
            return forward / raw.GatherV2(sums, places, 0)

    return window
