"""Errors of staged code, told with the user's frames only.

    ValueError: in user code:

        File "program.py", line 9, in f  *
            v = tf.Variable(1.0)

        ValueError: tf.function only supports singleton tf.Variables ...

A star marks converted code. The text has at most `MOST_LINES` lines, unless the user's own is longer.
The library's own frames are left out, of the text and of the traceback, unless
`tf.debugging.disable_traceback_filtering` was called. The new error is of the same
class where that can be built from a message; otherwise a `StagingError` that is also an instance of
the class, so that `except` clauses still catch it.
"""

from __future__ import annotations

import builtins
import dataclasses
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from stagelight.autograph.conversion import is_converted
from stagelight.autograph.refusals import ConversionError
from stagelight.errors import OpError, StagingError
from stagelight.graph.source_places import SourcePlace, place_of, user_code_message
from stagelight.tracebacks import chained, user_entries

# Built-in classes whose only state is a message. RecursionError is told as StagingError, as
# TensorFlow does.
_MADE_OF_A_MESSAGE: tuple[type[BaseException], ...] = (
    ArithmeticError, AssertionError, AttributeError, BufferError, EOFError, Exception,
    FloatingPointError, ImportError, IndexError, LookupError, MemoryError, ModuleNotFoundError,
    NameError, NotImplementedError, OverflowError, ReferenceError, RuntimeError, StopIteration,
    TypeError, UnboundLocalError, ValueError, ZeroDivisionError,
)  # fmt: skip


@dataclass(frozen=True)
class _Story:
    """What an error that was told already carries for those who tell it again further out."""

    places: tuple[SourcePlace, ...]
    cause: str


def in_user_code(error: BaseException) -> BaseException:
    """The error to raise instead of one that left user code while it was staged.

    To be called where the error was caught, and raised with `from None`. A told error can be told
    again by an outer trace: its traceback then has the frames of both.
    """
    if not isinstance(error, Exception) or isinstance(error, ConversionError):
        return error
    if getattr(error, "is_located", False):  # It tells its own place.
        return error
    inner: _Story | None = getattr(error, "_stagelight_story", None)
    entries = user_entries(error.__traceback__)
    places = tuple(map(_place_of, entries))
    if not places and inner is not None:
        places = inner.places  # told before, and sent here without its traceback
    if not places:
        return error
    cause = inner.cause if inner is not None else _cause(error)
    story = _Story(places, cause)
    told = _error_like(error, user_code_message(places, cause))
    told._stagelight_story = story  # type: ignore[attr-defined]
    told.__suppress_context__ = True
    told.__cause__ = error.__cause__
    return told.with_traceback(chained(entries))


def _cause(error: Exception) -> str:
    notes: list[str] = getattr(error, "__notes__", [])
    return "\n".join([f"{type(error).__name__}: {error}", *notes])


def _place_of(entry: TracebackType) -> SourcePlace:
    code = entry.tb_frame.f_code
    place = place_of(code, entry.tb_lasti, "  *" if is_converted(code) else "")
    return dataclasses.replace(place, lineno=entry.tb_lineno)


def _error_like(error: Exception, message: str) -> Exception:
    """An error of the same class with another message, as far as that is possible."""
    kind = type(error)
    if isinstance(error, KeyError):
        return _with_text(kind.__name__, (kind,), error, message)
    if isinstance(error, OpError) and kind.__init__ in (OpError.__init__, type(error).__init__):
        try:
            return kind(error.node_def, error.op, message)
        except TypeError:
            return _with_text(kind.__name__, (kind,), error, message)
    if kind in _MADE_OF_A_MESSAGE or _adds_no_constructor(kind):
        return kind(message)
    bases = (kind,) if issubclass(kind, StagingError) else (StagingError, kind)
    try:
        return _with_text("StagingError", bases, error, message)
    except TypeError:
        return StagingError(message)


def _adds_no_constructor(kind: type[BaseException]) -> bool:
    """Whether a class takes its constructor from a built-in class that needs only a message."""
    if kind.__module__ == builtins.__name__:
        return False
    for base in kind.__mro__:
        if base in _MADE_OF_A_MESSAGE:
            return True
        if "__init__" in vars(base) or "__new__" in vars(base):
            return False
    return False


def _with_text(name: str, bases: tuple[type, ...], error: Exception, message: str) -> Exception:
    """An error with the state of another one, whose text is the message."""
    namespace: dict[str, Any] = {
        "__init__": lambda self: None,
        "__str__": lambda self: message,
        "__module__": bases[0].__module__,
        "__doc__": bases[0].__doc__,
    }
    told: Exception = type(name, bases, namespace)()
    told.args = error.args
    told.__dict__.update(error.__dict__)
    return told
