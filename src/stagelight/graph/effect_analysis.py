"""The effects of operations by resource: what each reads and writes, with all functions that it can reach.

`effects` says so by positions and tensors; here one resource has one key, in whatever graph: the value behind
a captured handle, or the place that a handle comes from. So an assignment to a variable and an iterator
whose pipeline captured that variable eagerly agree on it. A dataset or iterator that came in as an argument
may lead to any resource.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from stagelight.core.tensor import EagerTensor
from stagelight.graph.effects import (
    NO_REACH,
    HandleFlow,
    Place,
    Reach,
    Summaries,
    joined_effects,
)
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor

_NOTHING: frozenset[Any] = frozenset()


class Pipeline(Protocol):
    """What the runtime value of a dataset or an iterator tells about itself."""

    def pipeline_functions(self) -> Iterable[tuple[FuncGraph | None, Sequence[Any]]]:
        """The functions that iterating may run, with the values of their captures; None for Python code."""


# Stands for one resource: the value of a captured handle, or the place that it comes from.
Key = Hashable


@dataclass(frozen=True)
class Accesses:
    """What running an operation does to resources: as `Effects`, with the keys of resources."""

    reads: frozenset[Key] = _NOTHING
    writes: frozenset[Key] = _NOTHING
    has_side_effect: bool = False
    is_random: bool = False
    touches_all: bool = False

    @property
    def must_run(self) -> bool:
        """Whether it may not be pruned."""
        return bool(self.writes) or self.has_side_effect or self.touches_all


NO_ACCESSES = Accesses()
_ANY = Accesses(has_side_effect=True, touches_all=True)


def _union_of_accesses(found: Iterable[Accesses]) -> Accesses:
    known = [each for each in found if each is not NO_ACCESSES]
    if len(known) < 2:
        return known[0] if known else NO_ACCESSES
    return Accesses(
        frozenset().union(*(each.reads for each in known)),
        frozenset().union(*(each.writes for each in known)),
        any(each.has_side_effect for each in known),
        any(each.is_random for each in known),
        any(each.touches_all for each in known),
    )


class EffectAnalysis:
    """The effects of the operations of one graph, by resource.

    Args:
        operations: of one graph, in program order.
        summaries: as `effects_of_operation` takes them.
    """

    def __init__(self, operations: Sequence[Operation], summaries: Summaries | None = None) -> None:
        self._summaries = Summaries() if summaries is None else summaries
        self._flow = HandleFlow(operations, self._summaries)
        self._outer: dict[int, EffectAnalysis] = {}
        self._pipelines: dict[int, Accesses] = {}

    def accesses(self, operation: Operation) -> Accesses:
        """What running an operation does to resources."""
        reach = self._flow.reach_of_operation(operation)
        return NO_ACCESSES if reach is NO_REACH else self._resolved(reach)

    def keys_of(self, tensor: SymbolicTensor) -> frozenset[Key]:
        """The resources that a handle may lead to."""
        return frozenset().union(*(self._keys(x) for x in self._flow.sources(tensor)))

    def _resolved(self, reach: Reach) -> Accesses:
        own = Accesses(
            frozenset().union(*(self._keys(x) for x in reach.reads)),
            frozenset().union(*(self._keys(x) for x in reach.writes)),
            reach.has_side_effect,
            reach.is_random,
            reach.touches_all,
        )
        if not reach.iterates:  # Most often.
            return own
        return _union_of_accesses([own, *(self._iterated(x) for x in reach.iterates)])

    def _keys(self, place: Place) -> frozenset[Key]:
        outside = _outside(place)
        if isinstance(outside, SymbolicTensor):
            return self._around(outside).keys_of(outside)
        return frozenset([place if outside is None else key_of_value(outside)])

    def _iterated(self, place: Place) -> Accesses:
        """What iterating over what comes into the graph at a place does."""
        outside = _outside(place)
        if outside is None:
            return _ANY
        if isinstance(outside, SymbolicTensor):
            around = self._around(outside)
            return around._resolved(around._flow.reach(outside))
        return self._of_pipeline(outside._array[()])

    def _around(self, tensor: SymbolicTensor) -> EffectAnalysis:
        """The analysis of a graph around, in which a tensor stands."""
        graph = tensor.graph
        found = self._outer.get(id(graph))
        if found is None:
            found = EffectAnalysis((), self._summaries)
            found._outer = self._outer
            self._outer[id(graph)] = found
        return found

    def _of_pipeline(self, value: Any) -> Accesses:
        """What iterating over the runtime value of a dataset or an iterator does."""
        if not hasattr(value, "pipeline_functions"):
            return NO_ACCESSES  # A variable, a table, a list.
        found = self._pipelines.get(id(value))
        if found is None:
            self._pipelines[id(value)] = NO_ACCESSES  # Of one that leads to itself.
            found = self._pipelines[id(value)] = _union_of_accesses(
                self._of_function(graph, captured) for graph, captured in value.pipeline_functions()
            )
        return found

    def _of_function(self, graph: FuncGraph | None, captured: Sequence[Any]) -> Accesses:
        if graph is None:
            return _ANY
        summary = self._summaries.of(graph)
        effects = joined_effects([summary.running, summary.iterating])
        first = len(graph.inputs) - len(captured)
        if any(i < first for i in effects.reads | effects.writes):
            return _ANY
        own = Accesses(
            frozenset([id(captured[i - first][()]) for i in effects.reads]),
            frozenset([id(captured[i - first][()]) for i in effects.writes]),
            effects.has_side_effect,
            effects.is_random,
            effects.touches_all,
        )
        # What elements lead to is known by the functions that make them.
        inner = [captured[i - first][()] for i in effects.iterates if i >= first]
        return _union_of_accesses([own, *map(self._of_pipeline, inner)])


def key_of_value(handle: EagerTensor) -> Key:
    """The key of the resource that an eager handle leads to."""
    return id(handle._array[()])


def _outside(place: Place) -> EagerTensor | SymbolicTensor | None:
    """The tensor that a graph captured as the input at a place; None where it captured none."""
    operation, index = place
    graph = operation.graph
    captured = graph.captured(operation.outputs[index]) if isinstance(graph, FuncGraph) else None
    return captured if isinstance(captured, (EagerTensor, SymbolicTensor)) else None
