"""Regions of which sizes are not known before they run, in tiers.

    first calls    on the host, while another thread compiles (`host_tier`)
    from then on   a program whose open sizes are symbols, where there is one; else one for the first shapes
    other shapes   run at once: on the symbolic program; else on the host, until they keep coming
    hot shapes     those of the first call, in 64 calls: a program for them, which another thread compiles

An open size is a symbol from the first call on, and two sizes are the same symbol if they were equal there. A
second program, for shapes that do not fit the first, takes for symbols what differed between the two. So what
is kept for a region does not grow with the number of shapes.

When tiers change is counted in calls, never in time: the same program gives the same bits in each run. See
decisions 45 and 49.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from stagelight import config
from stagelight.codegen.lowering.lowerability import lowerability_of
from stagelight.codegen.lowering.lowering import NotOfAnySize
from stagelight.codegen.lowering.programs import common_sizes, open_sizes
from stagelight.codegen.lowering.values import Sizes
from stagelight.core.guards import Guards
from stagelight.errors import OpError
from stagelight.fork_safety import renewed_in_child
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation
from stagelight.passes.pipeline import optimize
from stagelight.passes.specialize import specialized
from stagelight.runtime.background_compilation import Pending
from stagelight.runtime.executors import Run
from stagelight.runtime.host_plan import HostPlan, LateRun
from stagelight.runtime.host_tier import HostFirst, HostTier, calls_on_host
from stagelight.runtime.region_code import compile_static, compile_symbolic
from stagelight.runtime.regions import (
    Lowerable,
    Outline,
    Region,
    has_lists,
    of_all_sizes,
    of_known_sizes,
    whole_region,
    without_lists,
)
from stagelight.types.shapes import ShapeLike

_Shapes = list[tuple[int, ...]]

# Shapes that do not fit the operations are left to the host, which tells the error. So often at most.
_MOST_FAILURES = 3

# Calls of the first call's shapes from which on their own program is compiled beside, and those from which on
# it runs: in between it is made. And calls after which nobody counts any more.
_WARM = 32
_HOT = 64
_COUNTED = 1024

# Calls of shapes without a program that the host runs, before one is compiled for them.
_COLD = 4


class DynamicRegion:
    """Runs a region for any shapes.

    Attributes:
        run: the function over arrays.
    """

    def __init__(
        self,
        region: Region,
        name: str,
        is_tiered: bool,
        *,
        compiles_shapes: bool = True,
    ) -> None:
        """
        Args:
            region: what to run.
            name: of the graph.
            is_tiered: whether open sizes are symbols from the first call on, and hot shapes compiled again.
            compiles_shapes: whether there is machine code for some shapes, or for all only: a part around an
                operation that has no program for all sizes.
        """
        self._region = region
        self._name = name
        self._host = region.on_host(name)
        self._is_tiered = is_tiered
        self._compiles_shapes = compiles_shapes
        # Of shapes without a program.
        self._cold_calls = _COLD if is_tiered and compiles_shapes else 0
        self._lock = renewed_in_child(threading.Lock())
        self._failures = 0
        self._first: _Shapes | None = None
        self._misfits = 0
        self._misfit_run: Run | None = None
        self._calls = 0
        self._hot = 0
        self._symbolic = self._host
        self._pending: Pending | None = None
        # What the first calls' program is made for: their shapes, and the region for these.
        self._begun: tuple[_Shapes, FuncGraph] | None = None
        may_wait = self._cold_calls and config.current.host_calls
        self._tier = None if may_wait else HostTier(0)
        self._dynamic = tuple(
            i
            for i, x in enumerate(region.inputs)
            if not x.shape.is_fully_defined() and region.is_used(x)
        )
        # No array has the shape None.
        self._names: dict[str, Any] = {"__name__": __name__, "first": None, "other": self._begin}
        self._names.update((f"s{i}", None) for i in self._dynamic)
        self.run: Run = _choice(len(region.inputs), self._dynamic, self._names)

    # ---------------------------------------------------------------------- the first call

    def _begin(self, *arrays: Any) -> Any:
        """Runs as long as nothing is compiled."""
        if self._is_tiered and any(0 in array.shape for array in arrays):
            return self._host(*arrays)  # It tells nothing of others.
        with self._lock:
            is_made = self._first is not None or self._make_first([x.shape for x in arrays])
            run = self.run if is_made else self._host
        return run(*arrays)

    def _make_first(self, shapes: _Shapes) -> bool:
        """Makes the first program once its turn has come; says whether there is one."""
        if self._begun is None:
            try:
                graph = self._specialized(shapes)
            except (OpError, ValueError):
                self._failures += 1
                if self._failures >= _MOST_FAILURES:
                    self._names["other"] = self._host
                return False
            self._begun = shapes, graph
            if self._tier is None:
                self._tier = HostTier(calls_on_host(graph.operations))
        assert self._tier is not None
        if self._tier.takes_call(self._first_program):
            return False
        run, is_symbolic = self._tier.result(self._first_program)
        self._first, self._begun = self._begun[0], None
        if is_symbolic:
            self._symbolic = run
            self._names["other"] = self._counted if self._compiles_shapes else run
        else:
            self._put_first(run)
            self._names["other"] = self._misfit
        return True

    def _first_program(self) -> tuple[Run, bool]:
        """What runs the first call's shapes, and whether it is for all sizes."""
        assert self._begun is not None
        shapes, graph = self._begun
        if self._is_tiered and self._region.is_symbolic:
            run = self._for_all_sizes(open_sizes(self._region.inputs, self._dynamic, shapes))
            if run is not None:
                return run, True
        return self._for_shapes(graph), False

    def _put_first(self, run: Run) -> None:
        """Lets a program run for the first call's shapes."""
        assert self._first is not None
        self._names["first"] = run
        for i in self._dynamic:
            self._names[f"s{i}"] = self._first[i]

    # ---------------------------------------------------------------------- hot shapes

    def _counted(self, *arrays: Any) -> Any:
        """Runs the symbolic program, and counts the calls of the first call's shapes."""
        first = self._first
        assert first is not None
        self._calls += 1
        if all(arrays[i].shape == first[i] for i in self._dynamic):
            self._hot += 1
            if self._hot == _WARM:
                self._pending = Pending(self._for_first)
            elif self._hot == _HOT:
                self._promote()
        elif self._calls >= _COUNTED and self._hot < _WARM:
            self._names["other"] = self._symbolic
        return self._symbolic(*arrays)

    def _for_first(self) -> Run:
        assert self._first is not None
        return self._for_shapes(self._specialized(self._first))

    def _promote(self) -> None:
        """Puts in the program of the hot shapes."""
        pending, self._pending = self._pending, None
        run = None if pending is None else pending.result()
        if run is not None:
            self._put_first(run)
        self._names["other"] = self._symbolic

    # ---------------------------------------------------------------------- other shapes

    def _misfit(self, *arrays: Any) -> Any:
        """Runs for shapes that no program takes."""
        if self._misfit_run is None and self._needs_program(arrays):
            with self._lock:
                if self._misfit_run is None:
                    self._generalize([array.shape for array in arrays])
        return (self._misfit_run or self._host)(*arrays)

    def _needs_program(self, arrays: Sequence[Any]) -> bool:
        """Whether a program is to be compiled for shapes that came, since it is they that do not fit."""
        are_in_order = all(x.flags.c_contiguous and x.flags.aligned for x in arrays)
        shapes = [array.shape for array in arrays]
        if (
            not are_in_order
            or shapes == self._first
            or (self._is_tiered and any(0 in x for x in shapes))
        ):
            return False
        self._misfits += 1
        return self._misfits >= self._cold_calls

    def _generalize(self, shapes: _Shapes) -> None:
        """Compiles a program for the first call's shapes and others, if these fit the operations."""
        assert self._first is not None
        try:
            self._specialized(shapes)
        except (OpError, ValueError):
            return
        self._misfit_run = self._for_others(common_sizes(self._first, shapes))
        if self._names["other"] == self._misfit:
            self._names["other"] = self._misfit_run

    # ---------------------------------------------------------------------- what runs it

    def _specialized(self, shapes: Sequence[ShapeLike]) -> FuncGraph:
        """The region for some shapes."""
        return specialized(self._region.as_part(self._name), shapes)

    def _for_shapes(self, graph: FuncGraph) -> Run:
        """Runs the region, specialized for some shapes."""
        graph = optimize(graph)
        if not self._compiles_shapes:
            return HostPlan(graph).run
        if not lowerability_of(graph).program_obstacle(static=True):
            return compile_static(whole_region(graph), graph.name)
        # What has unknown sizes still is left to the host.
        outline = Outline(graph, of_known_sizes)
        return outline.plan([compile_static(part, graph.name) for part in outline.regions])

    def _for_all_sizes(self, sizes: Sequence[Sizes]) -> Run | None:
        """Runs the region by a program of symbolic sizes; None where there is none."""
        try:
            return compile_symbolic(self._region, sizes, self._dynamic, self._misfit)
        except NotOfAnySize as error:
            return None if self._compiles_shapes else self._around(error.operation)

    def _for_others(self, sizes: Sequence[Sizes] | None) -> Run:
        """Runs the region for shapes that have no program: by one more, in parts, or on the host.

        Args:
            sizes: what they have in common with those of the first call; None where that is too little.
        """
        if any(map(has_lists, self._region.operations)):
            return self._around_lists()
        if sizes is None:
            return self._host
        try:
            run = compile_symbolic(self._region, sizes, self._dynamic, self._host)
        except NotOfAnySize as error:
            return self._around(error.operation)
        return run or self._host

    def _around_lists(self) -> Run:
        """Runs the parts of the region around its lists, which the host runs."""
        return LateRun(
            lambda: self._in_parts(
                without_lists, lambda part: compile_region(part, self._name, self._is_tiered)
            )
        )

    def _around(self, cause: Operation) -> Run:
        """Runs the parts of the region around an operation that cannot be in a program for all sizes.

        The host runs that operation; and the parts at their first shapes, if they need two to see which of
        their sizes differ.
        """

        def compiled(part: Region) -> Run:
            if part.is_static:
                return compile_static(part, self._name)
            return DynamicRegion(part, self._name, self._is_tiered, compiles_shapes=False).run

        return LateRun(lambda: self._in_parts(partial(of_all_sizes, but=cause.name), compiled))

    def _in_parts(self, lowerable: Lowerable, compiled: Callable[[Region], Run]) -> Run:
        outline = Outline(self._specialized([x.shape for x in self._region.inputs]), lowerable)
        return outline.plan([compiled(part) for part in outline.regions])


def compile_region(
    region: Region, name: str, is_tiered: bool = False, host: Run | None = None
) -> Run:
    """The function over arrays that runs a region.

    Args:
        region: what to run.
        name: of its graph.
        is_tiered: whether first calls run on the host, and open sizes are symbols at first.
        host: runs the region on the host, where its sizes are known. None for a plan of the region.
    """
    if region.is_static:
        may_wait = is_tiered and config.current.host_calls
        calls = calls_on_host(region.operations) if may_wait else 0
        if calls:
            compiled = partial(compile_static, region, name, host)
            return HostFirst(compiled, region.on_host(name), calls)
        return compile_static(region, name, host)
    return DynamicRegion(region, name, is_tiered).run


def _choice(count: int, dynamic: Sequence[int], names: dict[str, Any]) -> Run:
    """The function that runs `first` for arrays of the shapes `s0`, ..., and `other` for others."""
    arrays = [f"x{i}" for i in range(count)]
    call = f"({', '.join(arrays)})"
    guards = Guards(arrays, f"other{call}", names)
    guards.reject(*[f"x{i}.shape != s{i}" for i in dynamic] or ["not first"])
    return guards.compiled("run", "<region>", [f"return first{call}"])
