"""What public functions ask when they refuse their arguments: dispatchers that libraries register.

A library whose objects pass for tensors, as the symbolic inputs of Keras 2 do, says here what `tf.concat` of
them is. Dispatchers are asked after the function has refused, and by the outermost public function
alone. Functions are opened as `handlers` opens them: their code is exchanged when there is somebody to ask.
"""

from __future__ import annotations

import inspect
import itertools
import threading
import weakref
from collections.abc import Callable
from types import FunctionType
from typing import Any

from stagelight import nest
from stagelight.boundary import guarded
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.public import find, public, when_any_is_published
from stagelight.types.dtypes import DType

Function = Callable[..., Any]
Ask = Callable[[Any, Any], Any]

# What a dispatcher answers that has nothing to say.
NOT_SUPPORTED: Any = object()


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
        """Lets a function ask this dispatcher."""
        function = getattr(op, "__func__", op)
        _opened(function).dispatchers.append(self)


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
        if not _GLOBAL:
            when_any_is_published(_open_public)
            for kind, (method, name) in itertools.product(
                (Tensor, EagerTensor), _OPERATORS.items()
            ):
                operator = vars(kind).get(method)
                if operator is not None and not _is_open(operator):
                    _opened(operator).means(find(name), is_reflected=method[2] == "r")
            for function in _SUPPORTING:
                _opened(function)
        _GLOBAL.append(self)


_GLOBAL: list[GlobalOpDispatcher] = []

# Functions of programs and libraries that ask, as public functions do.
_SUPPORTING: weakref.WeakSet[FunctionType] = weakref.WeakSet()


def support_dispatchers(function: FunctionType) -> None:
    """Lets a function of a program or a library ask the dispatchers of all functions."""
    _SUPPORTING.add(function)
    if _GLOBAL:
        _opened(function)


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


class _State(threading.local):
    is_inside = False


_state = _State()


class _Opened:
    """A function that asks dispatchers when it refuses, and the function as it was.

    Attributes:
        dispatchers: its own.
        original: what it does.
    """

    def __init__(self, function: FunctionType) -> None:
        self.dispatchers: list[OpDispatcher] = []
        self._function: Function = function
        self._is_reflected = False
        signature = inspect.signature(function)
        self.original = FunctionType(
            function.__code__,
            function.__globals__,
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )
        self.original.__kwdefaults__ = function.__kwdefaults__
        # Python wants as many free variables as the function has cells.
        free = function.__code__.co_freevars
        function.__signature__ = signature  # type: ignore[attr-defined]
        function.__code__ = _trying.__code__.replace(co_freevars=free)
        function.__defaults__ = None
        function.__kwdefaults__ = {"_opened": self}
        guarded(function)

    def means(self, function: Function, is_reflected: bool) -> None:
        """Says that dispatchers are asked for another function, perhaps with its arguments exchanged."""
        self._function, self._is_reflected = function, is_reflected

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What the function gives; if it refuses, what a dispatcher answers."""
        if _state.is_inside:
            return self.original(*args, **kwargs)
        _state.is_inside = True
        try:
            result = self.original(*args, **kwargs)
        except (AttributeError, TypeError, ValueError):
            _state.is_inside = False
            result = self._answer(args, kwargs)
            if result is NOT_SUPPORTED:
                raise
        finally:
            _state.is_inside = False
        return result

    def _answer(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        for own in self.dispatchers:
            answer = own.handle(args, kwargs)
            if answer is not NOT_SUPPORTED:
                return answer
        given = _reversed_operands(*args) if self._is_reflected else args
        for other in _GLOBAL:
            answer = other.handle(self._function, given, kwargs)
            if answer is not NOT_SUPPORTED:
                return answer
        return NOT_SUPPORTED


def _reversed_operands(x: Any, y: Any) -> tuple[Any, Any]:
    """The operands of `y - x` for `x.__rsub__(y)`: a number on the left has the dtype of the right one."""
    dtype = getattr(x, "dtype", None)
    if isinstance(dtype, DType) and isinstance(y, (int, float, complex)):
        y = convert_to_tensor(y, dtype)
    return y, x


def _trying(*args: Any, _opened: _Opened, **kwargs: Any) -> Any:
    return _opened.call(args, kwargs)


def _opened(function: FunctionType) -> _Opened:
    found: _Opened | None = (function.__kwdefaults__ or {}).get("_opened")
    return found or _Opened(function)


def _is_open(function: Any) -> bool:
    return "_opened" in (function.__kwdefaults__ or {})


def _open_public(name: str, value: Any) -> None:
    """Opens a public function of tensors."""
    is_suspended = inspect.iscoroutinefunction(value) or inspect.isgeneratorfunction(value)
    if isinstance(value, FunctionType) and not is_suspended:
        if name.partition(".")[0] not in _NEVER:
            _opened(value)
