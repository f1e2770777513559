"""Whether AutoGraph is on in the code that runs now, thread by thread.

A converted function that the user asked for turns it on, `do_not_convert` turns it off, and library
functions that take callbacks hand the status of their caller on to them.
"""

from __future__ import annotations

import enum
import threading
from types import TracebackType
from typing import Any

from stagelight.public import public


class Status(enum.Enum):
    """Unspecified: nobody has said anything yet."""

    UNSPECIFIED = 0
    ENABLED = 1
    DISABLED = 2


class ControlStatus:
    """A status that holds inside a `with` statement, with the options it came with."""

    __slots__ = ("options", "status")

    def __init__(self, status: Status, options: Any = None) -> None:
        self.status = status
        self.options = options

    def __enter__(self) -> ControlStatus:
        _per_thread.stack.append(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _per_thread.stack.pop()

    def __repr__(self) -> str:
        return f"ControlStatus({self.status}, {self.options})"


class _PerThread(threading.local):
    def __init__(self) -> None:
        self.stack: list[ControlStatus] = [ControlStatus(Status.UNSPECIFIED)]


_per_thread = _PerThread()


@public("__internal__.autograph.control_status_ctx")
def control_status() -> ControlStatus:
    """The innermost status of this thread.

    >>> tf.__internal__.autograph.control_status_ctx().status.name
    'UNSPECIFIED'
    """
    return _per_thread.stack[-1]
