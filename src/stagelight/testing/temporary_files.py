"""Files and folders that tests make, and that are removed after them."""

from __future__ import annotations

import os
import tempfile
from contextlib import AbstractContextManager
from typing import Any


class _Temporary(os.PathLike[str]):
    """What a test made at a path. It passes for the path."""

    def __init__(self, path: str) -> None:
        self._path = path

    @property
    def full_path(self) -> str:
        """The path."""
        return self._path

    def __fspath__(self) -> str:
        return self._path


class TemporaryFile(_Temporary):
    """A file of a test. It passes for its path."""

    def read_text(self, encoding: str = "utf8", errors: str = "strict") -> str:
        """What is in the file, as text."""
        with self.open_text(encoding=encoding, errors=errors) as file:
            text: str = file.read()
            return text

    def read_bytes(self) -> bytes:
        """What is in the file."""
        with self.open_bytes() as file:
            data: bytes = file.read()
            return data

    def write_text(
        self, text: str, mode: str = "w", encoding: str = "utf8", errors: str = "strict"
    ) -> None:
        """Writes text."""
        with self.open_text(mode, encoding, errors) as file:
            file.write(text)

    def write_bytes(self, data: bytes, mode: str = "wb") -> None:
        """Writes bytes."""
        with self.open_bytes(mode) as file:
            file.write(data)

    def open_text(
        self, mode: str = "rt", encoding: str = "utf8", errors: str = "strict"
    ) -> AbstractContextManager[Any]:
        """Opens the file for text.

        Raises:
            ValueError: a mode for bytes.
        """
        if "b" in mode:
            raise ValueError(f"Invalid mode {mode!r}: 'b' flag not allowed for text")
        return open(self._path, mode, encoding=encoding, errors=errors)

    def open_bytes(self, mode: str = "rb") -> AbstractContextManager[Any]:
        """Opens the file for bytes.

        Raises:
            ValueError: a mode for text.
        """
        if "t" in mode:
            raise ValueError(f"Invalid mode {mode!r}: 't' flag not allowed for bytes")
        return open(self._path, mode if "b" in mode else f"{mode}b")


class TemporaryFolder(_Temporary):
    """A folder of a test. It passes for its path."""

    def create_file(
        self,
        file_path: str | None = None,
        content: str | bytes | None = None,
        mode: str = "w",
        encoding: str = "utf8",
        errors: str = "strict",
    ) -> TemporaryFile:
        """Makes a file in the folder.

        Args:
            file_path: where in the folder; None for a name that is free.
            content: text or bytes; None for an empty file.
            mode, encoding, errors: how it is written.
        """
        if file_path is None:
            handle, path = tempfile.mkstemp(dir=self._path)
            os.close(handle)
        else:
            path = os.path.join(self._path, file_path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
        file = TemporaryFile(path)
        if isinstance(content, str):
            file.write_text(content, mode, encoding, errors)
        else:
            file.write_bytes(content or b"", mode if content else "w")
        return file

    def mkdir(self, dir_path: str | None = None) -> TemporaryFolder:
        """Makes a folder in the folder; None for a name that is free."""
        if dir_path is None:
            return TemporaryFolder(tempfile.mkdtemp(dir=self._path))
        path = os.path.join(self._path, dir_path)
        os.makedirs(path, exist_ok=True)
        return TemporaryFolder(path)
