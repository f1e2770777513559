"""Where in the user's code an operation was made.

Every operation of a graph remembers the innermost of the user's calls that led to it. Those are found
by a walk over the frames of the stack. The walk ends where a trace began: what is around that is the
same for all operations of the trace, and found once, by `call_with_origins`.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

# code, instruction, code, instruction ... of calls, inner first. Which lines those are is found out
# only when somebody asks.
Origins = tuple[Any, ...]

_PACKAGE = str(Path(__file__).parent.parent)

# Frames looked at, and frames of the user's kept, for each operation.
_FRAMES_SEEN = 24
_FRAMES_KEPT = 4

_library_files: set[str] = set()


class _Around(threading.local):
    """The origins of the innermost trace that this thread makes."""

    origins: Origins = ()


_around = _Around()


def call_with_origins(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Calls a function that makes operations; the callers of the call are found once for them all."""
    before = _around.origins
    _around.origins = user_origins()
    try:
        return function(*args, **kwargs)
    finally:
        _around.origins = before


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
            found += _around.origins
            return tuple(found[: 2 * _FRAMES_KEPT])
        frame = frame.f_back
        seen += 1
    return tuple(found)


def lines_of(origins: Origins) -> tuple[tuple[str, int, str], ...]:
    """(file, line, function) of each call."""
    return tuple(
        (code.co_filename, _line_of(code, instruction), code.co_name)
        for code, instruction in zip(origins[::2], origins[1::2], strict=True)
    )


def _line_of(code: CodeType, instruction: int) -> int:
    positions = next(islice(code.co_positions(), instruction // 2, None), None)
    line = positions[0] if positions is not None else None
    return code.co_firstlineno if line is None else line
