"""Parts of a file that another thread reads while this one does something else.

The thread asks the system for many parts at once, so that it seldom waits for Python's lock. It tells no
errors: what it could not read is read again by who needs it, who then says what is wrong.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

# Bytes that are read by one call, which waits for Python's lock once, and those that have memory in common:
# it is freed when none of them is needed any more.
_AT_ONCE = 1 << 26
_IN_COMMON = 1 << 24
_ALIGNED = 64  # Of the place of each part in memory, as of arrays that NumPy makes.
_MOST_PARTS = 256  # POSIX allows as few as 16, Linux and macOS 1024.

Part = tuple[int, int]  # offset, size


class ReadAhead:
    """Reads parts of a file while the block runs; those that are not taken are forgotten at its end.

    Args:
        path: of the file.
        parts: offset and size of each. Those beyond the file's end, and those that begin within another
            one are not read: hardly more memory is taken than the file has bytes.
    """

    def __init__(self, path: Path, parts: Iterable[Part]) -> None:
        self._path = path
        self._wanted = list(parts)
        self._found: dict[Part, tuple[Future[bool], np.ndarray]] = {}
        self._threads = ThreadPoolExecutor(1)

    def __enter__(self) -> ReadAhead:
        try:
            length = self._path.stat().st_size if hasattr(os, "preadv") else 0
        except OSError:
            return self
        known = {(at, size) for at, size in self._wanted if at >= 0 and size > 0}
        runs = list(_runs(sorted(x for x in known if sum(x) <= length)))
        # All memory is there before the first is filled: meanwhile the system gives none.
        rooms = [_buffers([size for _, size in run]) for run in runs]
        for run, buffers in zip(runs, rooms, strict=True):
            future = self._threads.submit(self._read, run[0][0], buffers)
            self._found.update(
                (part, (future, buffer)) for part, buffer in zip(run, buffers, strict=True)
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._threads.shutdown(cancel_futures=True)
        self._found.clear()

    def take(self, offset: int, size: int) -> np.ndarray | None:
        """The bytes of a part, once; None if they were not read."""
        found = self._found.pop((offset, size), None)
        return found[1] if found is not None and found[0].result() else None

    def _read(self, offset: int, buffers: Any) -> bool:
        """Whether the buffers could be filled with the bytes from an offset on."""
        try:
            with open(self._path, "rb", buffering=0) as file:
                return os.preadv(file.fileno(), buffers, offset) == sum(map(len, buffers))
        except OSError:
            return False


def _buffers(sizes: list[int]) -> list[np.ndarray]:
    """Room for parts, many in one array: to large ones the system gives large pages, which is faster."""
    buffers: list[np.ndarray] = []
    while len(buffers) < len(sizes):
        total = 0
        ends: list[int] = []
        for size in sizes[len(buffers) :]:
            if ends and total + size > _IN_COMMON:
                break
            total += -(-size // _ALIGNED) * _ALIGNED
            ends.append(total)
        room = np.empty(total + _ALIGNED, np.uint8)
        first = -room.ctypes.data % _ALIGNED
        starts = [first, *[first + end for end in ends[:-1]]]
        own = sizes[len(buffers) : len(buffers) + len(ends)]
        buffers += [room[start : start + size] for start, size in zip(starts, own, strict=True)]
    return buffers


def _runs(parts: list[Part]) -> Iterator[list[Part]]:
    """Parts in order: each where the one before it ends, and together no larger than is read at once."""
    run: list[Part] = []
    end = 0
    for offset, size in parts:
        if offset < end:
            continue
        if run and (
            offset != end or len(run) == _MOST_PARTS or offset + size - run[0][0] > _AT_ONCE
        ):
            yield run
            run = []
        run.append((offset, size))
        end = offset + size
    if run:
        yield run
