"""Locks after `os.fork`: the child has them anew.

A fork copies the thread that forks and no other. A lock that another thread held stays locked in the child,
for ever: whoever waits for it hangs. So every lock of the package passes `renewed_in_child`. A lock that the
forking thread holds itself stays as it is, since that thread goes on in the child, and releases it.

Python's own locks of modules that are being imported are not renewed. A fork waits until no other thread is
importing a module of this package, or of one that it stands on. Where one begins just before the fork, or
takes too long, the child forgets the half of the module that is there, and imports it anew when it needs it.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any, TypeVar

_Lock = TypeVar("_Lock")
_Value = TypeVar("_Value")

_locks: weakref.WeakSet[Any] = weakref.WeakSet()

# What is imported when it is first used, by whichever thread that is.
_IMPORTED_LATE = ("stagelight", "scipy", "numpy", "ml_dtypes", "llvmlite", "google", "opt_einsum")
_LONGEST_WAIT = 10.0  # seconds


def renewed_in_child(lock: _Lock) -> _Lock:
    """Sees to it that a lock is free in a forked child, unless the thread that forks holds it.

    Args:
        lock: a lock or condition of `threading`, or an object that has their methods `_at_fork_reinit` and
            perhaps `_is_owned`. One that can be held while a program's code runs must have the latter.

    Returns:
        The lock.
    """
    _locks.add(lock)
    return lock


class cached_property(functools.cached_property[_Value]):
    """`functools.cached_property`, which in Python 3.11 holds a lock while it computes."""

    def __init__(self, function: Callable[[Any], _Value]) -> None:
        super().__init__(function)
        lock = getattr(self, "lock", None)
        if lock is not None:
            renewed_in_child(lock)


def _renew_locks() -> None:
    for lock in list(_locks):
        is_owned = getattr(lock, "_is_owned", None)
        if is_owned is None or not is_owned():
            lock._at_fork_reinit()


def _module_locks() -> dict[str, Any]:
    """Python's locks of modules, by name; each is a weak reference."""
    locks: dict[str, Any] = getattr(getattr(importlib, "_bootstrap", None), "_module_locks", {})
    return locks


def _imported_elsewhere() -> list[str]:
    """The modules that may be needed in the child, and that other threads are importing."""
    here, found = threading.get_ident(), []
    for name, reference in list(_module_locks().items()):
        lock = reference() if name.partition(".")[0] in _IMPORTED_LATE else None
        if getattr(lock, "owner", None) not in (None, here):
            found.append(name)
    return found


def _wait_for_imports() -> None:
    give_up = time.monotonic() + _LONGEST_WAIT
    while _imported_elsewhere() and time.monotonic() < give_up:
        time.sleep(0.001)


def _forget_unfinished_imports() -> None:
    for name in _imported_elsewhere():
        _module_locks().pop(name, None)
        spec = getattr(sys.modules.get(name), "__spec__", None)
        if getattr(spec, "_initializing", False):
            del sys.modules[name]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_wait_for_imports, after_in_child=_renew_locks)
    os.register_at_fork(after_in_child=_forget_unfinished_imports)
