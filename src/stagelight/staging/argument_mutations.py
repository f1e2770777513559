"""The mutation check of `tf.function`: tracing must not change lists, dicts and objects that are arguments.

A function is traced over copies, in which tensors are replaced by placeholders. A change of such a copy never
reaches the caller, and calls that run the graph would not make it: it is an error.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

from stagelight import nest
from stagelight.containers import TreeSpec
from stagelight.staging.call_signature import CallSignature
from stagelight.staging.trace_types import ARGUMENTS


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
            if not _is_same(before, _contents(value))
        ]
        if modified:
            raise ValueError(
                f"{self._signature.name}{self._signature.signature} should not modify its Python input "
                "arguments. Modifying a copy is allowed. The following parameter(s) were modified: "
                f"{', '.join(modified)} (AG416)"
            )


def _contents(value: Any) -> tuple[list[Any], TreeSpec] | None:
    """The leaves and the definition of a structure; None where an object has lost a field."""
    try:
        return nest.flatten_with_spec(value, ARGUMENTS)
    except AttributeError:
        return None


def _is_same(
    before: tuple[list[Any], TreeSpec] | None, after: tuple[list[Any], TreeSpec] | None
) -> bool:
    if before is None or after is None:
        return before is after
    return before[1] == after[1] and all(map(operator.is_, before[0], after[0]))
