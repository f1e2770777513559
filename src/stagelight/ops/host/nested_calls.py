"""Room on Python's stack for host calls within host calls: a recursion that only the graph can end.

Each call of a recursive function is a host call in the graph of that function. It takes a dozen frames of
Python's, of which a program that Python runs has one. So each call within another one adds some to the limit
of recursion, for as many calls as Python allows by default.
"""

from __future__ import annotations

import contextlib
import sys
import threading

from stagelight.fork_safety import renewed_in_child

# With a branch and a loop around the call, or its gradient, there are about 30.
FRAMES_OF_A_CALL = 40
# Python's own limit of recursion, if nobody sets another one. The stack of C is used, too: 2 kB a call.
MOST_CALLS = 1000


class _NestedCalls(threading.local):
    """The host calls that run now in a thread, one within the other; to be used by `with`."""

    def __init__(self) -> None:
        self._depth = 0

    def __enter__(self) -> None:
        if self._depth >= MOST_CALLS and self._depth >= _LIMIT.without // FRAMES_OF_A_CALL:
            raise RecursionError("maximum recursion depth exceeded")
        if self._depth:
            _LIMIT.change(1)
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth:
            _LIMIT.change(-1)


class _Limit:
    """Python's limit of recursion, which is one for all threads.

    Attributes:
        without: What it is where no such calls run.
    """

    def __init__(self) -> None:
        self._lock = renewed_in_child(threading.Lock())
        self._calls = 0
        self.without = sys.getrecursionlimit()

    def change(self, calls: int) -> None:
        """Makes room for more calls, or for fewer."""
        with self._lock:
            if not self._calls:
                self.without = sys.getrecursionlimit()
            self._calls += calls
            with contextlib.suppress(RecursionError):  # The frames that run now need the room.
                sys.setrecursionlimit(self.without + self._calls * FRAMES_OF_A_CALL)


_LIMIT = _Limit()
NESTED_CALLS = _NestedCalls()
