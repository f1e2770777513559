"""Refusals of converted code that runs: they name the line of the user's that is being run."""

from __future__ import annotations

import sys
from itertools import islice
from types import FrameType

from stagelight.autograph.conversion import is_converted
from stagelight.autograph.refusals import ConversionError


def refusal_here(code: str, construct: str, rewrite: str) -> ConversionError:
    """The error for a construct at the innermost line of converted code; to be raised."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not is_converted(frame.f_code):
        frame = frame.f_back
    if frame is None:
        return ConversionError(code, construct, rewrite)
    positions = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None), (None,) * 4)
    column = 0 if positions[2] is None else positions[2]
    filename = frame.f_code.co_filename
    return ConversionError(code, construct, rewrite, filename, frame.f_lineno, column + 1)
