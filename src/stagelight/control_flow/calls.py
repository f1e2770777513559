"""Calls of graphs: the ops `PartitionedCall` and `StatefulPartitionedCall`, and `call_graph`.

A call is recorded as one application. Its gradient is a call of the graph's backward graph (see
`linearization`), which needs some of the tensors inside: where a tape follows a call, or a graph around is
differentiated, the call is one of a copy of the graph that has them as further outputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.autodiff.backward import is_differentiable_dtype
from stagelight.control_flow.implementations import implementation_in
from stagelight.control_flow.linearization import (
    closed_under_gradients,
    dense,
    differentiable_outputs,
    linearized,
    zeros_for,
)
from stagelight.core import registry
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.inference import Inferred
from stagelight.core.op_def import OpDef, Trait, attr
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.errors import UnimplementedError
from stagelight.graph.effects import Effects, effects_of_graph
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation
from stagelight.passes.specialize import outputs_for_inputs
from stagelight.runtime.executable import executable


def call_graph(graph: FuncGraph, inputs: Sequence[Any], name: str | None = None) -> list[Tensor]:
    """Applies a finished graph to tensors: runs it, or adds a call to the graph being built.

    Args:
        graph: the graph.
        inputs: one tensor for each of its inputs, captures included.
        name: the name of the operation.

    Returns:
        One tensor for each of its outputs.
    """
    if graph.attributes:
        graph = implementation_in(CONTEXT.stage, graph)
    tell_variables(graph)
    count = len(graph.outputs)
    called = graph
    if CONTEXT.recorders and is_followed(inputs):
        called = differentiable_form(graph)
    outputs = apply(_op_of_call(called), inputs, _attrs(called), name)
    return list(outputs[:count]) if count else []


def _op_of_call(graph: FuncGraph) -> OpDef:
    return registry.lookup(
        "StatefulPartitionedCall" if effects_of(graph).is_stateful else "PartitionedCall"
    )


def _attrs(graph: FuncGraph) -> dict[str, Any]:
    return {"f": graph, "Tout": [x.dtype for x in graph.outputs]}


def call_instead(operation: Operation, graph: FuncGraph) -> None:
    """Makes a call in a graph that is being built one of another function, with inputs and outputs alike."""
    tell_variables(graph)
    operation.op_def = _op_of_call(graph)
    operation.attrs.update(_attrs(graph))
    del operation.outputs[len(graph.outputs) :]


def effects_of(graph: FuncGraph) -> Effects:
    """The effects of a finished graph, kept with it."""
    found = graph.derived.get("effects")
    if found is None:
        found = graph.derived["effects"] = effects_of_graph(graph)
    return found


def tell_variables(*graphs: FuncGraph) -> None:
    """Tells the tapes of this thread, and the graph being built, of the variables that graphs use."""
    for graph in graphs:
        for variable in graph.variables:
            if CONTEXT.stage is not None:
                CONTEXT.stage.variable_accessed(variable)
            if variable.trainable:
                for recorder in CONTEXT.recorders:
                    recorder.variable_accessed(variable)


def is_followed(tensors: Sequence[Any]) -> bool:
    """Whether a recorder of this thread follows any of the tensors."""
    return any(recorder.follows(tensors) for recorder in CONTEXT.recorders)


def wants_every_order() -> bool:
    """Whether gradients of gradients may be asked for of what is recorded now."""
    return len(CONTEXT.recorders) > 1 or any(
        getattr(recorder, "_persistent", False) for recorder in CONTEXT.recorders
    )


def differentiable_form(graph: FuncGraph) -> FuncGraph:
    """The graph with the further outputs that its gradient needs.

    What must not run twice gets them for gradients of every order at once.
    """
    forward = linearized(graph, differentiable_outputs(graph)).forward
    if wants_every_order() or effects_of(graph).is_stateful:
        forward = closed_under_gradients(forward)
    return forward


def operation_of(application: Any) -> Operation | None:
    """The operation of a recorded application, None if it ran eagerly."""
    if isinstance(application, Operation):
        return application
    operation = getattr(application.outputs[0], "op", None) if _is_staged(application) else None
    return operation if isinstance(operation, Operation) else None


def _is_staged(application: Any) -> bool:
    return bool(application.outputs) and hasattr(application.outputs[0], "value_index")


# ---------------------------------------------------------------------------- the ops


def _run(xp: ModuleType, *args: np.ndarray, f: FuncGraph, **_attrs: Any) -> tuple[np.ndarray, ...]:
    return executable(f)(*args)


def _infer(*args: Tensor, f: FuncGraph, **_attrs: Any) -> list[Inferred]:
    return outputs_for_inputs(f, args)


def _gradient(op: Any, *dys: Any) -> list[Any]:
    graph: FuncGraph = op.attrs["f"]
    outputs: Sequence[Any] = op.outputs
    operation = operation_of(op)
    if operation is not None and operation.attrs["f"].attributes is not graph.attributes:
        graph, outputs = operation.attrs["f"], operation.outputs  # By `call_instead`.
    which = tuple(
        i
        for i, dy in enumerate(dys)
        if dy is not None and is_differentiable_dtype(op.outputs[i].dtype)
    )
    if not which:
        return [None] * len(op.inputs)
    result = linearized(graph, which)
    if result.forward is not graph:
        if operation is not None:
            first = len(graph.outputs)
            further = result.forward.outputs[first:]
            operation.extend(
                _attrs(result.forward),
                outputs=[Inferred(x.shape, x.dtype, x.handle_data) for x in further],
            )
            outputs = operation.outputs
        else:
            # It ran as it is. With a gradient for every output nothing further is needed.
            everything = differentiable_outputs(graph)
            complete = linearized(graph, everything)
            if complete.forward is graph:
                which, result = everything, complete
            elif effects_of(graph).is_stateful:
                raise UnimplementedError(
                    None,
                    None,
                    f"The gradient of {graph.name!r} needs values that were not kept, and it cannot run "
                    "again since it is random or has effects. Use a persistent GradientTape. (AG601)",
                )
            else:
                outputs = call_graph(result.forward, op.inputs)
    starts = [zeros_for(outputs[i]) if dys[i] is None else dense(dys[i]) for i in which]
    backward = result.backward
    flat = call_graph(backward.graph, [*starts, *result.captured(op.inputs, outputs)])
    return backward.packed(flat)


for _name in ("PartitionedCall", "StatefulPartitionedCall"):
    define(
        _name,
        "args: Tin",
        "output: Tout",
        {
            "Tin": attr("list(type)"),
            "Tout": attr("list(type)"),
            "f": attr("func"),
            "config": "",
            "config_proto": "",
            "executor_type": "",
        },
        infer=_infer,
        kernel=_run,
        gradient=_gradient,
        traits=Trait.CALLS | Trait.NONE_GRADIENTS,
    )
