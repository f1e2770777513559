"""Which steps of a host plan run in threads of their own, and in what order all are begun."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import prod

from stagelight import config
from stagelight.core.op_def import STATEFUL, Trait
from stagelight.graph.operation import Operation

# Elements among the inputs from which handing a step to another thread costs less than it saves.
_WORTH_A_THREAD = 1 << 18


def scheduled(operations: Sequence[Operation]) -> tuple[list[Operation], set[int]]:
    """The order in which to begin the operations, and the ids of those for threads of their own.

    Operations in program order come in; that order is kept where nothing is threaded. Otherwise threaded
    steps begin as soon as their inputs are there, and what waits for them comes last.
    """
    threaded = _threaded(operations)
    if not threaded:
        return list(operations), threaded
    return _heavy_first(operations, threaded), threaded


def _threaded(operations: Sequence[Operation]) -> set[int]:
    """Heavy pure steps of which at least one other does not depend, nor they on it."""
    if config.current.inter_op_threads == 1:
        return set()
    heavy = [operation for operation in operations if _is_worth_a_thread(operation)]
    if len(heavy) < 2:
        return set()
    bit = {id(operation): 1 << i for i, operation in enumerate(heavy)}
    before: dict[int, int] = {}
    for operation in operations:
        mask = 0
        for earlier in _before(operation):
            mask |= before.get(id(earlier), 0) | bit.get(id(earlier), 0)
        before[id(operation)] = mask
    return {
        id(a)
        for a in heavy
        if any(
            a is not b and not before[id(a)] & bit[id(b)] and not before[id(b)] & bit[id(a)]
            for b in heavy
        )
    }


def _is_worth_a_thread(operation: Operation) -> bool:
    traits = operation.op_def.traits
    if not traits & Trait.HEAVY or traits & STATEFUL:
        return False
    if traits & Trait.HOST_ONLY:
        return True
    sizes = [x.shape.as_list() for x in operation.inputs if x.shape.is_fully_defined()]
    return sum(prod(size or 0 for size in shape) for shape in sizes) >= _WORTH_A_THREAD


def _before(operation: Operation) -> list[Operation]:
    return [*(x.op for x in operation.inputs), *operation.control_inputs]


def _heavy_first(operations: Sequence[Operation], threaded: set[int]) -> list[Operation]:
    """A topological order: threaded steps first, then what waits for none of them, then the rest."""
    position = {id(operation): i for i, operation in enumerate(operations)}
    before = [{position[id(e)] for e in _before(op) if id(e) in position} for op in operations]
    after: list[list[int]] = [[] for _ in operations]
    for i, earlier in enumerate(before):
        for j in earlier:
            after[j].append(i)
    missing = [len(earlier) for earlier in before]
    is_pending = [False] * len(operations)  # threaded, or waiting for one that is
    ready: list[tuple[int, int]] = []

    def add(i: int) -> None:
        waits = any(is_pending[j] for j in before[i])
        is_threaded = id(operations[i]) in threaded
        is_pending[i] = waits or is_threaded
        heappush(ready, (2 if waits else 0 if is_threaded else 1, i))

    for i, count in enumerate(missing):
        if not count:
            add(i)
    order = []
    while ready:
        _, i = heappop(ready)
        order.append(operations[i])
        for j in after[i]:
            missing[j] -= 1
            if not missing[j]:
                add(j)
    return order
