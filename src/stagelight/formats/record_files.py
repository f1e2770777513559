"""TFRecord files: records of bytes, one after the other, each with checksums.

    uint64    length of the record
    uint32    masked CRC-32C of the length
    bytes     the record
    uint32    masked CRC-32C of the record

all little-endian. The file as a whole may be compressed, by gzip or zlib.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any

from stagelight import errors
from stagelight.formats.checksums import checksum, masked
from stagelight.formats.files import ByteStream

_HEADER = struct.Struct("<QI")
_FOOTER = struct.Struct("<I")
# Bytes before and behind a record.
HEADER_SIZE, FOOTER_SIZE = _HEADER.size, _FOOTER.size
_AROUND = HEADER_SIZE + FOOTER_SIZE
_CHUNK = 1 << 22


def framed(record: bytes) -> bytes:
    """A record as it stands in a file."""
    length = struct.pack("<Q", len(record))
    return b"".join(
        (
            length,
            _FOOTER.pack(masked(checksum(length))),
            record,
            _FOOTER.pack(masked(checksum(record))),
        )
    )


def read_records(
    path: Any, compression: str = "", position: int = 0, is_whole: bool = True
) -> Iterator[tuple[bytes, int]]:
    """The records of a file from a position on, each with the position behind it.

    Args:
        path: the file.
        compression: "", "GZIP", "ZLIB" or "SNAPPY".
        position: that of the first record.
        is_whole: whether a file that ends within compressed data is damaged; otherwise that is its end.

    Raises:
        DataLossError: while reading, when a checksum is wrong or the file ends within a record; the
            message has the file and the position.
    """
    with ByteStream(path, compression, position, is_whole) as stream:
        yield from records_in(stream)


def records_in(stream: ByteStream) -> Iterator[tuple[bytes, int]]:
    """The records of a stream from where it is on, each with the position behind it.

    Raises:
        DataLossError: as for `read_records`.
    """
    data, at, start = b"", 0, stream.position
    while True:
        if len(data) - at < HEADER_SIZE:
            data, start, at = data[at:] + stream.read(_CHUNK), start + at, 0
            if not data:
                return
            if len(data) < HEADER_SIZE:
                raise _truncated(stream, start, "the header of a record")
        length, expected = _HEADER.unpack_from(data, at)
        if masked(checksum(data[at : at + 8])) != expected:
            what = "" if start + at else " (Is this even a TFRecord file?)"
            raise _corrupted(stream, start + at, what)
        end = at + _AROUND + length
        if end > len(data):
            data, start, at = data[at:], start + at, 0
            data = _filled(stream, data, length + _AROUND)
            end = length + _AROUND
            if end > len(data):
                raise _truncated(stream, start, f"a record of {length} bytes")
        record = data[at + HEADER_SIZE : end - FOOTER_SIZE]
        if masked(checksum(record)) != _FOOTER.unpack_from(data, end - FOOTER_SIZE)[0]:
            raise _corrupted(stream, start + at + HEADER_SIZE, "")
        at = end
        yield record, start + at


class FollowedRecords(Iterator[Any]):
    """The records of a file that may still be written: asked again after its end, it gives what was added.

    So it does after an error: it goes on behind the last record that it gave.

    Args:
        path: the file.
        read: gives the records from a position on, each with the position behind it.

    Raises:
        NotFoundError: there is no such file.
    """

    def __init__(self, path: Any, read: Callable[[int], Iterator[tuple[Any, int]]]) -> None:
        ByteStream(path).close()
        self._read = read
        self._found: Iterator[tuple[Any, int]] | None = None
        self._position = 0

    def __next__(self) -> Any:
        if self._found is None:
            self._found = self._read(self._position)
        try:
            record, self._position = next(self._found)
        except BaseException:
            self._found = None
            raise
        return record


def _filled(stream: ByteStream, data: bytes, size: int) -> bytes:
    """The data with what follows, until there are as many bytes, or the file ends.

    The length of a record is not trusted: no more is asked for at once than a chunk.
    """
    parts, count = [data], len(data)
    while count < size and (part := stream.read(_CHUNK)):
        parts.append(part)
        count += len(part)
    return b"".join(parts)


def _corrupted(stream: ByteStream, position: int, what: str) -> errors.DataLossError:
    message = f"corrupted record at {position}{what}, in {stream.path}"
    return errors.DataLossError(None, None, message)


def _truncated(stream: ByteStream, position: int, what: str) -> errors.DataLossError:
    return errors.DataLossError(
        None, None, f"truncated record at {position}: {stream.path} ends within {what}"
    )
