"""Which of several functions a call runs that implement one interface.

`tf.function(..., experimental_attributes={"api_implements": name})`: functions of one name stand for each
other. One with `"api_preferred_device": "CPU"` is what calls of the others run in a graph whose library it
is in (`ConcreteFunction.add_to_graph`), as TensorFlow's Grappler chooses on CPUs. TensorFlow Probability
calls a sampler that suits accelerators and adds the one for CPUs behind that; both orders are right.

    samples = default_sampler(rate)                                   # runs sampler_for_cpus
    sampler_for_cpus.get_concrete_function(rate).add_to_graph()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.operation import Operation, SymbolicTensor

_INTERFACE: Final = "api_implements"
_DEVICE: Final = "api_preferred_device"
_CPU: Final = "CPU"


def implementation_in(stage: Graph | None, called: FuncGraph) -> FuncGraph:
    """What a call of a function runs where `stage` is being built: itself, or what stands for it."""
    while stage is not None:
        for graph in stage.added_functions:
            if isinstance(graph, FuncGraph) and _stands_for(graph, called):
                return graph
        stage = stage.enclosing_graph if isinstance(stage, FuncGraph) else None
    return called


def calls_of_what_it_stands_for(graph: Graph, added: FuncGraph) -> list[Operation]:
    """The calls in a graph that `added`, which was added to its library, has to run.

    Not those whose gradients were asked for: the gradients are of what was called.
    """
    if added.attributes.get(_DEVICE) != _CPU:
        return []
    count = len(added.outputs)
    found = []
    for operation in graph.operations:
        called = operation.attrs.get("f")
        if isinstance(called, FuncGraph) and _stands_for(added, called, count):
            if not _is_used(graph, operation, count):
                found.append(operation)
    return found


def _is_used(graph: Graph, operation: Operation, first: int) -> bool:
    """Whether a graph, or what stands in it, takes outputs from the `first` on."""
    further = {id(tensor) for tensor in operation.outputs[first:]}
    return any(id(x) in further for each in graph.operations for x in each.inputs)


def _stands_for(graph: FuncGraph, called: FuncGraph, count: int | None = None) -> bool:
    """Whether one function is chosen where the other, or a form of it with further outputs, is called."""
    interface = called.attributes.get(_INTERFACE)
    if interface is None or graph.attributes.get(_INTERFACE) != interface:
        return False
    if graph.attributes.get(_DEVICE) != _CPU or called.attributes.get(_DEVICE) == _CPU:
        return False
    captures = list(map(id, graph.external_captures))
    return (
        _fit(graph.inputs, called.inputs)
        and _fit(graph.outputs, called.outputs[:count])
        and captures == list(map(id, called.external_captures))
    )


def _fit(own: Sequence[SymbolicTensor], others: Sequence[SymbolicTensor]) -> bool:
    return len(own) == len(others) and all(
        x.dtype == y.dtype and x.shape.is_compatible_with(y.shape)
        for x, y in zip(own, others, strict=True)
    )
