"""Overrides of public functions: who is asked for a call beside the implementation, and in which order.

    1. handlers           of the program, for arguments of its types (`tf.experimental.dispatch_for_api`):
                          where a composite is among the arguments, or in a list that is one
    2. the implementation
    3. forms              that composites bring, where the implementation refused (`core.composite`)
    4. dispatchers        of this function (`OpDispatcher`), where none of those took the arguments
    5. dispatchers        of all functions (`GlobalOpDispatcher`)

The entry point of a function that has handlers or dispatchers is redirected here; all others are called as if
there were no overrides (see `boundary`).
"""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import FunctionType
from typing import Any

from stagelight import boundary
from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor
from stagelight.public import find
from stagelight.types.dtypes import DType

Function = Callable[..., Any]
# Whether arguments, by the names of the parameters, are those that a handler is for.
Test = Callable[[dict[str, Any]], bool]

# What a dispatcher answers that has nothing to say.
NOT_SUPPORTED: Any = object()

# The dispatchers of all functions that ask them.
SHARED_DISPATCHERS: list[Any] = []


class _State(threading.local):
    """Whether this thread is within a function that asks dispatchers: the outermost alone does."""

    is_inside = False


_state = _State()


class Overrides:
    """The handlers and dispatchers of one function.

    Attributes:
        entry: its entry point.
        implementation: what that calls without overrides.
        signature: the function's.
    """

    def __init__(self, entry: FunctionType) -> None:
        self.entry = entry
        self.implementation = boundary.implementation_of(entry)
        self.signature = inspect.signature(self.implementation)
        self._handlers: list[tuple[Test, Function]] = []
        self._dispatchers: list[Any] = []
        self._asks_dispatchers = False
        self._is_redirected = False
        # The function that shared dispatchers are told of.
        self._told: Function = entry
        self._is_reflected = False

    def add_handler(self, test: Test, handler: Function) -> None:
        """Registers a handler."""
        self._handlers.append((test, handler))
        self._redirect_if_needed()

    def remove_handler(self, handler: Function) -> None:
        """Takes a handler away, if it is one of this function's."""
        self._handlers = [entry for entry in self._handlers if entry[1] is not handler]
        self._redirect_if_needed()

    def add_dispatcher(self, dispatcher: Any) -> None:
        """Registers a dispatcher of this function."""
        self._dispatchers.append(dispatcher)
        self.ask_dispatchers()

    def ask_dispatchers(self, told: Function | None = None, is_reflected: bool = False) -> None:
        """Lets the function ask dispatchers from now on.

        Args:
            told: the function that shared dispatchers are told of; by default this one.
            is_reflected: whether that takes the arguments exchanged.
        """
        self._asks_dispatchers = True
        self._told, self._is_reflected = told or self.entry, is_reflected
        self._redirect_if_needed()

    def _redirect_if_needed(self) -> None:
        is_needed = bool(self._handlers) or self._asks_dispatchers
        if is_needed and not self._is_redirected:
            boundary.redirect(self.entry, self._call)
        elif self._is_redirected and not is_needed:
            boundary.restore(self.entry)
        self._is_redirected = is_needed

    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._handlers:
            handler = self.handler_for(args, kwargs)
            if handler is not None:
                return handler()
        if not self._asks_dispatchers or _state.is_inside:
            return boundary.apply(self.implementation, args, kwargs)
        _state.is_inside = True
        try:
            return boundary.apply(self.implementation, args, kwargs)
        except boundary.REFUSALS:
            _state.is_inside = False
            answer = self._ask_dispatchers(args, kwargs)
            if answer is NOT_SUPPORTED:
                raise
            return answer
        finally:
            _state.is_inside = False

    def handler_for(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Callable[[], Any] | None:
        """The call of the handler for these arguments, None without one.

        Raises:
            ValueError: there are several.
        """
        if not has_composite((*args, *kwargs.values())):
            return None
        try:
            given = self.signature.bind(*args, **kwargs).arguments
        except TypeError:
            return None
        found = list(dict.fromkeys(handler for test, handler in self._handlers if test(given)))
        if len(found) > 1:
            listed = " and ".join(repr(inspect.unwrap(handler)) for handler in found)
            raise ValueError(
                f"Multiple dispatch targets that were registered with tf.dispatch_for ({listed}) match the "
                f"arguments to {self.entry.__name__}. Take one away: "
                "tf.experimental.unregister_dispatch_for."
            )
        return partial(found[0], given) if found else None

    def _ask_dispatchers(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        for dispatcher in self._dispatchers:
            answer = dispatcher.handle(args, kwargs)
            if answer is not NOT_SUPPORTED:
                return answer
        given = _reversed_operands(*args) if self._is_reflected else args
        for dispatcher in SHARED_DISPATCHERS:
            answer = dispatcher.handle(self._told, given, kwargs)
            if answer is not NOT_SUPPORTED:
                return answer
        return NOT_SUPPORTED


def _reversed_operands(x: Any, y: Any) -> tuple[Any, Any]:
    """The operands of `y - x` for `x.__rsub__(y)`: a number on the left has the dtype of the right one."""
    dtype = getattr(x, "dtype", None)
    if isinstance(dtype, DType) and isinstance(y, (int, float, complex)):
        y = convert_to_tensor(y, dtype)
    return y, x


def has_composite(values: Iterable[Any]) -> bool:
    """Whether there is a composite among values, or in a list among them."""
    return any(
        is_composite(value) or (isinstance(value, (list, tuple)) and has_composite(value))
        for value in values
    )


boundary.carries_calls(__file__)

_OVERRIDES: dict[FunctionType, Overrides] = {}


def overrides_of(entry: FunctionType) -> Overrides:
    """The overrides of the function that has this entry point."""
    if entry not in _OVERRIDES:
        _OVERRIDES[entry] = Overrides(entry)
    return _OVERRIDES[entry]


def all_overrides() -> Iterable[Overrides]:
    """The overrides of all functions that have had some."""
    return _OVERRIDES.values()


# The public functions that Python's operators mean, by the op that a tensor applies for them.
_OF_OPERATORS = {
    "AddV2": "add",
    "BitwiseAnd": "bitwise.bitwise_and",
    "BitwiseOr": "bitwise.bitwise_or",
    "BitwiseXor": "bitwise.bitwise_xor",
    "FloorDiv": "math.floordiv",
    "FloorMod": "math.floormod",
    "Greater": "greater",
    "GreaterEqual": "greater_equal",
    "Less": "less",
    "LessEqual": "less_equal",
    "LogicalAnd": "logical_and",
    "LogicalOr": "logical_or",
    "LogicalXor": "math.logical_xor",
    "Mul": "multiply",
    "Pow": "pow",
    "RealDiv": "truediv",
    "Sub": "subtract",
}


def apply_by_handlers(op_name: str, values: Sequence[Any]) -> Any:
    """The result of an operator between a tensor and a composite that has handlers for its function.

    Raises:
        ValueError: there is none.
    """
    name = _OF_OPERATORS.get(op_name)
    overrides = None if name is None else _OVERRIDES.get(find(name))
    handler = None if overrides is None else overrides.handler_for(values, {})
    if handler is not None:
        return handler()
    # What is no tensor says so.
    for value in values:
        convert_to_tensor(value)
    raise ValueError(f"{op_name} takes no composites. Received: {values!r}")
