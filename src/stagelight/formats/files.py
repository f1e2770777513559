"""Files as the system has them, with TensorFlow's errors; streams of bytes that may be compressed."""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from stagelight import errors
from stagelight.formats import snappy

_CHUNK = 1 << 20

_ERRORS: tuple[tuple[type[OSError], type[errors.OpError], str], ...] = (
    (FileNotFoundError, errors.NotFoundError, "No such file or directory"),
    (NotADirectoryError, errors.FailedPreconditionError, "Not a directory"),
    (IsADirectoryError, errors.FailedPreconditionError, "Is a directory"),
    (PermissionError, errors.PermissionDeniedError, "Permission denied"),
    (FileExistsError, errors.AlreadyExistsError, "File exists"),
)


@contextlib.contextmanager
def told_as_op_errors(path: Any) -> Iterator[None]:
    """Turns errors of the system into TensorFlow's, which name the file."""
    try:
        yield
    except OSError as error:
        for kind, told, text in _ERRORS:
            if isinstance(error, kind):
                raise told(None, None, f"{text_of(path)}; {text}") from error
        text = error.strerror or str(error)
        raise errors.UnknownError(None, None, f"{text_of(path)}; {text}") from error


def text_of(path: Any) -> str:
    """A path as text, however it was given."""
    return os.fsdecode(path)


def read_whole(path: Any) -> bytes:
    """The bytes of a file."""
    with told_as_op_errors(path):
        return Path(text_of(path)).read_bytes()


# What the compression types of TensorFlow are to zlib; there is SNAPPY beside them.
_WINDOW_BITS = {"GZIP": 16 + zlib.MAX_WBITS, "ZLIB": zlib.MAX_WBITS}


class ByteStream:
    """The bytes of a file from a position on; those that it was compressed from, if it is.

    Reading a file that is not compressed begins at the position at once.

    Args:
        path: the file.
        compression: "", "GZIP", "ZLIB" or "SNAPPY".
        position: among the bytes that are given.
        is_whole: whether a file that ends within compressed data is damaged; otherwise that is its end.

    Raises:
        NotFoundError, FailedPreconditionError: the file cannot be opened.
        DataLossError: while reading, when the compressed data is damaged or ends too early.
    """

    def __init__(
        self, path: Any, compression: str = "", position: int = 0, is_whole: bool = True
    ) -> None:
        self.path = text_of(path)
        with told_as_op_errors(self.path):
            self._file: BinaryIO = open(self.path, "rb")  # noqa: SIM115 - closed by `close`
        self.position = 0  # of what is given next
        self._damage: errors.DataLossError | None = None  # behind what was given
        self._expanded: _Inflated | _Blocks | None = None
        if compression:
            make = _Blocks if compression == "SNAPPY" else _Inflated
            self._expanded = make(self._file, compression, is_whole)
            while self.position < position and self.read(min(_CHUNK, position - self.position)):
                pass
        else:
            self._file.seek(position)
            self.position = position

    def read(self, count: int) -> bytes:
        """The next bytes: as many, or fewer at the end."""
        if self._expanded is None:
            with told_as_op_errors(self.path):
                data = self._file.read(count)
        else:
            data = self._expanded_bytes(count)
        self.position += len(data)
        return data

    def _expanded_bytes(self, count: int) -> bytes:
        """The next bytes. What comes before damage is given first; then the damage is told."""
        parts, missing = [], count
        try:
            if self._damage is not None:
                raise self._damage
            while missing and (part := self._next_part(missing, self.position + count - missing)):
                parts.append(part)
                missing -= len(part)
        except errors.DataLossError as error:
            if not parts:
                raise
            self._damage = error
        return b"".join(parts)

    def go_back(self, count: int) -> bool:
        """Gives the last bytes once more; False where they are not at hand, as they were compressed."""
        if self._expanded is not None:
            return False
        with told_as_op_errors(self.path):
            self._file.seek(-count, os.SEEK_CUR)
        self.position -= count
        return True

    def _next_part(self, count: int, position: int) -> bytes:
        expanded: Any = self._expanded
        try:
            part: bytes = expanded.some(count)
        except _DamagedError as error:
            message = f"{error}, in {self.path} at {position}"
            raise errors.DataLossError(None, None, message) from None
        return part

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> ByteStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _DamagedError(Exception):
    """Compressed data is damaged."""


