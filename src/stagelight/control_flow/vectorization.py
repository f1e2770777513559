"""A graph applied to all rows at once: each operation gets one more axis, the first.

`vectorized(graph, ...)` goes through the operations of a graph that describes the work on one row. Values
that differ between the rows are *batched*: they have the rows along a first axis. An operation without
batched inputs is applied as it is, once for all rows; for the others `batched_rules` says how the op treats
the further axis. What is not in that table raises `NotVectorizable`, and the caller runs a loop instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight import nest
from stagelight.autodiff.custom_gradient import GRADIENT_FUNCTION
from stagelight.control_flow.batched_rules import RULES, SHAPE_RULES
from stagelight.control_flow.batched_steps import NotVectorizable, Step, Value, repeated
from stagelight.control_flow.calls import call_graph
from stagelight.control_flow.functional import map_fn
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.op_def import STATEFUL, Trait
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.effects import effects_of_operation
from stagelight.graph.func_graph import FuncGraph, tensor_in_copy
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import needed_operations, part_of
from stagelight.graph.tracing import trace_into
from stagelight.types.specs import TensorSpec


def vectorized(graph: FuncGraph, inputs: Sequence[Value], count: Any) -> list[Value]:
    """Applies a graph of one row to all rows, eagerly or in the graph being built.

    Args:
        graph: the graph.
        inputs: for each of its inputs the value.
        count: the number of rows, a number or scalar tensor.

    Raises:
        NotVectorizable: an operation has no rule.
    """
    return _Vectorization(graph, inputs, count).values_of(graph.outputs, graph.control_outputs)


class _Vectorization:
    """The tensors of a graph of one row, for all rows."""

    def __init__(self, graph: FuncGraph, inputs: Sequence[Value], count: Any) -> None:
        self._graph = graph
        self._count = count
        # By tensor, not by id: gradients that are asked for later may need more of the graph.
        self._values = dict(zip(map(id, graph.inputs), inputs, strict=True))

    def values_of(
        self, tensors: Sequence[SymbolicTensor], effects: Sequence[Operation] = ()
    ) -> list[Value]:
        """The values of tensors of the graph; what leads to them is computed once."""
        values = self._values
        part = part_of(self._graph, self._graph.inputs, tensors, effects)
        for operation in needed_operations(part):
            if operation.outputs and id(operation.outputs[0]) in values:
                continue
            inputs = [values[id(x)] for x in operation.inputs]
            outputs, is_batched = _apply(Step(operation, inputs, self._count), self)
            for x, tensor in zip(operation.outputs, outputs, strict=True):
                values[id(x)] = Value(tensor, is_batched, x.shape.rank)
        return [values[id(x)] for x in tensors]

    def gradient_of_rows(self, step: Step) -> Callable[..., list[Any]]:
        """The user's gradient function of an operation, for all rows.

        The function holds tensors of the graph of one row. It is traced into a graph within that one, and
        that graph is applied to all rows as well.
        """
        function = step.operation.attrs[GRADIENT_FUNCTION]
        shared = [not value.is_batched for value in step.inputs]

        def gradient_function(*output_gradients: Any) -> list[Any]:
            given = [g for g in output_gradients if g is not None]
            graph = _GradientOfRow("gradient_of_row", self._graph)
            inputs = [
                graph.add_input(g.dtype, g.shape[1:], f"gradient_{i}") for i, g in enumerate(given)
            ]

            def of_one_row(*rows: SymbolicTensor) -> list[Any]:
                left = iter(rows)
                return function(*[None if g is None else next(left) for g in output_gradients])

            found = trace_into(graph, returning_dense(of_one_row), inputs)
            values = [Value(g, True, _rank_of_row(g)) for g in given]
            values += [self._outside(x) for x in graph.external_captures]
            try:
                rows = [as_rows(x, self._count) for x in vectorized(graph, values, self._count)]
            except NotVectorizable:
                rows = _row_by_row(graph, values)
            left = iter(rows)
            gradients = [None if g is None else next(left) for g in found]
            return [
                raw.Sum(g, 0) if g is not None and is_shared else g
                for g, is_shared in zip(gradients, shared, strict=True)
            ]

        gradient_function.__name__ = function.__name__
        return gradient_function

    def _outside(self, tensor: Any) -> Value:
        """What a gradient function captures: a tensor of the row's graph, or one from outside of that."""
        if isinstance(tensor, SymbolicTensor) and tensor.graph is self._graph:
            return self.values_of([tensor])[0]
        return Value(tensor, False, tensor.shape.rank)


class _GradientOfRow(FuncGraph):
    """The graph of a user's gradient function over tensors of the graph around, or of one it is a copy of."""

    def capture(self, tensor: Tensor, name: str | None = None) -> SymbolicTensor:
        """As every function graph, but tensors of the graph that was traced stand for those of its copy."""
        if isinstance(tensor, SymbolicTensor) and self.enclosing_graph is not None:
            tensor = tensor_in_copy(self.enclosing_graph, tensor)
        return super().capture(tensor, name)


def _row_by_row(graph: FuncGraph, values: Sequence[Value]) -> list[Tensor]:
    """The results of a graph for all rows, computed one after the other."""

    def one(rows: Sequence[Tensor]) -> list[Tensor]:
        given = iter(rows)
        return call_graph(graph, [next(given) if x.is_batched else x.tensor for x in values])

    specs = [TensorSpec(x.shape, x.dtype) for x in graph.outputs]
    rows = [x.tensor for x in values if x.is_batched]
    found: list[Tensor] = map_fn(one, rows, fn_output_signature=specs)
    return found


def _rank_of_row(rows: Any) -> int | None:
    return None if rows.shape.rank is None else rows.shape.rank - 1


def returning_dense(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with whole tensors where it gives indexed slices, of which there are no rows."""

    def dense_function(*args: Any) -> Any:
        return nest.map_structure(
            lambda x: x.to_dense() if isinstance(x, IndexedSlices) else x, function(*args)
        )

    return dense_function


def _apply(step: Step, whole: _Vectorization) -> tuple[Sequence[Any], bool]:
    operation = step.operation
    op_def = operation.op_def
    effects = effects_of_operation(operation)
    if effects.must_run or effects.is_random:
        raise NotVectorizable(f"{operation.type} is random or has effects")
    if not any(value.is_batched for value in step.inputs):
        return step.applied(step.tensors), False
    if op_def.name in SHAPE_RULES:
        return SHAPE_RULES[op_def.name](step), False
    rule = RULES.get(op_def.name)
    if op_def.traits & STATEFUL and rule is None:
        raise NotVectorizable(f"{operation.type} reads state by rows")
    if "f" in operation.attrs and op_def.traits & Trait.CALLS:
        return _call(step), True
    if operation.attrs.get(GRADIENT_FUNCTION) is not None:
        result: Any = _with_gradient(step, whole.gradient_of_rows(step))
    elif rule is not None:
        result = rule(step)
    elif op_def.traits & Trait.ELEMENTWISE:
        # What requires equal shapes broadcasts nothing.
        rows = (
            [as_rows(value, step.count) for value in step.inputs]
            if op_def.requirements
            else step.aligned(range(len(step.inputs)))
        )
        result = step.applied(rows)
    else:
        raise NotVectorizable(f"There is no rule for {operation.type}")
    return (result if isinstance(result, list) else [result]), True


def _with_gradient(step: Step, gradient_function: Callable[..., Any]) -> list[Any]:
    """The results of a function with a gradient of its own. What is shared by all rows stays so."""
    attrs = {**step.operation.attrs, GRADIENT_FUNCTION: gradient_function}
    return step.applied(step.tensors, attrs)


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
