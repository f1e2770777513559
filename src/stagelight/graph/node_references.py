"""How GraphDefs name tensors: "split:1" among nodes, "split:output:1" in a function's body.

Among nodes the number counts all outputs of an operation; in a function's body it counts within one
argument of the op's signature, which has several tensors where it is a list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from stagelight.core.op_def import OpDef, inferred_attrs


class Reference(NamedTuple):
    """A node's input as it is written: a tensor, or with `is_control` an operation to wait for.

    `output` is the argument's name in the op's signature, None in the form without one.
    """

    node: str
    output: str | None
    number: int
    is_control: bool


# Each is asked for when it is checked, when nodes are put in order, and when they are made.
@lru_cache(maxsize=8192)
def parse_reference(text: str) -> Reference:
    """The parts of "^node", "node", "node:1" or "node:output:1".

    Raises:
        ValueError: it has none of these forms.
    """
    if text.startswith("^"):
        if len(text) > 1 and ":" not in text:
            return Reference(text[1:], None, -1, True)
    else:
        node, *rest = text.split(":")
        if node and not rest:
            return Reference(node, None, 0, False)
        if node and len(rest) <= 2 and rest[-1].isascii() and rest[-1].isdigit():
            index = int(rest[-1]) if len(rest[-1]) < 10 else 2**31
            return Reference(node, rest[0] if len(rest) == 2 else None, index, False)
    raise ValueError(
        f"an input is written as 'node', 'node:1', 'node:output:1' or '^node'. Received: {text!r}"
    )


def output_ranges(
    op_def: OpDef, inputs: Sequence[Any], attrs: Mapping[str, Any]
) -> dict[str, tuple[int, int]]:
    """By argument of the op's signature, the first of its outputs and how many it has."""
    values: Mapping[str, Any] = attrs
    if any(arg.is_list for arg in op_def.outputs):
        values = {**inferred_attrs(op_def, inputs, attrs), **attrs}
    ranges: dict[str, tuple[int, int]] = {}
    start = 0
    for arg in op_def.outputs:
        count = 1
        if arg.number_attr is not None:
            count = _value(op_def, values, arg.number_attr)
        elif arg.types_attr is not None:
            count = len(_value(op_def, values, arg.types_attr))
        ranges[arg.name] = (start, count)
        start += count
    return ranges


def _value(op_def: OpDef, values: Mapping[str, Any], name: str) -> Any:
    return values[name] if name in values else op_def.attrs[name].default
