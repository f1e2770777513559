"""Mutexes behind handles: locks that one holder has at a time. `tf.CriticalSection` is made of them."""

from __future__ import annotations

import threading
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import SCALAR, Inferred
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.fork_safety import renewed_in_child
from stagelight.ops.resources.resource_variables import shared_handle
from stagelight.types import dtypes

_LOOKS_AT_SIGNALS = 0.1  # seconds


class Mutex:
    """What the handle of a mutex leads to."""

    handle_data = None

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.holder: int | None = None  # the thread that locked it
        renewed_in_child(self)

    def _is_owned(self) -> bool:
        return self.holder == threading.get_ident() and self.lock.locked()

    def _at_fork_reinit(self) -> None:
        self.lock, self.holder = threading.Lock(), None


class HeldLock:
    """A mutex that is locked, until this is released: at the latest when nobody knows it any more."""

    handle_data = None

    def __init__(self, mutex: Mutex) -> None:
        # In steps, so that a thread that waits is interrupted by Ctrl-C.
        while not mutex.lock.acquire(timeout=_LOOKS_AT_SIGNALS):
            pass
        mutex.holder = threading.get_ident()
        self._lock: threading.Lock | None = mutex.lock

    def release(self) -> None:
        """Lets the next one have the mutex."""
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    __del__ = release


def _mutex(xp: ModuleType, *, container: str = "", shared_name: str = "") -> np.ndarray:
    return shared_handle(f"MutexV2:{container}", shared_name, Mutex)


def _lock(xp: ModuleType, mutex: Any) -> np.ndarray:
    held = np.empty((), object)
    held[()] = HeldLock(mutex[()])
    return held


def _consume(xp: ModuleType, mutex_lock: Any) -> tuple[()]:
    mutex_lock[()].release()
    return ()


define(
    "MutexV2",
    "",
    "resource: resource",
    {"container": "", "shared_name": ""},
    infer=lambda **_: Inferred(SCALAR, dtypes.resource),
    kernel=_mutex,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)
define(
    "MutexLock",
    "mutex: resource",
    "mutex_lock: variant",
    infer=lambda mutex: Inferred(SCALAR, dtypes.variant),
    kernel=_lock,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES | Trait.SIDE_EFFECT,
)
define(
    "ConsumeMutexLock",
    "mutex_lock: variant",
    "",
    infer=lambda mutex_lock: (),
    kernel=_consume,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.SIDE_EFFECT,
)
