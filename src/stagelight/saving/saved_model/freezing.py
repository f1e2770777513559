"""A function as one plain graph: calls are opened up, and variables become constants.

Such a graph stands on its own, as a GraphDef that needs neither objects nor a checkpoint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stagelight.core import registry
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.tensor import EagerTensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph, is_valid_name
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import needed_operations
from stagelight.ops.resources.resource_variables import VariableResource
from stagelight.passes.inline_calls import CALLS
from stagelight.types.specs import TensorSpec

if TYPE_CHECKING:  # The command line imports this file to show a model, which stages nothing.
    from stagelight.staging.concrete_function import ConcreteFunction


def frozen_graph(function: ConcreteFunction) -> tuple[Graph, list[Any], list[Any]]:
    """The graph of a function with the values that its variables have now.

    Args:
        function: the function.

    Returns:
        The graph, its placeholders and its results; both have the names of the function's. A result is
        `output_0` and so on where the function does not name it.

    Raises:
        ValueError: the function assigns to a variable, or hands one to a branch, a loop or a table's op.
    """
    graph = Graph()
    with graph.as_default():
        inputs = [
            _placeholder(tensor) for tensor in function.graph.inputs[: function.argument_count]
        ]
        # Operations of the function may have these names: those of the results are taken first.
        names = [graph.unique_name(name) for name in _result_names(function)]
        outputs = _replayed(function.graph, [*inputs, *function.captured_inputs])
        results = [
            apply(registry.lookup("Identity"), (tensor,), name=f"{name}/")
            for name, tensor in zip(names, outputs, strict=True)
        ]
    return graph, inputs, results


def _result_names(function: ConcreteFunction) -> list[str]:
    """For each result its key in the dict that the function gives, else its number."""
    results = function.structured_outputs
    if isinstance(results, Mapping) and all(
        isinstance(x, SymbolicTensor | TensorSpec) for x in results.values()
    ):
        if all(isinstance(name, str) and is_valid_name(name) for name in results):
            return sorted(results)
    return [f"output_{i}" for i in range(len(function.graph.outputs))]


def _placeholder(tensor: SymbolicTensor) -> Any:
    attrs = {"dtype": tensor.dtype, "shape": tensor.shape}
    return apply(registry.lookup("Placeholder"), (), attrs, tensor.op.name)


def _replayed(graph: FuncGraph, inputs: Sequence[Any]) -> list[Any]:
    """Applies what a graph's results and effects need to other inputs, in the graph that is being built."""
    values = {id(x): value for x, value in zip(graph.inputs, inputs, strict=True)}
    placeholders = {id(x.op) for x in graph.inputs}
    made: dict[int, Operation] = {}
    for operation in needed_operations(graph):
        if id(operation) in placeholders:
            continue
        own = [values[id(x)] for x in operation.inputs]
        waits_for = [made[id(x)] for x in operation.control_inputs if id(x) in made]
        results = _applied(operation, own, waits_for)
        for old, new in zip(operation.outputs, results, strict=True):
            values[id(old)] = new
            if isinstance(new, SymbolicTensor):
                made[id(operation)] = new.op
    return [values[id(x)] for x in graph.outputs]


def _applied(operation: Operation, inputs: list[Any], waits_for: list[Operation]) -> list[Any]:
    if operation.type in CALLS:
        return _replayed(operation.attrs["f"], inputs)
    if operation.type == "ReadVariableOp":
        variable = _variable_behind(inputs[0])
        if variable is not None and variable.value is not None:
            value = EagerTensor(variable.value, variable.dtype)
            attrs = {"value": value, "dtype": variable.dtype}
            return [apply(registry.lookup("Const"), (), attrs, variable.name.replace(":", "_"))]
    if operation.type == "Identity" and _is_handle(inputs[0]):
        return inputs
    if any(map(_is_handle, inputs)):
        raise ValueError(
            f"The function cannot be frozen: {operation.name!r} ({operation.type}) uses a variable or a "
            "table otherwise than by reading its value."
        )
    graph: Any = CONTEXT.stage
    with graph.control_dependencies(waits_for):
        result: Any = apply(operation.op_def, inputs, operation.attrs, operation.name)
    if not operation.outputs:
        return []
    return [result] if operation.op_def.has_one_output else list(result)


def _is_handle(value: Any) -> bool:
    return isinstance(value, EagerTensor) and value.dtype.name == "resource"


def _variable_behind(handle: Any) -> VariableResource | None:
    behind = handle._array[()] if _is_handle(handle) else None
    return behind if isinstance(behind, VariableResource) else None
