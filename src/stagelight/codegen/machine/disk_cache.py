"""Compiled code kept on disk, so that the next process need not compile it again.

An entry is a file named by its key, a hash of all that the code depends on. It is written aside and
renamed, so that processes may share a directory: they see whole entries or none. The file repeats the
key and has a checksum; what does not fit is taken away and counts as not there. Reading touches the
file, and when the entries become larger than the settings allow, those longest untouched go.

Machine code is run as it is read. So the directory must belong to the user, and nobody else may write
there. Whatever goes wrong costs no more than the time to compile again: one warning tells of it.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
import threading
import time
import warnings
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from stagelight import config

_HEAD = b"stagelight compiled code 1\n"
_HASH_BYTES = 32
_SUFFIX = ".code"
_ASIDE = ".writing-"

# When there is too much, this part of the limit is kept, so that not every entry makes others go.
_KEPT_PART = 0.8
# Files that a process left half written.
_OLDEST_ASIDE = 3600.0


def entry_key(parts: Iterable[str]) -> str:
    """The key of code that depends on these texts."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode()
        hashed.update(len(data).to_bytes(8, "little") + data)
    return hashed.hexdigest()


class DiskCache:
    """The entries in one directory."""

    def __init__(self, directory: Path, most_bytes: int) -> None:
        self.directory = directory
        self.most_bytes = most_bytes
        self._is_usable: bool | None = None  # not known yet
        self._bytes: int | None = None  # as far as this process knows; None: not counted yet
        self._lock = threading.Lock()
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._writer: threading.Thread | None = None  # alive while entries are waiting

    def get(self, key: str) -> bytes | None:
        """The code of an entry, or None if there is none that is whole."""
        if not self._check_directory(create=False):
            return None
        path = self._path(key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._give_up(error)
            return None
        head = _head(key)
        code = data[len(head) + _HASH_BYTES :]
        if data != head + hashlib.sha256(code).digest() + code:
            self.remove(key)
            return None
        with suppress(OSError):  # another process has removed it, or the disk is read-only
            os.utime(path)
        return code

    def put(self, key: str, code: bytes) -> None:
        """Writes an entry, in another thread: a disk may take its time."""
        if not self._check_directory(create=True):
            return
        with self._lock:
            self._waiting.append((key, code))
            if self._writer is not None:
                return
            writer = self._writer = threading.Thread(
                target=self._write_all, name="stagelight-cache"
            )
        try:
            writer.start()
        except RuntimeError:  # no more threads, or the process is about to end
            self._write_all()

    def wait_for_writer(self) -> None:
        """Waits until all entries put by this process are on disk."""
        writer = self._writer
        if writer is not None:
            writer.join()

    def remove(self, key: str) -> None:
        """Takes an entry away."""
        try:
            self._path(key).unlink(missing_ok=True)
        except OSError as error:
            self._give_up(error)

    def _path(self, key: str) -> Path:
        return self.directory / (key + _SUFFIX)

    def _write_all(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._writer = None
                    return
                key, code = self._waiting.popleft()
            self._write(key, code)

    def _write(self, key: str, code: bytes) -> None:
        data = _head(key) + hashlib.sha256(code).digest() + code
        try:
            try:
                _write_whole(self._path(key), data)
            except FileNotFoundError:  # somebody has removed the directory
                self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
                _write_whole(self._path(key), data)
            self._make_room(len(data))
        except OSError as error:
            self._give_up(error)

    def _make_room(self, added: int) -> None:
        """Takes away the entries longest not used, if there is too much."""
        if self._bytes is not None:
            self._bytes += added
            if self._bytes <= self.most_bytes:
                return
        entries = sorted(_entries(self.directory))
        total = sum(size for _, size, _ in entries)
        if total > self.most_bytes:
            for _, size, path in entries:
                try:
                    os.unlink(path)
                except (
                    FileNotFoundError
                ):  # another process is making room: count again the next time
                    self._bytes = None
                    return
                total -= size
                if total <= self.most_bytes * _KEPT_PART:
                    break
        self._bytes = total

    def _check_directory(self, create: bool) -> bool:
        """Whether the directory is there and safe to use."""
        if self._is_usable is None:
            try:
                if create:
                    self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
                _check_owner(self.directory)
            except FileNotFoundError:
                return False
            except OSError as error:
                self._give_up(error)
            else:
                self._is_usable = True
        return bool(self._is_usable)

    def _give_up(self, error: OSError) -> None:
        if self._is_usable is False:
            return
        self._is_usable = False
        warnings.warn(
            f"Compiled code is not kept on disk from now on: {error}. Set the environment variable "
            "STAGELIGHT_CACHE_DIR to a directory of your own, or to `off`.",
            UserWarning,  # NumPy's are RuntimeWarnings, and those from here are not shown.
            stacklevel=2,
        )


def _head(key: str) -> bytes:
    return _HEAD + key.encode() + b"\n"


def _write_whole(path: Path, data: bytes) -> None:
    """Writes a file that others see either whole or not at all."""
    number, aside = tempfile.mkstemp(prefix=_ASIDE, dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except OSError:
        Path(aside).unlink(missing_ok=True)
        # Windows: another process is reading the entry, which then is as good as ours.
        if os.name != "nt" or not path.exists():
            raise


def _entries(directory: Path) -> list[tuple[float, int, str]]:
    """Time of last use, size and path of each entry. Old files of broken writers are removed."""
    found = []
    now = time.time()
    with os.scandir(directory) as files:
        for file in files:
            try:
                status = file.stat()
                if file.name.endswith(_SUFFIX):
                    found.append((status.st_mtime, status.st_size, file.path))
                elif file.name.startswith(_ASIDE) and now - status.st_mtime > _OLDEST_ASIDE:
                    os.unlink(file.path)
            except FileNotFoundError:  # another process was faster
                continue
    return found


def _check_owner(directory: Path) -> None:
    """Raises PermissionError if others could put code into the directory."""
    status = directory.stat()
    if not hasattr(os, "geteuid"):
        return
    if status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(
            f"{directory} does not belong to this user, or others may write there"
        )


@cache
def _cache_at(directory: str, most_bytes: int) -> DiskCache:
    return DiskCache(Path(directory) / "code", most_bytes)


# In a forked child there is no writer, and the lock may be another thread's.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_cache_at.cache_clear)


def current_cache() -> DiskCache | None:
    """The cache by the settings; None if code is not to be kept."""
    settings = config.current
    if settings.compilation_cache is None:
        return None
    return _cache_at(settings.compilation_cache, settings.compilation_cache_bytes)
