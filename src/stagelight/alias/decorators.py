"""`tensorflow.python.util.tf_decorator`, and decorators of TensorFlow's that do nothing here."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parents[1]


def unwrapped(subject: Any) -> Any:
    """What is behind decorators of this package; those of others stay."""
    return inspect.unwrap(subject, stop=lambda f: not _is_own(f))


def _is_own(function: Any) -> bool:
    code = getattr(function, "__code__", None)
    if code is None:
        return type(function).__module__.partition(".")[0] == _PACKAGE.name
    return _PACKAGE in Path(code.co_filename).parents


def unwrap(maybe_tf_decorator: Any) -> tuple[list[Any], Any]:
    """The package's decorators around a function, and the function."""
    target = unwrapped(maybe_tf_decorator)
    return ([] if target is maybe_tf_decorator else [maybe_tf_decorator]), target


def make_decorator(target: Any, decorator_func: Any, *names: Any, **kwargs: Any) -> Any:
    """A function that passes for the one that it decorates."""
    return functools.update_wrapper(decorator_func, target)


def unchanged(decorated: Any) -> Any:
    """A decorator that does nothing: `make_composite_tensor`, as operators are composites already."""
    return decorated


def unmarked(*args: Any, **kwargs: Any) -> Callable[[Any], Any]:
    """`tf_export` and its like, which publish a name of TensorFlow's: the package has its own."""
    return unchanged
