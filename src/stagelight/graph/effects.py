"""The effect model: which resources running an operation may read and write, with all functions it can reach.

Everything that keeps, moves, merges or drops operations asks here. An operation reaches functions

- through attrs: the branches of `If`, the body of `While`, the graph of a call;
- through variants: the functions of the datasets that it iterates over;
- through resources: those of the pipeline behind an iterator that it advances;
- through Python: a host call may read and write any resource.

    w.assign(5)
    next(iterator)           # IteratorGetNext: writes `iterator`, and runs its pipeline, which writes `w`
    return w + 0

The functions of a dataset run when something iterates over it, not where it is made: the op that makes it
*defers* them. A `Summary` says what running a graph does, by the positions of its inputs, and what iterating
over its outputs would do. `effect_analysis` has what an operation does to resources, whichever graphs they
come through, and `effect_order` the order that follows.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stagelight.core.op_def import STATEFUL, Trait
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types import dtypes

_NOTHING: frozenset[Any] = frozenset()


@dataclass(frozen=True)
class Effects:
    """What running an operation or a graph may do, by positions of inputs.

    Attributes:
        reads, writes: of resources that are read and written.
        has_side_effect: whether it prints, asserts, calls the host: what keeps its order with its like.
        is_random: whether two runs may differ without a reason.
        iterates: of datasets and iterators whose pipelines run, with the effects of all their functions.
        touches_all: whether it may read and write any resource.
    """

    reads: frozenset[int] = _NOTHING
    writes: frozenset[int] = _NOTHING
    has_side_effect: bool = False
    is_random: bool = False
    iterates: frozenset[int] = _NOTHING
    touches_all: bool = False

    @property
    def must_run(self) -> bool:
        """Whether it may not be pruned."""
        return bool(self.writes or self.iterates) or self.has_side_effect or self.touches_all

    @property
    def is_stateful(self) -> bool:
        """Whether two runs may differ in what they do or give."""
        return bool(self.reads) or self.must_run or self.is_random


NO_EFFECTS = Effects()


@dataclass(frozen=True)
class Summary:
    """What a graph does: `running` it, and `iterating` over the datasets and iterators among its outputs.

    Attributes:
        handles: for each output the positions of the inputs that it may be, of resources.
    """

    running: Effects
    iterating: Effects = NO_EFFECTS
    handles: tuple[frozenset[int], ...] = ()


class Summaries:
    """The summaries of graphs, each found once. That of a graph which calls itself is a fixed point."""

    def __init__(self) -> None:
        self._found: dict[FuncGraph, Summary] = {}
        self._unfinished: set[FuncGraph] = set()
        self._recursive: set[FuncGraph] = set()

    def of(self, graph: FuncGraph) -> Summary:
        """What a finished graph does."""
        found = self._found.get(graph)
        if found is not None:
            if graph in self._unfinished:
                self._recursive.add(graph)
            return found
        found = Summary(NO_EFFECTS)
        while True:
            self._found[graph] = found
            self._unfinished.add(graph)
            new = _summary_of(graph, self)
            self._unfinished.remove(graph)
            if graph not in self._recursive or new == found:
                self._found[graph] = new
                return new
            # What was found meanwhile may rest on less than the graph does.
            while next(reversed(self._found)) is not graph:
                self._found.popitem()
            found = new


def called_graphs(operation: Any) -> list[FuncGraph]:
    """The graphs among an operation's attrs."""
    return [graph for _, graph in _graphs_by_attr(operation)]


def _graphs_by_attr(operation: Any) -> list[tuple[str, FuncGraph]]:
    found = []
    for name, value in operation.attrs.items():
        if isinstance(value, FuncGraph):
            found.append((name, value))
        elif isinstance(value, (list, tuple)):
            found.extend((name, item) for item in value if isinstance(item, FuncGraph))
    return found


def graphs_within(graph: FuncGraph) -> Iterator[FuncGraph]:
    """A graph and all that its operations call, at any depth, each once."""
    seen = {id(graph)}
    waiting = [graph]
    while waiting:
        current = waiting.pop()
        yield current
        for operation in current.operations:
            for inner in called_graphs(operation):
                if id(inner) not in seen:
                    seen.add(id(inner))
                    waiting.append(inner)


def operations_with_calls(graph: FuncGraph, known: dict[int, int] | None = None) -> int:
    """How many operations a graph has if those of all that it calls stand where they are called.

    Args:
        graph: which. One that calls itself counts itself as nothing.
        known: the numbers of graphs by id, to which others are added.
    """
    known = {} if known is None else known
    if id(graph) not in known:
        known[id(graph)] = 0
        known[id(graph)] = len(graph.operations) + sum(
            operations_with_calls(inner, known)
            for operation in graph.operations
            for inner in called_graphs(operation)
        )
    return known[id(graph)]


