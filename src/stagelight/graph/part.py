"""A part of a graph: what leads from some tensors to others, to be run on its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
