"""Regions of which sizes are not known before they run.

When such a region runs for the first time it is specialized for the shapes that come, and compiled. Each
call compares shapes. Other shapes run on the host: what is kept for a region does not grow with them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cache
from types import CodeType
from typing import Any

from stagelight.errors import OpError
from stagelight.graph.func_graph import FuncGraph
from stagelight.passes.pipeline import optimize
from stagelight.passes.specialize import specialized
from stagelight.runtime.host_plan import HostPlan
from stagelight.runtime.regions import Region

Run = Callable[..., Any]

# Shapes that do not fit the operations are left to the host, which tells the error. So often at most.
_MOST_FAILURES = 3


class DynamicRegion:
    """Runs a region for any shapes.

    Attributes:
        run: the function over arrays.
        compiled: how often the region was compiled.
    """

    def __init__(self, region: Region, name: str, compile_: Callable[[FuncGraph], Run]) -> None:
        """
        Args:
            region: what to run.
            name: of the graph.
            compile_: gives the function that runs an optimized graph.
        """
        self._region = region
        self._name = name
        self._compile = compile_
        self._lock = threading.Lock()
        self._failures = 0
        self._host: HostPlan | None = None
        self.compiled = 0
        self._dynamic = tuple(
            i
            for i, x in enumerate(region.inputs)
            if not x.shape.is_fully_defined() and region.is_used(x)
        )
        # No array has the shape None.
        self._names: dict[str, Any] = {"first": None, "other": self._other}
        self._names.update((f"s{i}", None) for i in self._dynamic)
        exec(_choice(len(region.inputs), self._dynamic), self._names)
        self.run: Run = self._names["run"]

    def _other(self, *arrays: Any) -> Any:
        """Runs for shapes that are not those of the first call."""
        if self.compiled == 0 and self._failures < _MOST_FAILURES:
            with self._lock:
                if self.compiled == 0:
                    self._specialize([array.shape for array in arrays])
            return self.run(*arrays) if self.compiled else self._on_host(*arrays)
        return self._on_host(*arrays)

    def _specialize(self, shapes: Sequence[tuple[int, ...]]) -> None:
        part = self._region.as_part(self._name)
        try:
            graph = specialized(part, shapes)
        except (OpError, ValueError):
            self._failures += 1
            return
        self._names["first"] = self._compile(optimize(graph))
        for i in self._dynamic:
            self._names[f"s{i}"] = shapes[i]
        self.compiled = 1

    def _on_host(self, *arrays: Any) -> Any:
        if self._host is None:
            self._host = HostPlan(self._region.as_part(self._name))
        return self._host.run(*arrays)


@cache
def _choice(count: int, dynamic: tuple[int, ...]) -> CodeType:
    """The function that compares the shapes of some arguments."""
    names = ", ".join(f"x{i}" for i in range(count))
    test = " and ".join(f"x{i}.shape == s{i}" for i in dynamic) or "first"
    text = f"def run({names}):\n if {test}: return first({names})\n return other({names})\n"
    return compile(text, "<region>", "exec")
