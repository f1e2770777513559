"""Generalizing: operations once more, for inputs of other shapes than those of the trace.

A trace says of its tensors what follows from the shapes of its arguments. Here a copy forgets that, and
inference runs again from more general shapes. What Python made of a size while it traced stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from stagelight.errors import invalid_argument
from stagelight.graph.cloning import clone_graph
from stagelight.graph.effects import graphs_within
from stagelight.graph.func_graph import FuncGraph
from stagelight.passes.rewriting import is_loop, replace_graphs
from stagelight.passes.specialize import infer_again
from stagelight.types.shapes import TensorShape

_CONDITIONALS = ("If", "StatelessIf", "Case", "StatelessCase")


def generalized(graph: FuncGraph, shapes: Sequence[TensorShape]) -> FuncGraph:
    """A graph for inputs of some shapes.

    Args:
        graph: as it was traced.
        shapes: of the first inputs; captures stay as they are.

    Raises:
        ValueError, OpError: the shapes do not fit the operations.
    """
    copy = _without_shapes(graph)
    for tensor, shape in zip(copy.inputs, shapes, strict=False):
        tensor._shape = shape
    for tensor, traced in [*zip(copy.inputs, graph.inputs, strict=True)][len(shapes) :]:
        tensor._shape, tensor.handle_data = traced._shape, traced.handle_data
    infer_again(copy)
    _check_conditions(copy)
    return copy


def _check_conditions(graph: FuncGraph) -> None:
    """Conditions are scalars, as they were when the graph was traced."""
    for operation in (x for part in graphs_within(graph) for x in part.operations):
        conditions = operation.inputs[:1] if operation.op_def.name in _CONDITIONALS else []
        if is_loop(operation.op_def):
            conditions = operation.attrs["cond"].outputs
        for tensor in conditions:
            if tensor.shape.rank:
                raise invalid_argument(
                    f"The condition of {operation.name} must be a scalar, but it has shape "
                    f"{tensor.shape}. (AG407)"
                )


def _without_shapes(graph: FuncGraph) -> FuncGraph:
    """A copy in which nothing is known of what operations compute, in its inner graphs neither."""
    copy, _ = clone_graph(graph)
    for operation in copy.operations:
        replace_graphs(operation, _without_shapes)
        if operation.op_def.name != "Const":
            for output in operation.outputs:
                output._shape, output.handle_data, output.constant = TensorShape(None), None, None
    return copy