# ---------------------------------------------------------------------------- operations by positions


def effects_of_operation(operation: Operation, summaries: Summaries | None = None) -> Effects:
    """What running an operation does, by positions of its own inputs.

    Args:
        operation: the operation.
        summaries: those of graphs that are known, to which others are added.
    """
    traits = operation.op_def.traits
    if not traits & (STATEFUL | Trait.CALLS | Trait.ITERATES):
        return NO_EFFECTS
    handles = frozenset([i for i, x in enumerate(operation.inputs) if x._dtype is dtypes.resource])
    own = _effects_by_traits(traits, handles)
    if traits & Trait.ITERATES:
        pipelines = [i for i, x in enumerate(operation.inputs) if _leads_on(x)]
        own = replace(own, iterates=frozenset(pipelines))
    if not traits & (Trait.CALLS | Trait.ITERATES):
        return own
    summaries = Summaries() if summaries is None else summaries
    inner = [
        _at_call(operation, name, graph, summaries.of(graph).running)
        for name, graph in _graphs_by_attr(operation)
    ]
    return joined_effects([own, *inner]) if inner else own


def deferred_effects(operation: Operation, summaries: Summaries) -> Effects:
    """What iterating over an operation's outputs runs of the functions among its attrs."""
    found = []
    if operation.op_def.traits & Trait.CALLS:
        for name, graph in _graphs_by_attr(operation):
            iterating = summaries.of(graph).iterating
            found.append(_at_call(operation, name, graph, iterating))
    else:
        if operation.op_def.traits & Trait.PYTHON:
            found.append(Effects(has_side_effect=True, touches_all=True))
        for name, graph in _graphs_by_attr(operation):
            summary = summaries.of(graph)
            both = joined_effects(
                [summary.running, summary.iterating]
            )  # An element may be a dataset.
            found.append(_at_call(operation, name, graph, both))
    return joined_effects(found)


@functools.lru_cache(maxsize=1024)
def _effects_by_traits(traits: int, handles: frozenset[int]) -> Effects:
    """The effects of an operation that calls nothing, with the positions of the handles among its inputs."""
    has_side_effect = bool(traits & Trait.SIDE_EFFECT)
    return Effects(
        handles if traits & Trait.READS else _NOTHING,
        handles if traits & Trait.WRITES else _NOTHING,
        has_side_effect,
        bool(traits & Trait.RANDOM),
        touches_all=has_side_effect and bool(traits & Trait.PYTHON),
    )


def joined_effects(found: Sequence[Effects]) -> Effects:
    """What may happen where all of these may."""
    found = [each for each in found if each is not NO_EFFECTS]
    if len(found) < 2:
        return found[0] if found else NO_EFFECTS
    return Effects(
        frozenset().union(*(each.reads for each in found)),
        frozenset().union(*(each.writes for each in found)),
        any(each.has_side_effect for each in found),
        any(each.is_random for each in found),
        frozenset().union(*(each.iterates for each in found)),
        any(each.touches_all for each in found),
    )


def _at_call(operation: Operation, attr: str, graph: FuncGraph, inner: Effects) -> Effects:
    """The effects of a graph among an operation's attrs, by positions of the operation's inputs."""
    if inner is NO_EFFECTS:
        return inner
    if operation.op_def.traits & Trait.CALLS and not operation.op_def.traits & Trait.ITERATES:
        # Calls, branches, loops: the inputs are those of the graph, perhaps behind others (a condition).
        first, at = 0, len(operation.inputs) - len(graph.inputs)
    else:
        # The graph takes an element, perhaps behind a state, then what it captured.
        captured = _captured_inputs(operation, attr)
        first = len(graph.inputs) - len(captured)
        at = (captured.start if captured else len(operation.inputs)) - first

    def outside(positions: frozenset[int], dtype: Any) -> frozenset[int]:
        known = [i + at for i in positions if i >= first]
        if len(known) < len(positions):  # A part of an element or of the state.
            known += [i for i, x in enumerate(operation.inputs) if x._dtype is dtype]
        return frozenset(known)

    return replace(
        inner,
        reads=outside(inner.reads, dtypes.resource),
        writes=outside(inner.writes, dtypes.resource),
        iterates=outside(inner.iterates, dtypes.variant),
    )


