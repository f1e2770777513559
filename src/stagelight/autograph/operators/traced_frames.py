"""The converted functions that run now: what their variables refer to."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from stagelight.autograph.conversion import is_converted


def live_values() -> list[Any]:
    """The values of all local and captured variables of converted code that runs."""
    values: list[Any] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if is_converted(frame.f_code):
            values += frame.f_locals.values()
        frame = frame.f_back
    return values
