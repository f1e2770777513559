"""Where in the user's code an operation was made."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType

# (code, instruction) of calls; which lines those are is found out only when somebody asks.
Origins = tuple[tuple[CodeType, int], ...]

_PACKAGE = str(Path(__file__).parent.parent)

# Frames looked at, and frames of the user's kept, for each operation.
_FRAMES_SEEN = 24
_FRAMES_KEPT = 4
_is_library_file: dict[str, bool] = {}


def user_origins() -> Origins:
    """The innermost callers of the caller that are not the library's, inner first."""
    found: list[tuple[CodeType, int]] = []
    frame: FrameType | None = sys._getframe(2)
    seen = 0
    while frame is not None and seen < _FRAMES_SEEN:
        code = frame.f_code
        file = code.co_filename
        is_library = _is_library_file.get(file)
        if is_library is None:
            is_library = _is_library_file[file] = file.startswith(_PACKAGE)
        if not is_library:
            found.append((code, frame.f_lasti))
            if len(found) == _FRAMES_KEPT:
                break
        frame = frame.f_back
        seen += 1
    return tuple(found)


def lines_of(origins: Origins) -> tuple[tuple[str, int, str], ...]:
    """(file, line, function) of each."""
    return tuple(
        (code.co_filename, _line_of(code, instruction), code.co_name)
        for code, instruction in origins
    )


def _line_of(code: CodeType, instruction: int) -> int:
    positions = next(islice(code.co_positions(), instruction // 2, None), None)
    line = positions[0] if positions is not None else None
    return code.co_firstlineno if line is None else line
