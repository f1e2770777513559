"""A graph applied to all rows at once: each operation gets one more axis, the first.

`vectorized(graph, ...)` goes through the operations of a graph that describes the work on one row. Values
that differ between the rows are *batched*: they have the rows along a first axis. An operation without
batched inputs is applied as it is, once for all rows; for the others `batched_rules` says how the op treats
the further axis. What is not in that table raises `NotVectorizable`, and the caller runs a loop instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.control_flow.batched_rules import RULES, SHAPE_RULES
from stagelight.control_flow.batched_steps import NotVectorizable, Step, Value, repeated
from stagelight.core.op_def import STATEFUL, Trait
from stagelight.core.tensor import Tensor
from stagelight.graph.effects import effects_of_operation
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.part import needed_operations


def vectorized(graph: FuncGraph, inputs: Sequence[Value], count: Any) -> list[Value]:
    """Applies a graph of one row to all rows, eagerly or in the graph being built.

    Args:
        graph: the graph.
        inputs: for each of its inputs the value.
        count: the number of rows, a number or scalar tensor.

    Raises:
        NotVectorizable: an operation has no rule.
    """
    values = {id(x): value for x, value in zip(graph.inputs, inputs, strict=True)}
    for operation in needed_operations(graph):
        if operation.outputs and id(operation.outputs[0]) in values:
            continue
        step = Step(operation, [values[id(x)] for x in operation.inputs], count)
        outputs, is_batched = _apply(step)
        for x, tensor in zip(operation.outputs, outputs, strict=True):
            values[id(x)] = Value(tensor, is_batched, x.shape.rank)
    return [values[id(x)] for x in graph.outputs]


def _apply(step: Step) -> tuple[Sequence[Any], bool]:
    operation = step.operation
    op_def = operation.op_def
    effects = effects_of_operation(operation)
    if effects.must_run or effects.is_random:
        raise NotVectorizable(f"{operation.type} is random or has effects")
    if not any(value.is_batched for value in step.inputs):
        return step.applied(step.tensors), False
    if op_def.name in SHAPE_RULES:
        return SHAPE_RULES[op_def.name](step), False
    if op_def.traits & STATEFUL:
        raise NotVectorizable(f"{operation.type} reads state by rows")
    if "f" in operation.attrs and op_def.traits & Trait.CALLS:
        return _call(step), True
    rule = RULES.get(op_def.name)
    if rule is not None:
        result = rule(step)
    elif op_def.traits & Trait.ELEMENTWISE:
        result = step.applied(step.aligned(range(len(step.inputs))))
    else:
        raise NotVectorizable(f"There is no rule for {operation.type}")
    return (result if isinstance(result, list) else [result]), True


def _call(step: Step) -> list[Any]:
    if step.operation.attrs["f"].limits is not None:
        raise NotVectorizable("A function with limits is called for each row")
    results = vectorized(step.operation.attrs["f"], step.inputs, step.count)
    return [
        value.tensor if value.is_batched else repeated(value.tensor, step.count)
        for value in results
    ]


def as_rows(value: Value, count: Any) -> Tensor:
    """A value with one row for each of `count`."""
    return value.tensor if value.is_batched else repeated(value.tensor, count)
