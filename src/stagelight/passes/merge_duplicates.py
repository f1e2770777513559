"""Computes equal things once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from stagelight.core.tensor import EagerTensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation
from stagelight.passes.rewriting import Redirection, is_commutative, is_fixed, is_handle
from stagelight.types.dtypes import DType

# Constants are compared up to this size; larger ones only by identity.
_MOST_BYTES = 4096


@dataclass(frozen=True)
class MergeDuplicates:
    """Lets the first of several operations stand for all that have the same op, inputs and attrs.

    before:  a = AddV2(x, y); b = AddV2(y, x); return Mul(a, b)
    after:   a = AddV2(x, y); return Mul(a, a)

    Only pure operations without control inputs are merged; of commutative ones the order of the
    inputs does not count. Handles and lists stay apart, each the result of its own operation.
    """

    name: str = "merge_duplicates"
    switches: tuple[str, ...] = ("common_subgraph_elimination",)

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place."""
        first: dict[Hashable, Operation] = {}
        redirection = Redirection()
        for operation in graph.operations:
            redirection.redirect(operation)
            if is_fixed(operation.op_def) or operation.control_inputs:
                continue
            try:
                known = first.setdefault(_key(operation), operation)
            except TypeError:
                continue  # An attr's value has no hash, so it cannot be compared.
            if known is not operation and not any(map(is_handle, operation.outputs)):
                redirection.put(operation, known.outputs, known)
        if redirection:
            redirection.redirect_outputs(graph)


def _key(operation: Operation) -> Hashable:
    """Equal for operations that compute the same."""
    op_def = operation.op_def
    attrs = operation.attrs
    if op_def.name == "Const":  # Quicker than the general way, as constants are many.
        return (op_def, operation.device, *_frozen(attrs["value"]))
    inputs = list(map(id, operation.inputs))
    if len(inputs) == 2 and is_commutative(op_def):
        inputs.sort()
    if not attrs:
        return (op_def, operation.device, *inputs)
    items = [(name, _frozen(attrs[name])) for name in (sorted(attrs) if len(attrs) > 1 else attrs)]
    return (op_def, operation.device, *inputs, *items)


def _frozen(value: Any) -> tuple[Any, ...]:
    """A value with a hash for an attr's; kinds stay apart, as 1 and True do."""
    if type(value) is EagerTensor:
        array = value._array
        if array.dtype.hasobject or array.nbytes > _MOST_BYTES:
            return "array", id(array)
        return value._dtype.name, array.shape, array.tobytes()
    if isinstance(value, DType):
        return "dtype", value.name
    if isinstance(value, (list, tuple)):
        return "list", tuple(map(_frozen, value))
    return type(value), value


MERGE_DUPLICATES = MergeDuplicates()