def _captured_inputs(operation: Operation, attr: str) -> range:
    """The positions of an operation's inputs that a function of elements among its attrs has captured.

    Empty if that cannot be told.
    """
    args = operation.op_def.inputs
    left = len(operation.inputs) - sum(not arg.is_list for arg in args)
    lists = sum(arg.is_list for arg in args)
    start = 0
    for arg in args:
        size = 1
        if arg.is_list:
            types = None if arg.types_attr is None else operation.attrs.get(arg.types_attr)
            size = left if lists == 1 or types is None else len(types)
            lists, left = lists - 1, left - size
            if arg.name.startswith((f"{attr}_other_arg", "other_arguments")):
                return range(start, start + size)
        start += size
    return range(0)


def _leads_on(tensor: SymbolicTensor) -> bool:
    """Whether functions may run where a tensor is used: it is a dataset, an iterator, or holds some."""
    # Variables are told apart by what their handles know of their values.
    return tensor._dtype is dtypes.variant or (
        tensor._dtype is dtypes.resource and tensor.handle_data is None
    )


# ---------------------------------------------------------------------------- graphs


def effects_of_graph(graph: FuncGraph, summaries: Summaries | None = None) -> Effects:
    """What running a function graph does, by positions of its inputs.

    Args:
        graph: the graph.
        summaries: as `effects_of_operation` takes them.
    """
    return (Summaries() if summaries is None else summaries).of(graph).running


def _summary_of(graph: FuncGraph, summaries: Summaries) -> Summary:
    flow = HandleFlow(graph.operations, summaries)
    position = {_place(tensor): i for i, tensor in enumerate(graph.inputs)}
    running = [flow.reach_of_operation(operation) for operation in graph.operations]
    iterating = [flow.reach(tensor) for tensor in graph.outputs if _leads_on(tensor)]
    handles = tuple(
        [
            frozenset([position[x] for x in flow.sources(tensor) if x in position])
            if tensor._dtype is dtypes.resource
            else _NOTHING
            for tensor in graph.outputs
        ]
    )
    return Summary(_by_position(running, position), _by_position(iterating, position), handles)


def _by_position(found: Iterable[Reach], position: dict[Place, int]) -> Effects:
    reach = _union(found)
    if reach is NO_REACH:
        return NO_EFFECTS
    reads, writes, iterates = (
        frozenset([position[x] for x in places if x in position])
        for places in (reach.reads, reach.writes, reach.iterates)
    )
    # What is written though no input leads to it was made inside.
    has_side_effect = reach.has_side_effect or any(x not in position for x in reach.writes)
    effects = Effects(reads, writes, has_side_effect, reach.is_random, iterates, reach.touches_all)
    return NO_EFFECTS if effects == NO_EFFECTS else effects


# ---------------------------------------------------------------------------- one graph, by tensors

# An output of an operation.
Place = tuple[Operation, int]


def _place(tensor: SymbolicTensor) -> Place:
    return tensor.op, tensor.value_index


@dataclass(frozen=True)
class Reach:
    """As `Effects`, in terms of the tensors of one graph: where its handles come from."""

    reads: frozenset[Place] = _NOTHING
    writes: frozenset[Place] = _NOTHING
    has_side_effect: bool = False
    is_random: bool = False
    iterates: frozenset[Place] = _NOTHING
    touches_all: bool = False


NO_REACH = Reach()


def _union(found: Iterable[Reach]) -> Reach:
    known = list(dict.fromkeys(each for each in found if each is not NO_REACH))
    if len(known) < 2:
        return known[0] if known else NO_REACH
    return Reach(
        frozenset().union(*(each.reads for each in known)),
        frozenset().union(*(each.writes for each in known)),
        any(each.has_side_effect for each in known),
        any(each.is_random for each in known),
        frozenset().union(*(each.iterates for each in known)),
        any(each.touches_all for each in known),
    )


