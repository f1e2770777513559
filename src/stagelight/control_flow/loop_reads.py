"""Variables that a loop reads and does not write are read before it.

Each round would read the same value. The gradient of the loop would keep that of every round in a list,
and add up gradients of the variable; of a tensor that no round changes it keeps nothing.

TF: a variable without a value is an error only in a loop that runs a round; here it is one before the loop.
"""

from __future__ import annotations

from collections.abc import Sequence

from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.effect_analysis import EffectAnalysis, Key
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types import dtypes


def read_before(cond: FuncGraph, body: FuncGraph) -> None:
    """Replaces reads in a loop's graphs, which were just traced, by captures of values, in a graph.

    Args:
        cond, body: as `traced_loop` gives them; they are changed in place.
    """
    graphs = cond, body
    analyses = [EffectAnalysis(graph.operations) for graph in graphs]
    written = _written(graphs, analyses)
    if CONTEXT.stage is None or written is None:
        return
    handles = {
        id(outside): outside
        for graph, analysis in zip(graphs, analyses, strict=True)
        for outside, inside in graph.captures
        if outside.dtype is dtypes.resource and written.isdisjoint(analysis.keys_of(inside))
    }
    for outside in handles.values():
        found = [(graph, read) for graph in graphs for read in _reads(graph, outside)]
        for dtype in dict.fromkeys(read.outputs[0].dtype for _, read in found):
            value = raw.ReadVariableOp(outside, dtype=dtype)
            for graph, read in found:
                if read.outputs[0].dtype is dtype:
                    _replace(graph, read, _captured(graph, value, read))
    for graph in graphs:
        _drop_unused_handles(graph)


def _written(graphs: Sequence[FuncGraph], analyses: Sequence[EffectAnalysis]) -> set[Key] | None:
    """The resources that a loop's graphs write, with all that they reach; None if they may write any."""
    found: set[Key] = set()
    for graph, analysis in zip(graphs, analyses, strict=True):
        for operation in graph.operations:
            accesses = analysis.accesses(operation)
            if accesses.touches_all:
                return None
            found |= accesses.writes
    # One that came in as a loop variable may be any.
    inputs = {(tensor.op, tensor.value_index) for graph in graphs for tensor in graph.inputs}
    return found if inputs.isdisjoint(found) else None


def _reads(graph: FuncGraph, outside: Tensor) -> list[Operation]:
    """The operations that read a captured variable at any time."""
    captured = graph._captures.get(id(outside))
    return [
        x
        for x in graph.operations
        if captured is not None
        and x.type == "ReadVariableOp"
        and x.inputs[0] is captured[1]
        and not x.control_inputs
    ]


def _captured(graph: FuncGraph, value: Tensor, read: Operation) -> SymbolicTensor:
    """What stands for a value from outside, before all that takes it."""
    count = len(graph.operations)
    captured = graph.capture(value, read.name.rpartition("/")[2])
    if len(graph.operations) > count:
        graph.operations.insert(0, graph.operations.pop())
    return captured


def _replace(graph: FuncGraph, read: Operation, value: SymbolicTensor) -> None:
    old = read.outputs[0]
    for operation in graph.operations:
        if any(x is old for x in operation.inputs):
            operation.inputs = [value if x is old else x for x in operation.inputs]
        if any(x is read for x in operation.control_inputs):
            operation.control_inputs = [x for x in operation.control_inputs if x is not read]
    graph.outputs = [value if x is old else x for x in graph.outputs]
    graph.replace_operations(lambda operation: operation is not read)


def _drop_unused_handles(graph: FuncGraph) -> None:
    used = {id(x) for operation in graph.operations for x in operation.inputs}
    used |= {id(x) for x in graph.outputs}
    captured = {
        id(inside)
        for outside, inside in graph.captures
        if outside.dtype is dtypes.resource and id(inside) not in used
    }
    if captured:
        graph.keep_inputs([i for i, x in enumerate(graph.inputs) if id(x) not in captured])
