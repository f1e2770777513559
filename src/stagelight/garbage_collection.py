"""Python's cyclic garbage collector, which runs less often while graphs are built and compiled.

CPython looks for cycles each time that 700 more containers have been made than freed, and through all
containers of the process each time that their number has grown by a quarter. Tracing and compilation make
hundreds of thousands that stay: operations, tensors, loop nests. Nearly half of the first training step of
a large network went into searches that found nothing.
"""

from __future__ import annotations

import gc
import os
import threading
from typing import Any

from stagelight.fork_safety import renewed_in_child

# Containers that may be made, and not freed, between two searches in the scope. A program's own cycles wait
# as long.
_THRESHOLD = 50_000


class collect_rarely:
    """A scope in which the garbage collector runs less often.

    Scopes may be within each other and in several threads; the collector is the process's, so it is as before
    when the last of them ends. A program that has turned it off, or has set a higher threshold, keeps
    that; thresholds that are set within the scope stay.
    """

    def __enter__(self) -> None:
        thread = threading.get_ident()
        with _lock:
            if not _depths:
                _raise_threshold()
            _depths[thread] = _depths.get(thread, 0) + 1

    def __exit__(self, *_: Any) -> None:
        thread = threading.get_ident()
        with _lock:
            _depths[thread] -= 1
            if not _depths[thread]:
                del _depths[thread]
            if not _depths:
                _restore_threshold()


_lock = renewed_in_child(threading.RLock())
# How many scopes each thread is in.
_depths: dict[int, int] = {}
# The thresholds to be put back; empty where they were left as they are.
_before: list[tuple[int, ...]] = []


def _raise_threshold() -> None:
    before = gc.get_threshold()
    if 0 < before[0] < _THRESHOLD:
        _before.append(before)
        gc.set_threshold(_THRESHOLD)


def _restore_threshold() -> None:
    while _before:
        before = _before.pop()
        if gc.get_threshold()[0] == _THRESHOLD:
            gc.set_threshold(*before)


def _forget_other_threads() -> None:
    """In a forked child: its only thread is the one that forked."""
    own = threading.get_ident()
    for thread in [x for x in _depths if x != own]:
        del _depths[thread]
    if not _depths:
        _restore_threshold()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_other_threads)
