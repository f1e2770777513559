"""Specializing: operations once more, for inputs whose shapes are known.

Where a function was traced with unknown sizes, little is known of what its graph computes. Here inference
runs again over a copy, from the shapes of arrays that are there. What follows from shapes is constant then,
and the passes that come after compute it. Branches and bodies are copied with their operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, all_inferred, constant_value, list_data
from stagelight.errors import OpError
from stagelight.graph.cloning import TensorMap, clone_graph, copy_operations
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import GraphPart
from stagelight.passes.rewriting import hands_on_inputs, is_loop, make_constant, replace_graphs
from stagelight.types.shapes import ShapeLike, TensorShape

# A loop variable whose shape is another after each of so many tries is taken as it was traced.
_MOST_TRIES = 3
# Larger values of arguments say nothing of shapes.
_MOST_ELEMENTS = 64


def specialized(part: GraphPart, shapes: Sequence[ShapeLike]) -> FuncGraph:
    """A graph of operations, for inputs of some shapes.

    Args:
        part: the operations, with the constants that they take.
        shapes: of the inputs.

    Raises:
        ValueError, OpError: the shapes do not fit the operations.
    """
    graph = FuncGraph(part.name, None)
    tensors: TensorMap = {}
    for tensor, shape in zip(part.inputs, shapes, strict=True):
        known = tensor.shape.merge_with(shape)
        tensors[id(tensor)] = graph.add_input(tensor.dtype, known, "input", tensor.handle_data)
    copies = copy_operations(part.operations, graph, tensors)
    graph.adopt(copies.values())
    graph.outputs = [tensors[id(tensor)] for tensor in part.outputs]
    graph.control_outputs = [copies[id(operation)] for operation in part.control_outputs]
    infer_again(graph)
    return graph


def infer_again(graph: FuncGraph) -> None:
    """Infers what a graph's tensors are once more, from its inputs on; graphs inside are copied."""
    for operation in graph.operations:
        if operation.op_def.name in ("Const", "Placeholder"):
            continue
        if hands_on_inputs(operation.op_def):
            _specialize_inner(operation)
        results = all_inferred(operation.op_def.infer(*operation.inputs, **operation.attrs))
        for output, result in zip(operation.outputs, results, strict=True):
            _learn(output, result)


def _learn(output: SymbolicTensor, result: Inferred) -> None:
    output._shape = output._shape.merge_with(result.shape)
    output.handle_data = _known_of_both(result.handle_data, output.handle_data)
    output.constant = None


def _known_of_both(new: Any, old: Any) -> Any:
    """What is known of a variable or a list by inference, and was known before."""
    if new is None or old is None or new[1] is not old[1]:
        return new or old
    inside = _known_of_both(getattr(new, "elements", None), getattr(old, "elements", None))
    return list_data(new[0].merge_with(old[0]), new[1], inside)


def outputs_for_inputs(graph: FuncGraph, inputs: Sequence[Any]) -> list[Inferred]:
    """What is known of a graph's outputs when it is called with these tensors, of known shapes and values.

    What does not fit the graph is found when it runs.
    """
    if all(x.shape.is_fully_defined() for x in graph.outputs):
        return _described(graph.outputs)
    shapes = [x.shape for x in inputs]
    values = [_small_integers(x) for x in inputs]
    key = (*map(str, shapes), *[None if v is None else v.tobytes() for v in values])
    known = graph.derived.setdefault("outputs_for_inputs", {})
    if key not in known:
        is_more = any(v is not None for v in values) or any(
            x.shape.merge_with(shape) != x.shape
            for x, shape in zip(graph.inputs, shapes, strict=True)
            if x.shape.is_compatible_with(shape)
        )
        try:
            outputs = _copy_for(graph, shapes, values).outputs if is_more else graph.outputs
        except (ValueError, OpError):
            outputs = graph.outputs
        known[key] = _described(outputs)
    found: list[Inferred] = known[key]
    return found


def _small_integers(tensor: Any) -> np.ndarray | None:
    """The value of a tensor that may say a size, an axis or a condition; None if it is not known."""
    if not (tensor.dtype.is_integer or tensor.dtype.is_bool):
        return None
    value = constant_value(tensor)
    return value if value is not None and value.size <= _MOST_ELEMENTS else None


def _described(outputs: Sequence[SymbolicTensor]) -> list[Inferred]:
    return [Inferred(x.shape, x.dtype, x.handle_data) for x in outputs]


# ---------------------------------------------------------------------------- branches and bodies


def _specialize_inner(operation: Operation) -> None:
    """Gives an operation copies of its graphs, for the shapes of its inputs."""
    if is_loop(operation.op_def):
        _specialize_loop(operation)
        return
    replace_graphs(operation, lambda graph: _for_inputs(graph, operation))


def _for_inputs(graph: FuncGraph, operation: Operation) -> FuncGraph:
    """A copy for an operation's inputs: a graph's stand after others, such as a condition.

    A graph whose operations refuse these inputs stays as it was traced: a branch that is not taken does not
    run, and one that is fails then.
    """
    given = operation.inputs[len(operation.inputs) - len(graph.inputs) :]
    try:
        return _copy_for(graph, [x.shape for x in given], [constant_value(x) for x in given])
    except (OpError, ValueError):
        return clone_graph(graph)[0]


def _copy_for(
    graph: FuncGraph, shapes: Sequence[TensorShape], values: Sequence[np.ndarray | None]
) -> FuncGraph:
    copy, _ = clone_graph(graph)
    known: dict[int, SymbolicTensor] = {}
    constants = []
    for i, (tensor, shape, value) in enumerate(zip(copy.inputs, shapes, values, strict=True)):
        tensor._shape = tensor._shape.merge_with(shape)
        if value is not None:
            name = copy.unique_name(f"{tensor.op.name}/known_{i}")
            constant = make_constant(tensor.op, name, value, tensor.dtype)
            known[id(tensor)] = constant.outputs[0]
            constants.append(constant)
    if constants:
        for operation in copy.operations:
            operation.inputs = [known.get(id(x), x) for x in operation.inputs]
        # Outputs that are inputs stay so: it shows that a loop does not change them.
        copy.operations[:0] = constants
        copy.replace_operations(lambda _: True)
    infer_again(copy)
    return copy


def _specialize_loop(operation: Operation) -> None:
    """Shapes that a round changes are as unknown as they have to be."""
    body: FuncGraph = operation.attrs["body"]
    shapes = [x.shape for x in operation.inputs]
    values: list[Any] = [
        constant_value(x) if after is before else None
        for x, before, after in zip(operation.inputs, body.inputs, body.outputs, strict=True)
    ]
    for tries in range(_MOST_TRIES + 1):
        if tries == _MOST_TRIES:
            shapes = [x.shape for x in body.inputs]
        copy = _copy_for(body, shapes, values)
        after = [
            shape.most_specific_compatible_shape(output.shape)
            for shape, output in zip(shapes, copy.outputs, strict=True)
        ]
        if tries == _MOST_TRIES or after == shapes:
            break
        shapes = after
    operation.attrs["body"] = copy
    operation.attrs["cond"] = _copy_for(operation.attrs["cond"], shapes, values)
