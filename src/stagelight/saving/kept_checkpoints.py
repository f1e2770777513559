"""Which checkpoints of a folder are kept: the last few, and one for each long time.

Writing and deleting is for those who keep them.
"""

from __future__ import annotations

import time


class KeptCheckpoints:
    """The checkpoints that may be deleted one day.

    Args:
        most: how many there are at most; None: any number.
        seconds_between_preserved: of those that go, one for each such time is kept for good; None: none.

    Attributes:
        written: path -> when it was written, in seconds since 1970; the oldest first.
        last_preserved: when the last one was written that is kept for good.
    """

    def __init__(self, most: int | None, seconds_between_preserved: float | None) -> None:
        self._most = most
        self._seconds_between_preserved = seconds_between_preserved
        self.written: dict[str, float] = {}
        self.last_preserved = time.time()

    def add(self, path: str) -> list[str]:
        """Takes a checkpoint that was written now; gives those that are to be deleted for it."""
        self.written.pop(path, None)
        self.written[path] = time.time()
        deleted = []
        while self._most is not None and len(self.written) > self._most:
            oldest, when = next(iter(self.written.items()))
            del self.written[oldest]
            between = self._seconds_between_preserved
            if between is not None and when - self.last_preserved >= between:
                self.last_preserved = when
            else:
                deleted.append(oldest)
        return deleted
