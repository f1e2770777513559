"""Graphs as summaries: one that is given, or those of the functions that are traced meanwhile."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.tracing import when_traced
from stagelight.public import public
from stagelight.summary.values import metadata_for, write
from stagelight.summary.writers import recorded


@public("summary.graph")
def graph(graph_data: Any) -> Tensor:
    """Writes a graph, which TensorBoard draws.

    Args:
        graph_data: a `tf.Graph`, such as that of a concrete function, or a GraphDef.

    Returns:
        Whether it was written, a bool tensor.

    Raises:
        NotImplementedError: a function is being traced.
        ValueError: `graph_data` is something else.

    >>> double = tf.function(lambda x: x * 2.0).get_concrete_function(tf.constant(1.0))
    >>> bool(tf.summary.graph(double.graph))  # There is no writer.
    False
    """
    if CONTEXT.stage is not None:
        raise NotImplementedError(
            "`graph()` cannot be called inside of `@tf.function`. Call it outside, with the graph of a "
            "concrete function. (AG411)"
        )
    if isinstance(graph_data, Graph):
        graph_data = graph_data.as_graph_def()
    elif not isinstance(graph_data, schema.GraphDef):
        raise ValueError(
            "Argument 'graph_data' is not tf.Graph or tf.compat.v1.GraphDef. Received "
            f"graph_data={graph_data} of type {type(graph_data).__name__}."
        )
    serialized = graph_data.SerializeToString()

    def record(writer: Tensor) -> None:
        raw.WriteGraphSummary(writer, 0, convert_to_tensor(serialized))

    return recorded(record)


class _Tracing:
    """The function graphs that are traced between `trace_on` and `trace_off`."""

    def __init__(self) -> None:
        self.graphs: list[FuncGraph] | None = None

    def __call__(self, traced: FuncGraph) -> None:
        if self.graphs is not None and traced.enclosing_graph is None:
            self.graphs.append(traced)


_TRACING = _Tracing()
when_traced(_TRACING)


@public("summary.trace_on")
def trace_on(
    graph: bool = True, profiler: bool = False, profiler_outdir: str | None = None
) -> None:
    """Begins to note the graphs of the functions that are traced, for `trace_export`.

    Args:
        graph: whether graphs are noted.
        profiler: not to be had here; see `tf.profiler.experimental`.
        profiler_outdir: of the profiler.

    Raises:
        NotImplementedError: a profile is asked for.

    >>> tf.summary.trace_on()
    >>> tf.summary.trace_off()
    """
    if profiler:
        raise NotImplementedError(
            "tf.summary.trace_on(profiler=True): use tf.profiler.experimental.start instead."
        )
    if graph:
        _TRACING.graphs = []


@public("summary.trace_off")
def trace_off() -> None:
    """Ends what `trace_on` began; what was noted is forgotten.

    >>> tf.summary.trace_off()
    """
    _TRACING.graphs = None


@public("summary.trace_export")
def trace_export(name: str, step: Any = None, profiler_outdir: str | None = None) -> None:
    """Writes the graphs that were noted since `trace_on` as a summary, and ends that.

    Args:
        name: what they are called.
        step: the step; the default one if None.
        profiler_outdir: of the profiler.

    Raises:
        ValueError: `trace_on` was not called, or there is a default writer and no step.

    >>> tf.summary.trace_on()
    >>> f = tf.function(lambda x: x * 2.0)
    >>> _ = f(tf.constant(1.0))
    >>> tf.summary.trace_export("doubling", step=1)
    """
    graphs = _TRACING.graphs
    if graphs is None:
        raise ValueError("Must enable trace before export through tf.summary.trace_on.")
    run = schema.RunMetadata()
    for traced in graphs:
        found = traced.as_graph_def()
        run.partition_graphs.append(found)
        run.function_graphs.add(partition_graphs=[found], pre_optimization_graph=found)
    metadata = metadata_for("graph_run_metadata_graph", content=b"1")
    write(name, run.SerializeToString(), step, metadata)
    trace_off()
