"""Compiled code kept on disk, so that the next process need not compile it again.

An entry is a file named by its key, a hash of all that the code depends on. It is written aside and
renamed, so that processes may share a directory: they see whole entries or none. The file repeats the
key and has a checksum; what does not fit is taken away and counts as not there. Reading touches the
file, and when the entries become larger than the settings allow, those longest untouched go.

Machine code is run as it is read. So the directory and each entry must belong to the user, and nobody else
may write there (`private_directory.py`). An entry that may be another user's counts as not there. Whatever
goes wrong costs no more than the time to compile again: one warning tells of it.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
import warnings
from collections import deque
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from stagelight import config
from stagelight.codegen.machine.private_directory import Entry, PrivateDirectory
from stagelight.fork_safety import renewed_in_child

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
        self._opened: PrivateDirectory | None = None
        self._is_given_up = False
        self._bytes: int | None = None  # as far as this process knows; None: not counted yet
        self._lock = renewed_in_child(threading.Lock())
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._writer: threading.Thread | None = None  # alive while entries are waiting

    def get(self, key: str) -> bytes | None:
        """The code of an entry, or None if there is none that is whole and this user's."""
        try:
            opened = self._open(create=False)
            data = None if opened is None else opened.read(key + _SUFFIX)
        except FileNotFoundError:
            return None
        except PermissionError as error:
            if self._opened is None:
                self._give_up(error)
            else:
                self.remove(key)  # Somebody else's.
            return None
        except OSError as error:
            self._give_up(error)
            return None
        if data is None:
            return None
        head = _head(key)
        code = data[len(head) + _HASH_BYTES :]
        if data != head + hashlib.sha256(code).digest() + code:
            self.remove(key)
            return None
        return code

    def put(self, key: str, code: bytes) -> None:
        """Writes an entry, in another thread: a disk may take its time."""
        try:
            if self._open(create=True) is None:
                return
        except OSError as error:
            self._give_up(error)
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
            opened = self._open(create=False)
            if opened is not None:
                opened.remove(key + _SUFFIX)
        except OSError as error:
            self._give_up(error)

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
            for attempt in range(2):
                opened = self._open(create=True)
                if opened is None:
                    return
                try:
                    opened.write(key + _SUFFIX, data, _ASIDE)
                except FileNotFoundError:  # Somebody has removed the directory.
                    self._opened = None
                    if attempt:
                        raise
                else:
                    self._make_room(opened, len(data))
                    return
        except OSError as error:
            self._give_up(error)

    def _make_room(self, opened: PrivateDirectory, added: int) -> None:
        """Takes away the entries longest not used, if there is too much."""
        if self._bytes is not None:
            self._bytes += added
            if self._bytes <= self.most_bytes:
                return
        entries = sorted(_whole_entries(opened), key=lambda entry: entry.used)
        total = sum(entry.size for entry in entries)
        if total > self.most_bytes:
            for entry in entries:
                opened.remove(entry.name)
                total -= entry.size
                if total <= self.most_bytes * _KEPT_PART:
                    break
        self._bytes = total

    def _open(self, create: bool) -> PrivateDirectory | None:
        """The directory; None where it is not used.

        Raises:
            FileNotFoundError: there is none yet.
            OSError: it cannot be opened, or is not safe to use.
        """
        if self._is_given_up:
            return None
        opened = self._opened
        if opened is None:
            opened = self._opened = PrivateDirectory(self.directory, create)
        return opened

    def _give_up(self, error: OSError) -> None:
        if self._is_given_up:
            return
        self._is_given_up = True
        warnings.warn(
            f"Compiled code is not kept on disk from now on: {error}. Set the environment variable "
            "STAGELIGHT_CACHE_DIR to a directory of your own, or to `off`.",
            UserWarning,  # NumPy's are RuntimeWarnings, and those from here are not shown.
            stacklevel=2,
        )


def _head(key: str) -> bytes:
    return _HEAD + key.encode() + b"\n"


def _whole_entries(opened: PrivateDirectory) -> list[Entry]:
    """The entries of a directory. Old files of broken writers are removed."""
    found = []
    now = time.time()
    for entry in list(opened.entries()):
        if entry.name.endswith(_SUFFIX):
            found.append(entry)
        elif entry.name.startswith(_ASIDE) and now - entry.used > _OLDEST_ASIDE:
            opened.remove(entry.name)
    return found


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
