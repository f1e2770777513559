"""`assert` statements, and exceptions that only the graph knows about.

    if x < 0:
        raise ValueError("negative")

While such a branch is traced, which may never run, the exception is raised. Whoever traces branches
makes it an assertion of the graph; that cannot be caught by Python. `HANDLERS` knows which handlers
are open, so that a `try` around the branch is refused instead of passed over.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

from stagelight.autograph.conversion import is_block, is_converted, is_raise
from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import ASSERT
from stagelight.autograph.operators.variables import Undefined
from stagelight.autograph.refusals import ConversionError
from stagelight.graph.source_places import SourcePlace, place_of

Types = Callable[[], Any]


@generated_name("assert_stmt")
def assert_stmt(test: Any, message: Callable[[], Any] | None = None) -> None:
    """`assert test, message()`.

    Raises:
        AssertionError: the test is a false Python value, and Python runs with asserts.
    """
    overload = ASSERT.overload(test)
    if overload is not None:
        overload(test, message)
    elif __debug__ and not test:
        raise AssertionError() if message is None else AssertionError(message())


class AlwaysRaises(BaseException):
    """The code that is traced raises on all ways; the graph has the assertions that say so."""


def is_raised_by_user(error: BaseException) -> bool:
    """Whether a `raise` or `assert` of converted code raised the error itself.

    One that tells of another error, as in `except TypeError as e: raise TypeError(...) from e`, counts only
    if that one counts: what has failed while the branch was traced is no decision of the program.
    """
    if not _is_own_raise(error):
        return False
    cause = error.__context__
    return cause is None or _is_handled_outside(cause) or is_raised_by_user(cause)


def _is_handled_outside(error: BaseException) -> bool:
    """Whether the handler of an error is still running, and so began before the traced code.

    The outermost frame of an error's traceback is the one that caught it.
    """
    handler = error.__traceback__.tb_frame if error.__traceback__ is not None else None
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame is not handler:
        frame = frame.f_back
    return frame is not None


def _is_own_raise(error: BaseException) -> bool:
    """Whether the innermost frame of an error is a `raise` or `assert` of converted code."""
    entry = _innermost(error)
    if entry is None:
        return False
    code = entry.tb_frame.f_code
    if code is assert_stmt.__code__:
        return True
    return is_converted(code) and is_raise(code, entry.tb_lasti)


def is_missing_value(error: BaseException) -> bool:
    """Whether converted code has read a local name, or a place, that has no value there."""
    entry = _innermost(error)
    if entry is None:
        return False
    if entry.tb_frame.f_code is Undefined.read.__code__:
        return True
    is_own = isinstance(error, UnboundLocalError) or "free variable" in str(error)
    return is_own and isinstance(error, NameError) and is_converted(entry.tb_frame.f_code)


def as_python_tells_it(error: Exception) -> Exception:
    """The error that Python raises where a block, which is a function to it, reads a local name."""
    entry = _innermost(error)
    if type(error) is NameError and entry is not None and is_block(entry.tb_frame.f_code):
        return Undefined(str(error.name)).error
    return error


def _innermost(error: BaseException) -> TracebackType | None:
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    return entry


class _Handlers(threading.local):
    """The handlers of converted code that are open, outermost first."""

    def __init__(self) -> None:
        self._types: list[Types] = []

    @contextmanager
    def opened(self, types: Types) -> Iterator[None]:
        """A handler that is open as long as the `with` statement lasts."""
        self._types.append(types)
        try:
            yield
        finally:
            self._types.pop()

    def count(self) -> int:
        """How many are open."""
        return len(self._types)

    def catch(self, kind: type[Exception]) -> bool:
        """Whether one of them catches exceptions of a class."""
        return any(issubclass(kind, types()) for types in self._types)

    def refuse(self, error: Exception, count: int) -> None:
        """Refuses an exception of a branch that one of the first `count` handlers would catch.

        Raises:
            ConversionError: one would.
        """
        for types in self._types[:count]:
            if isinstance(error, types()):
                raise ConversionError(
                    "AG103",
                    f"a {type(error).__name__} that is raised under a condition of tensors and "
                    "caught outside of the branch",
                    "catch it inside the branch, or write what the handler does as the other "
                    "branch of the `if`.",
                    _place_in(error.__traceback__),
                )


def _place_in(entry: TracebackType | None) -> SourcePlace | None:
    """The innermost line of converted code that an error went through."""
    place = None
    while entry is not None:
        if is_converted(entry.tb_frame.f_code):
            place = place_of(entry.tb_frame.f_code, entry.tb_lasti)
        entry = entry.tb_next
    return place


HANDLERS = _Handlers()


@generated_name("handled_by")
def handled_by(types: Types) -> Any:
    """Surrounds the body of a `try` with handlers for these types."""
    return HANDLERS.opened(types)
