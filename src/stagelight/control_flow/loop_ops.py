"""Loops as ops: `While` and `StatelessWhile`, with their gradient.

The gradient of a loop is a loop over the same rounds in reverse. Its variables are the gradients of the
loop variables, which the body's backward graph takes from one round to the round before; the sums of the
gradients of what no round changes; and the accumulators of the forward loop (see `loop_graphs`), from
which each round pops its tensors. Being a `While` itself, it has a gradient too.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.autodiff.backward import gradient_type, is_differentiable_dtype
from stagelight.control_flow.calls import (
    effects_of,
    is_followed,
    operation_of,
    tell_variables,
    wants_every_order,
)
from stagelight.control_flow.inlining import inlined
from stagelight.control_flow.linearization import (
    dense,
    differentiable_outputs,
    zeros_for,
)
from stagelight.control_flow.loop_graphs import (
    Accumulated,
    LinearizedLoop,
    LoopVariable,
    linearized_loop,
    share_loop_captures,
    traced_loop,
)
from stagelight.control_flow.loop_reads import read_before
from stagelight.core import registry
from stagelight.core.budget import check_time
from stagelight.core.dispatch import apply
from stagelight.core.inference import SCALAR, UNKNOWN, Inferred, constant_value
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.errors import UnimplementedError
from stagelight.graph.cloning import clone_graph
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor
from stagelight.runtime.executable import executable
from stagelight.types import dtypes


def apply_loop(
    cond: FuncGraph,
    body: FuncGraph,
    variables: Sequence[Tensor],
    name: str | None = None,
    parallel_iterations: int = 10,
) -> list[Tensor]:
    """Adds a loop over traced graphs, or runs it where no graph is being built.

    Args:
        cond, body: as `traced_loop` gives them.
        variables: the values of the loop variables before the loop.
        name: the name of the operation.
        parallel_iterations: kept in the graph for other executors.

    Returns:
        The values after the loop, of the loop variables and then of what the graphs capture.
    """
    tell_variables(cond, body)
    read_before(cond, body)
    inputs = [*variables, *share_loop_captures(cond, body)]
    return _apply(cond, body, inputs, name, parallel_iterations)


def _apply(
    cond: FuncGraph,
    body: FuncGraph,
    inputs: Sequence[Tensor],
    name: str | None,
    parallel_iterations: int = 10,
) -> list[Tensor]:
    count = len(inputs)
    if is_followed(inputs):
        cond, body, lists = _differentiable_form(cond, body)
        inputs = [*inputs, *(_empty_list(each) for each in lists)]
    attrs = {**_attrs(cond, body, count), "parallel_iterations": parallel_iterations}
    stateful = effects_of(cond).is_stateful or effects_of(body).is_stateful
    op_def = registry.lookup("While" if stateful else "StatelessWhile")
    return list(apply(op_def, inputs, attrs, name)[:count])


def _attrs(cond: FuncGraph, body: FuncGraph, original_count: int) -> dict[str, Any]:
    effects = [effects_of(cond), effects_of(body)]
    written = effects[0].writes | effects[1].writes
    return {
        "cond": cond,
        "body": body,
        "output_shapes": [x.shape for x in body.inputs],
        "_lower_using_switch_merge": True,
        "_num_original_outputs": original_count,
        "_read_only_resource_inputs": sorted((effects[0].reads | effects[1].reads) - written),
    }


def _differentiable_form(
    cond: FuncGraph, body: FuncGraph
) -> tuple[FuncGraph, FuncGraph, list[Accumulated]]:
    """The loop with the accumulators that gradients need."""
    count = len(body.inputs)
    is_stateful = effects_of(body).is_stateful or effects_of(cond).is_stateful
    while True:
        result = linearized_loop(body, differentiable_outputs(body))
        if result.body is body:
            break
        body = result.body
        if not (is_stateful or wants_every_order()):
            break
    lists = result.further(count)
    return _with_further_inputs(cond, lists), body, lists


def _with_further_inputs(cond: FuncGraph, lists: Sequence[Accumulated]) -> FuncGraph:
    """The condition for as many more loop variables."""
    if not lists:
        return cond
    extended, _ = clone_graph(cond)
    for each in lists:
        extended.add_input(dtypes.variant, SCALAR, "accumulator", each.data)
    return extended


def _empty_list(each: Accumulated) -> Tensor:
    made: Tensor = raw.EmptyTensorList(
        each.element_shape, np.int32(-1), element_dtype=each.dtype, name="accumulator"
    )
    if isinstance(made, SymbolicTensor):
        made.handle_data = each.data  # The op's attrs do not say what lists in a list hold.
    return made


# ---------------------------------------------------------------------------- the gradient


def _gradient(op: Any, *dys: Any) -> list[Any]:
    which = tuple(
        i
        for i, dy in enumerate(dys)
        if dy is not None and is_differentiable_dtype(op.outputs[i].dtype)
    )
    if not which:
        return [None] * len(op.inputs)
    result, outputs = _with_accumulators(op, which)
    found = [dense(dy) for dy in dys[: len(op.inputs)]]
    found += [None] * (len(op.inputs) - len(found))
    for i in result.active:
        found[i] = None
    if result.active:
        starts = [
            zeros_for(op.outputs[i]) if dys[i] is None else dense(dys[i]) for i in result.active
        ]
        for i, gradient in _gradient_loop(op, result, outputs, starts, found).items():
            found[i] = gradient
    return found


def _with_accumulators(op: Any, which: tuple[int, ...]) -> tuple[LinearizedLoop, Sequence[Tensor]]:
    """The linearized loop and an operation's outputs, with those of the accumulators."""
    body: FuncGraph = op.attrs["body"]
    result = linearized_loop(body, which)
    if result.body is body:
        return result, op.outputs
    if op is not operation_of(op):
        # A recorded loop has accumulators for gradients of all its outputs.
        complete = linearized_loop(body, differentiable_outputs(body))
        if complete.body is body:
            return complete, op.outputs
    operation = operation_of(op)
    count = len(body.inputs)
    lists = result.further(count)
    cond = _with_further_inputs(op.attrs["cond"], lists)
    if operation is None:
        if effects_of(body).is_stateful:
            raise UnimplementedError(
                None,
                None,
                f"The gradient of the loop {body.name!r} needs values that were not kept, and it cannot "
                "run again since it is random or has effects. Use a persistent GradientTape. (AG601)",
            )
        inputs = [*op.inputs, *(_empty_list(each) for each in lists)]
        attrs = _attrs(cond, result.body, count)
        return result, apply(op.op_def, inputs, attrs)
    graph = operation.graph
    with graph.as_default(), graph.name_scope(f"{operation.name}/"):
        with graph.placed_before(operation):
            empty: list[Any] = [_empty_list(each) for each in lists]
        operation.extend(
            _attrs(cond, result.body, count),
            empty,
            [Inferred(SCALAR, dtypes.variant, each.data) for each in lists],
        )
    return result, operation.outputs


