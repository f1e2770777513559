"""Where in the user's code an operation was made.

Every operation of a graph remembers the innermost of the user's calls that led to it. Those are found
by a walk over the frames of the stack. The walk ends where a trace began: what is around that is the
same for all operations of the trace, and found once, by `call_with_origins`. Who called for the
outermost trace is of no interest to who runs it: that is only kept where nothing else is known.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from stagelight.graph.source_places import SourcePlace, place_of
from stagelight.tracebacks import is_part_of

# code, instruction, code, instruction ... of calls, inner first. Which lines those are is found out
# only when somebody asks.
Origins = tuple[Any, ...]

_PACKAGE = str(Path(__file__).parent.parent)

# Frames looked at, and frames of the user's kept, for each operation.
_FRAMES_SEEN = 24
_FRAMES_KEPT = 4

_library_files: set[str] = {__file__}


class _Around(threading.local):
    """The innermost trace that this thread makes: whence, and within how many others."""

    origins: Origins = ()
    depth = 0


_around = _Around()


def call_with_origins(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Calls a function that makes operations; the callers of the call are found once for them all."""
    before = _around.origins
    _around.origins = user_origins()
    _around.depth += 1
    try:
        return function(*args, **kwargs)
    finally:
        _around.origins = before
        _around.depth -= 1


_BOUNDARY = call_with_origins.__code__


def user_origins() -> Origins:
    """The innermost callers that are not the library's, inner first.

    For two calls deep in the library, which are left out.
    """
    found: list[Any] = []
    frame: FrameType | None = sys._getframe(3)
    seen = 0
    while frame is not None and seen < _FRAMES_SEEN:
        code = frame.f_code
        file = code.co_filename
        if file not in _library_files:
            if file.startswith(_PACKAGE):
                _library_files.add(file)
            else:
                found.append(code)
                found.append(frame.f_lasti)
                if len(found) == 2 * _FRAMES_KEPT:
                    break
        elif code is _BOUNDARY:
            if not found or _around.depth > 1:
                found += _around.origins
            return tuple(found[: 2 * _FRAMES_KEPT])
        frame = frame.f_back
        seen += 1
    return tuple(found)


def origins_of_error(error: BaseException) -> Origins:
    """The user's calls that led to an error from where it was caught, inner first."""
    found: list[Any] = []
    entry = error.__traceback__
    while entry is not None:
        code = entry.tb_frame.f_code
        if not code.co_filename.startswith(_PACKAGE):
            found[:0] = code, entry.tb_lasti
        entry = entry.tb_next
    return tuple(found)


def with_origins(inner: Origins, outer: Origins) -> Origins:
    """Calls within calls, as many as are kept."""
    return (*inner, *outer)[: 2 * _FRAMES_KEPT]


def lines_of(origins: Origins) -> tuple[tuple[str, int, str], ...]:
    """(file, line, function) of each call."""
    return tuple((p.filename, p.lineno, p.function) for p in places_of(origins))


def places_of(origins: Origins) -> tuple[SourcePlace, ...]:
    """The place of each call; what is part of a function tells of the function."""
    calls = [*zip(origins[::2], origins[1::2], strict=True)]
    return tuple(
        place_of(code, instruction)
        for i, (code, instruction) in enumerate(calls)
        if i == 0 or not is_part_of(calls[i - 1][0], code)
    )
