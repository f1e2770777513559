"""Where the channels of images and sequences stand, and numbers for each of their other axes."""

from __future__ import annotations

from typing import Any

CHANNELS_LAST, CHANNELS_FIRST = _NAMES = ("channels_last", "channels_first")


def layout_of(axes: int, data_format: str) -> str:
    """The layout as ops take it, such as "NHWC", of values with so many axes beside batch and channels.

    Raises:
        ValueError: there is no such format.
    """
    if data_format not in _NAMES:
        raise ValueError(f"`data_format` must be one of {_NAMES}. Received: {data_format!r}")
    sizes = "DHW"[-axes:]
    return f"N{sizes}C" if data_format == CHANNELS_LAST else f"NC{sizes}"


def for_each_axis(value: Any, axes: int) -> list[int]:
    """One number for each axis, from such a list or from one number for all.

    Raises:
        ValueError: there are more or fewer.
    """
    numbers = [value] * axes if isinstance(value, int) else list(value)
    if len(numbers) != axes:
        raise ValueError(f"There must be one number, or {axes}. Received: {value}")
    return numbers


def channels_of(shape: Any, axis: int, kind: str) -> int:
    """The size of an axis, of which a layer makes variables.

    Raises:
        ValueError: it is not known.
    """
    size = shape[axis]
    if size is None:
        raise ValueError(
            f"{kind}: the size of axis {axis} of the inputs should be defined. Received shape "
            f"{shape}. Set it with `set_shape`."
        )
    return int(size)
