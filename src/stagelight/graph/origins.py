"""Where in the user's code an operation was made.

Every operation of a graph remembers the innermost of the user's calls that led to it. Those are found
by a walk over the frames of the stack. The walk ends where a trace began: what is around that is the
same for all operations of the trace, and found once, by `call_with_origins`. Who called for the
outermost trace is of no interest to who runs it: that is only kept where nothing else is known.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from stagelight import boundary
from stagelight.graph.source_places import SourcePlace, place_of
from stagelight.tracebacks import is_part_of

# code, instruction, code, instruction ... of calls, inner first. Which lines those are is found out
# only when somebody asks.
Origins = tuple[Any, ...]

_PACKAGE = str(Path(__file__).parent.parent)

# Frames looked at, but those of entry points, and frames of the user's kept, for each operation.
_FRAMES_SEEN = 24
_FRAMES_KEPT = 4
_ENTRY_POINTS = boundary.__file__

# Those of the package, as they are met, and `contextlib`, which enters and leaves the user's blocks.
_library_files: set[str] = {__file__, contextlib.contextmanager.__code__.co_filename}


class Differentiated(NamedTuple):
    """What a gradient is computed of: what it is called, and where it was computed."""

    name: str
    origins: Origins


class GradientOrigins(tuple[Any, ...]):
    """Origins of an operation that computes a gradient."""

    of: Differentiated


class _Around(threading.local):
    """The innermost trace that this thread makes: whence, within how many others, and for which gradient.

    `place` are the origins of all operations, where they are known.
    """

    origins: Origins = ()
    depth = 0
    place: Origins | None = None
    differentiated: Differentiated | None = None


_around = _Around()


def call_with_origins(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Calls a function that makes operations; the callers of the call are found once for them all."""
    return _call_within(user_origins(), function, args, kwargs)


def call_without_origins(function: Callable[..., Any], *args: Any) -> Any:
    """Calls a function that makes operations for whoever needs them first: their callers are forgotten."""
    return _call_within((), function, args, {})


def _call_within(origins: Origins, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    before, place = _around.origins, _around.place
    _around.origins = origins
    _around.place = None
    _around.depth += 1
    try:
        return function(*args, **kwargs)
    finally:
        _around.origins = before
        _around.place = place
        _around.depth -= 1


@contextlib.contextmanager
def at_one_place() -> Iterator[None]:
    """All operations that are made in the block have the callers of the block, which are found once.

    No code of the user's runs in it but such as is traced.
    """
    before = _around.place
    if before is None:
        _around.place = user_origins()
    try:
        yield
    finally:
        _around.place = before


@contextlib.contextmanager
def at_origins(origins: Origins) -> Iterator[None]:
    """All operations that are made in the block have these origins."""
    before = _around.place
    _around.place = origins
    try:
        yield
    finally:
        _around.place = before


_BOUNDARY = _call_within.__code__


def differentiate(step: Differentiated | None) -> Differentiated | None:
    """Says what this thread computes the gradient of from now on; gives what it was before."""
    before = _around.differentiated
    _around.differentiated = step
    return before


def operation_origins() -> Origins:
    """`user_origins` of an operation that is being made, with what it is the gradient of, if it is one."""
    origins = _around.place
    if origins is None:
        origins = user_origins()
    step = _around.differentiated
    if step is None:
        return origins
    found = GradientOrigins(origins)
    found.of = step
    return found


def placed(origins: Origins, around: Origins) -> Origins:
    """The origins of a gradient's operation: where it has no place of its own, the place of what runs it."""
    if origins or not isinstance(origins, GradientOrigins):
        return origins
    found = GradientOrigins(around)
    found.of = origins.of
    return found


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
        if file != _ENTRY_POINTS:
            seen += 1
    return tuple(found)


def innermost_frame() -> FrameType | None:
    """The innermost frame that is not the library's."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file not in _library_files:
            if not file.startswith(_PACKAGE):
                return frame
            _library_files.add(file)
        frame = frame.f_back
    return None


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


def differentiated_origins(origins: Origins) -> Origins:
    """Where that was computed which an operation is the gradient of."""
    return origins.of.origins if isinstance(origins, GradientOrigins) else ()


def gradient_lines(origins: Origins, indentation: str) -> list[str]:
    """What an error says of what its operation is the gradient of; nothing for other operations.

    A gradient of a gradient tells of both.
    """
    lines = []
    while isinstance(origins, GradientOrigins):
        name, origins = origins.of
        lines += lines_of_step(name, origins, indentation)
    return lines


def lines_of_step(name: str, origins: Origins, indentation: str = "  ") -> list[str]:
    """What an error says of one step that is differentiated: its innermost line."""
    for place in places_of(origins)[:1]:
        return [f"In the gradient of {name}, which was computed at:", *place.lines(indentation)]
    return []


def places_of(origins: Origins) -> tuple[SourcePlace, ...]:
    """The place of each call; what is part of a function tells of the function."""
    calls = [*zip(origins[::2], origins[1::2], strict=True)]
    return tuple(
        place_of(code, instruction)
        for i, (code, instruction) in enumerate(calls)
        if i == 0 or not is_part_of(calls[i - 1][0], code)
    )
