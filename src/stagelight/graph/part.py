"""A part of a graph: what leads from some tensors to others, to be run on its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.operation import Operation, SymbolicTensor


@dataclass(frozen=True)
class GraphPart:
    """Looks like a function graph to an executor, without being one of its own.

    Attributes:
        name: the graph's name.
        operations: all operations of the graph, in program order.
        inputs: tensors whose values are brought; what computes them is not run.
        outputs: tensors to compute.
        control_outputs: operations to run.
    """

    name: str
    operations: Sequence[Operation]
    inputs: Sequence[SymbolicTensor]
    outputs: Sequence[SymbolicTensor]
    control_outputs: Sequence[Operation] = ()


def part_of(
    graph: Graph,
    inputs: Sequence[SymbolicTensor],
    outputs: Sequence[SymbolicTensor],
    control_outputs: Sequence[Operation] = (),
) -> GraphPart:
    """The part of a graph that leads to some tensors and operations."""
    return GraphPart(graph.name, graph.operations, inputs, outputs, control_outputs)


def needed_operations(graph: FuncGraph | GraphPart) -> list[Operation]:
    """The operations that outputs and effects need, in program order."""
    brought = {id(tensor) for tensor in graph.inputs}
    needed = {tensor.op for tensor in graph.outputs if id(tensor) not in brought}
    needed.update(graph.control_outputs)
    found = []
    for operation in reversed(graph.operations):  # What is needed stands before who needs it.
        if operation in needed:
            found.append(operation)
            needed.update([x.op for x in operation.inputs if id(x) not in brought])
            if operation.control_inputs:
                needed.update(operation.control_inputs)
    found.reverse()
    return found
