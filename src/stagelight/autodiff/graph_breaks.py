"""Where the path of a gradient ends within a staged function, a branch or a loop.

The tape has one application for all of it. Its graph says which operations depend on the inputs that the
path came by, and which of these lead no further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from stagelight.autodiff.backward import input_gradients, is_differentiable_dtype
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.graph.effects import called_graphs
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation


def breaks_within(
    application: Any, reached: set[int], is_end: Callable[[Any], bool]
) -> Iterator[Operation]:
    """The operations at which the path ends that came by some inputs of an application.

    Args:
        application: one that runs graphs.
        reached: ids of the tensors that the path came by.
        is_end: whether an op passes nothing on, whatever its rule.
    """
    for graph, inputs in _graphs(application):
        inside = {id(own) for own, x in zip(graph.inputs, inputs, strict=False) if id(x) in reached}
        if "body" in application.attrs:
            _go_round(graph, inside, is_end)
        for operation in _reached_operations(graph, inside, is_end):
            if operation.op_def.has(Trait.CALLS):
                yield from breaks_within(operation, inside, is_end)
            elif _ends(operation, is_end) or _is_silent(operation, graph):
                yield operation


def _graphs(application: Any) -> list[tuple[FuncGraph, Sequence[Any]]]:
    """The graphs that an application may run, with the tensors that these get."""
    attrs, inputs = application.attrs, application.inputs
    graphs = [attrs["body"]] if "body" in attrs else called_graphs(application)
    # A condition or an index stands before what the graphs get.
    return [(graph, inputs[max(len(inputs) - len(graph.inputs), 0) :]) for graph in graphs]


def _go_round(body: FuncGraph, inside: set[int], is_end: Callable[[Any], bool]) -> None:
    """Adds the loop variables that depend on the reached ones after some rounds."""
    count = -1
    while count != len(inside):
        count = len(inside)
        for _ in _reached_operations(body, inside, is_end):
            pass
        for own, result in zip(body.inputs, body.outputs, strict=False):
            if id(result) in inside:
                inside.add(id(own))


def _reached_operations(
    graph: FuncGraph, inside: set[int], is_end: Callable[[Any], bool]
) -> Iterator[Operation]:
    """The operations that depend on what is inside of the path, which grows by their results."""
    for operation in graph.operations:
        if any(id(x) in inside for x in operation.inputs):
            yield operation
            if not is_end(operation):
                followed = (y for y in operation.outputs if is_differentiable_dtype(y.dtype))
                inside.update(map(id, followed))


def _ends(operation: Operation, is_end: Callable[[Any], bool]) -> bool:
    return is_end(operation) or not any(is_differentiable_dtype(y.dtype) for y in operation.outputs)


def _is_silent(operation: Operation, graph: FuncGraph) -> bool:
    """Whether an operation's rule gives nothing, such as that of `tf.round`."""
    with FuncGraph("rule", graph).as_default():
        try:
            ones = [raw.OnesLike(y) for y in operation.outputs]
            return all(gradient is None for gradient in input_gradients(operation, ones))
        except Exception:  # noqa: BLE001 - a rule that fails is there
            return False
