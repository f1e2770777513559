"""Which steps of a host plan run in threads of their own, and in what order all are begun."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import prod

from stagelight import config
from stagelight.core.op_def import STATEFUL, Trait
from stagelight.graph.effect_order import effects_in_order
from stagelight.graph.operation import Operation

# Elements among the inputs from which handing a step to another thread costs less than it saves.
_WORTH_A_THREAD = 1 << 18


def scheduled(operations: Sequence[Operation]) -> tuple[list[Operation], set[int]]:
    """The order in which to begin the operations, and the ids of those for threads of their own.

    Operations in program order come in; that order is kept where nothing is threaded. Otherwise threaded
    steps begin as soon as their inputs are there, and what waits for them comes last. Effects keep
    their order, also in the plain graphs of sessions, which have no control inputs that say so.
    """
    heavy = [operation for operation in operations if _is_worth_a_thread(operation)]
    if len(heavy) < 2 or config.current.inter_op_threads == 1:
        return list(operations), set()
    before = _steps_before(operations)
    threaded = _threaded(operations, heavy, before)
    if not threaded:
        return list(operations), threaded
    return _heavy_first(operations, threaded, before), threaded


def _steps_before(operations: Sequence[Operation]) -> list[set[int]]:
    """For each operation the positions of those that it needs or must come after."""
    position = {id(operation): i for i, operation in enumerate(operations)}
    before = [
        {
            position[id(earlier)]
            for earlier in (*(x.op for x in operation.inputs), *operation.control_inputs)
            if id(earlier) in position
        }
        for operation in operations
    ]
    for operation, _, effects_before in effects_in_order(operations):
        before[position[id(operation)]] |= {position[id(earlier)] for earlier in effects_before}
    return before


def _threaded(
    operations: Sequence[Operation], heavy: Sequence[Operation], before: Sequence[set[int]]
) -> set[int]:
    """Heavy pure steps of which at least one other does not depend, nor they on it."""
    bit = {id(operation): 1 << i for i, operation in enumerate(heavy)}
    masks: list[int] = []  # of each operation, the heavy ones that come before it
    for earlier in before:
        mask = 0
        for i in earlier:
            mask |= masks[i] | bit.get(id(operations[i]), 0)
        masks.append(mask)
    mask_of = {id(op): mask for op, mask in zip(operations, masks, strict=True) if id(op) in bit}
    return {
        id(a)
        for a in heavy
        if any(
            a is not b and not mask_of[id(a)] & bit[id(b)] and not mask_of[id(b)] & bit[id(a)]
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


def _heavy_first(
    operations: Sequence[Operation], threaded: set[int], before: Sequence[set[int]]
) -> list[Operation]:
    """A topological order: threaded steps first, then what waits for none of them, then the rest."""
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
