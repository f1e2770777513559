"""Loops as graphs: tracing a condition and a body, and the body's backward graph.

Condition and body of a loop take the same inputs: the loop variables, then what either captures. The body
gives a new value for each; a capture's is itself.

The gradient of a loop walks back over its rounds, so it needs tensors of every round. The body pushes them
on *accumulators*, tensor lists that are further loop variables; the loop of the gradients pops them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight.autodiff.backward import is_differentiable_dtype
from stagelight.control_flow.linearization import LOCK, Backward, build_backward
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import list_data
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.cloning import clone_graph
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor
from stagelight.graph.origins import call_without_origins
from stagelight.graph.tracing import trace_into
from stagelight.ops.lists.list_handles import shape_vector
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape


@dataclass(frozen=True)
class LoopVariable:
    """What is known of a loop variable in every round, and what its placeholder is called."""

    shape: TensorShape
    dtype: DType
    handle_data: Any = None
    name: str | None = None


def traced_loop(
    names: tuple[str, str],
    variables: Sequence[LoopVariable],
    cond: Callable[..., Any],
    body: Callable[..., Any],
) -> tuple[FuncGraph, FuncGraph]:
    """Traces condition and body, functions of the flat loop variables, without their captures."""
    cond_graph = FuncGraph(names[0], CONTEXT.stage)
    trace_into(cond_graph, cond, _add_inputs(cond_graph, variables))
    body_graph = FuncGraph(names[1], CONTEXT.stage)
    inputs = _add_inputs(body_graph, variables)
    for outside in cond_graph.external_captures:
        body_graph.capture(outside)
    trace_into(body_graph, body, inputs)
    return cond_graph, body_graph


def _add_inputs(graph: FuncGraph, variables: Sequence[LoopVariable]) -> list[SymbolicTensor]:
    return [
        graph.add_input(v.dtype, v.shape, v.name or "Placeholder", v.handle_data) for v in variables
    ]


def share_loop_captures(cond: FuncGraph, body: FuncGraph) -> list[Tensor]:
    """Gives condition and body the captures of both, in one order; returns the tensors outside."""
    union = {id(outside): outside for graph in (body, cond) for outside in graph.external_captures}
    count = len(cond.inputs) - len(cond.captures)
    for graph in (cond, body):
        missing = [key for key in union if key not in graph._captures]
        for number, key in enumerate(missing):
            outside = union[key]
            data = getattr(outside, "handle_data", None)
            name = f"{graph.name}___redundant_placeholder{number}"
            unused = graph.placeholder(outside.dtype, outside.shape, name, data)
            graph.add_capture(outside, unused)
        graph._captures = {key: graph._captures[key] for key in union}
        graph.inputs = [*graph.inputs[:count], *graph.internal_captures]
    body.outputs = [*body.outputs, *body.internal_captures]
    return list(union.values())


# ---------------------------------------------------------------------------- what a body is like


def behind_identities(x: SymbolicTensor) -> SymbolicTensor:
    """The tensor that `Identity` operations pass on."""
    while x.op.type == "Identity":
        x = x.op.inputs[0]
    return x


def invariant_positions(body: FuncGraph) -> set[int]:
    """The positions of loop variables that no round changes."""
    return {
        i
        for i, (x, y) in enumerate(zip(body.inputs, body.outputs, strict=True))
        if behind_identities(y) is x
    }


def counter_position(body: FuncGraph) -> int | None:
    """The position of a loop variable that grows by one in each round, None if there is none."""
    for i, (x, y) in enumerate(zip(body.inputs, body.outputs, strict=True)):
        operation = behind_identities(y).op
        if operation.type in ("AddV2", "Add") and x.dtype.is_integer:
            counter, step = operation.inputs
            if counter is x and step.op.type == "Const" and _is_one(step.op.attrs["value"]):
                return i
    return None


def _is_one(value: Any) -> bool:
    return value._array.ndim == 0 and value._array == 1


def accumulators(body: FuncGraph) -> dict[int, int]:
    """By the id of a tensor of the body, the position of a list on which each round pushes it."""
    found: dict[int, int] = {}
    for i, (x, y) in enumerate(zip(body.inputs, body.outputs, strict=True)):
        if x.dtype is dtypes.variant:
            operation = behind_identities(y).op
            if operation.type == "TensorListPushBack" and operation.inputs[0] is x:
                found.setdefault(id(operation.inputs[1]), i)
    return found


# ---------------------------------------------------------------------------- backward


@dataclass(frozen=True)
class Accumulated:
    """A tensor of the body that each round pushes on the list at `position`.

    Attributes:
        data: the handle data of the list.
    """

    position: int
    data: Any

    @property
    def dtype(self) -> DType:
        """The tensor's dtype."""
        dtype: DType = self.data[1]
        return dtype

    @property
    def element_shape(self) -> np.ndarray:
        """The shape as list ops take it: -1 for what is unknown."""
        return shape_vector(self.data[0])


