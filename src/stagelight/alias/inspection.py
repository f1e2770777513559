"""`tensorflow.python.util.tf_inspect`: `inspect` that looks through the library's own decorators."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parents[1]


def _unwrapped(subject: Any) -> Any:
    """What is behind decorators of the library; those of others stay."""
    return inspect.unwrap(subject, stop=lambda f: not _is_own(f))


def _is_own(function: Any) -> bool:
    code = getattr(function, "__code__", None)
    if code is None:
        return type(function).__module__.partition(".")[0] == _PACKAGE.name
    return _PACKAGE in Path(code.co_filename).parents


def unwrap(maybe_tf_decorator: Any) -> tuple[list[Any], Any]:
    """`tf_decorator.unwrap`: the library's decorators around a function, and the function."""
    target = _unwrapped(maybe_tf_decorator)
    return ([] if target is maybe_tf_decorator else [maybe_tf_decorator]), target


def _of_unwrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def of(subject: Any, *args: Any) -> Any:
        return function(_unwrapped(subject) if callable(subject) else subject, *args)

    return of


def getfullargspec(subject: Any) -> inspect.FullArgSpec:
    """The arguments of a function behind its decorators, those bound by `partial` with their values.

    Without annotations: TensorFlow's functions have none, and libraries compare such specs with their own.
    """
    if isinstance(subject, functools.partial):
        return _of_partial(subject)
    return inspect.getfullargspec(_unwrapped(subject))._replace(annotations={})


def _of_partial(bound: functools.partial[Any]) -> inspect.FullArgSpec:
    spec = getfullargspec(bound.func)
    names = spec.args[len(bound.args) :]
    defaults = dict(zip(reversed(spec.args), reversed(spec.defaults or ()), strict=False))
    keywords = dict(spec.kwonlydefaults or {})
    first = next((i for i, name in enumerate(names) if name in bound.keywords), len(names))
    # Behind an argument that has its value, others can be given by name only.
    by_name = list(names[first:])
    keywords.update({n: v for n, v in {**defaults, **bound.keywords}.items() if n in by_name})
    keywords.update({n: v for n, v in bound.keywords.items() if n in spec.kwonlyargs})
    kept = names[:first]
    values = tuple(defaults[n] for n in kept if n in defaults)
    return inspect.FullArgSpec(
        kept,
        spec.varargs if first == len(names) else None,
        spec.varkw,
        values or None,
        [*spec.kwonlyargs, *by_name],
        keywords or None,
        spec.annotations,
    )


getargspec = getfullargspec
getdoc = _of_unwrapped(inspect.getdoc)
getfile = _of_unwrapped(inspect.getfile)
getsource = _of_unwrapped(inspect.getsource)
getsourcefile = _of_unwrapped(inspect.getsourcefile)
getsourcelines = _of_unwrapped(inspect.getsourcelines)
isfunction = _of_unwrapped(inspect.isfunction)
isgeneratorfunction = _of_unwrapped(inspect.isgeneratorfunction)
ismethod = _of_unwrapped(inspect.ismethod)
