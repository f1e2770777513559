"""Regions: the parts of a graph that become machine code.

Operations that can be lowered and operations that cannot take turns: first what the host has to do, then
what can be lowered after it, then again the host, and so on. What is lowered in one turn is a region. In the
outlined graph one operation stands for each region. A region may read variables and assign to them: then
it takes their handles. A region of which not all sizes are known is lowered when they are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.codegen.lowering.lowerability import (
    Level,
    Lowerability,
    lowerability_of,
)
from stagelight.codegen.lowering.tensor_forms import is_static_result
from stagelight.core.inference import Inferred
from stagelight.core.op_def import Trait, attr, make_op_def
from stagelight.graph.cloning import clone_graph
from stagelight.graph.effect_order import effects_in_order
from stagelight.graph.effects import called_graphs, effects_of_operation, graphs_within
from stagelight.graph.func_graph import FuncGraph, has_own_limits
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import GraphPart
from stagelight.passes.pipeline import OPTIMIZED
from stagelight.passes.rewriting import (
    Redirection,
    is_call,
    is_loop,
    make_operation,
    replace_graphs,
)
from stagelight.runtime.executors import Run
from stagelight.runtime.host_plan import HostPlan, LateRun
from stagelight.types import dtypes

# Under this key of `derived`, with the executor's name, a graph keeps its outlined form.
_MEMO = "outlined"

# Operations that compute something, from which on a region is worth compiling.
_LEAST = 2
# These are only other views of their input.
_FREE = frozenset(
    {"Identity", "Reshape", "ExpandDims", "Squeeze", "StopGradient", "Transpose", "StridedSlice",
     "PreventGradient", "IdentityN", "Shape", "ZerosLike", "OnesLike", "BroadcastTo", "Fill",
     "ReadVariableOp", "NoOp"}
)  # fmt: skip


@dataclass
class Region:
    """Operations that run as one.

    Attributes:
        operations: in program order; all can be lowered, as soon as sizes are known.
        inputs: tensors from outside, handles among them.
        outputs: tensors that are used outside; no handles.
        found: of each operation, what the analysis found.
    """

    operations: list[Operation] = field(default_factory=list)
    inputs: list[SymbolicTensor] = field(default_factory=list)
    outputs: list[SymbolicTensor] = field(default_factory=list)
    found: list[Lowerability] = field(default_factory=list)

    @property
    def is_static(self) -> bool:
        """Whether it can be lowered as it stands, since all sizes are known."""
        return all(x.is_resolved for x in self.found) and all(map(is_static_result, self.outputs))

    @property
    def is_symbolic(self) -> bool:
        """Whether it can be lowered with open sizes as symbols, as far as the analysis sees."""
        is_open = all(x.level is Level.SYMBOLIC for x in self.found)
        return is_open and not any(map(has_lists, self.operations))

    def is_used(self, tensor: SymbolicTensor) -> bool:
        """Whether an operation takes an input, or it is an output."""
        return any(x is tensor for op in self.operations for x in op.inputs) or any(
            x is tensor for x in self.outputs
        )

    def on_host(self, name: str) -> Run:
        """Runs the region where its code cannot: arrays in disorder, other shapes, and where it failed."""
        return LateRun(lambda: HostPlan(self.as_part(name)).run)

    def as_part(self, name: str) -> GraphPart:
        """The region for an executor."""
        tensors = [*(x for operation in self.operations for x in operation.inputs), *self.outputs]
        constants = {id(x.op): x.op for x in tensors if x.op.op_def.name == "Const"}
        operations = [*constants.values(), *self.operations]
        effects = [x for x in self.operations if effects_of_operation(x).must_run]
        return GraphPart(name, operations, self.inputs, self.outputs, effects)


def _run_region(xp: ModuleType, *arrays: np.ndarray, run: Callable[..., Any]) -> Any:
    return run(*arrays)


# An operation of the outlined graph; it has no meaning outside of a plan.
NATIVE_REGION = make_op_def(
    "NativeRegion",
    "args: Tin",
    "output: Tout",
    {"Tin": attr("list(type)"), "Tout": attr("list(type)"), "run": attr("func")},
    infer=lambda *args, **attrs: [],
    kernel=_run_region,
    differentiable=False,
    traits=Trait.READS | Trait.WRITES,  # of variables; one without handles has no effects
)


def _is_value(operation: Operation) -> bool:
    return operation.op_def.name in ("Const", "Placeholder")


def _turns(graph: FuncGraph, able: set[int]) -> tuple[dict[int, int], set[int]]:
    """By id of operation its turn, and the ids of those that can be lowered."""
    turns: dict[int, int] = {}
    lowered: set[int] = set()
    effects_before = {x: before for x, _, before in effects_in_order(graph.operations)}
    able = able - _steps_of_lists(graph, able)
    for operation in graph.operations:
        before = [*(x.op for x in operation.inputs), *operation.control_inputs]
        before += effects_before.get(operation, ())
        needed = [x for x in before if x.op_def.name != "Const"]
        if id(operation) in able:
            lowered.add(id(operation))
            turns[id(operation)] = max(
                [turns[id(x)] + (id(x) not in lowered) for x in needed], default=0
            )
        else:
            turns[id(operation)] = max([turns[id(x)] for x in needed], default=-1)
    return turns, lowered


# Gives the operations of a graph that may be in regions, as `Executor.lowerable` does.
Lowerable = Callable[[FuncGraph], Mapping[Operation, Lowerability]]


def of_open_sizes(graph: FuncGraph) -> Mapping[Operation, Lowerability]:
    """Those that can be lowered as soon as all sizes are known."""
    found = lowerability_of(graph).found
    return {x: each for x, each in found.items() if each.level >= Level.STATIC}


def of_known_sizes(graph: FuncGraph) -> Mapping[Operation, Lowerability]:
    """Those that can be lowered as they stand."""
    return {x: each for x, each in lowerability_of(graph).found.items() if each.is_resolved}


def of_all_sizes(graph: FuncGraph, *, but: str) -> Mapping[Operation, Lowerability]:
    """Those that can be in a program for all sizes, without the operation of a name."""
    return {
        x: each
        for x, each in lowerability_of(graph).found.items()
        if each.level is Level.SYMBOLIC and x.name != but
    }


def without_lists(graph: FuncGraph) -> Mapping[Operation, Lowerability]:
    """Those that can be lowered when sizes are known, but for those that have to do with lists."""
    return {x: each for x, each in of_open_sizes(graph).items() if not has_lists(x)}


def has_lists(operation: Operation) -> bool:
    """Whether an operation takes or gives tensor lists, or operations in its graphs do."""
    tensors = (*operation.inputs, *operation.outputs)
    return any(x.dtype is dtypes.variant for x in tensors) or any(
        tensor.dtype is dtypes.variant
        for called in called_graphs(operation)
        for graph in graphs_within(called)
        for inner in graph.operations
        for tensor in (*inner.inputs, *inner.outputs)
    )


def _steps_of_lists(graph: FuncGraph, able: set[int]) -> set[int]:
    """The operations that are not worth it since they take a list from the host or give it one.

    All elements are copied then. That is worth it for a loop, not for a step that changes one element, such
    as in a body that the host runs. Operations belong together that have lists in common.
    """
    # By id of a list's tensor or an operation, what it belongs to.
    together: dict[int, list[int]] = {}
    for operation in graph.operations:
        handles = [x for x in (*operation.inputs, *operation.outputs) if x.dtype is dtypes.variant]
        found = {id(x): x for x in (together.setdefault(id(x), [id(x)]) for x in handles)}
        if handles and not _is_value(operation):
            merged = [id(operation), *(member for group in found.values() for member in group)]
            together.update(dict.fromkeys(merged, merged))
    has_loop = {id(x) for x in graph.operations if id(x) in able and is_loop(x.op_def)}
    outside = {id(x) for x in (*graph.inputs, *graph.outputs)}
    outside |= {id(x) for x in graph.operations if id(x) not in able}
    return {
        id(operation)
        for operation in graph.operations
        if id(operation) in together
        and has_loop.isdisjoint(together[id(operation)])
        and not outside.isdisjoint(together[id(operation)])
    }


class Outline:
    """A graph divided into regions, and what is left to the host: also in branches and bodies.

    Attributes:
        graph: a copy in which one operation stands for each region; the graph itself if there are none.
        regions: those for which something has to be compiled yet.
    """

    def __init__(
        self, graph: FuncGraph, lowerable: Lowerable, executor: Hashable = "native"
    ) -> None:
        """
        Args:
            graph: an optimized graph.
            lowerable: says which operations may be in regions.
            executor: stands for who runs these: each has an outlined form of its own of a graph.
        """
        self._lowerable = lowerable
        self._memo = (_MEMO, executor)
        self.regions: list[Region] = []
        self._operations: list[Operation] = []  # What stands for each of them.
        self._made: dict[FuncGraph, FuncGraph] = {}  # By graph its outlined form.
        self.graph = self._outlined(graph)

    def plan(self, runs: Sequence[Run]) -> Run:
        """The function that runs the graph: its regions by functions over arrays, the rest on the host.

        Args:
            runs: one for each of `regions`.
        """
        for operation, run in zip(self._operations, runs, strict=True):
            operation.attrs["run"] = run
        for graph, made in self._made.items():
            graph.derived[self._memo] = made
            made.derived[self._memo] = made.derived[OPTIMIZED] = made
        return HostPlan(self.graph).run

    def _outlined(self, graph: FuncGraph) -> FuncGraph:
        """The outlined form of a graph, the same object each time."""
        known: FuncGraph | None = graph.derived.get(self._memo, self._made.get(graph))
        if known is not None:
            return known
        found = self._lowerable(graph)
        turns, lowered = _turns(graph, {id(x) for x in found})
        has_inner = any(
            is_call(operation.op_def) and id(operation) not in lowered
            for operation in graph.operations
        )
        if not lowered and not has_inner:
            self._made[graph] = graph
            return graph
        copy, _ = clone_graph(graph)
        order = {
            id(new): turns[id(old)]
            for old, new in zip(graph.operations, copy.operations, strict=True)
        }
        native = {
            id(new): found[old]
            for old, new in zip(graph.operations, copy.operations, strict=True)
            if id(old) in lowered
        }
        regions = _regions(copy, order, native)
        members = {id(operation) for region in regions.values() for operation in region.operations}
        for operation in copy.operations:
            if is_call(operation.op_def) and id(operation) not in members:
                replace_graphs(
                    operation,
                    lambda x: x if has_own_limits(x, graph) else self._outlined(x),
                )
        others: dict[int, list[Operation]] = {}
        for operation in copy.operations:
            if id(operation) not in members and not _is_value(operation):
                others.setdefault(order[id(operation)], []).append(operation)
        redirection = Redirection()
        result: list[Operation] = [x for x in copy.operations if _is_value(x)]
        for turn in sorted({*regions, *others}):
            if turn in regions:
                result.append(self._put_in(redirection, regions[turn], turn))
            for operation in others.get(turn, ()):
                redirection.redirect(operation)
                result.append(operation)
        redirection.redirect_outputs(copy)
        copy.operations[:] = result
        self._made[graph] = copy
        return copy

    def _put_in(self, redirection: Redirection, region: Region, turn: int) -> Operation:
        """The operation that stands for a region; what used the region's tensors is to use its."""
        results = [Inferred(x.shape, x.dtype, x.handle_data) for x in region.outputs]
        operation = make_operation(
            region.operations[0],
            f"native_{turn}",
            NATIVE_REGION,
            list(region.inputs),
            {},
            results,
        )
        members = set(region.operations)
        waits = [x for each in region.operations for x in each.control_inputs if x not in members]
        operation.control_inputs = list(dict.fromkeys(waits))
        self.regions.append(region)
        self._operations.append(operation)
        redirection.redirect(operation)
        for tensor, output in zip(region.outputs, operation.outputs, strict=True):
            redirection.put_tensor(tensor, output)
        for member in region.operations:
            for output in member.outputs:
                if output.dtype is dtypes.resource:
                    redirection.put_tensor(output, redirection.of(_outer_handle(output)))
            redirection.put(member, [redirection.of(x) for x in member.outputs], operation)
        return operation


