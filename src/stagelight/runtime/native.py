"""The native executor: what it can of a graph as machine code, the rest as steps of the host plan.

Its strategies, from the best to the last resort; each leaves to the next what it cannot do:

    the whole graph    as one region, where all of it can be in a program
    regions            of the operations that can be lowered; the host runs those between them (`regions`)
    known sizes        a region's code, kept by an earlier process, or lowered and compiled; if that is asked
                       for in the background, while the host runs it (`region_code`)
    open sizes         a region's code for symbolic sizes from the first call on, for those of the first call
                       when they are hot; for the parts around what has no such code (`dynamic_regions`)
    the host           where no code was made, where it fails, and for arrays in disorder (`Region.on_host`)
"""

from __future__ import annotations

from collections.abc import Mapping

from stagelight import config
from stagelight.codegen.lowering.lowerability import Lowerability, lowerability_of
from stagelight.graph.func_graph import COPIED_FROM, FuncGraph
from stagelight.graph.operation import Operation
from stagelight.passes.pipeline import OPTIMIZED, optimize
from stagelight.runtime.dynamic_regions import compile_region
from stagelight.runtime.executors import Run
from stagelight.runtime.host_plan import HostPlan, LateRun
from stagelight.runtime.random_streams import with_streams
from stagelight.runtime.region_times import timed
from stagelight.runtime.regions import Outline, of_open_sizes, whole_region


class NativeExecutor:
    """Runs regions as machine code, and leaves the rest to the host."""

    name = "native"

    def lowerable(self, graph: FuncGraph) -> Mapping[Operation, Lowerability]:
        """The operations of an optimized graph that can be lowered as soon as all sizes are known."""
        return of_open_sizes(graph)

    def compile(self, graph: FuncGraph) -> Run:
        """The function over arrays that runs an optimized graph."""
        graph = with_streams(graph)
        is_tiered = _compiles_in_tiers() and not graph.must_compile and graph.limits is None
        if not lowerability_of(graph).program_obstacle():
            region = whole_region(graph)
            host = _reoptimized_on_host(graph) if region.is_static else None
            run = compile_region(region, graph.name, is_tiered, host)
            return timed(run, graph.name, 0, region.operations)
        outline = Outline(graph, of_open_sizes)
        runs = []
        for number, region in enumerate(outline.regions):
            run = compile_region(region, graph.name, is_tiered)
            runs.append(timed(run, graph.name, number, region.operations))
        return timed(outline.plan(runs), graph.name, None, graph.operations)


EXECUTOR = NativeExecutor()


def _compiles_in_tiers() -> bool:
    return config.current.tiered_compilation and not config.current.compiles_in_background


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
    return LateRun(lambda: HostPlan(optimize(source)).run)
