"""What the objects that staged code changes have when tracing is over.

While a function is traced, an attribute that a staged loop changes has a tensor of the graph. That
tensor means nothing to anybody outside. What is left in the object is what tracing itself did to it:
Python's effects happen once, when the function is traced.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any


class _TracedValues(threading.local):
    """By place: what tracing left there first, and how to put it back."""

    def __init__(self) -> None:
        self._traced: dict[Any, Any] = {}
        self._written: dict[Any, tuple[Any, Callable[[], Any], Callable[[Any], None]]] = {}

    def traced(self, place: Any, owner: Any, value: Any) -> None:
        """Notes what a block that was traced has left in a place of an object."""
        self._traced.setdefault(place, (owner, value))

    def written(
        self, place: Any, value: Any, read: Callable[[], Any], write: Callable[[Any], None]
    ) -> None:
        """Notes that a staged block has written a value of the graph there."""
        self._written[place] = (value, read, write)

    def leave(self) -> None:
        """Puts everything back that nobody has overwritten since."""
        written, self._written = self._written, {}
        traced, self._traced = self._traced, {}
        for place, (value, read, write) in written.items():
            if place in traced and read() is value:
                write(traced[place][1])


TRACED_VALUES = _TracedValues()
