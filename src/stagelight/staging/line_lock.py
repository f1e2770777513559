"""A lock that belongs to a line of execution: a thread, and those that run while it waits for them.

The replicas of a strategy run in threads of their own, one at a time, while the thread that called for them
waits. What that one has locked they may lock again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

from stagelight.core.dispatch import CONTEXT
from stagelight.fork_safety import renewed_in_child


class LineLock:
    """As `threading.RLock`, by `CONTEXT.line` in place of the thread."""

    def __init__(self, forget: Callable[[], None]) -> None:
        """
        Args:
            forget: is called in a forked child where another line had locked it.
        """
        self._forget = forget
        self._lock = threading.Lock()
        renewed_in_child(self)
        self._owner: Any = None
        self._depth = 0

    def is_owned(self) -> bool:
        """Whether this line of execution has locked it."""
        return self._owner is CONTEXT.line and self._depth > 0

    _is_owned = is_owned

    def _at_fork_reinit(self) -> None:
        self._lock = threading.Lock()
        self._owner, self._depth = None, 0
        self._forget()

    def __enter__(self) -> None:
        line = CONTEXT.line
        if self._owner is not line:
            self._lock.acquire()
            self._owner = line
        self._depth += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._depth -= 1
        if not self._depth:
            self._owner = None
            self._lock.release()
