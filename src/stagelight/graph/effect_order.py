"""The order of effects: control inputs that keep reads, writes and side effects in program order.

TensorFlow's *automatic control dependencies*. In a function's graph every operation may be pruned or
moved unless something needs it; what must not be is said here, of the effects in `effect_analysis`:

- a read of a resource comes after the last write of it, a write after the last write and all reads since;
- operations with side effects (print, assert, host calls) keep their order among themselves and with all
  writes: where one fails, the writes before it were made, and none behind it;
- what may touch any resource keeps its order with all reads and writes;
- writes and side effects must run: they become the graph's `control_outputs`.

Each order is a control input, also where a data edge says the same (decision 41): a pass that drops the
data edge, since nothing needs the value, leaves the order as it is.

    w.assign_add(1)  in a loop that also counts `a`
    w.assign(w * 2)  in a loop that takes `a`          # `a` is dropped: the control input is what is left
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from stagelight.core import registry
from stagelight.graph.effect_analysis import NO_ACCESSES, Accesses, EffectAnalysis, Key
from stagelight.graph.effects import Summaries
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation


class _ProgramOrder:
    """The effects so far, as far as later ones have to wait for them."""

    def __init__(self) -> None:
        self._position: dict[Operation, int] = {}
        self._last_write: dict[Key, Operation] = {}
        self._reads_since: dict[Key, list[Operation]] = {}
        self._last_side_effect: Operation | None = None
        self._last_to_touch_all: Operation | None = None
        # Since the last side effect, and since the last operation that may touch any resource.
        self._writes_since: dict[Operation, None] = {}
        self._all_reads_since: dict[Operation, None] = {}

    def add(self, operation: Operation, accesses: Accesses) -> list[Operation]:
        """Adds the next operation; gives those before that it has to come after."""
        before: set[Operation | None] = set()
        for key in accesses.reads:
            before.add(self._last_write.get(key))
        for key in accesses.writes:
            before.add(self._last_write.get(key))
            before.update(self._reads_since.pop(key, ()))
        if accesses.reads or accesses.writes:
            before.add(self._last_to_touch_all)
        if accesses.writes or accesses.has_side_effect or accesses.touches_all:
            before.add(self._last_side_effect)
        if accesses.has_side_effect or accesses.touches_all:
            before.update(self._writes_since)
        if accesses.touches_all:
            before.update(self._all_reads_since)
        self._note(operation, accesses)
        # Sets have another order in each process; graphs, and so what is kept of them on disk, do not.
        return sorted([x for x in before if x is not None], key=self._position.__getitem__)

    def _note(self, operation: Operation, accesses: Accesses) -> None:
        self._position[operation] = len(self._position)
        if accesses.has_side_effect or accesses.touches_all:
            self._last_side_effect = operation
            self._writes_since.clear()
        if accesses.touches_all:
            self._last_to_touch_all = operation
            self._all_reads_since.clear()
        for key in accesses.reads - accesses.writes:
            self._reads_since.setdefault(key, []).append(operation)
        if accesses.reads:
            self._all_reads_since[operation] = None
        if accesses.writes:
            self._last_write.update(dict.fromkeys(accesses.writes, operation))
            if self._last_side_effect is not operation:
                self._writes_since[operation] = None


def effects_in_order(
    operations: Sequence[Operation], summaries: Summaries | None = None
) -> Iterator[tuple[Operation, Accesses, list[Operation]]]:
    """Each operation with effects, what they are, and the earlier ones that it must come after.

    Args:
        operations: of one graph, in program order.
        summaries: as `effects_of_operation` takes them.
    """
    analysis = EffectAnalysis(operations, summaries)
    order = _ProgramOrder()
    for operation in operations:
        accesses = analysis.accesses(operation)
        if accesses is not NO_ACCESSES:
            yield operation, accesses, order.add(operation, accesses)


def keep_order(operations: Sequence[Operation]) -> None:
    """Adds the control inputs that keep the effects of some operations in order, whoever runs the graph.

    Args:
        operations: in program order.
    """
    for operation, _, before in effects_in_order(operations):
        _wait_for(operation, before)


def order_effects(graph: FuncGraph, summaries: Summaries | None = None) -> None:
    """Adds the control inputs that keep effects in program order, and sets `control_outputs`.

    Args:
        graph: the graph.
        summaries: as `effects_of_operation` takes them.
    """
    must_run = []
    for operation, accesses, before in effects_in_order(graph.operations, summaries):
        _wait_for(operation, before)
        if accesses.must_run:
            must_run.append(operation)
    graph.control_outputs = must_run


def conflicts(operations: Sequence[Operation]) -> Iterator[tuple[Operation, Operation]]:
    """Pairs of operations that have to keep their order, in program order; others follow from these.

    Args:
        operations: of one graph, in program order.
    """
    for operation, _, before in effects_in_order(operations):
        for earlier in before:
            yield earlier, operation


def unordered_effects(operations: Sequence[Operation]) -> Iterator[tuple[Operation, Operation]]:
    """Pairs of operations with conflicting effects, in program order, between which no path leads.

    Args:
        operations: of one graph, in program order.
    """
    expected: dict[Operation, list[Operation]] = {}
    for earlier, later in conflicts(operations):
        expected.setdefault(later, []).append(earlier)
    awaited = {earlier for before in expected.values() for earlier in before}
    bit = {operation: 1 << i for i, operation in enumerate(awaited)}
    # By operation, which of those that others have to wait for are on a path to it.
    reached: dict[Operation, int] = {}
    for operation in operations:
        mask = 0
        for earlier in _before(operation):
            mask |= reached.get(earlier, 0) | bit.get(earlier, 0)
        reached[operation] = mask
        for earlier in expected.get(operation, ()):
            if not mask & bit[earlier]:
                yield earlier, operation


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


def _wait_for(operation: Operation, before: Iterable[Operation]) -> None:
    known = {operation, *operation.control_inputs}
    for earlier in before:
        if earlier not in known:
            known.add(earlier)
            operation.control_inputs.append(earlier)
