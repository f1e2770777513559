"""Python's builtin functions, where tensors or the user's callbacks take part.

`converted_call` comes here with builtins only. Each asks its table in `dispatch` first; the rest of
this file is what Python's own implementation would get wrong:

    any, all                    of elements that are tensors: combined, not asked for their truth
    map, filter, sorted, min, max, functools.reduce      call back: the callbacks are converted
    locals, vars, dir, eval, exec, globals               look at the frame that calls them
"""

from __future__ import annotations

import builtins
import functools
import inspect
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FrameType
from typing import Any

from stagelight.autograph.conversion import added_names, is_block
from stagelight.autograph.operators.dispatch import (
    AND,
    BUILTINS,
    ENTRIES,
    KEY,
    LIST_METHOD,
    OR,
    STORED,
)
from stagelight.autograph.operators.logical import truth_value
from stagelight.autograph.operators.python_iterators import PYTHON_ITERATORS
from stagelight.autograph.operators.refusing import APPLIES_OPERATORS
from stagelight.autograph.operators.scopes import FunctionScope
from stagelight.autograph.operators.text import call_of_text
from stagelight.autograph.operators.variables import Undefined

Callback = Callable[[Any], Any]  # makes a converted function out of a function

# The operators of builtins, by the functions themselves.
OVERLOADED = {
    getattr(builtins, name, functools.reduce): operator for name, operator in BUILTINS.items()
}
_LOOKS_AT_FRAME = (locals, vars, dir, eval, exec, globals)


def call_builtin(
    function: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    scope: FunctionScope | None,
    converted: Callback,
) -> Any:
    """Calls a builtin function or class from converted code.

    Args:
        function: The builtin.
        args, kwargs: Its arguments.
        scope: The scope of the function that calls.
        converted: Makes a callback that converted code may call.
    """
    result = call_of_text(function, args, kwargs)
    if result is not NotImplemented:
        return result
    if function in _ITERATING or getattr(function, "__module__", None) == "itertools":
        for value in args:
            PYTHON_ITERATORS.check(value)
        result = _call(function, args, kwargs, scope, converted)
        PYTHON_ITERATORS.note(result)
        return result
    return _call(function, args, kwargs, scope, converted)


def _call(
    function: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    scope: FunctionScope | None,
    converted: Callback,
) -> Any:
    """See `call_builtin`; of a builtin that takes no text of the graph."""
    if function in (map, filter, functools.reduce) and args:
        args = (args[0] if args[0] is None else converted(args[0]), *args[1:])
    elif kwargs.get("key") is not None and function in (sorted, min, max):
        kwargs = {**kwargs, "key": converted(kwargs["key"])}
    operator = OVERLOADED.get(function)
    if operator is not None:
        overload = operator.overload_of_any(args)
        if overload is None and function in _COMPARES:
            overload = operator.overload_of_any(_compared(args))
        if overload is not None:
            return overload(*args, **kwargs)
    elif scope is not None and function in _LOOKS_AT_FRAME:
        return _in_frame(function, args, kwargs, scope)
    owner: Any = getattr(function, "__self__", None)
    if type(owner) is list and function.__name__ in _COMPARED_BY:
        overload = LIST_METHOD.overload_of_any(_COMPARED_BY[function.__name__](owner, args))
        if overload is not None:
            return overload(owner, function.__name__, *args, **kwargs)
    if type(owner) in (dict, OrderedDict, defaultdict):
        if function.__name__ in ("items", "keys", "values"):
            overload = ENTRIES.overload_of_any(dict.values(owner))
            if overload is not None:
                return overload(owner, function.__name__)
        overload = KEY.overload(args[0]) if function.__name__ == "get" and args else None
        found = NotImplemented if overload is None else overload("get", owner, *args)
        if found is not NotImplemented:
            return found
        stored = _stored(function, args)
        overload = STORED.overload(stored)
        if overload is not None and isinstance(stored, Undefined):
            if function.__name__ == "pop":
                dict.pop(owner, args[0])
            default = [*args[1:], *kwargs.values()]
            is_get = function.__name__ != "pop" and not default
            value = overload(stored, [None] if is_get else default)
            if function.__name__ == "setdefault":
                owner[args[0]] = value
            return value
    if function is any or function is all:
        return _any_or_all(function, *args, **kwargs)
    return function(*args, **kwargs)


