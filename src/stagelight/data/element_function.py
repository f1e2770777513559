"""The function of a transformation as its kernel has it: a graph with what it captured, run on elements.

Where nothing in it is random, has effects or reads state, it is also run on several elements at once: its
graph is rewritten so that each operation has the elements along a further first axis.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.control_flow.batched_steps import NotVectorizable, Value
from stagelight.control_flow.calls import call_graph
from stagelight.control_flow.vectorization import as_rows, vectorized
from stagelight.core.dispatch import CONTEXT, pushed
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.data.blocks import Components
from stagelight.data.dataset import DATASET_ATTRS, Dataset, dataset_of, variant_scalar
from stagelight.data.elements import (
    Elements,
    PipelineFunction,
    Transformed,
    elements_of,
    in_variant,
)
from stagelight.data.iteration import Iteration
from stagelight.data.structured_function import StructuredFunction
from stagelight.errors import OpError
from stagelight.fork_safety import cached_property
from stagelight.graph.effects import called_graphs, effects_of_graph, graphs_within
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation
from stagelight.graph.tracing import trace_into
from stagelight.runtime.executable import executable
from stagelight.types.dtypes import variant
from stagelight.types.shapes import TensorShape

Run = Callable[..., Components]
Apply = Callable[..., Components]

# Functions of elements may read variables, which change.
FUNCTION_TRAITS = Trait.HOST_ONLY | Trait.RANDOM


class ElementFunction:
    """A function graph and the values of what it captured."""

    def __init__(self, graph: FuncGraph, captured: Components) -> None:
        self.graph = graph
        self._captured = captured

    def pipeline_functions(self) -> Iterator[PipelineFunction]:
        """This one; see `graph.effect_analysis`."""
        yield self.graph, self._captured

    @cached_property
    def draws_random_numbers(self) -> bool:
        """Whether random ops are in it, with streams that belong to an iteration."""
        return _draws(self.graph)

    def begun(self, iteration: Iteration) -> Apply:
        """The function over arrays; its random ops draw from the streams of the iteration."""
        run, captured = _runner(self.graph), self._captured
        found = next(_stateful_ops(self.graph, set()), None)
        if found is not None:
            iteration.cannot_be_saved(f"{found} is stateful.")
        if not self.draws_random_numbers:
            return run if not captured else lambda *element: run(*element, *captured)
        streams = iteration.streams
        return lambda *element: streams.run(run, *element, *captured)

    @cached_property
    def _graph_of_blocks(self) -> FuncGraph | None:
        return _block_graph(self.graph, len(self._captured))

    def on_blocks(self) -> Apply | None:
        """The function over stacked elements; None where it must have them one by one."""
        graph, captured = self._graph_of_blocks, self._captured
        if graph is None:
            return None

        def rows(*block: Any) -> Components:
            try:
                return _runner(graph)(*block, *captured)
            except OpError:
                if len(block[0]) != 1:
                    raise
            # One element fails in its own function, whose error names the program's operations and lines.
            row = _runner(self.graph)(*[part[0, ...] for part in block], *captured)
            return tuple([np.asarray(part)[np.newaxis] for part in row])

        return rows


def _runner(graph: FuncGraph) -> Run:
    """What runs a graph over arrays, so that this thread's evaluator sees it if there is one."""
    if CONTEXT.evaluator is not None:
        return functools.partial(_run_observed, graph)
    return executable(graph)


def _run_observed(graph: FuncGraph, *arrays: Any) -> Components:
    """Runs a graph as a call that this thread's evaluator is asked for, such as a profiler."""
    dtypes = [tensor.dtype for tensor in graph.inputs]
    with pushed(stage=None, recorders=()):
        results: list[Any] = call_graph(graph, list(map(EagerTensor, arrays, dtypes)))
    return tuple(result._array for result in results)


