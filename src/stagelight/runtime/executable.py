"""`executable(graph)`: the function that runs a graph, optimized and compiled on first use.

It is kept with the graph.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Sequence
from typing import Any

from stagelight import config
from stagelight.codegen.machine.compiler_process import start_compiler_process
from stagelight.fork_safety import renewed_in_child
from stagelight.graph.effects import graphs_within
from stagelight.graph.func_graph import FuncGraph
from stagelight.passes.pipeline import optimize
from stagelight.runtime.host_plan import HostPlan
from stagelight.runtime.must_compile import refuse_what_cannot_be_compiled

_lock = renewed_in_child(threading.RLock())


def _host_executable(graph: FuncGraph) -> Callable[..., Any]:
    return HostPlan(graph).run


def _native_executable() -> Callable[..., Any]:
    """The native executor. The compiler is loaded when the first graph runs, not with the package."""
    made: Callable[..., Any] = importlib.import_module(
        "stagelight.runtime.native"
    ).native_executable
    return made


def executable(graph: FuncGraph) -> Callable[..., Any]:
    """The function over arrays that runs a finished graph: all inputs in, all outputs out."""
    found = graph.executable
    if found is None:
        with _lock:
            found = graph.executable
            if found is None:
                refuse_what_cannot_be_compiled(graph)
                is_host = config.current.executor == "host"
                make = _host_executable if is_host else _native_executable()
                found = graph.executable = _made(make, graph)
    return found


def prepare_compiler() -> None:
    """Lets the compiler start beside what is done first, such as tracing; does not wait for it."""
    if config.current.executor != "host":
        start_compiler_process()


def _made(
    make: Callable[[FuncGraph], Callable[..., Any]], graph: FuncGraph, is_interim: bool = False
) -> Callable[..., Any]:
    """What runs a graph, within its limits if it has some. They hold for what is made for it, too."""
    if graph.limits is None:
        return make(optimize(graph))

    def make_here() -> Callable[..., Any]:
        limited_runs: Any = importlib.import_module("stagelight.runtime.limited_runs")
        with limited_runs.limited(graph.limits):
            run = make(optimize(graph))
        wrapped: Callable[..., Any] = limited_runs.limited_run(graph.limits, run)
        return wrapped

    isolated_runs: Any = importlib.import_module("stagelight.runtime.isolated_runs")
    return isolated_runs.isolated_run(graph, make_here, is_interim) or make_here()


def compiler_ir(graph: FuncGraph, shapes: Sequence[Any], stage: str) -> str:
    """What the native executor makes of a graph; see `runtime/compiler_ir.py`."""
    text: str = importlib.import_module("stagelight.runtime.compiler_ir").compiler_ir(
        graph, shapes, stage
    )
    return text


def interim_executable(graph: FuncGraph) -> Callable[..., Any]:
    """The function over arrays that runs a graph which may never run again.

    Machine code is not made for it, unless the graph has loops. What goes on from run to run, such as
    a random stream, is kept with the compiled form: such a graph has that from the first run on.
    """
    has_loops = any("While" in x.op_def.name for x in graph.operations)
    is_host = config.current.executor == "host"
    if is_host or has_loops or graph.must_compile or _goes_on(graph):
        return executable(graph)
    refuse_what_cannot_be_compiled(graph)
    return _made(_host_executable, graph, is_interim=True)


def _goes_on(graph: FuncGraph) -> bool:
    """Whether an operation, here or in a graph inside, goes on from run to run."""
    return any(
        x.op_def.make_state is not None for each in graphs_within(graph) for x in each.operations
    )
