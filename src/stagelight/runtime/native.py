"""The native executor: the regions of a graph as machine code, the rest as steps of the host plan."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import stagelight.codegen.lowering.rules  # noqa: F401 - registers the rules
from stagelight import config
from stagelight.codegen.compiled import compile_program, load_program
from stagelight.codegen.index import Undecided
from stagelight.codegen.loop_nest import Program
from stagelight.codegen.lowering.any_size import NotOfAnySize, lower_for_any_size
from stagelight.codegen.lowering.lowerability import (
    Level,
    Lowerability,
    inner_operations,
    lowerability_of,
)
from stagelight.codegen.lowering.programs import lower
from stagelight.codegen.lowering.tensor_forms import (
    is_list,
    is_variable,
)
from stagelight.codegen.lowering.values import Sizes
from stagelight.codegen.machine.host import host_target
from stagelight.codegen.program_form import ProgramForm
from stagelight.codegen.target import Target
from stagelight.codegen.verifier import Unsound
from stagelight.core.memory_errors import out_of_memory
from stagelight.graph.cloning import clone_graph
from stagelight.graph.func_graph import COPIED_FROM, FuncGraph
from stagelight.graph.operation import Operation
from stagelight.passes.pipeline import OPTIMIZED, optimize
from stagelight.passes.specialize import specialized
from stagelight.runtime.background_compilation import CompiledInBackground
from stagelight.runtime.compile_failures import tell_failure
from stagelight.runtime.dynamic_regions import DynamicRegion
from stagelight.runtime.executors import Run
from stagelight.runtime.host_plan import HostPlan
from stagelight.runtime.kept_regions import keep_form, kept_form, key_of
from stagelight.runtime.random_streams import with_streams
from stagelight.runtime.region_lists import RegionOfLists
from stagelight.runtime.region_times import timed
from stagelight.runtime.region_variables import RegionOfVariables
from stagelight.runtime.regions import (
    Region,
    classified,
    has_lists,
    of_known_sizes,
    of_open_sizes,
    outlined,
    without_lists,
)


class NativeExecutor:
    """Runs what it can as machine code, and leaves the rest to the host."""

    name = "native"

    def lowerable(self, graph: FuncGraph) -> Mapping[Operation, Lowerability]:
        """The operations of an optimized graph that can be lowered as soon as all sizes are known."""
        return of_open_sizes(graph)

    def compile(self, graph: FuncGraph) -> Run:
        """The function over arrays that runs an optimized graph."""
        graph = with_streams(graph)
        numbers = itertools.count()
        is_tiered = _has_tiers() and not graph.must_compile and graph.limits is None

        def compiled(region: Region, fallback: Run | None = None) -> Run:
            run = compiled_region(region, graph.name, fallback, is_tiered=is_tiered)
            return timed(run, graph.name, next(numbers), region.operations)

        if inner_operations(graph) and not lowerability_of(graph).program_obstacle():
            region = whole_region(graph)
            return compiled(region, _reoptimized_on_host(graph) if region.is_static else None)
        run = HostPlan(outlined(graph, compiled, self.lowerable)).run
        return timed(run, graph.name, None, graph.operations)


EXECUTOR = NativeExecutor()


def _has_tiers() -> bool:
    return config.current.tiered_compilation and not config.current.compiles_in_background


def compiled_region(
    region: Region, name: str, fallback: Run | None = None, *, is_tiered: bool = False
) -> Callable[..., Any]:
    """The function over arrays that runs a region.

    Args:
        region: what to run.
        name: of its graph.
        fallback: runs the region on the host, where its sizes are known. None for a plan of the region.
        is_tiered: whether it is compiled in tiers if its sizes are open.
    """
    if region.is_static:
        return _compiled(region, name, fallback)
    return DynamicRegion(region, name, _RegionCompiler(region, name, is_tiered), is_tiered).run


class _RegionCompiler:
    """The ways to run a region whose sizes are open; see `dynamic_regions.RegionCompiler`.

    Attributes:
        host: runs it on the host.
        compiles_shapes: whether there is machine code for some shapes, or for all only.
    """

    def __init__(
        self, region: Region, name: str, is_tiered: bool, *, compiles_shapes: bool = True
    ) -> None:
        self.host = _on_host(region, name)
        self._region = region
        self._name = name
        self._is_tiered = is_tiered
        self.compiles_shapes = compiles_shapes

    def for_shapes(self, graph: FuncGraph) -> Run:
        """Runs the region, specialized for some shapes."""
        return _specialized_executable(graph) if self.compiles_shapes else HostPlan(graph).run

    def for_all_sizes(
        self, sizes: Sequence[Sizes], checked: Sequence[int], other: Run
    ) -> Run | None:
        """Runs the region by a program of symbolic sizes; None where there is none."""
        try:
            return compiled_for_any_size(self._region, sizes, checked, other)
        except NotOfAnySize as error:
            if self.compiles_shapes:
                return None
            return _compiled_around(error.operation, self._region, self._name, self._is_tiered)

    def for_others(self, sizes: Sequence[Sizes] | None, checked: Sequence[int]) -> Run:
        """Runs the region for shapes that have no program: by one more, in parts, or on the host."""
        if any(map(has_lists, self._region.operations)):
            return _compiled_around_lists(self._region, self._name, self._is_tiered)
        if sizes is None:
            return self.host
        try:
            return compiled_for_any_size(self._region, sizes, checked, self.host) or self.host
        except NotOfAnySize as error:
            return _compiled_around(error.operation, self._region, self._name, self._is_tiered)


def compiled_for_any_size(
    region: Region,
    shapes: Sequence[Sizes],
    checked: Sequence[int],
    other: Run,
) -> Run | None:
    """The function that runs a region for all sizes; None where there is no such program.

    Args:
        region: what to run.
        shapes: the sizes of its inputs, some of them symbols.
        checked: positions of the inputs whose sizes a call has to check.
        other: is called for arrays of other sizes.

    Raises:
        NotOfAnySize: one operation is the cause that there is none.
    """
    parts = region.operations, region.inputs, region.outputs

    def lowered() -> Program:
        return lower_for_any_size("program", *parts, shapes, checked)

    try:
        return _kept_or_compiled(region, other, lowered, shapes)
    except NotOfAnySize:
        raise
    except (Undecided, Unsound):
        return None  # Unsound: it is not proved that it stays inside of its buffers.
    except Exception as error:  # noqa: BLE001 - whatever fails is told, and another way is there
        tell_failure(error, "A region for all sizes")
        return None


def _specialized_executable(graph: FuncGraph) -> Run:
    """As `native_executable`, but what has unknown sizes still is left to the host."""
    return _of_known_sizes(graph, lambda region: _compiled(region, graph.name))


def _of_known_sizes(graph: FuncGraph, compiled: Callable[[Region], Run]) -> Run:
    if inner_operations(graph) and not lowerability_of(graph).program_obstacle(static=True):
        return compiled(whole_region(graph))
    return HostPlan(outlined(graph, compiled, of_known_sizes)).run


def programs_of(graph: FuncGraph) -> list[Program]:
    """The programs of an optimized graph, one for each region whose sizes are known; not yet optimized."""
    programs: list[Program] = []

    def lowered(region: Region) -> Run:
        parts = region.operations, region.inputs, region.outputs
        programs.append(lower(f"region{len(programs)}", *parts))
        return _give_up

    # What is outlined is kept with the graph, and must be compiled.
    copy, _ = clone_graph(with_streams(graph))
    _of_known_sizes(copy, lowered)
    return programs


def whole_region(graph: FuncGraph) -> Region:
    """All that a graph does, as one region."""
    found = lowerability_of(graph).found
    region = Region([*found], list(graph.inputs), list(graph.outputs))
    return classified(region, found.values())


def _compiled(region: Region, name: str, fallback: Run | None = None) -> Run:
    fallback = fallback or _on_host(region, name)
    if config.current.compiles_in_background:
        return CompiledInBackground(lambda: _compiled_now(region, name, fallback), fallback)
    return _compiled_now(region, name, fallback)


def _compiled_now(region: Region, name: str, fallback: Run) -> Run:
    def lowered() -> Program | None:
        try:
            return lower("program", region.operations, region.inputs, region.outputs)
        except (MemoryError, ValueError) as error:
            if out_of_memory(error) is not None:
                return None  # Sizes that no machine has room for; the host says so.
            raise

    try:
        run = _kept_or_compiled(region, fallback, lowered)
    except Exception as error:  # noqa: BLE001 - whatever fails is told, and another way is there
        tell_failure(error, f"A part of {name}")
        run = None
    return run or fallback


def _kept_or_compiled(
    region: Region,
    other: Run,
    lowered: Callable[[], Program | None],
    sizes: Sequence[Sizes] = (),
) -> Run | None:
    """The function that runs a region, by code that is kept on disk if there is some.

    Args:
        region: what to run.
        other: is called where the code does not run.
        lowered: gives the program, or None where there is none.
        sizes: of the inputs, where some are symbols.
    """
    target = host_target()
    key = key_of(region, target, sizes)
    kept = None if key is None else kept_form(key)
    run = None if kept is None else _callable(kept, region, other, target)
    if run is None and (program := lowered()) is not None:
        run = _callable(program, region, other, target, key)
    return run


def _callable(
    program: Program | ProgramForm,
    region: Region,
    fallback: Run,
    target: Target,
    key: str | None = None,
) -> Run | None:
    """The function over arrays, and handles of variables and lists, that runs a region's program.

    Args:
        program: the program; or the form of one whose code is kept on disk: then it may be gone.
        region: what the program was made of.
        fallback: runs the region on the host.
        target: what code is generated for.
        key: under which the program's form shall be kept.
    """
    handles = [i for i, tensor in enumerate(region.inputs) if is_variable(tensor)]
    has_lists = any(map(is_list, (*region.inputs, *region.outputs)))
    other = _give_up if handles or has_lists else fallback
    if isinstance(program, Program):
        run, form = compile_program(program, other, target)
        if key is not None:
            keep_form(key, form)
    else:
        form = program
        loaded = load_program(form, other)
        if loaded is None:
            return None
        run = loaded
    if handles:
        run = RegionOfVariables(form, run, handles, _give_up if has_lists else fallback)
    return RegionOfLists(region, run, fallback) if has_lists else run


def _give_up(*arrays: Any) -> None:
    """Says that machine code cannot go on."""


def _on_host(region: Region, name: str) -> Run:
    """Runs a region where its machine code cannot: arrays in disorder, other shapes, and where it failed."""
    return _MadeLate(lambda: HostPlan(region.as_part(name)).run)


def _reoptimized_on_host(graph: FuncGraph) -> Run | None:
    """Runs an optimized graph on the host: optimizes its source again for that, so that the graph can go.

    Machine code of a whole graph needs its operations only where it cannot run, which is rare; kept for that,
    they would be a third of the memory that a trace takes. None for a graph that is not what its source is
    optimized to, such as one with random streams: what goes on in those is kept with their operations.
    """
    source, _ = graph.derived.get(COPIED_FROM, (None, None))
    if source is None or source.derived.get(OPTIMIZED) is not graph:
        return None
    del source.derived[OPTIMIZED]
    return _MadeLate(lambda: HostPlan(optimize(source)).run)


def _compiled_around_lists(region: Region, name: str, is_tiered: bool) -> Run:
    """Runs the parts of a region around its lists, which the host runs."""

    def make() -> Run:
        graph = specialized(region.as_part(name), [x.shape for x in region.inputs])

        def compiled(part: Region) -> Run:
            return compiled_region(part, name, is_tiered=is_tiered)

        return HostPlan(outlined(graph, compiled, without_lists)).run

    return _MadeLate(make)


def _compiled_around(cause: Operation, region: Region, name: str, is_tiered: bool) -> Run:
    """Runs the parts of a region around an operation that cannot be in a program for all sizes.

    The host runs that operation; and the parts at their first shapes, if they need two to see which of their
    sizes differ.
    """

    def compiled(part: Region) -> Run:
        if part.is_static:
            return _compiled(part, name)
        compiler = _RegionCompiler(part, name, is_tiered, compiles_shapes=False)
        return DynamicRegion(part, name, compiler, is_tiered, cold_calls=0).run

    def lowerable(graph: FuncGraph) -> Mapping[Operation, Lowerability]:
        return {
            operation: found
            for operation, found in lowerability_of(graph).found.items()
            if found.level is Level.SYMBOLIC and operation.name != cause.name
        }

    def make() -> Run:
        graph = specialized(region.as_part(name), [x.shape for x in region.inputs])
        return HostPlan(outlined(graph, compiled, lowerable)).run

    return _MadeLate(make)


class _MadeLate:
    """A function over arrays that is made when it is first called, since most are never called."""

    def __init__(self, make: Callable[[], Run]) -> None:
        self._make = make
        self._run: Run | None = None

    def __call__(self, *arrays: Any) -> Any:
        if self._run is None:
            self._run = self._make()
        return self._run(*[np.asarray(array) for array in arrays])
