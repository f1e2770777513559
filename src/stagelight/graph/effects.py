"""The order of effects: control inputs that keep reads, writes and side effects in program order.

TensorFlow's *automatic control dependencies*. In a function's graph every operation may be pruned or
moved unless something needs it; what must not be is said here:

- a read of a resource comes after the last write of it, a write after the last write and all reads since;
- operations with side effects (print, assert, host calls) keep their order among themselves;
- writes and side effects must run: they become the graph's `control_outputs`.

An operation that calls graphs (If, While, PartitionedCall) has the effects that those graphs have.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from stagelight.core import registry
from stagelight.core.op_def import STATEFUL, Trait
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types import dtypes


@dataclass(frozen=True)
class Effects:
    """What running something does: positions of inputs read and written, side effects, randomness."""

    reads: frozenset[int] = frozenset()
    writes: frozenset[int] = frozenset()
    has_side_effect: bool = False
    is_random: bool = False

    @property
    def must_run(self) -> bool:
        """Whether it may not be pruned."""
        return bool(self.writes) or self.has_side_effect

    @property
    def is_stateful(self) -> bool:
        """Whether two runs may differ in what they do or give."""
        return bool(self.reads) or self.must_run or self.is_random


NO_EFFECTS = Effects()


def called_graphs(operation: Any) -> list[FuncGraph]:
    """The graphs among an operation's attrs."""
    found = []
    for value in operation.attrs.values():
        if isinstance(value, FuncGraph):
            found.append(value)
        elif isinstance(value, (list, tuple)):
            found.extend(item for item in value if isinstance(item, FuncGraph))
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


def effects_of_operation(
    operation: Operation, known: dict[FuncGraph, Effects] | None = None
) -> Effects:
    """An operation's effects, by positions of its own inputs.

    Args:
        operation: the operation.
        known: effects of graphs that were found before, to which others are added: graphs that call others
            twice, which do so too, are looked at once.
    """
    known = {} if known is None else known
    traits = operation.op_def.traits
    if not traits & (STATEFUL | Trait.CALLS):
        return NO_EFFECTS
    handles = frozenset([i for i, x in enumerate(operation.inputs) if _is_resource(x)])
    own = _effects_by_traits(traits, handles)
    if not traits & Trait.CALLS:
        return own
    reads, writes = set(own.reads), set(own.writes)
    has_side_effect, is_random = own.has_side_effect, own.is_random
    # The inputs of a call are its graphs' inputs, perhaps after others (a condition): count from the end.
    for graph in called_graphs(operation):
        inner = known.get(graph)
        if inner is None:
            inner = known[graph] = effects_of_graph(graph, known)
        offset = len(operation.inputs) - len(graph.inputs)
        reads |= {i + offset for i in inner.reads}
        writes |= {i + offset for i in inner.writes}
        has_side_effect |= inner.has_side_effect
        is_random |= inner.is_random
    return Effects(frozenset(reads), frozenset(writes), has_side_effect, is_random)


@functools.lru_cache(maxsize=1024)
def _effects_by_traits(traits: int, handles: frozenset[int]) -> Effects:
    """The effects of an operation that calls nothing, with the positions of the handles among its inputs."""
    return Effects(
        handles if traits & Trait.READS else frozenset(),
        handles if traits & Trait.WRITES else frozenset(),
        bool(traits & Trait.SIDE_EFFECT),
        bool(traits & Trait.RANDOM),
    )


def effects_of_graph(graph: FuncGraph, known: dict[FuncGraph, Effects] | None = None) -> Effects:
    """The effects of running a function graph, by positions of its inputs.

    Args:
        graph: the graph.
        known: as `effects_of_operation` takes them.
    """
    known = {} if known is None else known
    position = {id(tensor): i for i, tensor in enumerate(graph.inputs)}
    reads: set[int] = set()
    writes: set[int] = set()
    has_side_effect = is_random = False
    for operation in graph.operations:
        effects = effects_of_operation(operation, known)
        if effects is NO_EFFECTS:
            continue
        for own, found in ((effects.reads, reads), (effects.writes, writes)):
            for i in own:
                at = position.get(id(operation.inputs[i]))
                if at is not None:
                    found.add(at)
                else:
                    has_side_effect |= own is effects.writes  # a resource made inside
        has_side_effect |= effects.has_side_effect
        is_random |= effects.is_random
    return Effects(frozenset(reads), frozenset(writes), has_side_effect, is_random)


