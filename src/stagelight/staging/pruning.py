"""A part of a graph as a function: the way from some of its tensors to others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stagelight import nest
from stagelight.core.composite import CompositeTensor
from stagelight.core.tensor import Tensor
from stagelight.graph.cloning import copy_operations
from stagelight.graph.effect_order import order_effects
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import needed_operations, part_of
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import type_spec_from_value


def pruned(
    graph: Graph,
    name: str,
    feeds: Mapping[str, Any],
    fetches: Any,
    outside: Sequence[tuple[SymbolicTensor, Tensor]] = (),
    variables: Sequence[Any] = (),
) -> FuncGraph:
    """A function graph that computes what some tensors and operations of a graph need.

    Args:
        graph: the graph; it stays as it is.
        name: the function's name.
        feeds: the tensors, and tensors of several parts, that become arguments, by the arguments' names.
        fetches: the structure of the results: tensors, tensors of several parts, and operations, which
            run and give None.
        outside: tensors of the graph that stand for tensors outside, with these: the function captures them.
        variables: those whose handles are among them.
    """
    flat = nest.flatten(fetches, expand_composites=True)
    outputs = [x for x in flat if not isinstance(x, Operation)]
    operations = [x for x in flat if isinstance(x, Operation)]
    parts = {
        f"{key}_{i}" if i else key: part
        for key, value in feeds.items()
        for i, part in enumerate(nest.flatten(value, expand_composites=True))
    }
    function = _part(graph, name, parts, outputs, operations, outside)
    captured = {id(x) for x in function.external_captures}
    for variable in variables:
        if id(variable.handle) in captured:
            function.variable_accessed(variable)
    specs = {key: _spec_of(value, key) for key, value in feeds.items()}
    function.structured_input_signature = ((), specs)
    remaining = iter(function.outputs)
    made = [None if isinstance(x, Operation) else next(remaining) for x in flat]
    function.structured_outputs = nest.pack_sequence_as(fetches, made, expand_composites=True)
    return function


def _spec_of(value: Any, name: str) -> Any:
    if isinstance(value, CompositeTensor):
        return type_spec_from_value(value)
    return TensorSpec(value.shape, value.dtype, name)


def _part(
    graph: Graph,
    name: str,
    feeds: Mapping[str, SymbolicTensor],
    outputs: Sequence[SymbolicTensor],
    operations: Sequence[Operation],
    outside: Sequence[tuple[SymbolicTensor, Tensor]],
) -> FuncGraph:
    brought = [*feeds.values(), *[inside for inside, _ in outside]]
    needed = needed_operations(part_of(graph, brought, outputs, operations))
    function = FuncGraph(name, None)
    tensors = {}
    for argument, fed in feeds.items():
        placeholder = function.add_input(fed.dtype, fed.shape, fed.op.name, fed.handle_data)
        placeholder.op.attrs["_user_specified_name"] = argument.encode()
        tensors[id(fed)] = placeholder
    used = {id(x) for operation in needed for x in operation.inputs} | {id(x) for x in outputs}
    for inside, tensor in outside:
        if id(inside) in used and id(inside) not in tensors:
            tensors[id(inside)] = function.capture(tensor, inside.op.name + "/")
    copies = copy_operations(needed, function, tensors)
    function.adopt(copies.values())
    function.outputs = [tensors[id(x)] for x in outputs]
    order_effects(function)
    ends = [copies[id(x)] for x in operations if id(x) in copies]
    function.control_outputs += [x for x in ends if x not in function.control_outputs]
    return function
