"""Threads and streams of tests."""

from __future__ import annotations

import os
import tempfile
import threading
import traceback
import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class CheckedThread:
    """A thread whose error fails its test when it is joined."""

    def __init__(
        self,
        case: unittest.TestCase,
        target: Callable[..., Any],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        self._case = case
        self._call = lambda: target(*(args or ()), **(kwargs or {}))
        self._error: str | None = None
        self._is_joined = False
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            self._call()
        except BaseException:  # noqa: BLE001 - told by the thread that joins
            self._error = traceback.format_exc()

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def join(self) -> None:
        """Waits until it ends; its error is a failure of the test."""
        self._is_joined = True
        self._thread.join()
        if self._error is not None:
            self._case.fail(f"Error in checkedThread: {self._error}")

    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._thread.is_alive()

    def require_joined(self) -> None:
        """Fails the test if nobody waited for it."""
        if not self._is_joined:
            self._case.fail("A checked thread was not joined.")


class CapturedWrites:
    """What was written to a stream."""

    def __init__(self, path: str) -> None:
        self._path = path

    def contents(self) -> str:
        """All of it."""
        return Path(self._path).read_text()


@contextmanager
def captured_writes(stream: Any, folder: str) -> Iterator[CapturedWrites]:
    """Takes what is written to a stream's file descriptor, by whatever code."""
    stream.flush()
    own, kept = stream.fileno(), os.dup(stream.fileno())
    file, path = tempfile.mkstemp(dir=folder)
    os.dup2(file, own)
    try:
        yield CapturedWrites(path)
        stream.flush()
    finally:
        os.close(file)
        os.dup2(kept, own)
        os.close(kept)
