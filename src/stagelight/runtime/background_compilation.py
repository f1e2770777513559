"""Compiling beside the program: the host answers until the machine code is there.

First calls run so (`host_tier`), hot shapes of regions with open sizes get their programs so
(`dynamic_regions`), and `Settings.compiles_in_background` asks for it everywhere. There is one thread. LLVM
works in another process, and what Python does shares its lock with the program, in short turns. In a forked
child, regions whose code was not there yet stay with the host. The end of the process waits for nothing that
is being compiled: what the thread is at is abandoned.
"""

from __future__ import annotations

import atexit
import contextvars
import ctypes
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from typing import Any

from stagelight.codegen.machine.compiler_process import is_compiling
from stagelight.fork_safety import renewed_in_child
from stagelight.runtime.executors import Run

# Seconds for which a thread that wants Python's lock waits for one that does not let go of it; 5 ms by
# default. NumPy lets go of it in each matrix product, and would wait as long to have it again.
_TURN = 2e-4
_USUAL_TURN = sys.getswitchinterval()
# Seconds that the end of the process waits for Python code to notice it.
_LONGEST_END = 2.0


class _ProcessEnds(BaseException):
    """Is raised in the thread, whatever it is at, when the process ends."""


class _CompilerThread:
    """The thread that compiles: one job after the other."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        self._is_ending = False
        # A daemon: Python would wait for another before it tells anybody that the process ends.
        self._thread = threading.Thread(target=self._work, name="stagelight-compiler", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[], Any]) -> Future[Any]:
        """What a job will give, when its turn has come."""
        future: Future[Any] = Future()
        self._jobs.put((future, job))
        return future

    def _work(self) -> None:
        try:
            while not self._is_ending:
                self._do(*self._jobs.get())
        except _ProcessEnds:
            pass

    def _do(self, future: Future[Any], job: Callable[[], Any]) -> None:
        try:
            with _short_turns():
                result = job()
        except Exception as error:  # noqa: BLE001 - it is told to who asks for the result
            future.set_exception(error)
        else:
            future.set_result(result)

    def end(self) -> None:
        """Abandons what the thread is at."""
        self._is_ending = True
        if self._thread.is_alive() and not is_compiling():
            ident = ctypes.c_ulong(self._thread.ident or 0)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_ProcessEnds))
            self._jobs.put((Future(), int))
            self._thread.join(_LONGEST_END)


@contextmanager
def _short_turns() -> Iterator[None]:
    """A scope in which threads take Python's lock in short turns."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(min(before, _TURN))
    try:
        yield
    finally:
        sys.setswitchinterval(before)


class _TheProcess:
    """Holds the thread that compiles, once there is one."""

    lock = renewed_in_child(threading.Lock())
    thread: _CompilerThread | None = None


def _the_thread() -> _CompilerThread:
    with _TheProcess.lock:
        if _TheProcess.thread is None:
            _TheProcess.thread = _CompilerThread()
        return _TheProcess.thread


@atexit.register
def _end_thread() -> None:
    thread, _TheProcess.thread = _TheProcess.thread, None
    if thread is not None:
        thread.end()


def _forget_thread() -> None:
    """In a forked child it is gone."""
    if _TheProcess.thread is not None:
        sys.setswitchinterval(max(sys.getswitchinterval(), _USUAL_TURN))
    _TheProcess.thread = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_thread)


class Pending:
    """What another thread makes, until it is asked for."""

    def __init__(self, make: Callable[[], Run]) -> None:
        self._make = make
        self._process = os.getpid()
        self._future = _the_thread().submit(partial(contextvars.copy_context().run, make))

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
        assert make is not None
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
