"""The mutation check of `tf.function`: tracing must not change lists, dicts and objects that are arguments.

A function is traced over copies, in which tensors are replaced by placeholders. A change of such a copy never
reaches the caller, and calls that run the graph would not make it: it is an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stagelight.core.composite import CompositeTensor
from stagelight.staging.call_signature import CallSignature
from stagelight.staging.trace_types import field_names, says_own_type
from stagelight.types.type_spec import TypeSpec


class _Contents:
    """The class of a structure, and by key, index or field what was in it."""

    __slots__ = ("items", "kind")

    def __init__(self, kind: type, items: Mapping[Any, Any]) -> None:
        self.kind = kind
        self.items = items


class ArgumentSnapshot:
    """What is in the arguments of a trace before the function runs.

    Args:
        signature: the function's parameters.
        args, kwargs: the arguments that the function is traced with.
    """

    def __init__(
        self, signature: CallSignature, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        self._signature = signature
        names = signature.argument_names(len(args))
        self._arguments = [*zip(names, args, strict=True), *kwargs.items()]
        self._contents = [_contents(value) for _, value in self._arguments]

    def check(self) -> None:
        """Compares the arguments with what they were.

        Raises:
            ValueError: the function has modified some of them.
        """
        modified = [
            name
            for (name, value), before in zip(self._arguments, self._contents, strict=True)
            if _differ(before, _contents(value))
        ]
        if modified:
            raise ValueError(
                f"{self._signature.name}{self._signature.signature} should not modify its Python input "
                "arguments. Modifying a copy is allowed. The following parameter(s) were modified: "
                f"{', '.join(modified)} (AG416)"
            )


def _contents(value: Any) -> Any:
    """What a structure has in it; a leaf itself."""
    if isinstance(value, (CompositeTensor, TypeSpec)) or says_own_type(value):
        return value
    if isinstance(value, Mapping):
        return _Contents(type(value), {key: _contents(value[key]) for key in value})
    if isinstance(value, (list, tuple)):
        return _Contents(type(value), {i: _contents(item) for i, item in enumerate(value)})
    names = field_names(value)
    if names is None:
        return value
    return _Contents(type(value), {name: _contents(getattr(value, name, None)) for name in names})


def _differ(before: Any, after: Any) -> bool:
    if not isinstance(before, _Contents) or not isinstance(after, _Contents):
        return before is not after
    if before.kind is not after.kind or before.items.keys() != after.items.keys():
        return True
    return any(_differ(item, after.items[key]) for key, item in before.items.items())
