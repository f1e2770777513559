"""Walks through a function graph and writes its operations, with those of the graphs inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stagelight.core.op_def import Trait
from stagelight.graph.effects import called_graphs
from stagelight.graph.operation import Operation
from stagelight.onnx.exporting.converters import CONVERTERS, Application
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer

# What a file of ONNX leaves out: it has no effects.
LEFT_OUT = frozenset({"Assert", "NoOp", "PrintV2"})


@dataclass(frozen=True)
class Missing:
    """An operation that ONNX cannot express.

    Attributes:
        operation: of the function's graph.
        reason: what is in the way.
    """

    operation: Operation
    reason: str


_NO_CONVERTER = "the exporter has no converter for it"

# Stands for what an operation gives that could not be written.
_UNKNOWN: Any = None


class MissingOperations(Exception):
    """Some operations have no conversion."""

    def __init__(self, missing: Sequence[Missing]) -> None:
        super().__init__(f"{len(missing)} operations")
        self.missing = missing


def write_graph(w: Writer, graph: Any, values: Sequence[Any]) -> list[Value]:
    """Writes what a graph's outputs need, for these values of its inputs; gives the outputs' values.

    Raises:
        MissingOperations: not all of it can be written; the error tells all of them.
    """
    known = {id(tensor): value for tensor, value in zip(graph.inputs, values, strict=True)}
    missing = [Missing(x, "an effect outside of the graph") for x in _effects(graph)]
    placeholders = {id(tensor.op) for tensor in graph.inputs}
    for operation in _needed(graph):
        if id(operation) in placeholders:
            continue
        taken = [known[id(tensor)] for tensor in operation.inputs]
        if any(value is _UNKNOWN for value in taken):
            # What it needs is missing. What it would lack itself is told as well.
            found: Sequence[Any] = []
            missing += _without_conversion(operation)
        else:
            try:
                found = _written(w, operation, taken)
            except Inexpressible as error:
                found = []
                missing.append(Missing(operation, str(error)))
            except MissingOperations as error:
                found = []
                missing += error.missing
        for i, tensor in enumerate(operation.outputs):
            known[id(tensor)] = found[i] if i < len(found) else _UNKNOWN
    if missing:
        raise MissingOperations(list({id(x.operation): x for x in missing}.values()))
    outputs = [known[id(tensor)] for tensor in graph.outputs]
    for tensor, value in zip(graph.outputs, outputs, strict=True):
        if value is _UNKNOWN:
            text = f"its output {tensor.value_index} has no counterpart"
            raise MissingOperations([Missing(tensor.op, text)])
    return outputs


def _needed(graph: Any) -> list[Operation]:
    """The operations that the outputs follow from, in order; not those that only have to run before."""
    needed = {id(tensor.op) for tensor in graph.outputs}
    found = []
    for operation in reversed(graph.operations):
        if id(operation) in needed:
            found.append(operation)
            needed.update(id(tensor.op) for tensor in operation.inputs)
    return found[::-1]


def _without_conversion(operation: Operation) -> list[Missing]:
    """What no converter knows, of an operation and the graphs that it runs."""
    if operation.type not in CONVERTERS:
        return [Missing(operation, _NO_CONVERTER)]
    if not operation.op_def.has(Trait.CALLS):
        return []
    inner = [x for graph in called_graphs(operation) for x in _needed(graph)]
    return [x for y in inner if y.op_def.name != "Placeholder" for x in _without_conversion(y)]


def _written(w: Writer, operation: Operation, values: Sequence[Value]) -> Sequence[Any]:
    convert = CONVERTERS.get(operation.type)
    if convert is None:
        raise Inexpressible(_NO_CONVERTER)
    found = convert(w, Application(operation, values), *values)
    return [found] if isinstance(found, Value) else found


def _effects(graph: Any) -> list[Operation]:
    """What must run for its own sake, without those that are left out on purpose."""
    return [
        operation
        for operation in graph.control_outputs
        if operation.op_def.has(Trait.SIDE_EFFECT | Trait.WRITES)
        and not operation.op_def.has(Trait.CALLS)
        and operation.type not in LEFT_OUT | CONVERTERS.keys()
    ]
