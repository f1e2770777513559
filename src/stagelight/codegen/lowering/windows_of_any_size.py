"""Windows over axes whose sizes are known only when the program is called.

Of such an axis the number of windows is a quotient of its size, and with strides the room before it depends
on what the division leaves over. Buffers have the most room that may be needed instead; where the first
window begins in it is an index.
"""

from __future__ import annotations

from collections.abc import Sequence

from stagelight.codegen.index import (
    Extent,
    Index,
    Undecided,
    floor_quotient,
    is_nonnegative,
    require_at_least,
)
from stagelight.codegen.lowering.values import Sizes
from stagelight.ops.nn.windows import Window

# More room than this is not looked for.
_MOST_ROOM = 256


def known_sizes(sizes: Sizes) -> list[int | None]:
    """Sizes as inference has them: None where a size is not known."""
    return [size if isinstance(size, int) else None for size in sizes]


def windows_over(windows: Sequence[Window], sizes: Sequence[Extent], padding: str) -> list[Window]:
    """The windows over axes of some sizes.

    Args:
        windows: those that inference finds; of axes that are not known it says nothing but the rest.
        sizes: of the axes.
        padding: the operation's.

    Raises:
        Undecided: how many windows there are is not the same for all sizes.
    """
    return [
        _window_over(window, size, padding) if window.size is None else window
        for window, size in zip(windows, sizes, strict=True)
    ]


def _window_over(window: Window, size: Extent, padding: str) -> Window:
    stride, reach = window.stride, reach_of(window)
    output: Extent
    before: Extent
    if padding == "SAME":
        output = floor_quotient(size + (stride - 1), stride)
        # A window of one element reaches over no edge.
        missing: Extent = 0 if reach == 1 else (output - 1) * stride + reach - size
        if not missing >= 0:
            raise Undecided("whether windows reach over the edges")
        before = floor_quotient(missing, 2)
        return window._replace(size=size, before=before, after=missing - before, output=output)
    room: Extent = size + window.before + window.after - reach
    output = floor_quotient(room + stride, stride)
    require_at_least(output, 1)
    return window._replace(size=size, output=output)


def reach_of(window: Window) -> int:
    """How many elements of the axis a window spans."""
    return ((window.kernel or 0) - 1) * window.dilation + 1


def is_of_any_size(window: Window) -> bool:
    """Whether the size of its axis is not known."""
    return not isinstance(window.size, int)


def room_around(window: Window) -> tuple[int, int, Index]:
    """The room before and after the axis in a buffer, and where in the buffer the first window begins."""
    if not is_of_any_size(window):
        return window.before, window.after, 0
    size, output = window.size, window.output
    assert size is not None and output is not None
    before = _least_not_below(window.before)
    begin = before - window.before
    last = begin + (output - 1) * window.stride + reach_of(window)
    return before, _least_not_below(last - before - size), begin


def _least_not_below(index: Index) -> int:
    """The least number that an index over sizes is not above, 0 or more.

    Raises:
        Undecided: there is none.
    """
    for number in range(_MOST_ROOM):
        if is_nonnegative(number - index):
            return number
    raise Undecided(f"how large {index} may be")


def strides_over(window: Window) -> Extent:
    """How many strides cover an axis with the room before it."""
    total = window.before + (window.size or 0)
    if isinstance(total, int):
        return -(-total // window.stride)
    assert window.output is not None
    for more in range(_MOST_ROOM):
        count = window.output + more
        if is_nonnegative(count * window.stride - total):
            return count
    raise Undecided(f"how many strides cover {total}")


def with_whole_strides(window: Window) -> Window:
    """The windows over an axis that begins with them and has whole strides.

    What is before the window's axis belongs to it, so that nothing but their number depends on the size.
    Axes of known size stay as they are, and those where nothing depends on more.
    """
    if not is_of_any_size(window) or window.stride == 1:
        return window
    size = strides_over(window) * window.stride
    return window._replace(size=size, before=0, after=0)