def effects_in_order(
    operations: Iterable[Operation], known: dict[FuncGraph, Effects] | None = None
) -> Iterator[tuple[Operation, Effects, list[Operation]]]:
    """Each operation with effects, what they are, and the earlier ones that it must come after.

    Args:
        operations: in program order.
        known: as `effects_of_operation` takes them.
    """
    known = {} if known is None else known
    last_write: dict[int, Operation] = {}
    reads_since: dict[int, list[Operation]] = {}
    last_side_effect: Operation | None = None
    for operation in operations:
        effects = effects_of_operation(operation, known)
        if effects is NO_EFFECTS:
            continue
        before: list[Operation] = []
        for i in sorted(effects.reads | effects.writes):
            key = id(operation.inputs[i])
            if key in last_write:
                before.append(last_write[key])
            if i in effects.writes:
                before.extend(reads_since.pop(key, ()))
                last_write[key] = operation
            else:
                reads_since.setdefault(key, []).append(operation)
        if effects.has_side_effect:
            if last_side_effect is not None:
                before.append(last_side_effect)
            last_side_effect = operation
        yield operation, effects, before


def keep_order(operations: Iterable[Operation]) -> None:
    """Adds the control inputs that keep the effects of some operations in order, whoever runs the graph.

    Args:
        operations: in program order.
    """
    for operation, _, before in effects_in_order(operations):
        _wait_for(operation, before)


def order_effects(graph: FuncGraph, known: dict[FuncGraph, Effects] | None = None) -> None:
    """Adds the control inputs that keep effects in program order, and sets `control_outputs`.

    Args:
        graph: the graph.
        known: as `effects_of_operation` takes them.
    """
    must_run = []
    for operation, effects, before in effects_in_order(graph.operations, known):
        _wait_for(operation, before)
        if effects.must_run:
            must_run.append(operation)
    graph.control_outputs = must_run


def hold_outputs_for_effects(graph: FuncGraph) -> None:
    """Makes the outputs wait for the effects: whoever fetches one, from a GraphDef too, has both."""
    waiting = _waiting_for_nothing(graph)
    if not waiting:
        return
    with graph.as_default(), graph.control_dependencies(graph.control_outputs):
        barrier = graph.add(registry.lookup("NoOp"), (), {}, "NoOp")
    # It comes before those that wait for it: program order is an order of execution.
    graph.operations.remove(barrier)
    graph.operations.insert(graph.operations.index(waiting[0]), barrier)
    for operation in waiting:
        _wait_for(operation, [barrier])


def _waiting_for_nothing(graph: FuncGraph) -> list[Operation]:
    """The operations of the outputs that come after none that waits for all effects."""
    outputs = [output.op for output in graph.outputs if output.op.op_def.name == "Identity"]
    effects = set(graph.control_outputs)
    if not outputs or not effects:
        return []
    after: set[Operation] = set()  # These wait for all effects, or come after one that does.
    early = set()
    for operation in graph.operations:
        if not after.isdisjoint(_before(operation)):
            after.add(operation)
        else:
            early.add(operation)
            if effects <= set(operation.control_inputs):
                after.add(operation)
    return [operation for operation in outputs if operation in early]


def _before(operation: Operation) -> list[Operation]:
    return [*(x.op for x in operation.inputs), *operation.control_inputs]


def _wait_for(operation: Operation, before: Sequence[Operation]) -> None:
    if not before:  # Most often.
        return
    known = {operation, *_before(operation)}
    for earlier in before:
        if earlier not in known:
            known.add(earlier)
            operation.control_inputs.append(earlier)


def _is_resource(tensor: SymbolicTensor) -> bool:
    return tensor._dtype is dtypes.resource
