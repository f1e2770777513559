"""Snappy: a fast compression, and the streams of blocks in which TensorFlow's files have it.

A compressed block is the length of what it was made of, as a varint, then a row of pieces. A piece is a
literal, which is its bytes, or a copy of bytes that came before: how far back they begin, and how many they
are. The lowest two bits of its first byte say which kind it is. In a file each block stands after its
compressed length, four bytes, the highest first.
"""

from __future__ import annotations

import struct

from stagelight.formats.varints import read_varint, varint

BLOCK_LENGTH = struct.Struct(">I")

# Copies in a block reach back no further, so that two bytes say how far.
_MOST_BACK = 1 << 16
_BLOCK = _MOST_BACK
_LEAST_COPY, _MOST_COPY = 4, 64


class SnappyError(ValueError):
    """The bytes are no compressed block."""


def compressed(data: bytes) -> bytes:
    """The block of some bytes."""
    parts = [varint(len(data))]
    for start in range(0, len(data), _BLOCK):
        _compress(data[start : start + _BLOCK], parts)
    return b"".join(parts)


def _compress(data: bytes, parts: list[bytes]) -> None:
    """Adds the pieces of bytes that are few enough for copies to reach all of them."""
    seen: dict[bytes, int] = {}
    begin = at = 0  # of the literal, and of what is looked at
    step = 32  # Where nothing was found for long, fewer places are tried.
    while at + _LEAST_COPY <= len(data):
        key = data[at : at + _LEAST_COPY]
        found = seen.get(key)
        seen[key] = at
        if found is None:
            at += step >> 5
            step += 1
            continue
        end, source = at + _LEAST_COPY, found + _LEAST_COPY
        while end < len(data) and data[end] == data[source]:
            end, source = end + 1, source + 1
        if begin < at:
            parts.append(_literal(data[begin:at]))
        parts.extend(_copies(at - found, end - at))
        begin = at = end
        step = 32
    if begin < len(data):
        parts.append(_literal(data[begin:]))


def _literal(data: bytes) -> bytes:
    size = len(data) - 1
    if size < 60:
        return bytes((size << 2,)) + data
    count = 1 if size < 1 << 8 else 2
    return bytes(((59 + count) << 2,)) + size.to_bytes(count, "little") + data


def _copies(back: int, count: int) -> list[bytes]:
    pieces = []
    while count:
        size = min(count, _MOST_COPY)
        pieces.append(bytes(((size - 1) << 2 | 2,)) + back.to_bytes(2, "little"))
        count -= size
    return pieces


def decompressed(block: bytes) -> bytes:
    """The bytes that a block was made of.

    Raises:
        SnappyError: it is damaged. No more is made of it than its pieces say, each of which gives at most
            some 64 bytes for two of its own.
    """
    result = bytearray()
    try:
        size, at = read_varint(block, 0)
        while at < len(block):
            at = _piece(block, at, result)
            if len(result) > size:
                raise SnappyError(f"a block of {size} bytes has more")
    except SnappyError:
        raise
    except (IndexError, ValueError):
        raise SnappyError("a block ends too early") from None
    if len(result) != size:
        raise SnappyError(f"a block of {size} bytes has {len(result)}")
    return bytes(result)


def _piece(block: bytes, at: int, result: bytearray) -> int:
    """Adds what the piece at a place stands for; gives the place behind it."""
    tag = block[at]
    kind, rest = tag & 3, tag >> 2
    at += 1
    if kind == 0:
        if rest >= 60:
            count = rest - 59
            if at + count > len(block):
                raise SnappyError("a block ends within a piece")
            rest = int.from_bytes(block[at : at + count], "little")
            at += count
        end = at + rest + 1
        if end > len(block):
            raise SnappyError("a block ends within a piece")
        result += block[at:end]
        return end
    if kind == 1:
        size, back, at = (rest & 7) + 4, (rest >> 3) << 8 | block[at], at + 1
    else:
        count = 2 if kind == 2 else 4
        if at + count > len(block):
            raise SnappyError("a block ends within a piece")
        size, back, at = rest + 1, int.from_bytes(block[at : at + count], "little"), at + count
    begin = len(result) - back
    if not back or begin < 0:
        raise SnappyError(f"a copy from {back} bytes before, where there are {len(result)}")
    # A copy may reach into itself: then what it copies repeats.
    source = result[begin : begin + size]
    result += (source * (size // len(source) + 1))[:size]
    return at


class Compressor:
    """Makes a stream of blocks, as `zlib.compressobj` makes one of zlib's."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._count = 0

    def compress(self, data: bytes) -> bytes:
        """Takes bytes in; gives those of blocks that are full."""
        self._waiting.append(data)
        self._count += len(data)
        return self.flush() if self._count >= _BLOCK else b""

    def flush(self, _mode: int = 0) -> bytes:
        """Gives all that was taken in as blocks."""
        data, self._waiting, self._count = b"".join(self._waiting), [], 0
        blocks = (compressed(data[i : i + _BLOCK]) for i in range(0, len(data), _BLOCK))
        return b"".join(BLOCK_LENGTH.pack(len(block)) + block for block in blocks)
