"""Files that are there as a whole or not at all: written aside, synced, and renamed.

What is written aside has its process in its name, and is locked. A process that is killed leaves it behind:
the next that writes to the folder takes it away.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows has no such locks: what is left behind stays there.
    fcntl = None  # type: ignore[assignment]

_ASIDE = re.compile(r"\.(?:.+\.)?(\d+)\.[0-9a-f]{8}\.new")
# A disk, a quota or a limit is full; such errors name no file.
_NO_ROOM = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
# Seconds that a file stays in any case: it might not have its lock yet.
_AGE = 60.0


@contextlib.contextmanager
def replaced(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to that takes its place under `path` when the block ends without an error.

    It is on the disk before it gets its name: a crash leaves what was there before, or all of the new.
    """
    target = Path(path)
    remove_leftovers(target.parent)
    aside = path_aside(target.parent, f".{target.name}")
    try:
        with open(aside, "xb") as file, held(aside):
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(aside)
        if isinstance(error, OSError) and (
            error.errno in _NO_ROOM or error.filename in (aside, str(aside))
        ):
            # Users know the file by its own name.
            error.filename = str(target)
        raise
    sync_folder(target.parent)


def begin_sync(file: BinaryIO, begin: int, end: int) -> None:
    """Has the system begin to put what was written on the disk, so that the sync at the end finds less.

    Linux does so when it is told that the bytes from `begin` to `end` are not needed; it does not wait, and
    keeps those in memory that are not on the disk yet. Elsewhere nothing happens.
    """
    if hasattr(os, "posix_fadvise"):
        file.flush()
        with contextlib.suppress(OSError):  # Some file systems do not know it.
            os.posix_fadvise(file.fileno(), begin, end - begin, os.POSIX_FADV_DONTNEED)


def path_aside(folder: Path, beginning: str = "") -> Path:
    """A path for what this process writes aside in a folder."""
    return folder / f"{beginning}.{os.getpid()}.{secrets.token_hex(4)}.new"


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Locks what is written aside, so that no process takes it for left behind."""
    if fcntl is None:
        yield
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        with contextlib.suppress(
            OSError
        ):  # Some file systems have no locks; nothing is taken away there.
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def only_one(path: str) -> Iterator[None]:
    """Holds a lock file while the block runs. One that a process has left behind is taken over.

    Raises:
        FileExistsError: another holds it, in this process or elsewhere.
    """
    if fcntl is None:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        try:
            yield
        finally:
            os.unlink(path)
        return
    descriptor = _locked(path)
    try:
        yield
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        os.close(descriptor)


def _locked(path: str) -> int:
    """A descriptor of a lock file that nobody else holds."""
    while True:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Who held it has deleted it meanwhile, if there is another of this name now, or none.
            if os.path.samestat(os.fstat(descriptor), os.stat(path)):
                return descriptor
        except FileNotFoundError:
            pass
        except BlockingIOError:
            os.close(descriptor)
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path) from None
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def remove_leftovers(folder: Path) -> None:
    """Takes away what processes that live no more have left in a folder."""
    if fcntl is None:
        return
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            named = _ASIDE.fullmatch(entry.name)
            if named is not None and _is_left_behind(Path(entry.path), int(named[1])):
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    os.unlink(entry.path)


def _is_left_behind(path: Path, process: int) -> bool:
    """Whether a process lives no more, here or, as the lock tells, on another machine."""
    with contextlib.suppress(PermissionError, OverflowError):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return time.time() - path.stat().st_mtime > _AGE and not _is_locked(path)
    return False


def _is_locked(path: Path) -> bool:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


def sync_folder(folder: Path) -> None:
    """Puts the names of a folder's files on the disk, where the system knows how."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
