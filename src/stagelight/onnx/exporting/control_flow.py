"""Calls, conditionals and loops: graphs among attrs become graphs inside of ONNX's `If` and `Loop`.

Such a graph sees the values around it, so that what a branch captures needs no input. A loop carries those
of its variables that its rounds change; the others it sees as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.graph.func_graph import FuncGraph
from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.graphs import write_graph
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer
from stagelight.onnx.protos import dtype_number, onnx
from stagelight.types import dtypes


@converter("PartitionedCall", "StatefulPartitionedCall")
def _call(w: Writer, op: Application, *values: Value) -> list[Value]:
    return write_graph(w, op.operation.attrs["f"], values)


def _as_condition(w: Writer, value: Value, rank: int | None) -> Value:
    """TF: a number is true if it is not 0, a string if it is not empty, a tensor if it has elements."""
    if rank:
        raise Inexpressible("a condition that is no scalar")
    if value.dtype is dtypes.string:
        return w.op("Not", w.op("Equal", value, w.constant(b"", dtypes.string)))
    return w.cast(value, dtypes.bool_)


def _branch(w: Writer, name: str, write: Callable[[], Sequence[Value]]) -> tuple[Any, list[Value]]:
    with w.inside() as nodes:
        outputs = w.made_here(write())
        infos = [_info(value) for value in outputs]
    return onnx.helper.make_graph(nodes, name, [], infos), outputs


def _info(value: Value) -> Any:
    """What is said of a value of an inner graph: shapes may differ from round to round."""
    return onnx.helper.make_tensor_value_info(value.name, dtype_number(value.dtype), None)


def _if(
    w: Writer,
    condition: Value,
    then_branch: Callable[[], Sequence[Value]],
    else_branch: Callable[[], Sequence[Value]],
) -> list[Value]:
    names = [w.unique(name) for name in ("then", "else")]
    then_graph, found = _branch(w, names[0], then_branch)
    else_graph, others = _branch(w, names[1], else_branch)
    if any(a.dtype is not b.dtype for a, b in zip(found, others, strict=True)):
        raise Inexpressible("branches that give other dtypes")
    if not found:
        return []
    results = [Value(w.unique("If"), value.dtype) for value in found]
    w.nodes.append(
        onnx.helper.make_node(
            "If",
            [condition.name],
            [value.name for value in results],
            name=results[0].name,
            then_branch=then_graph,
            else_branch=else_graph,
        )
    )
    return results


@converter("If", "StatelessIf")
def _conditional(w: Writer, op: Application, condition: Value, *values: Value) -> list[Value]:
    graphs = [op.operation.attrs[name] for name in ("then_branch", "else_branch")]
    is_true = _as_condition(w, condition, op.shape(0).rank)
    return _if(w, is_true, *[lambda graph=graph: write_graph(w, graph, values) for graph in graphs])


@converter("Case", "StatelessCase")
def _case(w: Writer, op: Application, place: Value, *values: Value) -> list[Value]:
    """Ifs inside of each other. TF: a place that there is not means the last branch."""
    branches: list[FuncGraph] = list(op.operation.attrs["branches"])

    def chosen(first: int) -> list[Value]:
        if first == len(branches) - 1:
            return write_graph(w, branches[first], values)
        is_it = w.op("Equal", place, w.number(first, place))
        return _if(
            w, is_it, lambda: write_graph(w, branches[first], values), lambda: chosen(first + 1)
        )

    return chosen(0)


@converter("While", "StatelessWhile")
def _loop(w: Writer, op: Application, *values: Value) -> list[Value]:
    """The condition is computed before the loop, and at the end of each round for the next."""
    cond, body = op.operation.attrs["cond"], op.operation.attrs["body"]
    carried = [
        i
        for i, (taken, given) in enumerate(zip(body.inputs, body.outputs, strict=True))
        if taken is not given and taken.dtype is not dtypes.resource
    ]
    first = write_graph(w, cond, values)[0]
    start = _as_condition(w, first, cond.outputs[0].shape.rank)
    with w.inside() as nodes:
        round_ = onnx.helper.make_tensor_value_info(
            w.unique("round"), dtype_number(dtypes.int64), []
        )
        goes_on = onnx.helper.make_tensor_value_info(
            w.unique("condition"), dtype_number(dtypes.bool_), []
        )
        inner = list(values)
        for i in carried:
            inner[i] = Value(w.unique("carried"), values[i].dtype)
        taken = [_info(inner[i]) for i in carried]
        after = write_graph(w, body, inner)
        following = list(inner)
        for i in carried:
            following[i] = after[i]
        condition = write_graph(w, cond, following)[0]
        again = _as_condition(w, condition, cond.outputs[0].shape.rank)
        outputs = w.made_here([again, *(following[i] for i in carried)])
        infos = [_info(value) for value in outputs]
    graph = onnx.helper.make_graph(nodes, w.unique("body"), [round_, goes_on, *taken], infos)
    results = list(values)
    for i in carried:
        results[i] = Value(w.unique("Loop"), values[i].dtype)
    names = [results[i].name for i in carried]
    if names:
        start_values = [values[i].name for i in carried]
        inputs = ["", start.name, *start_values]
        w.nodes.append(onnx.helper.make_node("Loop", inputs, names, name=names[0], body=graph))
    return results
