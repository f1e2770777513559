"""Which frames an error shows: those of the program, not of the library."""

from __future__ import annotations

import traceback

from stagelight.tracebacks import is_librarys


def library_frames(error: BaseException) -> list[str]:
    """The places in the library that the traceback of an error, and of what led to it, goes through."""
    found = [
        f"{frame.f_code.co_filename}:{line} in {frame.f_code.co_name}"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if is_librarys(frame)
    ]
    inner = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found if inner is None else found + library_frames(inner)