def _outer_handle(handle: SymbolicTensor) -> SymbolicTensor:
    """The handle that came into a region, of which an operation in it gives the same."""
    operation = handle.op
    if is_loop(operation.op_def):
        return operation.inputs[handle.value_index]
    return operation.inputs[0]


def _regions(
    graph: FuncGraph, order: dict[int, int], native: dict[int, Lowerability]
) -> dict[int, Region]:
    """The regions by turn, those that are worth it.

    Args:
        graph: which.
        order: by id of operation, its turn.
        native: of those that can be lowered, what is known of them.
    """
    regions: dict[int, Region] = {}
    for operation in graph.operations:
        if id(operation) in native:
            region = regions.setdefault(order[id(operation)], Region())
            region.operations.append(operation)
            region.found.append(native[id(operation)])
    regions = {
        turn: region
        for turn, region in regions.items()
        if sum(x.op_def.name not in _FREE for x in region.operations) >= _LEAST
        or any(is_loop(x.op_def) for x in region.operations)
    }
    home = {id(x): turn for turn, region in regions.items() for x in region.operations}
    outputs = {id(tensor) for tensor in graph.outputs}
    used: set[int] = set(outputs)
    for operation in graph.operations:
        for tensor in operation.inputs:
            if home.get(id(operation)) != home.get(id(tensor.op)):
                used.add(id(tensor))
    for region in regions.values():
        inside = {id(x) for x in region.operations}
        seen: set[int] = set()
        for operation in region.operations:
            for tensor in operation.inputs:
                is_outside = id(tensor.op) not in inside and tensor.op.op_def.name != "Const"
                if is_outside and id(tensor) not in seen:
                    seen.add(id(tensor))
                    region.inputs.append(tensor)
            region.outputs += [
                x for x in operation.outputs if id(x) in used and x.dtype is not dtypes.resource
            ]
    return regions


def whole_region(graph: FuncGraph) -> Region:
    """All that a graph does, as one region."""
    found = lowerability_of(graph).found
    return Region([*found], list(graph.inputs), list(graph.outputs), [*found.values()])
