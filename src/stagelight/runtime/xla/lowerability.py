"""Which operations may be in a program of XLA's, and why the others may not.

What is said here follows from the operation alone. A rule may still refuse it when the sizes are there, as
where a size turns out to be data: then the region is cut around it (`region`).
"""

from __future__ import annotations

from stagelight.codegen.lowering.lowerability import Level, Lowerability
from stagelight.codegen.lowering.tensor_forms import (
    SUPPORTED,
    depth_of_list,
    is_forwarded_handle,
    variable_obstacle,
)
from stagelight.graph.effects import called_graphs
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.host_only import host_reason
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.pipeline import optimize
from stagelight.passes.rewriting import hands_on_inputs, is_call
from stagelight.runtime.xla.registry import rule_of
from stagelight.types import dtypes

# Dtypes that programs compute with.
DTYPES = SUPPORTED | {dtypes.complex64, dtypes.complex128}

# Under this key of `derived` a graph keeps its analysis; under the other what rules refused, by name.
_MEMO = "lowerability for XLA"
_REFUSED = "refused by rules of XLA"


def lowerability_of(graph: FuncGraph) -> dict[Operation, Lowerability]:
    """What is known of the operations of an optimized graph that compute something, in program order."""
    found: dict[Operation, Lowerability] | None = graph.derived.get(_MEMO)
    if found is None:
        found = graph.derived[_MEMO] = {
            x: _lowerability(x, frozenset({id(graph)}))
            for x in graph.operations
            if x.op_def.name not in ("Const", "Placeholder")
        }
    return found


def refusals_of(graph: FuncGraph) -> dict[str, str]:
    """What rules refused when sizes were there: by operation, the reason. More may be entered."""
    found: dict[str, str] = graph.derived.setdefault(_REFUSED, {})
    return found


def _lowerability(operation: Operation, active: frozenset[int]) -> Lowerability:
    reason = _obstacle(operation, active)
    return Lowerability(Level.HOST if reason else Level.STATIC, False, reason)


def _obstacle(operation: Operation, active: frozenset[int]) -> str:
    """Why an operation cannot be in a program; "" if it can, as far as one sees."""
    if reason := host_reason(operation):
        return reason
    if rule_of(operation.op_def) is None:
        return f"no rule takes {operation.type}"
    for tensor in operation.inputs:
        if tensor.op.op_def.name != "Const" and (reason := value_obstacle(tensor)):
            return reason
    for tensor in operation.outputs:
        if tensor.dtype is dtypes.resource and not is_forwarded_handle(tensor):
            return f"{tensor.name} is a handle that it makes or chooses"
        if reason := value_obstacle(tensor):
            return reason
    return _obstacle_inside(operation, active) if is_call(operation.op_def) else ""


def _obstacle_inside(operation: Operation, active: frozenset[int]) -> str:
    if not hands_on_inputs(operation.op_def):
        return f"{operation.type} does not hand on its inputs"
    for called in called_graphs(operation):
        graph = optimize(called)
        if id(graph) in active or id(called) in active:
            return f"{operation.name} is within a function that calls itself"
        for inner in graph.operations:
            if inner.op_def.name not in ("Const", "Placeholder"):
                if reason := _obstacle(inner, active | {id(graph), id(called)}):
                    return f"in {operation.name}: {reason}"
        for tensor in graph.outputs:  # Inputs that nothing takes may be of any kind.
            if reason := value_obstacle(tensor):
                return f"in {operation.name}: {reason}"
    return ""


def value_obstacle(tensor: SymbolicTensor) -> str:
    """Why a tensor cannot be a value of a program; "" if it can."""
    if tensor.dtype is dtypes.resource:
        return variable_obstacle(tensor, DTYPES)
    if tensor.dtype is dtypes.variant:
        if tensor.handle_data is None or tensor.shape.rank != 0:
            return f"{tensor.name} is a variant of which is not known that it is a tensor list"
        if depth_of_list(tensor) > 1:
            return f"{tensor.name} is a list of lists"
        dtype = tensor.handle_data[1]
        return "" if dtype in DTYPES else f"{tensor.name} is a list of dtype {dtype.name}"
    return "" if tensor.dtype in DTYPES else f"{tensor.name} is of dtype {tensor.dtype.name}"
