"""Public functions that ask the program's handlers before they run.

A function is opened when the first handler is registered for it: its code is replaced by one that asks the
handlers, so that whoever has the function, by whatever name, calls the same. Until then, and after the
last handler was taken away, it runs as it was written, and nothing is asked. Handlers are asked where a
composite is among the arguments, or in a list that is one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import FunctionType
from typing import Any

from stagelight.boundary import guarded
from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor
from stagelight.public import find

Function = Callable[..., Any]
# Whether arguments, by the names of the parameters, are those that a handler is for.
Test = Callable[[dict[str, Any]], bool]


class Handlers:
    """The handlers of one public function, and the function as it was before it was opened."""

    def __init__(self, function: FunctionType) -> None:
        self.signature = inspect.signature(function)
        self.original = FunctionType(
            function.__code__,
            function.__globals__,
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )
        self.original.__kwdefaults__ = function.__kwdefaults__
        self.original.__dict__.update(function.__dict__)
        self._function = function
        self._entries: list[tuple[Test, Function]] = []

    def add(self, test: Test, handler: Function) -> None:
        """Registers a handler."""
        if not self._entries:
            self._open()
        self._entries.append((test, handler))

    def remove(self, handler: Function) -> None:
        """Takes a handler away, if it is one of this function's."""
        was_open = bool(self._entries)
        self._entries = [entry for entry in self._entries if entry[1] is not handler]
        if was_open and not self._entries:
            self._close()

    def _open(self) -> None:
        function = self._function
        # Python wants as many free variables as the function has cells.
        free = function.__code__.co_freevars
        function.__signature__ = self.signature  # type: ignore[attr-defined]
        function.__code__ = _asking.__code__.replace(co_freevars=free)
        function.__defaults__ = None
        function.__kwdefaults__ = {"_handlers": self}
        guarded(function)

    def _close(self) -> None:
        function, original = self._function, self.original
        function.__code__ = original.__code__
        function.__defaults__ = original.__defaults__
        function.__kwdefaults__ = original.__kwdefaults__
        del function.__signature__  # type: ignore[attr-defined]

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What the handler for these arguments gives; without one, what the function does."""
        answer = self.answer_to(args, kwargs)
        return self.original(*args, **kwargs) if answer is None else answer()

    def answer_to(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Callable[[], Any] | None:
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
        found = list(dict.fromkeys(handler for test, handler in self._entries if test(given)))
        if len(found) > 1:
            listed = " and ".join(repr(inspect.unwrap(handler)) for handler in found)
            raise ValueError(
                f"Multiple dispatch targets that were registered with tf.dispatch_for ({listed}) match the "
                f"arguments to {self._function.__name__}. Take one away: "
                "tf.experimental.unregister_dispatch_for."
            )
        return partial(found[0], given) if found else None


def _asking(*args: Any, _handlers: Handlers, **kwargs: Any) -> Any:
    return _handlers.call(args, kwargs)


def has_composite(values: Iterable[Any]) -> bool:
    """Whether there is a composite among values, or in a list among them."""
    return any(
        is_composite(value) or (isinstance(value, (list, tuple)) and has_composite(value))
        for value in values
    )


_handlers: dict[FunctionType, Handlers] = {}


def handlers_of(function: FunctionType) -> Handlers:
    """The handlers of a public function."""
    if function not in _handlers:
        _handlers[function] = Handlers(function)
    return _handlers[function]


def all_handlers() -> Iterable[Handlers]:
    """The handlers of all functions that have had some."""
    return _handlers.values()


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
    handlers = None if name is None else _handlers.get(find(name))
    answer = None if handlers is None else handlers.answer_to(values, {})
    if answer is not None:
        return answer()
    # What is no tensor says so.
    for value in values:
        convert_to_tensor(value)
    raise ValueError(f"{op_name} takes no composites. Received: {values!r}")
