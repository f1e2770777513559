"""Compiling may fail: then NumPy does the work, and a warning tells why, once for each cause.

Results are the same, only later. What fails is no mistake of the user's: a bug of the compiler, or a system
that it does not know.
"""

from __future__ import annotations

import warnings

from stagelight.errors import InternalError, OpError, UnimplementedError

# What was told; more causes than these are one.
_told: set[str] = set()
_MOST_TOLD = 20


def tell_failure(error: Exception, subject: str) -> None:
    """Warns that something is left to NumPy.

    Args:
        error: why it cannot be compiled. One that the user's program causes is no news: the host will
            raise it.
        subject: what cannot.
    """
    if isinstance(error, OpError) and not isinstance(error, (InternalError, UnimplementedError)):
        return
    cause = f"{type(error).__name__}: {error}"
    if cause in _told or len(_told) >= _MOST_TOLD:
        return
    _told.add(cause)
    warnings.warn(
        f"{subject} runs without machine code, more slowly. It could not be compiled: {cause}. This is a "
        "bug worth a report; STAGELIGHT_EXECUTOR=host leaves the compiler out.",
        UserWarning,  # NumPy's are RuntimeWarnings, and those from here are not shown.
        stacklevel=2,
    )
