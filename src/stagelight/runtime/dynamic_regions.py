"""Regions of which sizes are not known before they run, in tiers.

    first call     a program whose open sizes are symbols, where there is one; else one for its shapes
    other shapes   run at once: on the symbolic program; else on the host, until they keep coming
    hot shapes     those of the first call, in 64 calls: a program for them, which another thread compiles

An open size is a symbol from the first call on, and two sizes are the same symbol if they were equal there. A
second program, for shapes that do not fit the first, takes for symbols what differed between the two. So what
is kept for a region does not grow with the number of shapes.

When tiers change is counted in calls, never in time: the same program gives the same bits in each run. See
decision 45.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Protocol

from stagelight.codegen.index import Index, Quotient, Size, atom
from stagelight.codegen.lowering.values import Sizes
from stagelight.core.guards import Guards
from stagelight.errors import OpError
from stagelight.fork_safety import renewed_in_child
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor
from stagelight.passes.pipeline import optimize
from stagelight.passes.specialize import specialized
from stagelight.runtime.background_compilation import Pending
from stagelight.runtime.executors import Run
from stagelight.runtime.regions import Region

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


class RegionCompiler(Protocol):
    """The ways to run a region.

    Attributes:
        host: runs it on the host.
        compiles_shapes: whether `for_shapes` gives machine code.
    """

    host: Run
    compiles_shapes: bool

    def for_shapes(self, graph: FuncGraph) -> Run:
        """Runs the region, specialized for some shapes."""

    def for_all_sizes(
        self, sizes: Sequence[Sizes], checked: Sequence[int], other: Run
    ) -> Run | None:
        """Runs the region by a program of symbolic sizes; None where there is none.

        Args:
            sizes: of the inputs.
            checked: positions of the inputs whose sizes a call has to check.
            other: is called for arrays of other sizes.
        """

    def for_others(self, sizes: Sequence[Sizes] | None, checked: Sequence[int]) -> Run:
        """Runs the region for shapes that have no program.

        Args:
            sizes: what they have in common with those of the first call; None where that is too little.
            checked: as above.
        """


class DynamicRegion:
    """Runs a region for any shapes.

    Attributes:
        run: the function over arrays.
    """

    def __init__(
        self,
        region: Region,
        name: str,
        compiler: RegionCompiler,
        is_tiered: bool,
        cold_calls: int = _COLD,
    ) -> None:
        """
        Args:
            region: what to run.
            name: of the graph.
            compiler: gives the functions that run it.
            is_tiered: whether open sizes are symbols from the first call on, and hot shapes compiled again.
            cold_calls: of shapes without a program, in tiers, so many run on the host.
        """
        self._region = region
        self._name = name
        self._compiler = compiler
        self._host = compiler.host
        self._is_tiered = is_tiered
        self._cold_calls = cold_calls if is_tiered else 0
        self._lock = renewed_in_child(threading.Lock())
        self._failures = 0
        self._first: _Shapes | None = None
        self._misfits = 0
        self._misfit_run: Run | None = None
        self._calls = 0
        self._hot = 0
        self._symbolic = compiler.host
        self._pending: Pending | None = None
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
            if self._first is None and not self._make_first([array.shape for array in arrays]):
                self._failures += 1
                if self._failures >= _MOST_FAILURES:
                    self._names["other"] = self._host
                return self._host(*arrays)
        return self.run(*arrays)

    def _make_first(self, shapes: _Shapes) -> bool:
        """Compiles a program; says whether the shapes fit the operations."""
        try:
            graph = specialized(self._region.as_part(self._name), shapes)
        except (OpError, ValueError):
            return False
        self._first = shapes
        run = None
        if self._is_tiered and self._region.is_symbolic:
            sizes = open_sizes(self._region.inputs, self._dynamic, shapes)
            run = self._compiler.for_all_sizes(sizes, self._dynamic, self._misfit)
        if run is None:
            self._put_first(self._compiler.for_shapes(optimize(graph)))
            self._names["other"] = self._misfit
        else:
            self._symbolic = run
            self._names["other"] = self._counted if self._compiler.compiles_shapes else run
        return True

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
                self._pending = Pending(self._specialized)
            elif self._hot == _HOT:
                self._promote()
        elif self._calls >= _COUNTED and self._hot < _WARM:
            self._names["other"] = self._symbolic
        return self._symbolic(*arrays)

    def _specialized(self) -> Run:
        assert self._first is not None
        graph = specialized(self._region.as_part(self._name), self._first)
        return self._compiler.for_shapes(optimize(graph))

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
            specialized(self._region.as_part(self._name), shapes)
        except (OpError, ValueError):
            return
        sizes = common_sizes(self._first, shapes)
        self._misfit_run = self._compiler.for_others(sizes, self._dynamic)
        if self._names["other"] == self._misfit:
            self._names["other"] = self._misfit_run


def open_sizes(
    inputs: Sequence[SymbolicTensor], dynamic: Sequence[int], shapes: _Shapes
) -> list[Sizes]:
    """The sizes of a program for a call's shapes in which the open ones are symbols.

    Sizes that were equal are the same symbol. A size of 1 stays a number, since it broadcasts; but that of
    the first axis is a batch of one.

    Args:
        inputs: of the region.
        dynamic: positions of those that have open sizes.
        shapes: what they were in the call; no axis is empty.
    """
    symbols: dict[int, Index] = {}
    quotients: list[Quotient] = []
    result: list[Sizes] = []
    for position, (tensor, shape) in enumerate(zip(inputs, shapes, strict=True)):
        traced: Sequence[int | None] = shape
        if position in dynamic:
            is_ranked = tensor.shape.rank is not None
            traced = tensor.shape.as_list() if is_ranked else [None] * len(shape)
        sizes: list[Index] = []
        for axis, (known, size) in enumerate(zip(traced, shape, strict=True)):
            is_symbol = known is None and (size > 1 or axis == 0)
            if is_symbol and size not in symbols:
                symbols[size] = atom(Size(f"n{len(symbols)}", quotients, seen=(size,)))
            sizes.append(symbols[size] if is_symbol else size)
        result.append(tuple(sizes))
    return result


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


def _choice(count: int, dynamic: Sequence[int], names: dict[str, Any]) -> Run:
    """The function that runs `first` for arrays of the shapes `s0`, ..., and `other` for others."""
    arrays = [f"x{i}" for i in range(count)]
    call = f"({', '.join(arrays)})"
    guards = Guards(arrays, f"other{call}", names)
    guards.reject(*[f"x{i}.shape != s{i}" for i in dynamic] or ["not first"])
    return guards.compiled("run", "<region>", [f"return first{call}"])
