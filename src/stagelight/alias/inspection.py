"""`tensorflow.python.util.tf_inspect`: `inspect` that looks through the package's own decorators."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from stagelight.alias.decorators import unwrap


def _of_unwrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def of(subject: Any, *args: Any) -> Any:
        return function(unwrap(subject)[1], *args)

    return of


def getfullargspec(subject: Any) -> inspect.FullArgSpec:
    """The arguments of a function behind its decorators, those bound by `partial` with their values.

    Without annotations: TensorFlow's functions have none, and libraries compare such specs with their own.
    """
    if isinstance(subject, functools.partial):
        return _of_partial(subject)
    decorators, target = unwrap(subject)
    told = next((x.decorator_argspec for x in decorators if x.decorator_argspec is not None), None)
    return told or inspect.getfullargspec(target)._replace(annotations={})


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


class ArgSpec(NamedTuple):
    """The arguments of a function, without those that are given by name only."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple[Any, ...] | None


def getargspec(subject: Any) -> ArgSpec:
    """The arguments of a function behind its decorators, in the form that Python 2 had."""
    spec = getfullargspec(subject)
    return ArgSpec(spec.args, spec.varargs, spec.varkw, spec.defaults)


def getcallargs(subject: Any, /, *positional: Any, **named: Any) -> dict[str, Any]:
    """What a call gives to each argument, and what else it gives by name; not what goes to `*args`."""
    spec = getfullargspec(subject)
    if inspect.ismethod(subject):
        positional = (subject.__self__, *positional)
    free = [name for name in spec.args if name not in named]
    defaults = dict(zip(reversed(spec.args), reversed(spec.defaults or ()), strict=False))
    return {
        **defaults,
        **(spec.kwonlydefaults or {}),
        **named,
        **dict(zip(free, positional, strict=False)),
    }


getdoc = _of_unwrapped(inspect.getdoc)
getfile = _of_unwrapped(inspect.getfile)
getsource = _of_unwrapped(inspect.getsource)
getsourcefile = _of_unwrapped(inspect.getsourcefile)
getsourcelines = _of_unwrapped(inspect.getsourcelines)
isfunction = _of_unwrapped(inspect.isfunction)
isgeneratorfunction = _of_unwrapped(inspect.isgeneratorfunction)
ismethod = _of_unwrapped(inspect.ismethod)


def fn_args(fn: Any) -> tuple[str, ...]:
    """The names of the arguments that a caller gives: without those that a `partial` or a method binds."""
    parameters = inspect.signature(fn).parameters.values()
    positional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    bound = fn.keywords if isinstance(fn, functools.partial) else {}
    return tuple(x.name for x in parameters if x.kind not in positional and x.name not in bound)
