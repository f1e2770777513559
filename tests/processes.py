"""Processes that a test starts: what they find around them; and the end of one at a chosen moment."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
from collections.abc import Callable, Iterator

import pytest


def environment(**settings: str) -> dict[str, str]:
    """The environment of a process that imports what this one does, and has some settings of its own."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **settings}


class Ended(BaseException):
    """Stands for the end of a process."""


@contextlib.contextmanager
def ending_at(call: int) -> Iterator[None]:
    """Ends the block, as a process is ended, at its `call`-th call that puts something on the disk.

    From then on nothing reaches the disk: what the block does to clean up fails too.
    """
    calls = itertools.count()

    def ending(function: Callable[..., object]) -> Callable[..., object]:
        def do(*args: object, **kwargs: object) -> object:
            if next(calls) >= call:
                raise Ended
            return function(*args, **kwargs)

        return do

    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(Ended):
        for name in ("fsync", "replace", "unlink"):
            patch.setattr(os, name, ending(getattr(os, name)))
        yield
