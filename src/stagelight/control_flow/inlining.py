"""A graph's operations in the place of a call of it."""

from __future__ import annotations

from collections.abc import Sequence

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.tensor import Tensor
from stagelight.graph.cloning import TensorMap, copy_operations
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.origins import placed, user_origins
from stagelight.graph.part import needed_operations


def inlined(graph: FuncGraph, inputs: Sequence[Tensor]) -> list[Tensor]:
    """Copies what a finished graph's outputs need into the graph being built; gives the outputs there.

    Args:
        graph: the graph.
        inputs: one tensor for each of its inputs, captures included.
    """
    stage = CONTEXT.stage
    tensors: TensorMap = {
        id(placeholder): stage.capture(convert_to_tensor(value))
        for placeholder, value in zip(graph.inputs, inputs, strict=True)
    }
    operations = [
        operation
        for operation in needed_operations(graph)
        if not operation.outputs or id(operation.outputs[0]) not in tensors
    ]
    copies = copy_operations(
        operations, stage, tensors, lambda name: stage.unique_name(name.rpartition("/")[2])
    )
    around = user_origins()
    for copy in copies.values():
        copy.origins = placed(copy.origins, around)
    stage.adopt(copies.values())
    return [tensors[id(x)] for x in graph.outputs]
