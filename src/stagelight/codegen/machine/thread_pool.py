"""One loop on all processors: `stagelight_parallel_for`, for generated code and for Python.

    void stagelight_parallel_for(void (*body)(ptr context, i64 begin, i64 end), ptr context,
                                 i64 total, i64 grain)

divides 0..total into chunks of `grain`, calls `body` once for each and returns when all are done. The last
chunk takes what is left over too, so that each has at least `grain`; a smaller total is one chunk. Chunks
do not depend on the number of threads: a reduction has one partial result for each
(`begin / grain` is the chunk's number), and adds them up in one order. Who runs which is open.

The caller takes part. It may come from any thread, holding Python's lock or not, and from inside a
body: while one loop is shared, others run in their callers alone. A body must not raise, nor wait for
another chunk: it may be that the caller runs them all. It has 8 MB of stack. A grain is good if its
chunk lasts 5 to 100 microseconds: threads that sleep are woken when the first chunk, now or in an earlier
loop of this body, has shown that the loop is long.

Threads are started by the first loop that is shared, and stopped at exit. There are as many as
`tf.config.threading` says, which may change at any time. A forked child starts its own. On Windows
chunks run one after the other.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import time

from stagelight import config
from stagelight.codegen.machine.compiler import compile_module
from stagelight.codegen.machine.host import host_target, llvm_lock
from stagelight.codegen.machine.thread_pool_code import (
    MOST_WORKERS,
    Sleep,
    pool_code,
    usual_sleep,
)

SYMBOL = "stagelight_parallel_for"
THREADS_SYMBOL = "stagelight_pool_threads"

# How long the end of the process waits for a loop that another thread is still in.
_LONGEST_WAIT_AT_EXIT = 1.0


def thread_count() -> int:
    """How many threads share a loop by the settings, the caller among them."""
    return min(config.current.intra_op_threads or config.available_cpus(), MOST_WORKERS + 1)


class ThreadPool:
    """Worker threads and the functions that share loops with them.

    Its code is never freed: a thread may be in it for as long as the process lives.

    Attributes:
        address: where `stagelight_parallel_for` is.
        threads_address: where `stagelight_pool_threads` is, which says how many threads share a loop.
    """

    def __init__(self, sleep: Sleep | None) -> None:
        """Makes a pool whose idle threads sleep in this way; None: a pool without threads."""
        self._module = compile_module(pool_code(sleep, host_target()), passes="quick")
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._module))
        self.address = self._module.address(SYMBOL)
        self.threads_address = self._module.address(THREADS_SYMBOL)
        self._has_threads = sleep is not None
        integer = ctypes.c_int64
        pointer = ctypes.c_void_p
        # ctypes calls without Python's lock.
        self._parallel_for = ctypes.CFUNCTYPE(None, pointer, pointer, integer, integer)(
            self._module.address(f"{SYMBOL}_python")
        )
        if sleep is None:
            return
        function = self._module.address
        self._set_workers = ctypes.CFUNCTYPE(ctypes.c_bool, integer)(
            function("stagelight_pool_set_workers")
        )
        self._started = ctypes.CFUNCTYPE(integer)(function("stagelight_pool_started"))
        reset = ctypes.CFUNCTYPE(None)(function("stagelight_pool_reset"))
        reset()
        os.register_at_fork(after_in_child=reset)
        atexit.register(self.resize, 1, patience=_LONGEST_WAIT_AT_EXIT)

    def resize(self, threads: int, patience: float = float("inf")) -> bool:
        """Sets the number of threads that share a loop, the caller among them.

        Waits for the loop that is being done. Returns whether it ended within `patience` seconds; if it
        did not, nothing has changed.
        """
        if not self._has_threads:
            return True
        give_up = time.monotonic() + patience
        while not self._set_workers(threads - 1):
            if time.monotonic() > give_up:
                return False
            time.sleep(0.0005)
        return True

    def workers(self) -> int:
        """How many threads of the pool there are now."""
        return self._started() if self._has_threads else 0

    def parallel_for(self, body: int, context: int, total: int, grain: int) -> None:
        """Calls `stagelight_parallel_for` (see above) with the addresses of body and context.

        Subnormal numbers are zeros meanwhile, as in all machine code.
        """
        self._parallel_for(body, context, total, grain)


class _TheProcess:
    """Holds the pool of the process, once there is one."""

    pool: ThreadPool | None = None
    threads = 1


def the_pool() -> ThreadPool:
    """The pool of the process. The first call makes it."""
    pool = _TheProcess.pool
    if pool is not None:
        return pool
    with llvm_lock:
        if _TheProcess.pool is None:
            _TheProcess.pool = ThreadPool(usual_sleep())
            _follow_settings()
            config.on_change(_follow_settings)
        return _TheProcess.pool


def _follow_settings() -> None:
    threads = thread_count()
    if _TheProcess.pool is not None and threads != _TheProcess.threads:
        _TheProcess.pool.resize(threads)
        _TheProcess.threads = threads


def pool_symbols() -> dict[str, int]:
    """What generated code declares to share its loops: addresses by name."""
    pool = the_pool()
    return {SYMBOL: pool.address, THREADS_SYMBOL: pool.threads_address}
