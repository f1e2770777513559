"""Gradients as functions of functions: the forms of `contrib.eager`, from the announcement of 2017."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from stagelight import nest
from stagelight.autodiff.custom_gradient import custom_gradient
from stagelight.autodiff.tape import GradientTape
from stagelight.core.convert import convert_to_tensor
from stagelight.public import public, publish

publish("contrib.eager.custom_gradient", custom_gradient)
publish("contrib.eager.GradientTape", GradientTape)


@public("contrib.eager.value_and_gradients_function")
def value_and_gradients_function(
    f: Callable[..., Any], params: Sequence[int | str] | None = None
) -> Callable[..., Any]:
    """A function that gives `f`'s value and its gradients with respect to its arguments.

    Args:
        f: a function of values that convert to tensors.
        params: positions or names of the arguments to differentiate by; all if None.

    Returns:
        A function of the same arguments and of `dy`, from which the gradients start (ones if None),
        that gives `(value, list of gradients)`.

    Raises:
        ValueError: the function has no argument of a given name.

    >>> value, gradients = tf.contrib.eager.value_and_gradients_function(lambda x: x * x)(3.0)
    >>> float(value), [float(g) for g in gradients]
    (9.0, [6.0])
    """
    positions = None if params is None else [_position(f, param) for param in params]

    @functools.wraps(f)
    def value_and_gradients(*args: Any, dy: Any = None, **kwargs: Any) -> tuple[Any, list[Any]]:
        if kwargs:
            raise ValueError("Functions to be differentiated cannot receive keyword arguments.")
        chosen = range(len(args)) if positions is None else positions
        tensors = [
            nest.map_structure(convert_to_tensor, arg) if i in chosen else arg
            for i, arg in enumerate(args)
        ]
        sources = [tensors[i] for i in chosen]
        with GradientTape() as tape:
            tape.watch(sources)
            value = f(*tensors)
            if value is None:
                raise ValueError(
                    "Cannot differentiate a function that returns None; did you forget to "
                    f"return a value from {getattr(f, '__name__', f)!r}?"
                )
            value = nest.map_structure(convert_to_tensor, value)
        return value, nest.flatten(tape.gradient(value, sources, output_gradients=dy))

    return value_and_gradients


def _position(f: Callable[..., Any], param: int | str) -> int:
    if isinstance(param, int):
        return param
    names = list(inspect.signature(f).parameters)
    if param not in names:
        raise ValueError(
            f"params must be positions or names of arguments in {names}. Received: {param!r}"
        )
    return names.index(param)


@public("contrib.eager.gradients_function")
def gradients_function(
    f: Callable[..., Any], params: Sequence[int | str] | None = None
) -> Callable[..., list[Any]]:
    """A function that gives the gradients of `f` with respect to its arguments.

    Args:
        f: a function of values that convert to tensors.
        params: positions or names of the arguments to differentiate by; all if None.

    Returns:
        A function of the same arguments and of `dy` that gives a list of gradients.

    >>> [float(g) for g in tf.contrib.eager.gradients_function(lambda x: x * x)(3.0)]
    [6.0]
    """
    both = value_and_gradients_function(f, params)

    @functools.wraps(f)
    def gradients(*args: Any, **kwargs: Any) -> list[Any]:
        return both(*args, **kwargs)[1]

    return gradients


@public("contrib.eager.implicit_value_and_gradients")
def implicit_value_and_gradients(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function that gives `f`'s value and its gradients for all variables that the call reads.

    Args:
        f: a function that reads trainable variables.

    Returns:
        A function of the same arguments that gives `(value, list of (gradient, variable))`.

    Raises:
        ValueError: no trainable variable was read.

    >>> v = tf.Variable(3.0)
    >>> value, pairs = tf.contrib.eager.implicit_value_and_gradients(lambda: v * v)()
    >>> float(value), float(pairs[0][0])
    (9.0, 6.0)
    """

    @functools.wraps(f)
    def value_and_gradients(*args: Any, **kwargs: Any) -> tuple[Any, list[tuple[Any, Any]]]:
        with GradientTape() as tape:
            value = f(*args, **kwargs)
            if value is None:
                raise ValueError(
                    "Cannot differentiate a function that returns None; did you forget to "
                    f"return a value from {getattr(f, '__name__', f)!r}?"
                )
        variables = tape.watched_variables()
        if not variables:
            raise ValueError(
                "No trainable variables were accessed while the function was being computed."
            )
        return value, list(zip(tape.gradient(value, list(variables)), variables, strict=True))

    return value_and_gradients


@public("contrib.eager.implicit_gradients")
def implicit_gradients(f: Callable[..., Any]) -> Callable[..., list[tuple[Any, Any]]]:
    """A function that gives the gradients of `f` for all variables that the call reads.

    Args:
        f: a function that reads trainable variables.

    Returns:
        A function of the same arguments that gives a list of (gradient, variable), as
        `optimizer.apply_gradients` takes it.

    >>> v = tf.Variable(3.0)
    >>> [(gradient, variable)] = tf.contrib.eager.implicit_gradients(lambda: v * v)()
    >>> float(gradient)
    6.0
    """
    both = implicit_value_and_gradients(f)

    @functools.wraps(f)
    def gradients(*args: Any, **kwargs: Any) -> list[tuple[Any, Any]]:
        return both(*args, **kwargs)[1]

    return gradients
