"""Python's exceptions as errors of a running graph.

Where a staged function raises an exception under a condition that only the graph knows, there is an
`Assert` that names the exception's class in its attr `_exception`. If it fails, the error is an
`InvalidArgumentError`, as of any assertion, and an instance of that class as well.
"""

from __future__ import annotations

import builtins
import weakref
from functools import cache
from typing import Any

from stagelight.core.raw import raw
from stagelight.errors import InvalidArgumentError

# The user's classes, by the name that a graph has for them.
_classes: weakref.WeakValueDictionary[str, type[BaseException]] = weakref.WeakValueDictionary()


def fail_unless(condition: Any, exception: type[BaseException], text: Any) -> Any:
    """Adds an assertion to the graph whose error is also of an exception class of Python's.

    Args:
        condition: bool of rank 0.
        exception: the class.
        text: what the error says, a string or a string tensor of rank 0.

    Returns:
        The operation.
    """
    operation = raw.Assert(condition, [text], name="Assert")
    operation.attrs["_exception"] = _name_of(exception)
    return operation


def _name_of(exception: type[BaseException]) -> str:
    if getattr(builtins, exception.__name__, None) is exception:
        return exception.__name__
    name = f"{exception.__module__}.{exception.__qualname__}"
    _classes[name] = exception
    return name


def raised_error(exception: str | bytes, text: str) -> InvalidArgumentError:
    """The error for the attr of an assertion that failed."""
    name = exception if isinstance(exception, str) else exception.decode()
    if name != "AssertionError":
        text = f"{name.rpartition('.')[2]}: {text}"
    known = _classes.get(name) or getattr(builtins, name, None)
    for kind in known.__mro__ if isinstance(known, type) else ():
        try:
            return _both(kind)(None, None, text)
        except TypeError:
            continue  # Its constructor wants something else than a message.
    return InvalidArgumentError(None, None, text)


@cache
def _both(exception: type[BaseException]) -> type[InvalidArgumentError]:
    bases = (InvalidArgumentError, exception)
    namespace = {"__module__": exception.__module__, "__doc__": exception.__doc__}
    return type(exception.__name__, bases, namespace)
