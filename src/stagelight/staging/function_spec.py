"""`Function.function_spec`: what libraries ask of a staged function's parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stagelight import nest
from stagelight.types.function_type import FunctionType


@dataclass(frozen=True)
class FunctionSpec:
    """The parameters of a staged function.

    Attributes:
        function_type: the parameters with their types.
        default_values: name -> default value.
        input_signature: the specs that were given, None when there are none.
        python_function: the function.
        jit_compile: whether it has to be compiled, None if nothing was said.
        is_pure: whether it is known to have no effects.
    """

    function_type: FunctionType
    default_values: dict[str, Any]
    input_signature: Any
    python_function: Callable[..., Any]
    jit_compile: bool | None
    is_pure: bool = False

    @property
    def fullargspec(self) -> inspect.FullArgSpec:
        """The parameters, as `inspect.getfullargspec` says them; of a method without `self`."""
        parameters = self.function_type.parameters.values()
        positional = [
            p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]
        keyword_only = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
        defaults = [self.default_values[name] for name in positional if name in self.default_values]
        given = {
            name: self.default_values[name] for name in keyword_only if name in self.default_values
        }
        return inspect.FullArgSpec(
            args=positional,
            varargs=next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), None),
            varkw=next((p.name for p in parameters if p.kind is p.VAR_KEYWORD), None),
            defaults=tuple(defaults) or None,
            kwonlyargs=keyword_only,
            kwonlydefaults=given or None,
            annotations={},
        )

    @property
    def arg_names(self) -> list[str]:
        """The names of the positional parameters."""
        return self.fullargspec.args

    @property
    def flat_input_signature(self) -> tuple[Any, ...]:
        """The specs in one tuple; `(None,)` where there are none."""
        return tuple(nest.flatten(self.input_signature, expand_composites=True))

    def signature_summary(self, default_values: bool = False) -> str:
        """The parameters as text.

        Args:
            default_values: whether defaults are shown.
        """
        defaults = self.default_values if default_values else {}
        shown = [
            f"{name}={defaults[name]!r}" if name in defaults else name for name in self.arg_names
        ]
        return f"({', '.join(shown)})"
