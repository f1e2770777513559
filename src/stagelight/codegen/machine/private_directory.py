"""`PrivateDirectory`: a directory of this user's own, whose files are safe to execute.

The directory is opened once, and all files are reached through its descriptor. What counts is asked of the
open descriptors (`fstat`), not of paths: the directory, and each file that is read, belongs to this user (a
file may be root's), and nobody else may write it. So whoever may write to a folder above can take the
directory away, but cannot put another one, or code of theirs, in its place.

Windows opens no directories; there paths are used, and the system's own permissions hold.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

_HAS_OWNERS = hasattr(os, "geteuid")
_OPENS_DIRECTORIES = os.open in os.supports_dir_fd
# Files are neither followed through links nor waited for, as a pipe would be.
_READING = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_MAKING = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class Entry(NamedTuple):
    """A file: its name, bytes, and when it was used last."""

    name: str
    size: int
    used: float


class PrivateDirectory:
    """An open directory.

    Args:
        path: where it is.
        create: whether it is made where there is none, with the folders above.

    Raises:
        FileNotFoundError: there is none.
        PermissionError: it does not belong to this user, or others may write there.
        OSError: it cannot be made or opened.
    """

    def __init__(self, path: Path, create: bool) -> None:
        self._number: int | None = None
        self._path = path
        if create:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _OPENS_DIRECTORIES:
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
            self._number = os.open(path, flags)
            _check_private(os.fstat(self._number), path, roots_too=False)
        else:
            _check_private(path.stat(), path, roots_too=False)

    def __del__(self) -> None:
        if self._number is not None:
            os.close(self._number)

    def _at(self, name: str) -> tuple[Any, dict[str, Any]]:
        """What calls of the system take for a file."""
        if self._number is None:
            return self._path / name, {}
        return name, {"dir_fd": self._number}

    def read(self, name: str) -> bytes:
        """The content of a file, which is touched.

        Raises:
            FileNotFoundError: there is none.
            PermissionError: it may be another user's.
            OSError: it cannot be read.
        """
        path, at = self._at(name)
        with os.fdopen(os.open(path, _READING | _BINARY, **at), "rb") as file:
            status = os.fstat(file.fileno())
            _check_private(status, self._path / name, roots_too=True)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(f"{self._path / name} is no regular file")
            content = file.read()
            if os.utime in os.supports_fd and status.st_uid == os.geteuid():
                os.utime(file.fileno())
        return content

    def write(self, name: str, content: bytes, prefix: str) -> None:
        """Writes a file that others see whole or not at all.

        Args:
            name: of the file.
            content: its bytes.
            prefix: what the name of the file begins with as long as it is written.

        Raises:
            OSError: it cannot be written.
        """
        aside = f"{prefix}{secrets.token_hex(8)}"
        path, at = self._at(aside)
        number = os.open(path, _MAKING | _BINARY, 0o600, **at)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            target, _ = self._at(name)
            of_both = {f"{side}_{key}": at[key] for key in at for side in ("src", "dst")}
            os.replace(path, target, **of_both)
        except OSError:
            self.remove(aside)
            # Windows: another process is reading the file, which then is as good as ours.
            if os.name != "nt" or not (self._path / name).exists():
                raise

    def remove(self, name: str) -> None:
        """Takes a file away, if it is there."""
        path, at = self._at(name)
        try:
            os.unlink(path, **at)
        except FileNotFoundError:
            return

    def entries(self) -> Iterator[Entry]:
        """The files that are there."""
        with os.scandir(self._path if self._number is None else self._number) as files:
            for file in files:
                try:
                    status = file.stat(follow_symlinks=False)
                except FileNotFoundError:  # Another process was faster.
                    continue
                yield Entry(file.name, status.st_size, status.st_mtime)


def _check_private(status: os.stat_result, path: Path, roots_too: bool) -> None:
    """Raises PermissionError if another user owns what was opened, or may write it."""
    if not _HAS_OWNERS:
        return
    owners = (os.geteuid(), 0) if roots_too else (os.geteuid(),)
    if status.st_uid not in owners or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(f"{path} does not belong to this user, or others may write there")
