"""`executable(graph)`: the function that runs a graph, optimized and compiled on first use.

It is kept with the graph.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from stagelight.graph.func_graph import FuncGraph
from stagelight.passes.pipeline import optimize
from stagelight.runtime.host_plan import HostPlan

_lock = threading.RLock()


def executable(graph: FuncGraph) -> Callable[..., Any]:
    """The function over arrays that runs a finished graph: all inputs in, all outputs out."""
    found = graph.executable
    if found is None:
        with _lock:
            found = graph.executable
            if found is None:
                found = graph.executable = HostPlan(optimize(graph)).run
    return found