_COMPARES = (min, max, sorted)

# The builtins that take elements of iterators, or make iterators of these.
_ITERATING = (
    all, any, dict, enumerate, filter, frozenset, functools.reduce, iter, list, map, max, min, next, reversed,
    set, sorted, sum, tuple, zip,
)  # fmt: skip


def _compared(args: tuple[Any, ...]) -> Iterator[Any]:
    """What `min`, `max` and `sorted` compare: elements of a list, and of tuples among them."""
    items = args[0] if len(args) == 1 and type(args[0]) in (list, tuple) else args
    for item in items:
        if type(item) is tuple:
            yield from item
        else:
            yield item


# What decides the result of a method of a list: elements and what they are compared with, or an index.
_COMPARED_BY: dict[str, Callable[[list[Any], tuple[Any, ...]], Iterable[Any]]] = {
    "sort": lambda owner, args: _compared((owner,)),
    "remove": lambda owner, args: (*args, *owner),
    "index": lambda owner, args: (*args, *owner),
    "count": lambda owner, args: (*args, *owner),
    "pop": lambda owner, args: args[:1],
    "insert": lambda owner, args: args[:1],
}


def _stored(method: Any, args: tuple[Any, ...]) -> Any:
    """What a dict has under the key that one of its methods is asked for."""
    if method.__name__ in ("get", "pop", "setdefault") and args:
        try:
            return dict.get(method.__self__, args[0])
        except TypeError:  # no key
            pass
    return None


def _any_or_all(function: Any, elements: Iterable[Any]) -> Any:
    """`any` and `all`, of tensors as well: their truths are combined until Python knows the answer."""
    operator, answer = (OR, True) if function is any else (AND, False)
    combined: Any = None
    for element in elements:
        if operator.overload(element) is not None:
            truth = truth_value(element)
            if combined is None:
                combined = truth
            else:
                overload = operator.overload(combined)
                assert overload is not None
                combined = overload(combined, lambda truth=truth: truth)
        elif bool(element) is answer:
            return answer
    return (not answer) if combined is None else combined


APPLIES_OPERATORS.update((call_builtin.__code__, _call.__code__, _any_or_all.__code__))


def _in_frame(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], scope: FunctionScope
) -> Any:
    frame = _calling_frame(scope)
    if function is globals:
        return frame.f_globals
    if function in (eval, exec):
        arguments = [*args[:3]]
        if len(arguments) < 2:
            arguments += [frame.f_globals, _locals_of(frame)]
        return function(*arguments, **kwargs)
    if args:
        return function(*args, **kwargs)
    found = _locals_of(frame)
    return sorted(found) if function is dir else found


def _calling_frame(scope: FunctionScope) -> FrameType:
    """The innermost frame that holds a scope."""
    frame = inspect.currentframe()
    while frame is not None:
        if frame.f_locals.get(scope.name) is scope:
            return frame
        frame = frame.f_back
    raise RuntimeError(f"The function of the scope {scope.name!r} is not running.")


def _locals_of(frame: FrameType | None) -> dict[str, Any]:
    """The user's local names: those of a block and of the function around it, as one."""
    merged: dict[str, Any] = {}
    added: frozenset[str] = frozenset()
    while frame is not None:
        code: CodeType = frame.f_code
        names = added_names(code)
        if names is not None:
            added |= names
            for name, value in frame.f_locals.items():
                merged.setdefault(name, value)
            if not is_block(code):
                break
        frame = frame.f_back
    return {
        name: value
        for name, value in merged.items()
        if name not in added and not isinstance(value, Undefined)
    }
