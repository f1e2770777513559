"""Function graphs for tests: a Python function traced without `tf.function`, and run on arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import stagelight as tf
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import trace_into
from stagelight.runtime.host_plan import HostPlan


def traced(function: Callable[..., Any], *specs: Any, name: str = "f") -> FuncGraph:
    """The graph of a function whose arguments, `x0`, `x1`, ..., have the given specs."""
    graph = FuncGraph(name)
    inputs = [graph.add_input(spec.dtype, spec.shape, f"x{i}") for i, spec in enumerate(specs)]
    trace_into(graph, function, inputs)
    return graph


def run(graph: FuncGraph, *values: Any) -> list[np.ndarray]:
    """The outputs of a graph as it is, without passes, of its arguments; captures come by themselves."""
    captured = [tensor._array for tensor in graph.external_captures]
    arrays = [
        np.asarray(value, tensor.dtype.numpy_dtype)
        for value, tensor in zip([*values, *captured], graph.inputs, strict=True)
    ]
    return list(HostPlan(graph)(*arrays))


def spec(*shape: int | None, dtype: Any = tf.float32) -> tf.TensorSpec:
    """A `TensorSpec`, of float32 unless said otherwise."""
    return tf.TensorSpec(shape, dtype)
