"""Executors: what runs graphs, by name, and where the compiled form of a graph belongs.

    host      every operation as a call of its kernel on NumPy arrays (`host_plan`)
    native    regions of operations as machine code, the rest as the host's steps (`native`)
    xla       regions as programs of JAX's, for accelerators; needs the extra `xla` (`xla/executor`)

An executor is a module with an `EXECUTOR`, and a line in the table here. `executable(graph)` asks the one
that `Settings.executor` names; what it gives is kept with the graph by placement.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from stagelight import config
from stagelight.codegen.lowering.lowerability import Lowerability
from stagelight.codegen.machine.compiler_process import start_compiler_process
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation

# A compiled graph or region: flat values in, flat values out; arrays, and handles of resources and lists.
Run = Callable[..., Any]


class Placement(NamedTuple):
    """What the compiled form of a graph depends on beside the graph.

    Attributes:
        executor: the name of who made it.
    """

    executor: str


class Executor(Protocol):
    """What runs graphs.

    Attributes:
        name: in the table, and for STAGELIGHT_EXECUTOR.
    """

    name: str

    def lowerable(self, graph: FuncGraph) -> Mapping[Operation, Lowerability]:
        """The operations of an optimized graph that may be in its regions; the others are the host's."""

    def compile(self, graph: FuncGraph) -> Run:
        """The function that runs an optimized graph, for sizes as they are known in it."""


class _Entry(NamedTuple):
    """A line of the table.

    Attributes:
        module: has the `EXECUTOR`. It is imported when the first graph runs, not with the package.
        prepare: begins what it will need, without waiting for it.
    """

    module: str
    prepare: Callable[[], None] | None = None


HOST = "host"
_TABLE = {
    HOST: _Entry("stagelight.runtime.host_plan"),
    "native": _Entry("stagelight.runtime.native", start_compiler_process),
    "xla": _Entry("stagelight.runtime.xla.executor"),
}


def _entry(name: str) -> _Entry:
    try:
        return _TABLE[name]
    except KeyError:
        raise ValueError(
            f"The executor must be one of {', '.join(map(repr, _TABLE))}. Received: {name!r} "
            "(STAGELIGHT_EXECUTOR)"
        ) from None


def executor_named(name: str) -> Executor:
    """The executor of a name.

    Raises:
        ValueError: there is none of this name.
    """
    found: Executor = importlib.import_module(_entry(name).module).EXECUTOR
    return found


def prepare_executor() -> None:
    """Lets the executor begin what it will need beside what is done first, such as tracing."""
    prepare = _entry(config.current.executor).prepare
    if prepare is not None:
        prepare()
