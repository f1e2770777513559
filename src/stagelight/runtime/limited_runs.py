"""Runs of graphs that may take so much time and memory, such as those of models of unknown origin.

The outermost run begins a budget; the runs in it have the same. Loops of the host's plans and of machine code
ask whether their time is over, and so does each run that begins. Arrays are made of memory that is counted;
what is no array is asked for (`core/budget.py`). One operation is not interrupted.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from stagelight.codegen.machine.counted_memory import CountedMemory
from stagelight.core.budget import Budget, Limits, check_time, has_budget, within
from stagelight.core.memory_errors import out_of_memory
from stagelight.errors import ResourceExhaustedError
from stagelight.fork_safety import renewed_in_child


class _Memory:
    """The memory of all runs of the same limits. Runs at the same time share it."""

    def __init__(self, size: int) -> None:
        self.counted = CountedMemory()
        self._size = size
        self._lock = renewed_in_child(threading.Lock())
        self._runs = 0

    def begin(self) -> None:
        """A run begins. What earlier ones gave is the caller's now."""
        with self._lock:
            self._runs += 1
            if self._runs == 1:
                self.counted.allow(self._size)

    def end(self) -> None:
        """A run is over."""
        with self._lock:
            self._runs -= 1


@cache
def _memory_of(limits: Limits) -> _Memory:
    return _Memory(limits.memory)


@contextmanager
def limited(limits: Limits) -> Iterator[None]:
    """A scope that has a budget; within another one, that holds.

    Raises:
        DeadlineExceededError: what is run took longer than it may.
        ResourceExhaustedError: it took more memory than it may.
    """
    if has_budget():
        check_time()
        yield
        return
    memory = _memory_of(limits)
    budget = Budget(limits, time.monotonic() + limits.seconds, lambda: memory.counted.room)
    memory.begin()
    try:
        with within(budget), memory.counted.used_by_numpy():
            try:
                yield
            except MemoryError as error:
                raise ResourceExhaustedError(None, None, str(out_of_memory(error))) from error
    finally:
        memory.end()


def limited_run(limits: Limits, run: Callable[..., Any]) -> Callable[..., Any]:
    """A function over arrays that keeps to limits."""

    def call(*arrays: Any) -> Any:
        with limited(limits):
            return run(*arrays)

    return call