def _stateful_ops(graph: FuncGraph, seen: set[int]) -> Iterator[str]:
    """The ops for which two runs of a function may differ, but for what they read from outside.

    What is in the functions of datasets counts where these are iterated over.

    Args:
        graph: the function's.
        seen: ids of the graphs that were looked at.
    """
    seen.add(id(graph))
    for operation in graph.operations:
        if any(output.dtype is variant for output in operation.outputs):
            continue
        traits = operation.op_def.traits
        inner = called_graphs(operation)
        for called in inner:
            if id(called) not in seen:
                yield from _stateful_ops(called, seen)
        # TF: assertions do not count.
        has_effects = traits & (Trait.SIDE_EFFECT | Trait.WRITES) and operation.type != "Assert"
        if not inner and (has_effects or _is_drawing(operation)):
            yield operation.type


def _is_drawing(operation: Operation) -> bool:
    return bool(operation.op_def.traits & Trait.RANDOM) and "seed" in operation.op_def.attrs


def _draws(graph: FuncGraph) -> bool:
    return any(_is_drawing(x) for each in graphs_within(graph) for x in each.operations)


def _block_graph(graph: FuncGraph, captured: int) -> FuncGraph | None:
    """The graph of the same work on stacked elements, if there is one.

    Args:
        graph: the function's.
        captured: how many of its last inputs are captured. A graph that was loaded does not say so itself.
    """
    count = len(graph.inputs) - captured
    if (
        not count
        or not graph.outputs
        or graph.control_outputs
        or effects_of_graph(graph).is_stateful
    ):
        return None
    rows = FuncGraph(f"{graph.name}_of_blocks", None)
    inputs = []
    for i, tensor in enumerate(graph.inputs):
        shape = tensor.shape
        if i < count:
            if shape.rank is None or not shape.is_fully_defined():
                return None
            shape = TensorShape([None]).concatenate(shape)
        inputs.append(rows.add_input(tensor.dtype, shape, f"rows_{i}"))

    def all_rows(*tensors: Tensor) -> list[Tensor]:
        size = raw.StridedSlice(raw.Shape(tensors[0]), [0], [1], [1], shrink_axis_mask=1)
        values = [
            Value(tensor, i < count, graph.inputs[i].shape.rank) for i, tensor in enumerate(tensors)
        ]
        return [as_rows(value, size) for value in vectorized(graph, values, size)]

    try:
        trace_into(rows, all_rows, tuple(inputs))
    except (NotVectorizable, OpError, ValueError, TypeError):
        return None
    return rows


class OfFunction(Transformed):
    """The elements of a source, seen through a function."""

    def __init__(self, source: Elements, function: ElementFunction) -> None:
        super().__init__(source)
        self._function = function


def define_of_function(
    name: str,
    elements: Callable[..., Elements],
    function: str = "f",
    more_inputs: str = "",
    more_attrs: dict[str, Any] | None = None,
) -> None:
    """Defines the op of a transformation with one function.

    Args:
        name: the op.
        elements: makes its elements of the source's, the function, the further inputs as Python numbers
            and the further attrs that were given.
        function: the attr that is the function.
        more_inputs: inputs behind those that the function captured, all int64 scalars.
        more_attrs: further attrs.
    """
    count = len(more_inputs.split(",")) if more_inputs else 0
    further = more_attrs or {}

    def kernel(xp: ModuleType, input_dataset: Any, *inputs: Any, **attrs: Any) -> np.ndarray:
        captured = inputs[: len(inputs) - count]
        numbers = [int(x) for x in inputs[len(captured) :]]
        run = ElementFunction(attrs[function], captured)
        given = {key: value for key, value in attrs.items() if key in further}
        return in_variant(elements(elements_of(input_dataset), run, *numbers, **given))

    define(
        name,
        "input_dataset: variant, other_arguments: Targuments"
        + (f", {more_inputs}" if more_inputs else ""),
        "handle: variant",
        {"Targuments": attr("list(type)"), function: attr("func"), **further, **DATASET_ATTRS},
        infer=variant_scalar,
        kernel=kernel,
        differentiable=False,
        traits=FUNCTION_TRAITS,
    )


def dataset_of_function(
    dataset: Dataset,
    op_name: str,
    function: StructuredFunction,
    element_spec: Any,
    more_inputs: tuple[Any, ...] = (),
    attr_name: str = "f",
    **attrs: Any,
) -> Dataset:
    """Applies an op that `define_of_function` defined."""
    attrs[attr_name] = function.graph
    inputs = [dataset, *function.captures, *more_inputs]
    return dataset_of(op_name, inputs, element_spec, **attrs)
