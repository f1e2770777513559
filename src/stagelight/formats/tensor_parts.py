"""Tensors that are stored in parts: the keys of the parts in a bundle's index, and which part text asks for.

A part's key is not text: it has the tensor's name, and for each axis where the part begins and how long it
is, in a form whose bytes sort as the values do.
"""

from __future__ import annotations

from collections.abc import Sequence

# Where a part begins on an axis, and how long it is; -1 for the whole axis.
Extent = tuple[int, int]
WHOLE = -1


def part_key(name: str, extents: Sequence[Extent]) -> bytes:
    """The key of a part of a tensor."""
    text = name.encode().replace(b"\xff", b"\xff\0").replace(b"\0", b"\0\xff")
    key = b"\0" + text + b"\0\1" + _number(len(extents))
    for start, length in extents:
        key += _signed(start) + _signed(length)
    return key


def _number(value: int) -> bytes:
    """Its length, and its bytes, the highest first."""
    size = (value.bit_length() + 7) // 8
    return bytes([size]) + value.to_bytes(size, "big")


def _signed(value: int) -> bytes:
    """Seven bits a byte; as many leading ones as there are bytes, which are zeros for negative numbers."""
    bits = (~value if value < 0 else value).bit_length()
    size = bits // 7 + 1
    header = ((1 << size) - 1) << (8 * size - size)
    return ((value & ((1 << 8 * size) - 1)) ^ header).to_bytes(size, "big")


def read_part(text: str) -> tuple[tuple[int, ...], tuple[slice, ...]]:
    """The shape of the whole, and the part, of "6 2 0,3:-": sizes, then start and length by axis.

    Raises:
        ValueError: it is none.
    """
    *sizes, part = text.split(" ")
    shape = tuple(map(int, sizes))
    bounds = []
    for size, extent in zip(shape, part.split(":"), strict=True):
        if extent == "-":
            bounds.append(slice(0, size))
            continue
        start, length = map(int, extent.split(","))
        if not 0 <= start <= start + length <= size:
            raise ValueError(f"{extent!r} is no part of an axis of {size}")
        bounds.append(slice(start, start + length))
    return shape, tuple(bounds)