@dataclass(frozen=True)
class LinearizedLoop:
    """A loop's body with the backward graph of one round.

    Attributes:
        body: the body itself where its accumulators are all that is needed, else a copy with more.
        active: the positions of loop variables whose gradients go from round to round.
        backward: from the gradients of the active outputs to those of inputs.
        sources: for each tensor that `backward` captures, where the loop of the gradients has it:
            ("invariant", position), ("list", Accumulated) or ("outside", tensor).
        rounds: how the rounds are counted: ("counter", position) or ("list", position).
    """

    body: FuncGraph
    active: tuple[int, ...]
    backward: Backward
    sources: tuple[tuple[str, Any], ...]
    rounds: tuple[str, int]

    def further(self, count: int) -> list[Accumulated]:
        """The accumulators beyond the first `count` loop variables."""
        return [
            Accumulated(i, self.body.inputs[i].handle_data)
            for i in range(count, len(self.body.inputs))
        ]


def linearized_loop(body: FuncGraph, which: tuple[int, ...]) -> LinearizedLoop:
    """A body with its backward graph for the gradients of some loop variables, made on first need."""
    key = ("linearized loop", which)
    memo = body.derived.get(key)
    if memo is None:
        with LOCK:
            memo = body.derived.get(key)
            if memo is None:
                memo = _linearize(body, which)
                body.derived[key] = memo
                memo.body.derived[key] = memo
    return memo


def _linearize(body: FuncGraph, which: tuple[int, ...]) -> LinearizedLoop:
    invariant = invariant_positions(body)
    active = tuple(i for i in which if i not in invariant)
    while True:
        forward, _ = clone_graph(body)
        free = {id(forward.inputs[i]) for i in invariant}
        backward = call_without_origins(build_backward, forward, active, free, active)
        reached = {
            i
            for i, count in enumerate(backward.gradients)
            if count and i not in invariant and is_differentiable_dtype(forward.inputs[i].dtype)
        }
        if reached <= set(active):
            break
        # What reaches a variable in one round is the gradient of the round before.
        active = tuple(sorted(reached | set(active)))
    return _with_accumulators(body, forward, active, backward, invariant)


def _with_accumulators(
    body: FuncGraph,
    forward: FuncGraph,
    active: tuple[int, ...],
    backward: Backward,
    invariant: set[int],
) -> LinearizedLoop:
    pushed = accumulators(forward)
    position = {id(forward.inputs[i]): i for i in invariant}
    count = len(forward.inputs)
    sources: list[tuple[str, Any]] = []
    for tensor in backward.captured:
        if not isinstance(tensor, SymbolicTensor) or tensor.graph is not forward:
            sources.append(("outside", tensor))
        elif id(tensor) in position:
            sources.append(("invariant", position[id(tensor)]))
        else:
            if id(tensor) not in pushed:
                pushed[id(tensor)] = _push_each_round(forward, tensor)
            sources.append(("list", Accumulated(pushed[id(tensor)], _data_of_list_of(tensor))))
    counter = counter_position(forward)
    if counter is not None:
        rounds = ("counter", counter)
    else:
        if not pushed:
            with forward.as_default():
                mark: Any = convert_to_tensor(0)
            pushed[id(mark)] = _push_each_round(forward, mark)
        rounds = ("list", next(iter(pushed.values())))
    is_extended = len(forward.inputs) > count
    return LinearizedLoop(
        forward if is_extended else body, active, backward, tuple(sources), rounds
    )


def _push_each_round(body: FuncGraph, tensor: SymbolicTensor) -> int:
    """Adds a list as a loop variable, on which each round pushes a tensor; gives its position."""
    position = len(body.inputs)
    with body.as_default():
        data = _data_of_list_of(tensor)
        accumulator = body.add_input(dtypes.variant, TensorShape(()), "accumulator", data)
        body.outputs.append(raw.TensorListPushBack(accumulator, tensor))
    return position


def _data_of_list_of(tensor: SymbolicTensor) -> Any:
    """The handle data of a list of tensors like one, which may be a list itself."""
    elements = tensor.handle_data if tensor.dtype is dtypes.variant else None
    return list_data(tensor.shape, tensor.dtype, elements)
