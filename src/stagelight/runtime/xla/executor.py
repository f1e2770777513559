"""The XLA executor: what it can of a graph as programs of `jax.jit`, the rest as steps of the host plan.

It is for accelerators, and never the default: on a CPU machine code is quicker, and begins sooner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stagelight.codegen.lowering.lowerability import Level, Lowerability
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation
from stagelight.graph.part import GraphPart
from stagelight.passes.pipeline import OPTIMIZED, optimize
from stagelight.passes.specialize import specialized
from stagelight.runtime.executors import Run
from stagelight.runtime.host_plan import HostPlan
from stagelight.runtime.random_streams import RANDOM_STREAM, with_streams
from stagelight.runtime.regions import Outline
from stagelight.runtime.xla import rules  # noqa: F401 - registers the rules
from stagelight.runtime.xla.engine import jax
from stagelight.runtime.xla.lowerability import (
    lowerability_of,
    refusals_of,
    value_obstacle,
)
from stagelight.runtime.xla.region import XlaRegion

# Functions of datasets are many, small, and called once an element, beside what the device does.
_OF_DATASETS = "Dataset_"


class XlaExecutor:
    """Runs regions as programs of XLA's, and leaves the rest to the host."""

    name = "xla"

    def lowerable(self, graph: FuncGraph) -> Mapping[Operation, Lowerability]:
        """The operations of an optimized graph that may be in its regions."""
        return {x: each for x, each in lowerability_of(graph).items() if each.level > Level.HOST}

    def host_operations(self, graph: FuncGraph) -> Iterator[tuple[str, str]]:
        """By name, the operations of an optimized graph that the host runs, each with the reason."""
        graph = optimize(graph)
        for operation, found in lowerability_of(with_streams(graph)).items():
            if found.level is Level.HOST and operation.op_def is not RANDOM_STREAM:
                yield operation.name, found.reason
        yield from refusals_of(graph).items()

    def compile(self, graph: FuncGraph) -> Run:
        """The function over arrays that runs an optimized graph."""
        jax.numpy  # noqa: B018 - Says what is missing, before anything else.
        if _OF_DATASETS in graph.name:
            return HostPlan(graph).run
        refused = refusals_of(graph)
        streamed = with_streams(graph)
        streams = [x for x in streamed.operations if x.op_def is RANDOM_STREAM]
        without = (RANDOM_STREAM.name, "Placeholder")
        rest = [x for x in streamed.operations if x.op_def.name not in without]
        found = lowerability_of(streamed)
        computing = [x for x in rest if x in found]
        is_whole = bool(computing) and not any(map(value_obstacle, (*graph.inputs, *graph.outputs)))
        if not is_whole or any(found[x].level is Level.HOST for x in computing):
            return self._in_parts(streamed, refused)
        if not streams:
            return XlaRegion(graph, refused, self._in_parts).run
        inputs = [*streamed.inputs, *(x.outputs[0] for x in streams)]
        part = GraphPart(graph.name, rest, inputs, streamed.outputs, streamed.control_outputs)
        run = XlaRegion(_as_graph(part), refused, self._in_parts).run
        states = [RANDOM_STREAM.make_state(**x.attrs) for x in streams]  # type: ignore[misc]

        def run_with_streams(*arrays: Any) -> Any:
            return run(*arrays, *[state.stream().handle for state in states])

        return run_with_streams

    def _in_parts(self, graph: FuncGraph, refused: dict[str, str]) -> Run:
        """Runs a graph by regions, and on the host what cannot be in one or was refused."""

        def lowerable(inner: FuncGraph) -> Mapping[Operation, Lowerability]:
            return {x: y for x, y in self.lowerable(inner).items() if x.name not in refused}

        outline = Outline(graph, lowerable, (self.name, frozenset(refused)))
        runs = [
            XlaRegion(_as_graph(x.as_part(graph.name)), refused, self._in_parts).run
            for x in outline.regions
        ]
        return outline.plan(runs)


EXECUTOR = XlaExecutor()


def _as_graph(part: GraphPart) -> FuncGraph:
    """A part as a graph of its own, which is as optimized as it can be."""
    graph = specialized(part, [x.shape for x in part.inputs])
    graph.derived[OPTIMIZED] = graph
    return graph
