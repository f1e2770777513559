"""Images in programs: their channels last, with room around them for windows that reach over the edges."""

from __future__ import annotations

from collections.abc import Sequence

from stagelight.codegen.lowering.filling import in_middle
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.values import Value, constant, converted, permuted
from stagelight.ops.windows import is_channels_first
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
