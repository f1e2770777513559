"""Integers as LevelDB's and protobuf's files have them: seven bits a byte, the lowest first."""

from __future__ import annotations

_LONGEST = 10


def varint(value: int) -> bytes:
    """The bytes of an integer that is not negative."""
    result = bytearray()
    while value > 0x7F:
        result.append(value & 0x7F | 0x80)
        value >>= 7
    result.append(value)
    return bytes(result)


def read_varint(data: bytes | memoryview, position: int) -> tuple[int, int]:
    """The integer at a position, and the position behind it.

    Raises:
        ValueError: the data ends before the integer does, or it has more than 64 bits.
    """
    value = 0
    for count in range(_LONGEST):
        if position + count >= len(data):
            raise ValueError(f"the data ends at byte {len(data)}, within a number")
        byte = data[position + count]
        value |= (byte & 0x7F) << (7 * count)
        if byte < 0x80:
            if value >= 2**64:
                break
            return value, position + count + 1
    raise ValueError(f"the number at byte {position} is too long")
