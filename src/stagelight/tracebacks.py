"""Tracebacks with the user's frames only, unless `tf.debugging.disable_traceback_filtering` was called.

    Traceback (most recent call last):
      File "program.py", line 3, in layer
        tf.matmul(x, y)
    InvalidArgumentError: Matrix size-incompatible: In[0]: [2,3], In[1]: [2,3] [Op:MatMul]

The library's frames are left out, with those of NumPy and of Python's own modules where the library called
them, and so are errors that the library met on its way and the user never saw.
"""

from __future__ import annotations

import os
from types import CodeType, FrameType, TracebackType

from stagelight import config

_LIBRARY = os.path.dirname(os.path.abspath(__file__)) + os.sep
_PACKAGE = __name__.partition(".")[0]
_PYTHON = os.path.dirname(os.__file__) + os.sep
_OTHER_PACKAGES = os.path.join(_PYTHON, "site-packages") + os.sep
# What the library calls and users do not mean.
_CALLED_BY_THE_LIBRARY = {"numpy", "scipy", "ml_dtypes", "llvmlite", "google", "opt_einsum"}


def without_library_frames(error: BaseException) -> BaseException:
    """The error itself, whose traceback and causes are the user's, unless that is turned off."""
    if config.current.traceback_filtering:
        _forget_inner_errors(error)
        error.__traceback__ = chained(user_entries(error.__traceback__))
    return error


def _forget_inner_errors(error: BaseException, seen: int = 0) -> None:
    """Takes out of the chain of causes what was raised and caught in the library alone."""
    if seen > _LONGEST_CHAIN:
        return
    cause = error.__cause__
    if cause is not None and _is_inner(cause):
        error.__cause__ = cause = None
    if cause is None and _is_raised_by_the_library(error):
        error.__suppress_context__ = False  # What is left is the user's.
    context = error.__context__
    while context is not None and _is_inner(context):
        context = context.__context__
    error.__context__ = context
    for other in (cause, context):
        if other is not None and other.__traceback__ is not None:
            _forget_inner_errors(other, seen + 1)
            other.__traceback__ = chained(user_entries(other.__traceback__))


# Errors that are looked at, one behind the other.
_LONGEST_CHAIN = 20


def _is_inner(error: BaseException) -> bool:
    kind = type(error)
    if kind.__name__.startswith("_") and kind.__module__.partition(".")[0] == _PACKAGE:
        return True  # It tells the library something.
    return error.__traceback__ is not None and not user_entries(error.__traceback__)


def _is_raised_by_the_library(error: BaseException) -> bool:
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback is not None and is_librarys(traceback.tb_frame)


def user_entries(traceback: TracebackType | None) -> list[TracebackType]:
    """The entries outside the library; a block stands for the function that it is part of.

    Without filtering all entries, the library's too.
    """
    entries: list[TracebackType] = []
    keeps_all = not config.current.traceback_filtering
    is_inside = False
    while traceback is not None:
        frame = traceback.tb_frame
        is_inside = is_librarys(frame) or (is_inside and _is_called_by_the_library(frame))
        if keeps_all or not is_inside:
            if entries and is_part_of(frame.f_code, entries[-1].tb_frame.f_code):
                entries.pop()
            entries.append(traceback)
        traceback = traceback.tb_next
    return entries


def is_part_of(code: CodeType, outer: CodeType) -> bool:
    """Whether code stands for statements of a function, such as the body of a loop, not for another."""
    return code.co_qualname == outer.co_qualname and any(code is c for c in outer.co_consts)


def is_librarys(frame: FrameType) -> bool:
    """Whether a frame runs the library's code, from its files or made by it."""
    return is_library_file(frame.f_code.co_filename) or _package_of(frame) == _PACKAGE


def is_library_file(filename: str) -> bool:
    """Whether a file is one of the library's."""
    return filename.startswith(_LIBRARY)


def _is_called_by_the_library(frame: FrameType) -> bool:
    """Whether a frame runs code of Python or of NumPy and its like."""
    filename = frame.f_code.co_filename
    if filename.startswith("<frozen "):
        return True
    if filename.startswith(_PYTHON) and not filename.startswith(_OTHER_PACKAGES):
        return True
    return _package_of(frame) in _CALLED_BY_THE_LIBRARY


def _package_of(frame: FrameType) -> str:
    module = frame.f_globals.get("__name__")
    return module.partition(".")[0] if isinstance(module, str) else ""


def chained(entries: list[TracebackType]) -> TracebackType | None:
    """The entries as one traceback."""
    chain: TracebackType | None = None
    for entry in reversed(entries):
        chain = TracebackType(chain, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return chain