class HandleFlow:
    """Where the handles of a graph come from, and what the pipelines behind them do.

    Args:
        operations: of one graph, in program order.
        summaries: as `effects_of_operation` takes them.
    """

    def __init__(self, operations: Sequence[Operation], summaries: Summaries) -> None:
        self._summaries = summaries
        self._sources: dict[Place, frozenset[Place]] = {}
        self._reaches: dict[Place, Reach] = {}
        for operation in operations:  # So that what comes later finds what comes before.
            for tensor in operation.outputs:
                if tensor._dtype is dtypes.variant:
                    self.reach(tensor)

    def reach_of_operation(self, operation: Operation) -> Reach:
        """What running an operation does."""
        effects = effects_of_operation(operation, self._summaries)
        return NO_REACH if effects is NO_EFFECTS else self._reach_of_effects(operation, effects)

    def _reach_of_effects(self, operation: Operation, effects: Effects) -> Reach:
        if effects is NO_EFFECTS:
            return NO_REACH
        inputs = operation.inputs
        own = Reach(
            frozenset().union(*(self.sources(inputs[i]) for i in effects.reads)),
            frozenset().union(*(self.sources(inputs[i]) for i in effects.writes)),
            effects.has_side_effect,
            effects.is_random,
            _NOTHING,
            effects.touches_all,
        )
        if not effects.iterates:  # Most often.
            return own
        return _union([own, *(self.reach(inputs[i]) for i in sorted(effects.iterates))])

    def sources(self, tensor: SymbolicTensor) -> frozenset[Place]:
        """Where a handle may come from: inputs of the graph, and operations that make handles."""
        place = _place(tensor)
        found = self._sources.get(place)
        if found is None:
            self._sources[place] = frozenset([place])  # Of one that goes round.
            found = self._sources[place] = self._sources_of(tensor)
        return found

    def _sources_of(self, tensor: SymbolicTensor) -> frozenset[Place]:
        operation = tensor.op
        if operation.op_def.name in ("Identity", "IdentityN"):
            return self.sources(operation.inputs[tensor.value_index])
        found: set[Place] = set()
        if operation.op_def.traits & Trait.CALLS:
            for graph in called_graphs(operation):
                handles = self._summaries.of(graph).handles
                if len(handles) == len(operation.outputs):
                    at = len(operation.inputs) - len(graph.inputs)
                    for i in handles[tensor.value_index]:
                        found |= self.sources(operation.inputs[i + at])
        return frozenset(found) or frozenset([_place(tensor)])

    def reach(self, tensor: SymbolicTensor) -> Reach:
        """What iterating over a dataset, or advancing an iterator, does."""
        place = _place(tensor)
        found = self._reaches.get(place)
        if found is None:
            self._reaches[place] = NO_REACH  # Of one that goes round.
            found = self._reaches[place] = self._reach_of_tensor(tensor)
        return found

    def _reach_of_tensor(self, tensor: SymbolicTensor) -> Reach:
        operation = tensor.op
        if operation.op_def.has(Trait.INPUT):
            return Reach(iterates=frozenset([_place(tensor)])) if _leads_on(tensor) else NO_REACH
        if operation.op_def.has(Trait.ALIASES):
            return Reach(has_side_effect=True, touches_all=True)
        deferred = deferred_effects(operation, self._summaries)
        found = [self._reach_of_effects(operation, deferred)]
        defers = bool(called_graphs(operation)) and not operation.op_def.has(Trait.CALLS)
        for taken in operation.inputs:
            if taken._dtype is dtypes.variant or (not defers and _leads_on(taken)):
                found.append(self.reach(taken))
        if tensor._dtype is dtypes.resource:
            found += [self.reach(stored) for stored in _stored_behind(tensor)]
        return _union(found)


def _stored_behind(handle: SymbolicTensor) -> list[SymbolicTensor]:
    """The datasets that may be put behind a handle which its graph makes, as `MakeIterator` does."""
    return [
        x
        for operation in _users_of(handle)
        if _may_store(operation, handle)
        for x in operation.inputs
        if x._dtype is dtypes.variant
    ]


def _may_store(operation: Operation, handle: SymbolicTensor) -> bool:
    """Whether an operation may put a dataset among its inputs behind a handle."""
    if not any(x._dtype is dtypes.variant for x in operation.inputs):
        return False
    traits = operation.op_def.traits
    if not traits & Trait.CALLS or traits & Trait.ITERATES:
        return bool(traits & (Trait.WRITES | Trait.CALLS))
    # A loop that takes an iterator and a list beside it stores none in the other, unless its body does.
    return any(
        _may_store(user, inner)
        for graph in called_graphs(operation)
        for inner, outer in zip(reversed(graph.inputs), reversed(operation.inputs), strict=False)
        if outer is handle
        for user in _users_of(inner)
    )


def _users_of(handle: SymbolicTensor) -> Iterator[Operation]:
    """The operations of its graph that take a handle, or what `Identity` makes of it."""
    for operation in handle.op.graph.operations:
        for i, tensor in enumerate(operation.inputs):
            if tensor is handle:
                yield operation
                if operation.op_def.name in ("Identity", "IdentityN"):
                    yield from _users_of(operation.outputs[i])
