"""Images in programs: their channels last, with room around them for windows that reach over the edges."""

from __future__ import annotations

from collections.abc import Sequence

from stagelight.codegen.lowering.filling import in_middle
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.values import Value, constant, converted, permuted, strided
from stagelight.codegen.lowering.windows_of_any_size import is_of_any_size, reach_of, room_around
from stagelight.ops.nn.windows import Window, is_channels_first
from stagelight.types.dtypes import DType

Pads = Sequence[tuple[int, int]]


def channels_last(x: Value, data_format: str) -> Value:
    """`[batch, *sizes, channels]` of an image in the given format."""
    rank = len(x.sizes)
    return permuted(x, [0, *range(2, rank), 1]) if is_channels_first(data_format) else x


def in_format(x: Value, data_format: str) -> Value:
    """An image with channels last, in the given format."""
    rank = len(x.sizes)
    return permuted(x, [0, rank - 1, *range(1, rank - 1)]) if is_channels_first(data_format) else x


def laid_out(lowering: Lowering, x: Value, dtype: DType, pads: Pads = (), fill: float = 0) -> Value:
    """An image in a buffer whose elements are read in order, with room around its spatial axes.

    Args:
        lowering: the program.
        x: `[batch, *sizes, channels]`.
        dtype: of the elements in the buffer.
        pads: the room before and after each spatial axis; none is no room anywhere.
        fill: what stands there.
    """
    x = converted(x, dtype)
    if not any(before or after for before, after in pads):
        is_usable = x.buffer is not None and x.strides[-1] == 1
        return x if is_usable else lowering.contiguous(x)
    around = [(0, 0), *pads, (0, 0)]
    return in_middle(lowering, x, around, constant(fill, dtype))


def laid_out_under(
    lowering: Lowering, x: Value, dtype: DType, windows: Sequence[Window], fill: float = 0
) -> Value:
    """As `laid_out`, with the room that windows need: the first begins at the first element."""
    rooms = [room_around(window) for window in windows]
    ready = laid_out(lowering, x, dtype, [(before, after) for before, after, _ in rooms], fill)
    if not any(map(is_of_any_size, windows)):
        return ready
    sizes, offset = list(ready.sizes), ready.offset
    for axis, (window, (_, _, begin)) in enumerate(zip(windows, rooms, strict=True), 1):
        if is_of_any_size(window):
            assert window.output is not None
            sizes[axis] = (window.output - 1) * window.stride + reach_of(window)
            offset = offset + begin * ready.strides[axis]
    assert ready.buffer is not None
    return strided(ready.buffer, tuple(sizes), ready.strides, offset)
