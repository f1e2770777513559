"""Processes that a test starts: what they find around them."""

from __future__ import annotations

import os
import sys


def environment(**settings: str) -> dict[str, str]:
    """The environment of a process that imports what this one does, and has some settings of its own."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **settings}