class _Inflated:
    """What zlib makes of a file.

    A file that ends where its writer was flushed is not damaged: the writer may not have closed it yet.
    """

    def __init__(self, file: BinaryIO, compression: str, is_whole: bool) -> None:
        self._file = file
        self._is_whole = is_whole
        self._bits = _WINDOW_BITS[compression]
        self._inflater = zlib.decompressobj(self._bits)
        self._rest = b""  # compressed bytes that were read and not used
        self._tail = b""  # the last of those that were read

    def some(self, count: int) -> bytes:
        """Some of the next bytes, at most `count`; none at the end."""
        while True:
            inflater = self._inflater
            if inflater.eof:
                self._rest = inflater.unused_data or self._rest or self._more()
                if not self._rest:
                    return b""
                inflater = self._inflater = zlib.decompressobj(self._bits)  # another member
            if not self._rest and not inflater.unconsumed_tail:
                self._rest = self._more()
                if not self._rest and not inflater.eof:
                    if self._is_whole and self._tail != _FLUSHED:
                        raise _DamagedError("the compressed data ends too early")
                    return b""
            data = inflater.unconsumed_tail or self._rest
            try:
                part: bytes = inflater.decompress(data, count)
            except zlib.error as error:
                raise _DamagedError(f"inflate() failed with error {error}") from None
            self._rest = b""  # What is left of it is the inflater's tail.
            if part:
                return part

    def _more(self) -> bytes:
        data = self._file.read(_CHUNK)
        self._tail = (self._tail + data[-len(_FLUSHED) :])[-len(_FLUSHED) :]
        return data


# How zlib's data ends after a flush: an empty block that is stored as it is.
_FLUSHED = b"\0\0\xff\xff"


class _Blocks:
    """The blocks of Snappy in a file."""

    def __init__(self, file: BinaryIO, _compression: str, is_whole: bool) -> None:
        self._file = file
        self._is_whole = is_whole
        self._block = b""
        self._at = 0

    def some(self, count: int) -> bytes:
        """Some of the next bytes, at most `count`; none at the end."""
        while self._at == len(self._block):
            header = self._file.read(snappy.BLOCK_LENGTH.size)
            if not header:
                return b""
            block = self._expanded(header)
            if block is None:
                return b""
            self._block, self._at = block, 0
        begin = self._at
        self._at = min(begin + count, len(self._block))
        return self._block[begin : self._at]

    def _expanded(self, header: bytes) -> bytes | None:
        if len(header) == snappy.BLOCK_LENGTH.size:
            (size,) = snappy.BLOCK_LENGTH.unpack(header)
            # The length is not trusted: a buffered file makes no room for more than it has.
            left = os.fstat(self._file.fileno()).st_size - self._file.tell()
            if size <= left:
                try:
                    return snappy.decompressed(self._file.read(size))
                except snappy.SnappyError as error:
                    raise _DamagedError(f"Snappy: {error}") from None
        if self._is_whole:
            raise _DamagedError("the compressed data ends too early")
        return None


def compressor_of(compression: str) -> Any:
    """What compresses bytes for a file: it has `compress` and `flush`, as zlib's; None for nothing.

    Args:
        compression: "", "GZIP", "ZLIB" or "SNAPPY".
    """
    if not compression:
        return None
    if compression == "SNAPPY":
        return snappy.Compressor()
    return zlib.compressobj(wbits=_WINDOW_BITS[compression])
