"""`executable(graph)`: the function that runs a graph, optimized and compiled on first use.

It is kept with the graph, one for each placement.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from stagelight import config
from stagelight.fork_safety import renewed_in_child
from stagelight.garbage_collection import collect_rarely
from stagelight.graph.effects import graphs_within
from stagelight.graph.func_graph import FuncGraph
from stagelight.passes.pipeline import optimize
from stagelight.runtime.executors import HOST, Placement, Run, executor_named
from stagelight.runtime.host_tier import HostFirst
from stagelight.runtime.must_compile import refuse_what_cannot_be_compiled

_lock = renewed_in_child(threading.RLock())


def executable(graph: FuncGraph) -> Run:
    """The function over arrays that runs a finished graph: all inputs in, all outputs out."""
    placement = Placement(config.current.executor)
    found: Run | None = graph.executables.get(placement)
    if found is None:
        with _lock, collect_rarely():
            found = graph.executables.get(placement)
            if found is None:
                refuse_what_cannot_be_compiled(graph)
                found = graph.executables[placement] = _compiled(graph, placement.executor)
                when_final(found, partial(graph.executables.__setitem__, placement))
    return found


def when_final(run: Run, take: Callable[[Run], None]) -> None:
    """Lets a holder of what runs a graph have what will take its place, if something will."""
    if isinstance(run, HostFirst):
        run.tell(take)


def interim_executable(graph: FuncGraph) -> Run:
    """The function over arrays that runs a graph which may never run again.

    Machine code is not made for it, unless the graph has loops. What goes on from run to run, such as
    a random stream, is kept with the compiled form: such a graph has that from the first run on.
    """
    has_loops = any("While" in x.op_def.name for x in graph.operations)
    if config.current.executor == HOST or has_loops or graph.must_compile or _goes_on(graph):
        return executable(graph)
    refuse_what_cannot_be_compiled(graph)
    with collect_rarely():
        return _compiled(graph, HOST, is_interim=True)


def _goes_on(graph: FuncGraph) -> bool:
    """Whether an operation, here or in a graph inside, goes on from run to run."""
    return any(
        x.op_def.make_state is not None for each in graphs_within(graph) for x in each.operations
    )


def _compiled(graph: FuncGraph, executor: str, *, is_interim: bool = False) -> Run:
    """What runs a graph, within its limits if it has some. They hold for what is made for it, too."""
    compile_graph = executor_named(executor).compile
    if graph.limits is None:
        return compile_graph(optimize(graph))

    def make_here() -> Run:
        limited_runs: Any = importlib.import_module("stagelight.runtime.limited_runs")
        with limited_runs.limited(graph.limits):
            run = compile_graph(optimize(graph))
        wrapped: Run = limited_runs.limited_run(graph.limits, run)
        return wrapped

    isolated_runs: Any = importlib.import_module("stagelight.runtime.isolated_runs")
    return isolated_runs.isolated_run(graph, make_here, is_interim) or make_here()


def compiler_ir(graph: FuncGraph, shapes: Sequence[Any], stage: str) -> str:
    """What the native executor makes of a graph; see `runtime/compiler_ir.py`."""
    text: str = importlib.import_module("stagelight.runtime.compiler_ir").compiler_ir(
        graph, shapes, stage
    )
    return text
