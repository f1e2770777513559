"""Sorted tables of keys and values, the files that LevelDB and the index of checkpoints are made of.

    blocks of entries | a block without entries | the index: last key -> place of a block | footer

A block holds entries, in which a key tells only how it differs from the one before; the places of keys
that are written in full, every 16 entries; how many of those there are. After it come its kind of
compression and a checksum. Source: LevelDB's doc/table_format.md.

What is read comes from outside: every length is compared with what is there, and every checksum checked.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

from stagelight.formats.checksums import checksum, masked
from stagelight.formats.varints import read_varint, varint

_MAGIC = 0xDB4775248B80FB57
_FOOTER_BYTES = 48
_TRAILER_BYTES = 5
_ENTRIES_BETWEEN_RESTARTS = 16
_BLOCK_BYTES = 256 * 1024
_UNCOMPRESSED = 0


def write_table(items: Mapping[bytes, bytes]) -> bytes:
    """The bytes of a table with these entries."""
    file = bytearray()
    index: dict[bytes, bytes] = {}
    block: dict[bytes, bytes] = {}
    size = 0

    def finish(entries: Mapping[bytes, bytes]) -> bytes:
        """Writes a block; gives its place."""
        content = _block(entries) + bytes([_UNCOMPRESSED])
        place = varint(len(file)) + varint(len(content) - 1)
        file.extend(content + struct.pack("<I", masked(checksum(content))))
        return place

    for key in sorted(items):
        block[key] = items[key]
        size += len(key) + len(items[key])
        if size >= _BLOCK_BYTES:
            index[key] = finish(block)
            block, size = {}, 0
    if block or not index:
        index[max(block, default=b"")] = finish(block)
    places = finish({}) + finish(index)
    file.extend(places.ljust(_FOOTER_BYTES - 8, b"\0") + struct.pack("<Q", _MAGIC))
    return bytes(file)


def _block(entries: Mapping[bytes, bytes]) -> bytes:
    content = bytearray()
    restarts = []
    before = b""
    for number, (key, value) in enumerate(entries.items()):
        shared = 0
        if number % _ENTRIES_BETWEEN_RESTARTS == 0:
            restarts.append(len(content))
        else:
            shared = _length_of_common_start(before, key)
        content += varint(shared) + varint(len(key) - shared) + varint(len(value))
        content += key[shared:] + value
        before = key
    restarts = restarts or [0]
    return bytes(content) + struct.pack(f"<{len(restarts) + 1}I", *restarts, len(restarts))


def _length_of_common_start(a: bytes, b: bytes) -> int:
    shortest = min(len(a), len(b))
    return next((i for i in range(shortest) if a[i] != b[i]), shortest)


def read_table(data: bytes) -> dict[bytes, bytes]:
    """The entries of a table.

    Raises:
        ValueError: it is none, or it is damaged; the message says where.
    """
    if len(data) < _FOOTER_BYTES:
        raise ValueError(f"it has {len(data)} bytes, less than a footer has")
    footer = data[-_FOOTER_BYTES:]
    if struct.unpack("<Q", footer[-8:])[0] != _MAGIC:
        raise ValueError("it does not end as a table does; perhaps it is another kind of file")
    _, position = _place(footer, 0)
    index_place, _ = _place(footer, position)
    items: dict[bytes, bytes] = {}
    for _, where in _entries(_checked_block(data, *index_place)):
        place, _ = _place(where, 0)
        items.update(_entries(_checked_block(data, *place)))
    return items


def _place(data: bytes, position: int) -> tuple[tuple[int, int], int]:
    offset, position = read_varint(data, position)
    size, position = read_varint(data, position)
    return (offset, size), position


def _checked_block(data: bytes, offset: int, size: int) -> bytes:
    end = offset + size + _TRAILER_BYTES
    if end > len(data) - _FOOTER_BYTES:
        raise ValueError(f"a block is to be from byte {offset} to {end}, beyond the end")
    content = data[offset : end - 4]
    if masked(checksum(content)) != struct.unpack("<I", data[end - 4 : end])[0]:
        raise ValueError(f"the checksum of the block at byte {offset} is wrong")
    if content[-1] != _UNCOMPRESSED:
        raise ValueError(f"the block at byte {offset} is compressed, which is not supported")
    return content[:-1]


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    if len(block) < 4:
        raise ValueError("a block has no number of restarts")
    (restarts,) = struct.unpack("<I", block[-4:])
    end = len(block) - 4 * (restarts + 1)
    if end < 0:
        raise ValueError(f"a block of {len(block)} bytes is to have {restarts} restarts")
    position = 0
    key = b""
    while position < end:
        shared, position = read_varint(block, position)
        rest, position = read_varint(block, position)
        size, position = read_varint(block, position)
        if shared > len(key) or position + rest + size > end:
            raise ValueError("an entry of a block is longer than the block")
        key = key[:shared] + block[position : position + rest]
        position += rest
        yield key, block[position : position + size]
        position += size
