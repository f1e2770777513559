"""Compiling beside the program: NumPy answers until the machine code is there.

`Settings.compiles_in_background` asks for it; and hot shapes of regions with open sizes get their programs
so (`dynamic_regions`). LLVM releases Python's lock while it works, so the program goes
on. There is one thread, since LLVM does one thing at a time. In a forked child, regions whose code was not
there yet stay with NumPy. At the end of the process the thread finishes what it is at, and no more.
"""

from __future__ import annotations

import contextvars
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from stagelight.fork_safety import renewed_in_child
from stagelight.runtime.executors import Run


class _TheProcess:
    """Holds the thread that compiles, once there is one."""

    lock = renewed_in_child(threading.Lock())
    thread: ThreadPoolExecutor | None = None


def _the_thread() -> ThreadPoolExecutor:
    with _TheProcess.lock:
        if _TheProcess.thread is None:
            _TheProcess.thread = ThreadPoolExecutor(1, "stagelight-compiler")
        return _TheProcess.thread


def _forget_thread() -> None:
    """In a forked child it is gone."""
    _TheProcess.thread = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_thread)


class Pending:
    """What another thread makes, until it is asked for."""

    def __init__(self, make: Callable[[], Run]) -> None:
        self._make = make
        self._process = os.getpid()
        self._future = _the_thread().submit(contextvars.copy_context().run, make)

    def result(self) -> Run:
        """Waits for it; in a forked child, where that thread is not, it is made here."""
        return self._future.result() if os.getpid() == self._process else self._make()


class CompiledInBackground:
    """The function over arrays that runs a region."""

    def __init__(self, make: Callable[[], Run], meanwhile: Run) -> None:
        """
        Args:
            make: gives the compiled function. It is called in another thread.
            meanwhile: runs the region until then.
        """
        self._run = meanwhile
        self._make: Callable[[], Run] | None = make
        _the_thread().submit(self._compile)

    def __call__(self, *arrays: Any) -> Any:
        return self._run(*arrays)

    def _compile(self) -> None:
        make, self._make = self._make, None
        if make is None or not threading.main_thread().is_alive():
            return  # The process ends.
        try:
            self._run = make()
        except Exception as error:  # noqa: BLE001 - told by the next call
            self._run = _Raised(error)


class _Raised:
    """Tells an error of the other thread, such as a warning that the user has made one."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __call__(self, *_arrays: Any) -> Any:
        raise self._error


def wait_for_compilation() -> None:
    """Waits until all that was asked for is compiled."""
    _the_thread().submit(lambda: None).result()
