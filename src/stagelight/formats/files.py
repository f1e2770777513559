"""Files as the system has them, with TensorFlow's errors; streams of bytes that may be compressed."""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from stagelight import errors

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


# What the compression types of TensorFlow are to zlib.
_WINDOW_BITS = {"GZIP": 16 + zlib.MAX_WBITS, "ZLIB": zlib.MAX_WBITS}


class ByteStream:
    """The bytes of a file from a position on; those that it was compressed from, if it is.

    Reading a file that is not compressed begins at the position at once.

    Raises:
        NotFoundError, FailedPreconditionError: the file cannot be opened.
        DataLossError: while reading, when the compressed data is damaged or ends too early.
    """

    def __init__(self, path: Any, compression: str = "", position: int = 0) -> None:
        self.path = text_of(path)
        with told_as_op_errors(self.path):
            self._file: BinaryIO = open(self.path, "rb")  # noqa: SIM115 - closed by `close`
        self._bits = _WINDOW_BITS.get(compression)
        self._inflater = None if self._bits is None else zlib.decompressobj(self._bits)
        self._rest = b""  # compressed bytes that were read and not used
        self.position = 0  # of what is given next
        if self._inflater is None:
            self._file.seek(position)
            self.position = position
        else:
            while self.position < position and self.read(min(_CHUNK, position - self.position)):
                pass

    def read(self, count: int) -> bytes:
        """The next bytes: as many, or fewer at the end."""
        if self._inflater is None:
            with told_as_op_errors(self.path):
                data = self._file.read(count)
        else:
            parts, missing = [], count
            while missing and (part := self._inflated(missing)):
                parts.append(part)
                missing -= len(part)
            data = b"".join(parts)
        self.position += len(data)
        return data

    def _inflated(self, count: int) -> bytes:
        """Some of the next bytes, at most `count`; none at the end."""
        while True:
            inflater: Any = self._inflater
            if inflater.eof:
                self._rest = inflater.unused_data or self._rest or self._file.read(_CHUNK)
                if not self._rest:
                    return b""
                inflater = self._inflater = zlib.decompressobj(self._bits or 0)  # another member
            if not self._rest and not inflater.unconsumed_tail:
                self._rest = self._file.read(_CHUNK)
                if not self._rest and not inflater.eof:
                    raise self._damaged("the compressed data ends too early")
            data = inflater.unconsumed_tail or self._rest
            try:
                part: bytes = inflater.decompress(data, count)
            except zlib.error as error:
                raise self._damaged(f"inflate() failed with error {error}") from None
            self._rest = b""  # What is left of it is the inflater's tail.
            if part:
                return part

    def _damaged(self, what: str) -> errors.DataLossError:
        return errors.DataLossError(None, None, f"{what}, in {self.path} at {self.position}")

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> ByteStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
