"""Calls: the function that is called is converted first, unless there is a reason not to.

Run as they are: what is marked so or converted already, builtins (see `builtins.py`), classes,
generators and coroutines, libraries of the allow-list, and functions without a source. If such code
then asks a symbolic tensor for a Python value, the error says why the code was not converted.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

from stagelight.autograph.allow_list import is_test_method, runs_as_it_is
from stagelight.autograph.context import Status, control_status
from stagelight.autograph.conversion import MARK, convert_function, is_converted
from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.builtins import call_builtin
from stagelight.autograph.operators.dispatch import FUNCTIONS, HIGHER_ORDER, surroundings
from stagelight.autograph.operators.element_copies import ELEMENT_COPIES
from stagelight.autograph.operators.iteration import Generated
from stagelight.autograph.operators.refusing import APPLIES_OPERATORS
from stagelight.autograph.operators.replaced_lists import current
from stagelight.autograph.operators.scopes import FunctionScope
from stagelight.autograph.operators.text import METHODS_OF_TEXT
from stagelight.autograph.options import ConversionOptions
from stagelight.autograph.refusals import SourceNotFound
from stagelight.errors import OperatorNotAllowedInGraphError

Kwargs = dict[str, Any] | None

_NOT_PLAIN = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@generated_name("autograph_artifact")
def autograph_artifact(entity: Any) -> Any:
    """Marks a callable as one that conversion is done with."""
    marked = entity.__func__ if isinstance(entity, MethodType) else entity
    setattr(marked, MARK, {"code": getattr(marked, "__code__", None)})
    return entity


def is_artifact(entity: Any) -> bool:
    """Whether a callable is marked; wrappers that copied the attributes of a marked one are not."""
    mark = getattr(entity, MARK, None)
    return mark is not None and mark["code"] is getattr(entity, "__code__", None)


@generated_name("converted_call")
def converted_call(
    f: Any,
    args: tuple[Any, ...],
    kwargs: Kwargs,
    caller_fn_scope: FunctionScope | None = None,
    options: ConversionOptions | None = None,
) -> Any:
    """`f(*args, **kwargs)`, with `f` converted.

    Args:
        f: What is called.
        args, kwargs: Its arguments.
        caller_fn_scope: The scope of the function that calls; it has the options.
        options: The options, where there is no scope.
    """
    if options is None:
        assert caller_fn_scope is not None, "a call needs a scope or options"
        options = caller_fn_scope.callopts
    kind = type(f)
    if kind is FunctionType:
        return _call_function(f, args, kwargs, options)
    if kind is MethodType:
        result = _call_method(f, args, kwargs, options)
        ELEMENT_COPIES.check_change(f.__self__)
        return result
    if kind is BuiltinFunctionType or kind is type or kind in METHODS_OF_TEXT:
        owner = getattr(f, "__self__", None)
        if type(owner) is list and current(owner) is not owner:
            f = getattr(current(owner), f.__name__)
            return f(*args, **(kwargs or {}))
        converted = functools.partial(_converted_in_builtin, options=options)
        result = call_builtin(f, args, kwargs or {}, caller_fn_scope, converted)
        ELEMENT_COPIES.check_change(owner)
        return result
    if kind is functools.partial:
        keywords = {**f.keywords, **(kwargs or {})}
        return converted_call(f.func, f.args + args, keywords, caller_fn_scope, options)
    call = getattr(kind, "__call__", None)  # noqa: B004, the function is wanted
    if isinstance(f, type) or type(call) is not FunctionType or is_artifact(f):
        return _call_plain(f, args, kwargs, "it is a class, or not written in Python")
    if control_status().status is not Status.DISABLED and not runs_as_it_is(call):
        return _call_function(call, (f, *args), kwargs, options)
    return f(*args, **(kwargs or {}))


def _converted_in_builtin(function: Any, options: ConversionOptions) -> Any:
    """A callback of a builtin: builtins that are its callback are called as converted code calls them."""
    if type(function) not in (BuiltinFunctionType, type, *METHODS_OF_TEXT):
        return converted_callback(function, options)

    def call(*args: Any, **kwargs: Any) -> Any:
        return converted_call(function, args, kwargs or None, None, options)

    return call


def converted_callback(function: Any, options: ConversionOptions) -> Any:
    """A callable for code that cannot convert what it calls; itself if that needs no conversion."""
    if type(function) not in (FunctionType, MethodType, functools.partial):
        return function
    if is_artifact(function) or control_status().status is Status.DISABLED:
        return function

    def call(*args: Any, **kwargs: Any) -> Any:
        return converted_call(function, args, kwargs or None, None, options)

    return call


def _with_converted_functions(value: Any, options: ConversionOptions) -> Any:
    """Arguments with the functions in them converted, also those in plain lists, tuples and dicts."""
    kind = type(value)
    if kind is list or kind is tuple:
        return kind(_with_converted_functions(item, options) for item in value)
    if kind is dict:
        return {key: _with_converted_functions(item, options) for key, item in value.items()}
    return converted_callback(value, options)


def _call_method(f: MethodType, args: tuple[Any, ...], kwargs: Kwargs, options: Any) -> Any:
    function = f.__func__
    if type(function) is not FunctionType or is_test_method(f.__self__):
        return f(*args, **(kwargs or {}))
    return _call_function(function, (f.__self__, *args), kwargs, options)


def _call_function(
    f: FunctionType, args: tuple[Any, ...], kwargs: Kwargs, options: ConversionOptions
) -> Any:
    if is_converted(f.__code__):
        return _run_converted(f, f, args, kwargs or {})
    if is_artifact(f):
        return f(*args, **(kwargs or {}))
    if not options.user_requested and runs_as_it_is(f):
        operator = FUNCTIONS.get(f)
        overload = None if operator is None else operator.overload_of_any(args)
        if overload is not None:
            return overload(*args, **(kwargs or {}))
        if f in HIGHER_ORDER:
            args = _with_converted_functions(args, options)
            kwargs = _with_converted_functions(kwargs or {}, options)
        return f(*args, **(kwargs or {}))
    if control_status().status is Status.DISABLED or not options.internal_convert_user_code:
        return _call_plain(f, args, kwargs, "AutoGraph is off here")
    if f.__code__.co_flags & _NOT_PLAIN:
        if f.__code__.co_flags & inspect.CO_GENERATOR:
            return Generated(f, args, kwargs or {}, options)
        return _call_plain(f, args, kwargs, "it is a coroutine")
    try:
        converted = convert_function(f, options)
    except SourceNotFound as reason:
        return _call_plain(f, args, kwargs, str(reason))
    return _run_converted(f, converted, args, kwargs or {})


def _run_converted(
    f: FunctionType, converted: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    if RECURSIVE and f.__code__ in RECURSIVE:
        return RECURSIVE[f.__code__](args, kwargs)
    try:
        return converted(*args, **kwargs)
    except RecursionError as error:
        if _is_called_by_itself(f) or getattr(error, _IS_UNDECLARED, False):
            raise
        return surroundings.recursion(f, converted, args, kwargs, error)


# Marks errors that stay errors, though the recursion depends on tensors.
_IS_UNDECLARED = "_is_undeclared"


def undeclared_recursion(name: str) -> RecursionError:
    """The error of a `tf.function` that calls itself and does not say with which arguments."""
    error = RecursionError(
        f"maximum recursion depth exceeded: the tf.function {name} calls itself for arguments of the kind "
        "it is being traced for. Declare them, @tf.function(input_signature=[...]), and the recursion "
        "becomes part of the graph; or call a plain Python function, which needs no declaration. (AG408)"
    )
    setattr(error, _IS_UNDECLARED, True)
    return error


# Functions that are being made recursive calls of the graph, by their code: what calls them.
RECURSIVE: dict[CodeType, Callable[[tuple[Any, ...], dict[str, Any]], Any]] = {}


def _is_called_by_itself(f: FunctionType) -> bool:
    """Whether a call of the same function is being traced around this one.

    Asked where Python has run out of frames. A record of all calls, for this one question, would cost each.
    """
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code is _run_converted.__code__ and frame.f_locals.get("f") is not None:
            if frame.f_locals["f"].__code__ is f.__code__:
                return True
        frame = frame.f_back  # type: ignore[assignment]
    return False


def _call_plain(f: Callable[..., Any], args: tuple[Any, ...], kwargs: Kwargs, why: str) -> Any:
    """Calls a function as it is; blames the right thing if that does not work."""
    try:
        return f(*args, **(kwargs or {}))
    except OperatorNotAllowedInGraphError as error:
        if not hasattr(error, "_stagelight_is_explained"):
            name = getattr(f, "__qualname__", repr(f))
            error.args = (f"{error}\n\nAutoGraph did not convert {name}: {why}",)
            error._stagelight_is_explained = True  # type: ignore[attr-defined]
        raise


APPLIES_OPERATORS.update((_call_function.__code__, _call_method.__code__, _call_plain.__code__))
