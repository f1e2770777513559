"""Speculation: the first attempt at a loop, in which branches may fail.

    best = None
    for x in xs:
        if i > 0:
            total += previous       # no value yet, as far as the first attempt knows
        previous = x

A branch that fails then is taken as one that is not reached yet, and the loop is built anew with what
the rest of the round has shown. What fails for another reason fails again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class Attempt:
    """An attempt at a loop.

    Attributes:
        may_fail: Whether branches in it may fail.
        has_failures: Whether one has.
    """

    may_fail: bool
    has_failures: bool = False


class _Speculation(threading.local):
    def __init__(self) -> None:
        self._attempts: list[Attempt] = []

    @contextmanager
    def attempt(self, may_fail: bool) -> Iterator[Attempt]:
        """An attempt that lasts as long as the `with` statement."""
        attempt = Attempt(may_fail)
        self._attempts.append(attempt)
        try:
            yield attempt
        finally:
            self._attempts.pop()

    def takes_failure(self) -> bool:
        """Whether the failure of a branch is left to the next attempt, which is noted."""
        for attempt in reversed(self._attempts):
            if attempt.may_fail:
                attempt.has_failures = True
                return True
        return False


SPECULATION = _Speculation()
