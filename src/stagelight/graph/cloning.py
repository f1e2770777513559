"""Copies of function graphs and of operations, without inferring anything anew.

Passes work on a clone, so that the graph that the user sees stays as it was traced; a call is
inlined, and a loop's body rewritten, by copying operations into another graph. A copy keeps the op,
the attrs (the same objects), the device, the user's lines, and what is known of its outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from stagelight.graph.func_graph import COPIED_FROM, FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.operation import Operation, SymbolicTensor

_new: Any = object.__new__

# By the `id` of an old tensor, the one that stands for it in the copy.
TensorMap = dict[int, SymbolicTensor]


def clone_graph(graph: FuncGraph, name: str | None = None) -> tuple[FuncGraph, TensorMap]:
    """A copy of a finished graph with operations of its own, and the map from old tensors to new.

    The graphs among attrs are shared with the original, the memo of the runtime is not copied.
    """
    clone = FuncGraph(graph.name if name is None else name, graph.enclosing_graph)
    clone.seed = graph.seed
    clone.must_compile = graph.must_compile
    clone.attributes = graph.attributes
    clone.limits = graph.limits
    clone.name_stack = graph.name_stack
    tensors: TensorMap = {}
    operations = copy_operations(graph.operations, clone, tensors)
    clone.adopt(operations.values())
    for outside, placeholder in graph.captures:
        clone.add_capture(outside, tensors[id(placeholder)])
    clone.inputs = [tensors[id(tensor)] for tensor in graph.inputs]
    clone.outputs = [tensors[id(tensor)] for tensor in graph.outputs]
    clone.control_outputs = [operations[id(op)] for op in graph.control_outputs]
    clone.control_captures = graph.control_captures
    clone._variables = dict(graph._variables)
    clone.structured_input_signature = graph.structured_input_signature
    clone.structured_outputs = graph.structured_outputs
    clone.derived[COPIED_FROM] = (graph, tensors)
    return clone, tensors


def copy_operations(
    operations: Iterable[Operation],
    graph: Graph,
    tensors: TensorMap,
    name_of: Callable[[str], str] | None = None,
) -> dict[int, Operation]:
    """Copies of operations for another graph, by the `id` of the old ones; it has to `adopt` them.

    Args:
        operations: in an order in which inputs come first.
        graph: where the copies will stand.
        tensors: what stands for tensors that are not outputs of these operations; the copies'
            outputs are added to it. A tensor that is not in it stays as it is.
        name_of: a copy's name from the old one.
    """
    copies: dict[int, Operation] = {}
    for operation in operations:
        copies[id(operation)] = copy = _new(Operation)
        copy.graph = graph
        copy.name = operation.name if name_of is None else name_of(operation.name)
        copy.op_def = operation.op_def
        copy.inputs = [tensors.get(id(x), x) for x in operation.inputs]
        copy.attrs = dict(operation.attrs)
        copy.control_inputs = [copies[id(c)] for c in operation.control_inputs if id(c) in copies]
        copy.device = operation.device
        copy.origins = operation.origins
        copy.outputs = outputs = []
        for tensor in operation.outputs:
            tensors[id(tensor)] = output = _new(SymbolicTensor)
            output.op = copy
            output.value_index = tensor.value_index
            output._shape = tensor._shape
            output._dtype = tensor._dtype
            output.handle_data = tensor.handle_data
            output.constant = tensor.constant
            outputs.append(output)
    return copies
