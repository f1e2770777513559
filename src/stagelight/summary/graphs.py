"""Graphs as summaries: one that is given, or those of the functions that are traced meanwhile."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.errors import UnavailableError
from stagelight.formats import schema
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.tracing import when_traced
from stagelight.logs import get_logger
from stagelight.public import public
from stagelight.staging.profiling import start as start_profiler
from stagelight.staging.profiling import stop as stop_profiler
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


class _Trace:
    """What goes on between `trace_on` and `trace_off`.

    Attributes:
        graphs: the function graphs that were traced meanwhile; None where they are not noted.
        profiles: whether a profiler was started.
    """

    def __init__(self, *, notes_graphs: bool, profiles: bool) -> None:
        self.graphs: list[FuncGraph] | None = [] if notes_graphs else None
        self.profiles = profiles


class _Tracing:
    """The trace that is on."""

    def __init__(self) -> None:
        self.current: _Trace | None = None

    def __call__(self, traced: FuncGraph) -> None:
        trace = self.current
        if trace is not None and trace.graphs is not None and traced.enclosing_graph is None:
            trace.graphs.append(traced)


_TRACING = _Tracing()
when_traced(_TRACING)


@public("summary.trace_on")
def trace_on(
    graph: bool = True, profiler: bool = False, profiler_outdir: str | None = None
) -> None:
    """Begins to note the graphs of the functions that are traced, for `trace_export`, or to profile.

    In a function that is being traced, or if a trace is on, nothing begins and there is a warning.

    Args:
        graph: whether graphs are noted.
        profiler: whether `tf.profiler.experimental` is started too; without `profiler_outdir` it is not, with
            a warning.
        profiler_outdir: the folder that the profile is written to.

    Raises:
        AlreadyExistsError: a profile is asked for, and a profiler is on.

    >>> tf.summary.trace_on()
    >>> tf.summary.trace_off()
    """
    if CONTEXT.stage is not None:
        get_logger().warning("Cannot enable trace inside a tf.function.")
        return
    if _TRACING.current is not None:
        get_logger().warning("Trace already enabled")
        return
    profiles = profiler and profiler_outdir is not None
    if profiler and not profiles:
        get_logger().warning(
            "No `profiler_outdir` passed to trace_on(). Profiler won't be enabled."
        )
    if profiles:
        start_profiler(profiler_outdir)
    _TRACING.current = _Trace(notes_graphs=graph, profiles=profiles)


@public("summary.trace_off")
def trace_off() -> None:
    """Ends what `trace_on` began: graphs that were noted are forgotten, a profile is written.

    >>> tf.summary.trace_off()
    """
    trace, _TRACING.current = _TRACING.current, None
    if trace is not None and trace.profiles:
        try:
            stop_profiler()
        except UnavailableError as error:  # The program has stopped it.
            get_logger().warning("Error while stopping profiler: %s", error)


@public("summary.trace_export")
def trace_export(name: str, step: Any = None, profiler_outdir: str | None = None) -> None:
    """Writes the graphs that were noted since `trace_on` as a summary, and ends that.

    Args:
        name: what they are called.
        step: the step; the default one if None.
        profiler_outdir: not used, with a warning; give it to `trace_on`.

    Raises:
        ValueError: `trace_on` was not called, or there is a default writer and no step.

    >>> tf.summary.trace_on()
    >>> f = tf.function(lambda x: x * 2.0)
    >>> _ = f(tf.constant(1.0))
    >>> tf.summary.trace_export("doubling", step=1)
    """
    if CONTEXT.stage is not None:
        get_logger().warning("Cannot export trace inside a tf.function.")
        return
    trace = _TRACING.current
    if trace is None:
        raise ValueError("Must enable trace before export through tf.summary.trace_on.")
    if profiler_outdir is not None:
        get_logger().warning(
            "Ignoring `profiler_outdir` passed to trace_export(). Please pass it to trace_on() instead."
        )
    run = schema.RunMetadata()
    for traced in trace.graphs or ():
        found = traced.as_graph_def()
        run.partition_graphs.append(found)
        run.function_graphs.add(partition_graphs=[found], pre_optimization_graph=found)
    metadata = metadata_for("graph_run_metadata_graph", content=b"1")
    write(name, run.SerializeToString(), step, metadata)
    trace_off()
