"""Random operations of graphs draw from streams that stand behind handles, like variables.

An operation that goes on from run to run keeps its stream to itself: nobody can hand it to machine code, and
least of all into a loop. Here each becomes two: one that reads where its stream is and moves it on, as those
of `tf.random.Generator` do, and the stateless one that draws from there.

    before:  while i < n: x = x + RandomUniform(shape)
    after:   s = RandomStream()
             while i < n: place = RngReadAndSkip(s, count); x = x + StatelessRandomUniformV2(shape, place)

The numbers are the same: both move on by 256 blocks a number. Operations in branches, bodies and called
graphs keep one stream each; its handle becomes a further input of the graphs around.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.codegen.lowering.prospects import known_inside, prospects
from stagelight.core import registry
from stagelight.core.inference import Inferred, all_inferred
from stagelight.core.op_def import Trait, make_op_def
from stagelight.graph.cloning import clone_graph
from stagelight.graph.effects import called_graphs
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.ops.random.keys import Algorithm
from stagelight.ops.random.streams import StreamState, make_state
from stagelight.passes.pipeline import OPTIMIZED
from stagelight.passes.rewriting import (
    Redirection,
    hands_on_inputs,
    is_loop,
    make_constant,
    make_operation,
    replace_graphs,
)
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

# The stateless op that draws what a stateful one does.
_STATELESS = {
    "RandomUniform": "StatelessRandomUniformV2",
    "RandomUniformInt": "StatelessRandomUniformIntV2",
    "RandomStandardNormal": "StatelessRandomNormalV2",
    "TruncatedNormal": "StatelessTruncatedNormalV2",
}

_STATE = TensorShape([3]), dtypes.int64
_HANDLE = Inferred(TensorShape([]), dtypes.resource, _STATE)


def _handle(xp: ModuleType, *, seed: int = 0, seed2: int = 0, _state: StreamState) -> np.ndarray:
    return _state.stream().handle


# It has no meaning outside of a plan.
RANDOM_STREAM = make_op_def(
    "RandomStream",
    "",
    "stream: resource",
    {"seed": 0, "seed2": 0},
    infer=lambda **_seeds: _HANDLE,
    kernel=_handle,
    differentiable=False,
    traits=Trait.RANDOM,
    make_state=make_state,
)

# Gives the handle of an operation's stream.
_Streams = Callable[[Operation], SymbolicTensor]


def with_streams(graph: FuncGraph) -> FuncGraph:
    """An optimized graph whose random operations draw from streams behind handles; itself if it has none."""
    if not _draws(graph, set()):
        return graph
    known = _known_in(graph, ())
    streams = _drawing(graph, known)
    if not streams:
        return graph
    handles = {
        id(drawing): make_operation(
            drawing, f"{drawing.name}/stream", RANDOM_STREAM, [], _seeds(drawing), [_HANDLE]
        )
        for drawing in streams
    }
    made = _rewritten(graph, known, lambda drawing: handles[id(drawing)].outputs[0])
    made.operations[:0] = handles.values()
    return made


def _seeds(drawing: Operation) -> dict[str, Any]:
    return {name: drawing.attrs[name] for name in ("seed", "seed2") if name in drawing.attrs}


# ---------------------------------------------------------------------------- what draws


def _draws(graph: FuncGraph, seen: set[int]) -> bool:
    """Whether there are such operations in a graph, or in those inside."""
    if id(graph) in seen:
        return False
    seen.add(id(graph))
    return any(
        x.op_def.name in _STATELESS or any(_draws(inner, seen) for inner in called_graphs(x))
        for x in graph.operations
    )


def _drawing(graph: FuncGraph, known: set[int]) -> list[Operation]:
    """The operations that draw, here and in graphs inside, each once.

    Args:
        graph: where to look.
        known: ids of its tensors that are known when it is compiled.
    """
    found: dict[int, Operation] = {}
    for operation in graph.operations:
        if operation.op_def.name in _STATELESS:
            if _can_be_drawn(operation, known):
                found[id(operation)] = operation
        elif _is_open(operation):
            for inner, known_inside in _inner(operation, known):
                found.update((id(x), x) for x in _drawing(inner, known_inside))
    return list(found.values())


def _can_be_drawn(operation: Operation, known: set[int]) -> bool:
    """Whether machine code could: how many numbers there are is known when it is compiled, and not 0."""
    shape, result = operation.inputs[0], operation.outputs[0].shape
    return id(shape) in known and (result.rank is None or 0 not in result.as_list())


def _is_open(operation: Operation) -> bool:
    """Whether an operation calls graphs that can get further inputs, and that do not call themselves."""
    graphs = called_graphs(operation)
    return (
        bool(graphs)
        and hands_on_inputs(operation.op_def)
        and not any(_calls(graph, graph, set()) for graph in graphs)
    )


def _calls(graph: FuncGraph, wanted: FuncGraph, seen: set[int]) -> bool:
    """Whether a graph calls another, or itself, at any depth."""
    inner = [x for operation in graph.operations for x in called_graphs(operation)]
    new = [x for x in inner if id(x) not in seen]
    seen.update(map(id, new))
    return any(x is wanted or _calls(x, wanted, seen) for x in new)


def _known_in(graph: FuncGraph, inputs: Iterable[SymbolicTensor]) -> set[int]:
    return prospects(graph.operations, inputs).known


def _inner(operation: Operation, known: set[int]) -> list[tuple[FuncGraph, set[int]]]:
    """The graphs that an operation calls, each with the ids of its tensors that are known."""
    are_known = known_inside(operation, known)
    found = []
    for graph in called_graphs(operation):
        pairs = zip(graph.inputs, are_known, strict=True)
        found.append((graph, _known_in(graph, [x for x, is_known in pairs if is_known])))
    return found


# ---------------------------------------------------------------------------- rewriting


def _rewritten(graph: FuncGraph, known: set[int], streams: _Streams) -> FuncGraph:
    """A copy of a graph that draws from streams.

    Args:
        graph: what to copy.
        known: ids of its tensors that are known when it is compiled.
        streams: gives the handles.
    """
    copy, _ = clone_graph(graph)
    redirection = Redirection()
    operations: list[Operation] = []
    last: dict[int, Operation] = {}  # By id of a stream's handle, what moved it on.
    for old, new in zip(graph.operations, copy.operations, strict=True):
        redirection.redirect(new)
        if old.op_def.name in _STATELESS and _can_be_drawn(old, known):
            steps = _drawn(new, streams(old))
            redirection.put(new, steps[-1].outputs, steps[-1])
            copy.control_outputs += [x for x in steps if x.op_def.name == "RngReadAndSkip"]
        else:
            steps = [new]
            if _is_open(old):
                _give_streams(old, new, known, streams)
        for step in steps:
            for handle in step.inputs:
                if handle.dtype is dtypes.resource and handle.handle_data is _STATE:
                    before = last.get(id(handle))
                    if before is not None and before not in step.control_inputs:
                        step.control_inputs.append(before)
                    last[id(handle)] = step
        operations += steps
    copy.operations[:] = operations
    redirection.redirect_outputs(copy)
    copy.derived[OPTIMIZED] = copy
    return copy


def _give_streams(old: Operation, new: Operation, known: set[int], streams: _Streams) -> None:
    """Gives a call, a conditional or a loop the streams that its graphs draw from."""
    inner = _inner(old, known)
    drawing = list({id(x): x for graph, inside in inner for x in _drawing(graph, inside)}.values())
    if not drawing:
        return
    copies = {id(graph): _with_further_inputs(graph, inside, drawing) for graph, inside in inner}
    replace_graphs(new, lambda graph: copies[id(graph)])
    new.inputs = [*new.inputs, *map(streams, drawing)]
    if is_loop(new.op_def):
        body = new.attrs["body"]
        added = body.inputs[-len(drawing) :]
        body.outputs += added
        count = len(new.outputs)
        new.outputs += [SymbolicTensor(new, count + i, _HANDLE) for i in range(len(drawing))]
        if new.attrs.get("output_shapes"):
            new.attrs["output_shapes"] = [*new.attrs["output_shapes"], *(x.shape for x in added)]


def _with_further_inputs(
    graph: FuncGraph, known: set[int], drawing: Sequence[Operation]
) -> FuncGraph:
    """A copy that has a handle for each of some operations, which it draws from."""
    placeholders = {
        id(x): make_operation(
            x,
            f"{x.name}/stream",
            registry.lookup("Placeholder"),
            [],
            {"dtype": dtypes.resource, "shape": TensorShape([])},
            [_HANDLE],
        )
        for x in drawing
    }
    copy = _rewritten(graph, known, lambda x: placeholders[id(x)].outputs[0])
    copy.operations[:0] = placeholders.values()
    copy.inputs += [x.outputs[0] for x in placeholders.values()]
    return copy


def _drawn(drawing: Operation, stream: SymbolicTensor) -> list[Operation]:
    """The operations that do what one did; its result is the last one's."""
    steps = _Steps(drawing)
    shape = drawing.inputs[0]
    algorithm = steps.constant("algorithm", Algorithm.PHILOX.value, dtypes.int32)
    state = steps.add("RngReadAndSkip", [stream, algorithm, steps.count_of(shape)], {})
    steps.operations[-1].control_inputs = list(drawing.control_inputs)
    counter, key = (
        steps.add("Bitcast", [steps.part_of(state, begin, end)], {"type": dtypes.uint64})
        for begin, end in ((0, 2), (2, 3))
    )
    attrs = {name: drawing.attrs[name] for name in ("dtype",) if name in drawing.attrs}
    result = drawing.outputs[0]
    given = [shape, key, counter, algorithm, *drawing.inputs[1:]]
    last = make_operation(
        drawing,
        drawing.name,
        registry.lookup(_STATELESS[drawing.op_def.name]),
        given,
        attrs,
        [Inferred(result.shape, result.dtype)],
    )
    last.control_inputs = list(drawing.control_inputs)
    return [*steps.operations, last]


