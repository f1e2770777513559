"""Cosine transforms of frames that overlap by half: `tf.signal.mdct`, `inverse_mdct`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.signal.cosine_transforms import dct, last_size
from stagelight.ops.signal.frames import frame, overlap_and_add
from stagelight.ops.signal.windows import vorbis_window
from stagelight.public import public
from stagelight.types.dtypes import int32


def _weighted(frames: Any, window_fn: Callable[..., Any] | None, length: Any) -> Any:
    if window_fn is None:
        return frames * (1.0 / math.sqrt(2))
    return frames * window_fn(length, dtype=frames.dtype)


def _reversed(x: Tensor) -> Tensor:
    return raw.ReverseV2(x, [-1])


@public("signal.mdct")
def mdct(
    signals: Any,
    frame_length: Any,
    window_fn: Callable[..., Tensor] | None = vorbis_window,
    pad_end: bool = False,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The modified cosine transform: of each frame half as many numbers as it has samples.

    A frame, weighted, is four quarters `a b c d`; the result is the cosine transform of type 4 of
    `(-reversed(c) - d, a - reversed(b))`. (Princen, Johnson and Bradley, "Subband/transform coding
    using filter bank designs based on time domain aliasing cancellation", 1987.)

    Args:
        signals: floating tensor of shape `[..., samples]`.
        frame_length: samples of a frame, a multiple of 4; frames overlap by half.
        window_fn: function of a length and `dtype=` that gives the weights; None for `sqrt(1/2)`.
        pad_end: whether the end is filled with zeros to a whole frame.
        norm: "ortho" for orthonormal transforms, or None.
        name: name of the scope.

    Returns:
        Tensor of shape `[..., frames, frame_length / 2]`.

    Raises:
        ValueError: the length is no multiple of 4.

    >>> tf.signal.mdct(tf.ones([64]), 16).shape
    TensorShape([7, 8])
    """
    with op_scope(name or "mdct"):
        signals = convert_to_tensor(signals, name="signals")
        signals.shape.with_rank_at_least(1)
        length = convert_to_tensor(frame_length, name="frame_length")
        length.shape.assert_has_rank(0)
        known = constant_value(length)
        if known is not None and known % 4:
            raise ValueError("The frame length must be a multiple of 4.")
        step = raw.FloorDiv(length, convert_to_tensor(2, length.dtype))
        frames = _weighted(frame(signals, length, step, pad_end=pad_end), window_fn, length)
        a, b, c, d = raw.Split(-1, frames, num_split=4)
        halves = raw.ConcatV2([raw.Neg(_reversed(c)) - d, a - _reversed(b)], -1)
        return dct(halves, type=4, norm=norm)


@public("signal.inverse_mdct")
def inverse_mdct(
    mdcts: Any,
    window_fn: Callable[..., Tensor] | None = vorbis_window,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The signal that `mdct`, with the same window and norm, was taken of.

    The first and the last half frame are not whole: they need neighbours that there are not.

    Args:
        mdcts: floating tensor of shape `[..., frames, n]`.
        window_fn: see `mdct`; the squares of its halves must add up to 1.
        norm: "ortho" or None, as `mdct` had it.
        name: name of the scope.

    Returns:
        Tensor of shape `[..., (frames + 1) * n]`.

    Raises:
        ValueError: there is no such norm, or the rank is less than 2.

    >>> x = tf.ones([64])
    >>> tf.signal.inverse_mdct(tf.signal.mdct(x, 16)).numpy()[8:11].round(3)
    array([1., 1., 1.], dtype=float32)
    """
    with op_scope(name or "inverse_mdct"):
        mdcts = convert_to_tensor(mdcts, name="mdcts")
        mdcts.shape.with_rank_at_least(2)
        half: Any = convert_to_tensor(last_size(mdcts), int32)
        parts = dct(mdcts, type=4, norm=norm)
        if norm is None:
            parts = parts * (0.5 / raw.Cast(half, DstT=mdcts.dtype))
        first, second = raw.Split(-1, parts, num_split=2)
        frames = raw.ConcatV2(
            [second, raw.Neg(_reversed(second)), raw.Neg(_reversed(first)), raw.Neg(first)], -1
        )
        return overlap_and_add(_weighted(frames, window_fn, half * 2), half)
