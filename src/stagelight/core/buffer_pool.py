"""Large arrays in memory that was used before.

The system gives a large block of fresh memory page by page, at the first touch of each; for an array of
40 MB this takes longer than an addition that fills it. `empty` is `numpy.empty`, but for arrays of 1 MB
and more it looks for a block that nobody uses any more.

A block is an array of bytes. What `empty` returns is a view of it, and a view of a view refers to the
block as well. So if the pool's reference is the only one, no array, tensor, memoryview or DLPack capsule
is left that could reach the memory, and nobody has to tell the pool that it is free. This counting of
references needs CPython with its global lock; elsewhere `empty` is plain `numpy.empty`.

The settings say how many bytes the pool may hold, used or not (`recycled_bytes`; 0 switches it off). When
there is too much, the unused blocks that were given out longest ago are freed; if that is not enough,
`empty` is plain `numpy.empty`.
"""

from __future__ import annotations

import math
import os
import sys
import threading
from itertools import count

import numpy as np

from stagelight import config
from stagelight.core.memory_errors import out_of_memory
from stagelight.fork_safety import renewed_in_child

# Smaller arrays come from the C library's free memory anyway.
LEAST_BYTES = 1 << 20

# Arrays begin at a cache line, which is also the widest vector register.
_ALIGNMENT = 64


class _Block:
    """Memory, and when it was given out last."""

    __slots__ = ("given", "memory", "offset")

    def __init__(self, size: int) -> None:
        self.memory = np.empty(size, np.uint8)
        self.offset = -self.memory.ctypes.data % _ALIGNMENT
        self.given = 0

    def references(self) -> int:
        """How many refer to the memory."""
        return sys.getrefcount(self.memory)

    def is_unused(self) -> bool:
        return self.references() == _ALONE


def _references_alone() -> int | None:
    """What `references` says of a block that nobody uses; None where it cannot be known."""
    has_lock = getattr(sys, "_is_gil_enabled", lambda: True)()
    return _Block(1).references() if sys.implementation.name == "cpython" and has_lock else None


_ALONE = _references_alone()


def block_size(size: int) -> int:
    """The size of the block for so many bytes: there are four between each power of two and the next."""
    step = 1 << max(size.bit_length() - 3, 0)
    return (size + step - 1) // step * step


class BufferPool:
    """Blocks by size.

    Finalizers may run anywhere and ask for arrays themselves: so the lock is reentrant, and a list is
    taken out of the table while it is looked through.
    """

    def __init__(self) -> None:
        self._lock = renewed_in_child(threading.RLock())
        self._blocks: dict[int, list[_Block]] = {}
        self._held = 0
        self._clock = count(1)

    def empty(self, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        """An array of any content, in rows; aligned to 64 bytes if its memory is the pool's.

        Raises:
            MemoryError: there is not enough memory.
        """
        try:
            return self._empty(shape, dtype)
        except ValueError as error:
            if out_of_memory(error) is None:
                raise
            raise MemoryError(str(error)) from None

    def _empty(self, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        limit = config.current.recycled_bytes
        size = math.prod(shape) * dtype.itemsize
        if size < LEAST_BYTES or size > limit or _ALONE is None or dtype.hasobject:
            return np.empty(shape, dtype)
        with self._lock:
            length = block_size(size + _ALIGNMENT)
            block = self._unused_block(length) or self._new_block(length, limit)
            if block is None:
                return np.empty(shape, dtype)
            block.given = next(self._clock)
            array: np.ndarray = np.ndarray(shape, dtype, block.memory, block.offset)
            self._put_back(length, [block])
            return array

    @property
    def held_bytes(self) -> int:
        """How much memory the pool has, used and unused."""
        return self._held

    def clear(self) -> None:
        """Frees what is unused, and forgets what is used: that is freed by those who use it."""
        with self._lock:
            self._blocks = {}
            self._held = 0

    def shrink(self, limit: int) -> None:
        """Frees unused blocks until the pool holds no more than the limit, as far as it can."""
        if self._held > limit:
            with self._lock:
                self._free(self._held - limit)

    def _put_back(self, size: int, blocks: list[_Block]) -> None:
        self._blocks.setdefault(size, []).extend(blocks)

    def _unused_block(self, size: int) -> _Block | None:
        """Takes a block of this size out of the table. Those given out last may still be in caches."""
        blocks = self._blocks.pop(size, [])
        places = reversed(range(len(blocks)))
        place = next((place for place in places if blocks[place].is_unused()), None)
        block = None if place is None else blocks.pop(place)
        self._put_back(size, blocks)
        return block

    def _new_block(self, size: int, limit: int) -> _Block | None:
        """A block of fresh memory; None if the pool has no room for it."""
        if self._held + size > limit:
            self._free(self._held + size - limit)
        if self._held + size > limit:
            return None
        try:
            block = _Block(size)
        except MemoryError:
            self._free(self._held)
            block = _Block(size)
        self._held += size
        return block

    def _free(self, least: int) -> None:
        """Frees unused blocks until there are so many bytes more."""
        blocks = [block for same_size in self._blocks.values() for block in same_size]
        self._blocks = {}
        blocks.sort(key=lambda block: block.given)
        for block in blocks:
            size = block.memory.size
            if least > 0 and block.is_unused():
                least -= size
                self._held -= size
            else:
                self._put_back(size, [block])


class _TheProcess:
    """Holds the pool of the process."""

    pool = BufferPool()


def _forget() -> None:
    """In a forked child, another thread may have been at work on the table."""
    _TheProcess.pool = BufferPool()


config.on_change(lambda: _TheProcess.pool.shrink(config.current.recycled_bytes))
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def the_buffer_pool() -> BufferPool:
    """The pool of the process."""
    return _TheProcess.pool


def empty(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """`numpy.empty`, in memory that was used before if the array is large."""
    return _TheProcess.pool.empty(shape, dtype)


def copied(array: np.ndarray) -> np.ndarray:
    """A copy in rows, in memory that was used before if it is large."""
    copy = empty(array.shape, array.dtype)
    copy[...] = array
    return copy
