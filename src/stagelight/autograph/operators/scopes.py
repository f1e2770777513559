"""The scope of a converted function: its options, AutoGraph's status in it, its result."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from stagelight.autograph.context import ControlStatus, Status
from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import surroundings
from stagelight.autograph.operators.element_copies import ELEMENT_COPIES
from stagelight.autograph.operators.python_iterators import PYTHON_ITERATORS
from stagelight.autograph.operators.replaced_lists import everywhere
from stagelight.autograph.operators.variables import UndefinedReturnValue
from stagelight.autograph.options import ConversionOptions, Feature


@generated_name("FunctionScope")
class FunctionScope:
    """Surrounds the body of a converted function.

    Attributes:
        function_name: The function.
        name: The name of the variable that holds this scope, by which its frame can be found.
        callopts: The options for what the function calls.
    """

    __slots__ = ("_entered", "callopts", "function_name", "name", "options")

    def __init__(self, function_name: str, scope_name: str, options: ConversionOptions) -> None:
        self.function_name = function_name
        self.name = scope_name
        self.options = options
        self.callopts = options.call_options()
        self._entered: list[Any] = []

    def __enter__(self) -> FunctionScope:
        ELEMENT_COPIES.enter_function()
        if self.options.user_requested:
            self._enter(ControlStatus(Status.ENABLED, self.options))
        if self.options.optional_features:
            if self.options.uses(Feature.NAME_SCOPES):
                self._enter(surroundings.name_scope(_as_scope_name(self.function_name)))
            if (
                self.options.uses(Feature.AUTO_CONTROL_DEPS)
                and surroundings.control_dependencies is not None
            ):
                self._enter(surroundings.control_dependencies())
        return self

    def _enter(self, manager: Any) -> None:
        manager.__enter__()
        self._entered.append(manager)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            while self._entered:
                self._entered.pop().__exit__(kind, error, trace)
        finally:
            ELEMENT_COPIES.leave_function(has_failed=kind is not None)
            if not ELEMENT_COPIES.is_in_function:
                PYTHON_ITERATORS.forget()

    def ret(self, value: Any, did_return: Any) -> Any:
        """The function's result."""
        if isinstance(value, UndefinedReturnValue):
            return None
        value = everywhere(value)
        for manager in self._entered:
            if hasattr(manager, "mark_as_return"):
                value = manager.mark_as_return(value)
        return value


def _as_scope_name(name: str) -> str:
    """A name scope must not begin with an underscore."""
    return f"fn{name}" if name.startswith("_") else name


@generated_name("with_function_scope")
def with_function_scope(
    body: Callable[[FunctionScope], Any], scope_name: str, options: ConversionOptions
) -> Any:
    """A function scope around the body of a lambda."""
    with FunctionScope("lambda_", scope_name, options) as scope:
        return body(scope)