def _gradient_loop(
    op: Any,
    result: LinearizedLoop,
    outputs: Sequence[Tensor],
    starts: Sequence[Any],
    given: Sequence[Any],
) -> dict[int, Any]:
    """Runs the rounds backwards; gives the gradients of loop variables by position."""
    backward = result.backward
    inputs = op.inputs
    summed = [
        i
        for i, count in enumerate(backward.gradients)
        if count and i not in result.active and is_differentiable_dtype(inputs[i].dtype)
    ]
    sums = [zeros_for(inputs[i]) if given[i] is None else given[i] for i in summed]
    lists = {key.position: key for kind, key in result.sources if kind == "list"}
    rounds = _rounds(result, inputs, outputs)
    counter = raw.ZerosLike(rounds)
    flat = [counter, *starts, *sums, *(outputs[position] for position in lists)]
    variables = [
        LoopVariable(rounds.shape, rounds.dtype, None, "loop_counter"),
        *(_gradient_variable(result.body.inputs[i]) for i in (*result.active, *summed)),
        *(LoopVariable(SCALAR, dtypes.variant, each.data) for each in lists.values()),
    ]

    def split(values: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
        first, second = len(starts), len(starts) + len(sums)
        return values[:first], values[first:second], values[second:]

    def more(counter: Any, *values: Any) -> Any:
        return raw.Less(counter, rounds)

    def round_before(counter: Any, *values: Any) -> list[Any]:
        active, totals, stacks = split(values)
        popped = {}
        rest = []
        for (position, each), stack in zip(lists.items(), stacks, strict=True):
            remaining, popped[position] = raw.TensorListPopBack(
                stack, each.element_shape, element_dtype=each.dtype
            )
            rest.append(remaining)
        captured = [
            popped[key.position] if kind == "list" else inputs[key] if kind == "invariant" else key
            for kind, key in result.sources
        ]
        gradients = backward.packed(inlined(backward.graph, [*active, *captured]))
        return [
            raw.AddV2(counter, 1),
            *(dense(gradients[i]) for i in result.active),
            *(_sum(total, dense(gradients[i])) for i, total in zip(summed, totals, strict=True)),
            *rest,
        ]

    name = f"{result.body.name}_gradient"
    cond, body = traced_loop((f"{name}_cond", f"{name}_body"), variables, more, round_before)
    after = apply_loop(cond, body, flat, f"{op.op_def.name}_gradient")
    values = dict(zip(result.active, after[1 : 1 + len(starts)], strict=True))
    first = 1 + len(starts)
    values.update(zip(summed, after[first : first + len(sums)], strict=True))
    return values


def _gradient_variable(x: Any) -> LoopVariable:
    return LoopVariable(*gradient_type(x))


def _sum(a: Any, b: Any) -> Any:
    return raw.AddN([a, b]) if a.dtype is dtypes.variant else raw.AddV2(a, b)


def _rounds(result: LinearizedLoop, inputs: Sequence[Any], outputs: Sequence[Any]) -> Any:
    """How many rounds the loop ran."""
    kind, position = result.rounds
    if kind == "list":
        after = raw.TensorListLength(outputs[position])
        if position >= len(inputs):
            return after
        return raw.Sub(after, raw.TensorListLength(inputs[position]))
    start = constant_value(inputs[position])
    if start is not None and start == 0:
        return outputs[position]
    return raw.Sub(outputs[position], inputs[position])


# ---------------------------------------------------------------------------- the ops


def _run(
    xp: ModuleType, *input: np.ndarray, cond: FuncGraph, body: FuncGraph, **_attrs: Any
) -> tuple[np.ndarray, ...]:
    test, step = executable(cond), executable(body)
    while test(*input)[0]:
        check_time()
        input = step(*input)
    return input


def _infer(
    *input: Tensor, cond: FuncGraph, body: FuncGraph, output_shapes: Any = (), **_attrs: Any
) -> list[Inferred]:
    shapes = list(output_shapes) or [UNKNOWN] * len(input)
    return [
        Inferred(
            shape.merge_with(inside.shape) if shape.is_compatible_with(inside.shape) else UNKNOWN,
            x.dtype,
            inside.handle_data or getattr(x, "handle_data", None),
        )
        for x, inside, shape in zip(input, body.inputs, shapes, strict=True)
    ]


for _name in ("While", "StatelessWhile"):
    define(
        _name,
        "input: T",
        "output: T",
        {
            "T": attr("list(type)"),
            "cond": attr("func"),
            "body": attr("func"),
            "output_shapes": attr("list(shape)", ()),
            "parallel_iterations": 10,
        },
        infer=_infer,
        kernel=_run,
        gradient=_gradient,
        traits=Trait.CALLS | Trait.NONE_GRADIENTS,
    )