class _Steps:
    """Operations in the making, with the user's lines of another."""

    def __init__(self, like: Operation) -> None:
        self._like = like
        self.operations: list[Operation] = []

    def constant(self, name: str, value: Any, dtype: DType) -> SymbolicTensor:
        array = np.array(value, dtype.numpy_dtype)
        return self._added(make_constant(self._like, self._name(name), array, dtype))

    def add(self, name: str, inputs: list[SymbolicTensor], attrs: dict[str, Any]) -> SymbolicTensor:
        op_def = registry.lookup(name)
        results = all_inferred(op_def.infer(*inputs, **attrs))
        return self._added(
            make_operation(self._like, self._name(name), op_def, inputs, attrs, results)
        )

    def count_of(self, shape: SymbolicTensor) -> SymbolicTensor:
        """How many numbers a tensor of a shape has, a uint64."""
        if shape.op.op_def.name == "Const":
            sizes = shape.op.attrs["value"]._array.tolist()
            return self.constant("count", math.prod(sizes), dtypes.uint64)
        axis = self.constant("axis", 0, dtypes.int32)
        product = self.add("Prod", [shape, axis], {})
        return self.add("Cast", [product], {"DstT": dtypes.uint64})

    def part_of(self, state: SymbolicTensor, begin: int, end: int) -> SymbolicTensor:
        """The elements of a vector from one on, up to another."""
        bounds = [self.constant("part", [x], dtypes.int32) for x in (begin, end, 1)]
        return self.add("StridedSlice", [state, *bounds], {})

    def _name(self, name: str) -> str:
        return f"{self._like.name}/{name}_{len(self.operations)}"

    def _added(self, operation: Operation) -> SymbolicTensor:
        self.operations.append(operation)
        return operation.outputs[0]
