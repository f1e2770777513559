"""Conditionals, loops and calls whose graphs can be lowered as a whole."""

from __future__ import annotations

import math
from collections.abc import Sequence

from stagelight.codegen.expressions import Expr, cast, op
from stagelight.codegen.loop_nest import Buffer, Conditional, Statement, While
from stagelight.codegen.lowering.lowering import (
    Lowering,
    can_lower,
    has_static_form,
    lowers,
    sizes_of,
)
from stagelight.codegen.lowering.values import Value, in_buffer
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types import dtypes


def inner_operations(graph: FuncGraph) -> list[Operation]:
    """The operations of a graph that compute something."""
    return [x for x in graph.operations if x.op_def.name not in ("Placeholder", "Const")]


def can_lower_graph(graph: FuncGraph) -> bool:
    """Whether all operations of a graph can be lowered."""
    return (
        not graph.control_outputs
        and all(map(has_static_form, graph.inputs))
        and all(map(has_static_form, graph.outputs))
        and all(map(can_lower, inner_operations(graph)))
    )


def _lower_graph(lowering: Lowering, graph: FuncGraph, inputs: Sequence[Value]) -> list[Value]:
    """The outputs of a graph for some inputs, written into the statements that stand now."""
    with lowering.inside_graph():
        for tensor, value in zip(graph.inputs, inputs, strict=True):
            lowering.bind(tensor, value)
        lowering.lower_operations(inner_operations(graph), graph.outputs)
        return [lowering.value_of(tensor) for tensor in graph.outputs]


def _inputs_agree(graph: FuncGraph, given: Sequence[SymbolicTensor]) -> bool:
    return all(
        x.dtype is y.dtype and has_static_form(y) and sizes_of(x) == sizes_of(y)
        for x, y in zip(graph.inputs, given, strict=True)
    )


# ---------------------------------------------------------------------------- calls


def _accepts_call(operation: Operation) -> bool:
    graph = operation.attrs["f"]
    return can_lower_graph(graph) and _inputs_agree(graph, operation.inputs)


@lowers("PartitionedCall", accepts=_accepts_call)
def _call(lowering: Lowering, operation: Operation, *inputs: Value) -> list[Value]:
    ready = [lowering.stored(x) if x.cost else x for x in inputs]
    return _lower_graph(lowering, operation.attrs["f"], ready)


# ---------------------------------------------------------------------------- conditionals


def _branches(operation: Operation) -> list[FuncGraph]:
    attrs = operation.attrs
    if "branches" in attrs:
        return list(attrs["branches"])
    return [attrs["then_branch"], attrs["else_branch"]]


def _accepts_branches(operation: Operation) -> bool:
    outputs = [sizes_of(x) for x in operation.outputs]
    return operation.inputs[0].shape.rank == 0 and all(
        can_lower_graph(graph)
        and _inputs_agree(graph, operation.inputs[1:])
        and [sizes_of(x) for x in graph.outputs] == outputs
        for graph in _branches(operation)
    )


@lowers("If", "StatelessIf", accepts=_accepts_branches)
def _if(lowering: Lowering, operation: Operation, condition: Value, *inputs: Value) -> list[Value]:
    test = cast(condition.element(()), dtypes.bool_)
    return _choice(lowering, operation, [test], inputs)


@lowers("Case", "StatelessCase", accepts=_accepts_branches)
def _case(lowering: Lowering, operation: Operation, index: Value, *inputs: Value) -> list[Value]:
    """One branch after the other is tried; an index out of range means the last branch."""
    stored = lowering.stored(index)
    count = len(_branches(operation))
    tests = [op("equal", stored.element(()), number) for number in range(count - 1)]
    return _choice(lowering, operation, tests, inputs)


def _choice(
    lowering: Lowering, operation: Operation, tests: Sequence[Expr], inputs: Sequence[Value]
) -> list[Value]:
    branches = _branches(operation)
    ready = [lowering.stored(x) if x.cost else x for x in inputs]
    results = [
        lowering.temporary(x.dtype, math.prod(sizes_of(x)), is_mutable=True)
        for x in operation.outputs
    ]
    outside = lowering.statements
    target = outside
    for test, graph in zip(tests, branches, strict=False):
        statement = Conditional(test, [], [])
        target.append(statement)
        _write_branch(lowering, graph, ready, results, statement.then)
        target = statement.otherwise
    _write_branch(lowering, branches[-1], ready, results, target)
    lowering.statements = outside
    return [
        in_buffer(buffer, sizes_of(x)) for buffer, x in zip(results, operation.outputs, strict=True)
    ]


def _write_branch(
    lowering: Lowering,
    graph: FuncGraph,
    inputs: Sequence[Value],
    results: Sequence[Buffer],
    statements: list[Statement],
) -> None:
    lowering.statements = statements
    for value, buffer in zip(_lower_graph(lowering, graph, inputs), results, strict=True):
        lowering.write(value, buffer)


# ---------------------------------------------------------------------------- loops


def _accepts_loop(operation: Operation) -> bool:
    cond, body = operation.attrs["cond"], operation.attrs["body"]
    return (
        can_lower_graph(cond)
        and can_lower_graph(body)
        and _inputs_agree(cond, operation.inputs)
        and _inputs_agree(body, operation.inputs)
        and cond.outputs[0].shape.rank == 0
        and [sizes_of(x) for x in body.outputs] == [sizes_of(x) for x in body.inputs]
        and [sizes_of(x) for x in operation.outputs] == [sizes_of(x) for x in body.inputs]
    )


@lowers("While", "StatelessWhile", accepts=_accepts_loop)
def _while(lowering: Lowering, operation: Operation, *inputs: Value) -> list[Value]:
    cond, body = operation.attrs["cond"], operation.attrs["body"]
    state: list[Value] = []
    changing: list[tuple[int, Buffer]] = []
    for position, (value, before, after) in enumerate(
        zip(inputs, body.inputs, body.outputs, strict=True)
    ):
        if after is before:
            state.append(lowering.stored(value) if value.cost else value)
        else:
            buffer = lowering.temporary(value.dtype, value.size, is_mutable=True)
            lowering.write(value, buffer)
            changing.append((position, buffer))
            state.append(in_buffer(buffer, value.sizes))
    outside = lowering.statements
    head: list[Statement] = []
    lowering.statements = head
    (test,) = _lower_graph(lowering, cond, state)
    statement = While(head, cast(test.element(()), dtypes.bool_), [])
    outside.append(statement)
    lowering.statements = statement.body
    results = _lower_graph(lowering, body, state)
    # All variables change at once: each new value is complete before an old one goes.
    fresh = [(buffer, _kept_apart(lowering, results[i])) for i, buffer in changing]
    for buffer, value in fresh:
        lowering.write(value, buffer)
    lowering.statements = outside
    return state


def _kept_apart(lowering: Lowering, value: Value) -> Value:
    buffer = lowering.temporary(value.dtype, value.size)
    lowering.write(value, buffer)
    return in_buffer(buffer, value.sizes)
