"""Refusals of converted code that runs: they name the line of the user's that is being run."""

from __future__ import annotations

import sys
from types import CodeType, FrameType

from stagelight.autograph.conversion import is_converted
from stagelight.autograph.refusals import ConversionError
from stagelight.graph.source_places import SourcePlace, place_of


def place_here() -> SourcePlace | None:
    """The innermost line of converted code that runs, None if none does."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not is_converted(frame.f_code):
        frame = frame.f_back
    return None if frame is None else place_of(frame.f_code, frame.f_lasti)


# Code that applies operators and builtins on behalf of converted code.
APPLIES_OPERATORS: set[CodeType] = set()


def is_asked_by_program() -> bool:
    """Whether converted code, and no library, has called the special method that asks.

    Python calls special methods by itself and does not say for whom: a text that is a tensor has to be an
    ordinary `str` for libraries, and a symbolic one for the program.
    """
    code = sys._getframe(2).f_code
    return code in APPLIES_OPERATORS or is_converted(code)


def refusal_here(code: str, construct: str, rewrite: str) -> ConversionError:
    """The error for a construct at the innermost line of converted code; to be raised."""
    return ConversionError(code, construct, rewrite, place_here())
