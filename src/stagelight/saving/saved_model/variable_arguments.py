"""Traces of functions that were called with variables: in a saved model these are arguments.

Here a trace captures the variables that it was called with. In a saved model it must take others, too: it
gets the handles of variables among its inputs.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from stagelight import nest
from stagelight.graph.cloning import clone_graph
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.state.variable import Variable
from stagelight.types.dtypes import resource
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import VariableSpec
from stagelight.types.type_spec import TypeSpec


def with_variables_as_inputs(function: ConcreteFunction) -> ConcreteFunction:
    """A trace that takes handles where this one was called with variables; itself if with none."""
    arguments = function.structured_input_signature
    leaves = nest.flatten(arguments)
    if not any(isinstance(leaf, Variable) for leaf in leaves):
        return function
    graph, _ = clone_graph(function.graph, f"{function.graph.name}_of_variables")
    captured = {id(outside): placeholder for outside, placeholder in graph.captures}
    others = iter(graph.inputs[: function.argument_count])
    numbers: dict[int, int] = {}  # Of the variables, in their order.
    inputs: list[Any] = []
    specs: list[Any] = []
    for leaf in leaves:
        if isinstance(leaf, Variable):
            is_first = id(leaf) not in numbers
            number = numbers.setdefault(id(leaf), len(numbers))
            specs.append(VariableSpec(leaf.shape, leaf.dtype, leaf.trainable, number))
            placeholder = captured.get(id(leaf.handle)) if is_first else None
            if placeholder is None:  # The function does not use it, or knows it by the one before.
                handle: Any = leaf.handle
                data = handle._array[()].handle_data
                placeholder = graph.placeholder(resource, TensorShape([]), "variable", data)
            inputs.append(placeholder)
        else:
            specs.append(leaf)
            is_spec = isinstance(leaf, TypeSpec)
            count = len(nest.flatten(leaf, expand_composites=True)) if is_spec else 0
            inputs += islice(others, count)
    graph.take_as_inputs(inputs)
    graph.structured_input_signature = nest.pack_sequence_as(arguments, specs)
    return ConcreteFunction(graph, function._signature, function._results)
