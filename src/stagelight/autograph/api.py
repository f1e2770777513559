"""The faces of AutoGraph: `to_code`, `to_graph`, `do_not_convert`; for the library `convert`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

# Converted code finds these by name.
import stagelight.autograph.operators.conditionals
import stagelight.autograph.operators.exceptions
import stagelight.autograph.operators.logical
import stagelight.autograph.operators.loops
import stagelight.autograph.operators.subscripts
import stagelight.autograph.operators.text  # noqa: F401
from stagelight.autograph.context import ControlStatus, Status
from stagelight.autograph.conversion import convert_function, converted_code
from stagelight.autograph.operators.calls import autograph_artifact, converted_call, is_artifact
from stagelight.autograph.operators.exceptions import AlwaysRaises
from stagelight.autograph.options import ConversionOptions, Features
from stagelight.autograph.user_errors import in_user_code
from stagelight.boundary import guarded
from stagelight.public import public


@public("autograph.to_code")
def to_code(
    entity: Callable[..., Any],
    recursive: bool = True,
    experimental_optional_features: Features = None,
) -> str:
    """The code that AutoGraph makes of a function, as text.

    Args:
        entity: A Python function or method; a `tf.function` stands for the function that it stages.
        recursive: Whether functions that it calls would be converted.
        experimental_optional_features: Features to turn on.

    Returns:
        The text. `ag__` in it is AutoGraph's own namespace.

    Raises:
        ConversionError: the source is not available, or something in it cannot be converted.

    >>> def absolute(x):
    ...     if x < 0:
    ...         x = -x
    ...     return x
    >>> print(tf.autograph.to_code(absolute).splitlines()[0])
    def tf__absolute(x):
    """
    options = ConversionOptions(recursive, True, experimental_optional_features)
    return converted_code(_function_of(entity), options).text()


@public("autograph.trace")
def trace(*args: Any) -> None:
    """Prints its arguments while a function is traced.

    >>> tf.autograph.trace("number", 3)
    number 3
    """
    print(*args)  # noqa: T201 - what it is for


@public("autograph.to_graph")
def to_graph(
    entity: Callable[..., Any],
    recursive: bool = True,
    experimental_optional_features: Features = None,
) -> FunctionType:
    """A function with Python's control flow converted, so that it can build a graph.

    Unlike `tf.function` it neither stages nor caches anything. A method becomes a function of
    `self`.

    Args:
        entity: A Python function or method.
        recursive: Whether functions that it calls are converted as well.
        experimental_optional_features: Features to turn on.

    Returns:
        The converted function; given Python values it does what the original does.

    Raises:
        ConversionError: the source is not available, or something in it cannot be converted.

    >>> def absolute(x):
    ...     return x if x > 0 else -x
    >>> int(tf.autograph.to_graph(absolute)(-2))
    2
    """
    options = ConversionOptions(recursive, True, experimental_optional_features)
    return convert_function(_function_of(entity), options)


@public("autograph.experimental.do_not_convert")
def do_not_convert(func: Callable[..., Any] | None = None) -> Any:
    """Decorator: AutoGraph leaves the function, and what it calls, as it is.

    Args:
        func: The function; without it the decorator itself is returned.

    >>> @tf.autograph.experimental.do_not_convert
    ... def double(x):
    ...     return x * 2
    >>> int(tf.function(lambda x: double(x))(3))
    6
    """
    if func is None:
        return do_not_convert
    function = func

    def unconverted(*args: Any, **kwargs: Any) -> Any:
        with ControlStatus(Status.DISABLED):
            return function(*args, **kwargs)

    return autograph_artifact(_wrapped(unconverted, function))


def convert(
    function: Callable[..., Any],
    recursive: bool = True,
    user_requested: bool = True,
    optional_features: Features = None,
    status: ControlStatus | None = None,
) -> Callable[..., Any]:
    """A callable that converts the function when it is called; errors are told in user terms.

    Args:
        function: Any callable.
        recursive: Whether functions that it calls are converted as well.
        user_requested: Whether it is converted even if the allow-list would spare it.
        optional_features: Features to turn on.
        status: The status to call it under; by default that of the caller.
    """
    if is_artifact(function):
        return function
    options = ConversionOptions(recursive, user_requested, optional_features)

    def converted(*args: Any, **kwargs: Any) -> Any:
        try:
            if status is None:
                return converted_call(function, args, kwargs or None, None, options)
            with ControlStatus(status.status, status.options):
                return converted_call(function, args, kwargs or None, None, options)
        except AlwaysRaises:
            return None
        except Exception as error:  # noqa: BLE001, told again for the user
            told = in_user_code(error)
            raise told from told.__cause__

    return autograph_artifact(_wrapped(guarded(converted), function))


@public("__internal__.autograph.tf_convert")
def convert_callback(
    f: Callable[..., Any],
    ctx: ControlStatus,
    convert_by_default: bool = True,
    user_requested: bool = False,
) -> Callable[..., Any]:
    """For library functions that take a function: converts it if the caller's status says so.

    Args:
        f: The callback.
        ctx: `control_status()` where the library function was called.
        convert_by_default: Whether to convert where the status is not specified.
        user_requested: Whether it is converted even if the allow-list would spare it.

    >>> status = tf.__internal__.autograph.control_status_ctx()
    >>> convert = tf.__internal__.autograph.tf_convert
    >>> tf.function(lambda x: convert(lambda y: 1 if y > 0 else -1, status)(x))(3).numpy()
    np.int32(1)
    """
    if is_artifact(f):
        return f
    if ctx.status is Status.DISABLED:
        return do_not_convert(f)
    if ctx.status is Status.ENABLED or convert_by_default:
        return convert(f, user_requested=user_requested, status=ctx)
    return f


def _function_of(entity: Any) -> FunctionType:
    entity = getattr(entity, "python_function", entity)
    if isinstance(entity, MethodType):
        entity = entity.__func__
    if isinstance(entity, functools.partial):
        return _function_of(entity.func)
    if not isinstance(entity, FunctionType):
        call = getattr(type(entity), "__call__", None)  # noqa: B004, the function is wanted
        if isinstance(entity, type) or not isinstance(call, FunctionType):
            raise ValueError(
                f"AutoGraph converts Python functions and methods; received {entity!r}, which has "
                "no Python code. Pass the function itself."
            )
        entity = call
    return entity


def _wrapped(wrapper: Any, function: Any) -> Any:
    """Gives the wrapper the name of a function; other callables may lack one."""
    if isinstance(function, FunctionType | MethodType):
        return functools.update_wrapper(wrapper, function)
    return wrapper
