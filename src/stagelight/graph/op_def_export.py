"""Signatures of ops as `OpDef` messages: arguments, attrs with their defaults, and what may be assumed."""

from __future__ import annotations

from typing import Any

from stagelight.core import registry
from stagelight.core.op_def import REQUIRED, Arg, AttrDef, OpDef, Trait
from stagelight.formats import schema
from stagelight.graph.attr_values import set_attr


def op_def_message(op_def: OpDef) -> Any:
    """The signature of an op as an `OpDef` message."""
    message = schema.OpDef(name=op_def.name)
    for arg in op_def.inputs:
        _write_argument(message.input_arg.add(), arg)
    for arg in op_def.outputs:
        _write_argument(message.output_arg.add(), arg)
    for name, definition in sorted(op_def.attrs.items()):
        _write_attr(message.attr.add(name=name), definition)
    message.is_commutative = op_def.has(Trait.COMMUTATIVE)
    message.is_stateful = op_def.is_stateful
    return message


def _write_argument(message: Any, arg: Arg) -> None:
    message.name = arg.name
    if arg.dtype is not None:
        message.type = arg.dtype.as_datatype_enum
    message.type_attr = arg.type_attr or ""
    message.type_list_attr = arg.types_attr or ""
    message.number_attr = arg.number_attr or ""


def _write_attr(message: Any, definition: AttrDef) -> None:
    message.type = definition.kind
    if definition.default is not REQUIRED and definition.default is not None:
        set_attr(message.default_value, definition.default, definition.kind, str)
    if definition.allowed is not None:
        kind = definition.kind.removeprefix("list(").removesuffix(")")
        set_attr(message.allowed_values, definition.allowed, f"list({kind})", str)


class ApiDefMap:
    """The ops that are known, by name, with their signatures as messages.

    >>> from stagelight.graph.op_def_export import ApiDefMap
    >>> [arg.name for arg in ApiDefMap().get_op_def("MatMul").input_arg]
    ['a', 'b']
    """

    def op_names(self) -> list[str]:
        """The names of all ops."""
        return registry.op_names()

    def get_op_def(self, op_name: str) -> Any:
        """The signature of an op as an `OpDef` message.

        Raises:
            ValueError: there is no such op.
        """
        if not registry.is_known(op_name):
            raise ValueError(f"No op_def found for {op_name}.")
        return op_def_message(registry.lookup(op_name))
