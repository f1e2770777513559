"""The pool for heavy steps of host plans that can run at the same time."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from stagelight import config
from stagelight.fork_safety import renewed_in_child

# Steps may wait rather than compute (Python calls), so there are more threads than processors.
_LEAST_THREADS = 4

_lock = renewed_in_child(threading.Lock())
_pool: ThreadPoolExecutor | None = None


class _Worker(threading.local):
    is_one = False


_worker = _Worker()


def _become_worker() -> None:
    _worker.is_one = True


def _the_pool() -> ThreadPoolExecutor:
    global _pool  # noqa: PLW0603 - the one pool of the process
    with _lock:
        if _pool is None:
            size = config.current.inter_op_threads or max(_LEAST_THREADS, config.available_cpus())
            _pool = ThreadPoolExecutor(size, "stagelight", initializer=_become_worker)
        return _pool


def _forget_pool() -> None:
    """In a forked child the threads are gone."""
    global _pool  # noqa: PLW0603 - the one pool of the process
    _pool = None


os.register_at_fork(after_in_child=_forget_pool)


def submit(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Future[Any]:
    """Begins a call in another thread. A thread of the pool runs it itself: it must not wait for others."""
    if _worker.is_one:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - raised by whoever waits
            future.set_exception(error)
        return future
    # With its context: what limits the caller holds for the thread as well.
    return _the_pool().submit(copy_context().run, function, *args, **kwargs)
