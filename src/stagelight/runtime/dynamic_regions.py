"""Regions of which sizes are not known before they run.

When such a region runs for the first time it is specialized for the shapes that come, and compiled. When
other shapes come it is compiled once more, for all sizes: what was the same in both calls is taken to stay
so, and what was another size is read from the arrays. Shapes that do not fit that either run on the host. So
what is kept for a region does not grow with the number of shapes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from stagelight.codegen.index import Index, Quotient, Size, atom
from stagelight.codegen.lowering.values import Sizes
from stagelight.core.generated_code import define_function
from stagelight.errors import OpError
from stagelight.fork_safety import renewed_in_child
from stagelight.graph.func_graph import FuncGraph
from stagelight.passes.pipeline import optimize
from stagelight.passes.specialize import specialized
from stagelight.runtime.regions import Region

Run = Callable[..., Any]
_Shapes = list[tuple[int, ...]]

# Shapes that do not fit the operations are left to the host, which tells the error. So often at most.
_MOST_FAILURES = 3


class DynamicRegion:
    """Runs a region for any shapes.

    Attributes:
        run: the function over arrays.
    """

    def __init__(
        self,
        region: Region,
        name: str,
        compile_: Callable[[FuncGraph], Run],
        compile_for_any_size: Callable[[Region, Sequence[Sizes], Sequence[int], Run], Run | None],
        fallback: Run,
    ) -> None:
        """
        Args:
            region: what to run.
            name: of the graph.
            compile_: gives the function that runs an optimized graph.
            compile_for_any_size: gives the function that runs a region for inputs of some sizes, those at
                the given positions checked, and calls another where they are not these; None if it cannot.
            fallback: runs the region on the host.
        """
        self._region = region
        self._name = name
        self._compile = compile_
        self._compile_for_any_size = compile_for_any_size
        self._lock = renewed_in_child(threading.Lock())
        self._failures = 0
        self._fallback = fallback
        self._first: _Shapes | None = None
        self._dynamic = tuple(
            i
            for i, x in enumerate(region.inputs)
            if not x.shape.is_fully_defined() and region.is_used(x)
        )
        # No array has the shape None.
        self._names: dict[str, Any] = {"__name__": __name__, "first": None, "other": self._other}
        self._names.update((f"s{i}", None) for i in self._dynamic)
        text = _choice(len(region.inputs), self._dynamic)
        self.run: Run = define_function("run", text, "<region>", self._names)

    def _other(self, *arrays: Any) -> Any:
        """Runs for shapes that are not those of the first call, as long as no program does."""
        if self._failures < _MOST_FAILURES:
            shapes = [array.shape for array in arrays]
            with self._lock:
                if self._first is None:
                    self._specialize(shapes)
                elif shapes != self._first and self._names["other"] == self._other:
                    self._generalize(self._first, shapes)
            if self._first == shapes or self._names["other"] != self._other:
                return self.run(*arrays)
        return self._fallback(*arrays)

    def _specialize(self, shapes: _Shapes) -> None:
        part = self._region.as_part(self._name)
        try:
            graph = specialized(part, shapes)
        except (OpError, ValueError):
            self._failures += 1
            return
        self._names["first"] = self._compile(optimize(graph))
        for i in self._dynamic:
            self._names[f"s{i}"] = shapes[i]
        self._first = shapes

    def _generalize(self, first: _Shapes, second: _Shapes) -> None:
        sizes = common_sizes(first, second)
        if sizes is None:
            return
        run = self._compile_for_any_size(self._region, sizes, self._dynamic, self._fallback)
        self._names["other"] = self._fallback if run is None else run


def common_sizes(first: _Shapes, second: _Shapes) -> list[Sizes] | None:
    """What two calls' shapes have in common.

    Sizes that differed are symbols, the same symbol where sizes were the same in both calls. None where the
    calls tell too little: their arrays have other ranks, or an axis without elements.
    """
    found: dict[tuple[int, int], Index] = {}
    quotients: list[Quotient] = []
    result: list[Sizes] = []
    for one, other in zip(first, second, strict=True):
        if len(one) != len(other):
            return None
        for pair in zip(one, other, strict=True):
            if pair not in found:
                size = Size(f"n{len(found)}", quotients, seen=pair)
                found[pair] = pair[0] if pair[0] == pair[1] else atom(size)
        result.append(tuple([found[pair] for pair in zip(one, other, strict=True)]))
    if any(0 in pair for pair in found):
        return None
    return result


def _choice(count: int, dynamic: tuple[int, ...]) -> str:
    """The function that compares the shapes of some arguments."""
    names = ", ".join(f"x{i}" for i in range(count))
    test = " and ".join(f"x{i}.shape == s{i}" for i in dynamic) or "first"
    return f"def run({names}):\n if {test}: return first({names})\n return other({names})\n"
