"""What public functions ask when they refuse their arguments: dispatchers that libraries register.

A library whose objects pass for tensors, as the symbolic inputs of Keras 2 do, says here what `tf.concat` of
them is. Dispatchers are asked after the function has refused, and by the outermost public function
alone (see `overrides`).
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from types import FunctionType
from typing import Any

from stagelight import nest
from stagelight.boundary import entry_point, is_entry_point
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.extension_types.overrides import (
    NOT_SUPPORTED,
    SHARED_DISPATCHERS,
    Function,
    overrides_of,
)
from stagelight.public import find, public, when_any_is_published


@public("__internal__.dispatch.OpDispatcher")
class OpDispatcher:
    """What one function asks when it refuses its arguments. Subclasses have `handle`.

    >>> class Price:
    ...     def __init__(self, amount):
    ...         self.amount = amount
    >>> @tf.__internal__.dispatch.add_dispatch_support
    ... def doubled(x):
    ...     return 2 * x
    >>> class OfPrices(tf.__internal__.dispatch.OpDispatcher):
    ...     def handle(self, args, kwargs):
    ...         return Price(2 * args[0].amount) if isinstance(args[0], Price) else self.NOT_SUPPORTED
    >>> OfPrices().register(doubled)
    >>> doubled(Price(3)).amount, doubled(3)
    (6, 6)
    """

    NOT_SUPPORTED = NOT_SUPPORTED

    def handle(self, args: Any, kwargs: Any) -> Any:
        """The result for these arguments, or `NOT_SUPPORTED`."""
        return self.NOT_SUPPORTED

    def register(self, op: Any) -> None:
        """Lets a function ask this dispatcher.

        Raises:
            AssertionError: it is neither public nor decorated by `add_dispatch_support`.
        """
        function = getattr(op, "__func__", op)
        if not is_entry_point(function):
            raise AssertionError(f"Dispatching not enabled for {op}")
        overrides_of(function).add_dispatcher(self)


def dispatch_for_types(op: Any, *types: type) -> Callable[[Function], Function]:
    """A decorator: the function takes the place of `op` for arguments of these types that `op` refuses."""

    def decorator(function: Function) -> Function:
        class OfTypes(OpDispatcher):
            def handle(self, args: Any, kwargs: Any) -> Any:
                is_for = any(isinstance(x, types) for x in nest.flatten([args, kwargs]))
                return function(*args, **kwargs) if is_for else NOT_SUPPORTED

        OfTypes().register(op)
        return function

    return decorator


@public("__internal__.dispatch.GlobalOpDispatcher")
class GlobalOpDispatcher:
    """What all public functions ask when they refuse their arguments. Subclasses have `handle`.

    The operators of tensors, which libraries give to classes of their own, ask for the functions that
    they mean: `__sub__` for `tf.math.subtract`.
    """

    NOT_SUPPORTED = NOT_SUPPORTED

    def handle(self, op: Any, args: Any, kwargs: Any) -> Any:
        """The result of a function for these arguments, or `NOT_SUPPORTED`."""
        return self.NOT_SUPPORTED

    def register(self) -> None:
        """Lets all public functions ask this dispatcher."""
        if not SHARED_DISPATCHERS:
            when_any_is_published(_let_ask)
            for kind, (method, name) in itertools.product(
                (Tensor, EagerTensor), _OPERATORS.items()
            ):
                _let_operator_ask(kind, method, name)
            for function in _SUPPORTING:
                overrides_of(function).ask_dispatchers()
        SHARED_DISPATCHERS.append(self)


# Functions of programs and libraries that ask, as public functions do.
_SUPPORTING: weakref.WeakSet[FunctionType] = weakref.WeakSet()


def support_dispatchers(function: FunctionType) -> FunctionType:
    """The entry point of a function of a program or a library: it asks the dispatchers of all functions."""
    entry = entry_point(function)
    _SUPPORTING.add(entry)
    if SHARED_DISPATCHERS:
        overrides_of(entry).ask_dispatchers()
    return entry


# The public functions that the operators of tensors mean.
_BINARY = {
    "add": "__operators__.add",
    "and": "math.logical_and",
    "floordiv": "math.floordiv",
    "matmul": "linalg.matmul",
    "mod": "math.floormod",
    "mul": "math.multiply",
    "or": "math.logical_or",
    "pow": "math.pow",
    "sub": "math.subtract",
    "truediv": "math.truediv",
    "xor": "math.logical_xor",
}
_OPERATORS = {
    **{f"__{symbol}__": name for symbol, name in _BINARY.items()},
    **{f"__r{symbol}__": name for symbol, name in _BINARY.items()},
    "__abs__": "math.abs",
    "__eq__": "__operators__.eq",
    "__ge__": "math.greater_equal",
    "__gt__": "math.greater",
    "__invert__": "math.logical_not",
    "__le__": "math.less_equal",
    "__lt__": "math.less",
    "__ne__": "__operators__.ne",
    "__neg__": "math.negative",
}

# Namespaces whose functions take no tensors, or any Python value.
_NEVER = frozenset(
    ("__internal__", "autograph", "config", "distribute", "errors", "nest", "saved_model", "test")
)


def _let_operator_ask(kind: type, method: str, name: str) -> None:
    """Lets an operator of tensors ask for the public function that it means."""
    operator = vars(kind).get(method)
    if operator is None:
        return
    entry = entry_point(operator)
    setattr(kind, method, entry)
    overrides_of(entry).ask_dispatchers(find(name), is_reflected=method[2] == "r")


def _let_ask(name: str, value: Any) -> None:
    """Lets a public function of tensors ask."""
    if is_entry_point(value) and name.partition(".")[0] not in _NEVER:
        overrides_of(value).ask_dispatchers()
