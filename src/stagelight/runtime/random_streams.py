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
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.codegen.lowering.lowerability import GraphLowerability, lowerability_of
from stagelight.codegen.lowering.tensor_forms import known_array
from stagelight.core import registry
from stagelight.core.inference import Inferred, all_inferred
from stagelight.core.op_def import OpDef, Trait, attr, make_op_def
from stagelight.graph.cloning import clone_graph
from stagelight.graph.effects import called_graphs, graphs_within
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.ops.random.categorical import reserved_outputs
from stagelight.ops.random.categorical_ops import drawn_classes, infer_classes
from stagelight.ops.random.drawn_shape import infer_drawn
from stagelight.ops.random.generator_state import state_of, stream_of
from stagelight.ops.random.keys import Algorithm
from stagelight.ops.random.poisson_ops import drawn_counts
from stagelight.ops.random.shuffle import shuffle_blocks
from stagelight.ops.random.stateless_seeds import philox_at
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

# Of stateful ops that draw tensors of a given shape, the stateless one that draws the same.
_STATELESS = {
    "RandomUniform": "StatelessRandomUniformV2",
    "RandomUniformInt": "StatelessRandomUniformIntV2",
    "RandomStandardNormal": "StatelessRandomNormalV2",
    "TruncatedNormal": "StatelessTruncatedNormalV2",
}

# Those that draw of several distributions: of each, a tensor of a given shape.
_OF_DISTRIBUTIONS = frozenset({"RandomGamma", "RandomPoissonV2"})

# The input that says how many numbers are drawn; None: that follows from the shape of the first.
_KNOWN: dict[str, int | None] = {
    **dict.fromkeys(_STATELESS, 0),
    "RandomGamma": 0,
    "RandomPoissonV2": 0,
    "Multinomial": 1,
    "RandomShuffle": None,
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


def _skip_blocks(xp: ModuleType, stream: np.ndarray, blocks: np.ndarray) -> np.ndarray:
    variable: Any = stream[()]
    with variable.lock:
        state: np.ndarray = variable.value
        variable.value = state_of(stream_of(state).skip(int(blocks)))
    return state


# Moves a stream on by blocks, and gives where it was. `RngReadAndSkip` counts numbers of 256 blocks.
RANDOM_STREAM_SKIP = make_op_def(
    "RandomStreamSkip",
    "stream: resource, blocks: uint64",
    "value: int64",
    {},
    infer=lambda stream, blocks: Inferred(*_STATE),
    kernel=_skip_blocks,
    differentiable=False,
    traits=Trait.READS | Trait.WRITES,
)
_SKIPS = frozenset({"RngReadAndSkip", "RandomStreamSkip"})


def _multinomial_at(
    xp: ModuleType,
    logits: np.ndarray,
    num_samples: np.ndarray,
    key: np.ndarray,
    counter: np.ndarray,
    alg: np.ndarray,
    *,
    output_dtype: DType = dtypes.int64,
) -> np.ndarray:
    return drawn_classes(philox_at(key, counter, alg), logits, num_samples, output_dtype)


# `StatelessMultinomial` takes a seed; this the place in a stream.
MULTINOMIAL_AT = make_op_def(
    "MultinomialAt",
    "logits: T, num_samples: int32, key: uint64, counter: uint64, alg: int32",
    "output: output_dtype",
    {"T": attr("type"), "output_dtype": attr("type", dtypes.int64)},
    infer=lambda logits, num_samples, key, counter, alg, *, output_dtype=dtypes.int64: (
        infer_classes(logits, num_samples, output_dtype)
    ),
    kernel=_multinomial_at,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _poisson_at(
    xp: ModuleType,
    shape: np.ndarray,
    key: np.ndarray,
    counter: np.ndarray,
    alg: np.ndarray,
    lam: np.ndarray,
    *,
    dtype: DType = dtypes.int64,
) -> np.ndarray:
    return drawn_counts(philox_at(key, counter, alg), shape, lam, dtype)


# `StatelessRandomPoisson` takes a seed; this the place in a stream.
POISSON_AT = make_op_def(
    "PoissonAt",
    "shape: int64, key: uint64, counter: uint64, alg: int32, lam: R",
    "output: dtype",
    {"R": attr("type"), "dtype": attr("type", dtypes.int64)},
    infer=lambda shape, key, counter, alg, lam, *, dtype=dtypes.int64: infer_drawn(shape, dtype),
    kernel=_poisson_at,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)
_KEYED_GAMMA = "StatelessRandomGammaV3"

# The attrs of what draws that its stateless form has, too.
_KEPT = ("dtype", "output_dtype")

# Gives the handle of an operation's stream.
_Streams = Callable[[Operation], SymbolicTensor]


def with_streams(graph: FuncGraph) -> FuncGraph:
    """An optimized graph whose random operations draw from streams behind handles; itself if it has none."""
    if not any(x.op_def.name in _KNOWN for each in graphs_within(graph) for x in each.operations):
        return graph
    analysis = lowerability_of(graph)
    streams = _drawing(analysis)
    if not streams:
        return graph
    handles = {
        id(drawing): make_operation(
            drawing, f"{drawing.name}/stream", RANDOM_STREAM, [], _seeds(drawing), [_HANDLE]
        )
        for drawing in streams
    }
    made = _rewritten(analysis, lambda drawing: handles[id(drawing)].outputs[0])
    made.operations[:0] = handles.values()
    return made


def _seeds(drawing: Operation) -> dict[str, Any]:
    return {name: drawing.attrs[name] for name in ("seed", "seed2") if name in drawing.attrs}


# ---------------------------------------------------------------------------- what draws


def _drawing(analysis: GraphLowerability) -> list[Operation]:
    """The operations that draw, in an analyzed graph and in graphs inside, each once."""
    found: dict[int, Operation] = {}
    for operation in analysis.graph.operations:
        if operation.op_def.name in _KNOWN:
            if _can_be_drawn(operation, analysis.known):
                found[id(operation)] = operation
        elif _is_open(operation):
            for inner in analysis.inside(operation):
                found.update((id(x), x) for x in _drawing(inner))
    return list(found.values())


def _can_be_drawn(operation: Operation, known: set[int]) -> bool:
    """Whether machine code could: how many numbers there are is known when it is compiled, and not 0."""
    place, result = _KNOWN[operation.op_def.name], operation.outputs[0].shape
    if place is None:
        return _rows(result) > 1
    given = operation.inputs[place]
    if operation.op_def.name in _OF_DISTRIBUTIONS:
        return result.is_fully_defined() and 0 not in result.as_list()
    is_known = id(given) in known if place == 0 else known_array(given) is not None
    return is_known and (result.rank is None or 0 not in result.as_list())


def _rows(shape: TensorShape) -> int:
    """How many rows of such a tensor are put in an order; 0 where a size is 0 or not known."""
    sizes = shape.as_list() if shape.rank else []
    known = [size for size in sizes if size]
    return known[0] if known and len(known) == len(sizes) else 0


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


# ---------------------------------------------------------------------------- rewriting


def _rewritten(analysis: GraphLowerability, streams: _Streams) -> FuncGraph:
    """A copy of a graph that draws from streams.

    Args:
        analysis: of the graph to copy.
        streams: gives the handles.
    """
    graph = analysis.graph
    copy, _ = clone_graph(graph)
    redirection = Redirection()
    operations: list[Operation] = []
    last: dict[int, Operation] = {}
    for old, new in zip(graph.operations, copy.operations, strict=True):
        redirection.redirect(new)
        if old.op_def.name in _KNOWN and _can_be_drawn(old, analysis.known):
            steps = _drawn(new, streams(old))
            redirection.put(new, steps[-1].outputs, steps[-1])
            copy.control_outputs += [x for x in steps if x.op_def.name in _SKIPS]
        else:
            steps = [new]
            if _is_open(old):
                _give_streams(old, new, analysis, streams)
        for step in steps:
            _put_after_earlier(step, last)
        operations += steps
    copy.operations[:] = operations
    redirection.redirect_outputs(copy)
    copy.derived[OPTIMIZED] = copy
    return copy


def _put_after_earlier(step: Operation, last: dict[int, Operation]) -> None:
    """Lets a step wait for those before it that use its streams; `last` has, by stream, the last one."""
    for handle in step.inputs:
        if handle.dtype is not dtypes.resource or handle.handle_data is not _STATE:
            continue
        before = last.get(id(handle))
        if before is not None and before not in step.control_inputs:
            step.control_inputs.append(before)
        last[id(handle)] = step


def _give_streams(
    old: Operation, new: Operation, analysis: GraphLowerability, streams: _Streams
) -> None:
    """Gives a call, a conditional or a loop the streams that its graphs draw from."""
    inside = analysis.inside(old)
    drawing = list({id(x): x for each in inside for x in _drawing(each)}.values())
    if not drawing:
        return
    copies = {id(each.graph): _with_further_inputs(each, drawing) for each in inside}
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


def _with_further_inputs(analysis: GraphLowerability, drawing: Sequence[Operation]) -> FuncGraph:
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
    copy = _rewritten(analysis, lambda x: placeholders[id(x)].outputs[0])
    copy.operations[:0] = placeholders.values()
    copy.inputs += [x.outputs[0] for x in placeholders.values()]
    return copy


def _drawn(drawing: Operation, stream: SymbolicTensor) -> list[Operation]:
    """The operations that do what one did; its result is the last one's."""
    steps = _Steps(drawing)
    name = drawing.op_def.name
    algorithm = steps.constant("algorithm", Algorithm.PHILOX.value, dtypes.int32)
    if name == "RandomShuffle":
        rows = _rows(drawing.outputs[0].shape)
        blocks = steps.constant("blocks", shuffle_blocks(rows), dtypes.uint64)
        state = steps.add(RANDOM_STREAM_SKIP, [stream, blocks], {})
    else:
        count = _count(steps, drawing)
        state = steps.add(registry.lookup("RngReadAndSkip"), [stream, algorithm, count], {})
    steps.operations[-1].control_inputs = list(drawing.control_inputs)
    bitcast = registry.lookup("Bitcast")
    counter, key = (
        steps.add(bitcast, [steps.part_of(state, begin, end)], {"type": dtypes.uint64})
        for begin, end in ((0, 2), (2, 3))
    )
    place = [key, counter, algorithm]
    attrs = {name: drawing.attrs[name] for name in _KEPT if name in drawing.attrs}
    if name == "RandomShuffle":
        op_def, given = registry.lookup("StatelessShuffle"), [*drawing.inputs, *place]
    elif name in _OF_DISTRIBUTIONS:
        op_def = POISSON_AT if name == "RandomPoissonV2" else registry.lookup(_KEYED_GAMMA)
        given = [_whole_shape(steps, drawing), *place, drawing.inputs[1]]
    elif name == "Multinomial":
        op_def, given = MULTINOMIAL_AT, [*drawing.inputs, *place]
    else:
        op_def = registry.lookup(_STATELESS[name])
        given = [drawing.inputs[0], *place, *drawing.inputs[1:]]
    result = drawing.outputs[0]
    inferred = [Inferred(result.shape, result.dtype)]
    last = make_operation(drawing, drawing.name, op_def, given, attrs, inferred)
    last.control_inputs = list(drawing.control_inputs)
    return [*steps.operations, last]


def _count(steps: _Steps, drawing: Operation) -> SymbolicTensor:
    """By how many numbers a stream is moved on, a uint64."""
    name = drawing.op_def.name
    if name in _OF_DISTRIBUTIONS:
        return steps.count_of(_whole_shape(steps, drawing))
    if name != "Multinomial":
        return steps.count_of(drawing.inputs[0])
    logits, samples = drawing.inputs
    rows = logits.shape.as_list()[0] if logits.shape.rank else None
    known = known_array(samples)
    assert known is not None
    if rows is not None:
        return steps.constant("count", reserved_outputs(rows, int(known)), dtypes.uint64)
    wide = {"DstT": dtypes.uint64}
    shape = steps.add(registry.lookup("Shape"), [logits], {})
    first = steps.add(registry.lookup("Prod"), [steps.part_of(shape, 0, 1), steps.axis()], {})
    cast, multiply = registry.lookup("Cast"), registry.lookup("Mul")
    of_each = steps.constant("of_each", reserved_outputs(1, int(known)), dtypes.uint64)
    return steps.add(multiply, [steps.add(cast, [first], wide), of_each], {})


def _whole_shape(steps: _Steps, drawing: Operation) -> SymbolicTensor:
    """The shape of the result: that of what is drawn of each distribution, and that of these."""
    return steps.constant("shape", drawing.outputs[0].shape.as_list(), dtypes.int64)


class _Steps:
    """Operations in the making, with the user's lines of another."""

    def __init__(self, like: Operation) -> None:
        self._like = like
        self.operations: list[Operation] = []

    def constant(self, name: str, value: Any, dtype: DType) -> SymbolicTensor:
        array = np.array(value, dtype.numpy_dtype)
        return self._added(make_constant(self._like, self._name(name), array, dtype))

    def add(
        self, op_def: OpDef, inputs: list[SymbolicTensor], attrs: dict[str, Any]
    ) -> SymbolicTensor:
        results = all_inferred(op_def.infer(*inputs, **attrs))
        name = self._name(op_def.name)
        return self._added(make_operation(self._like, name, op_def, inputs, attrs, results))

    def count_of(self, shape: SymbolicTensor) -> SymbolicTensor:
        """How many numbers a tensor of a shape has, a uint64."""
        if shape.op.op_def.name == "Const":
            sizes = shape.op.attrs["value"]._array.tolist()
            return self.constant("count", math.prod(sizes), dtypes.uint64)
        product = self.add(registry.lookup("Prod"), [shape, self.axis()], {})
        return self.add(registry.lookup("Cast"), [product], {"DstT": dtypes.uint64})

    def axis(self) -> SymbolicTensor:
        """The number of the first axis."""
        return self.constant("axis", 0, dtypes.int32)

    def part_of(self, state: SymbolicTensor, begin: int, end: int) -> SymbolicTensor:
        """The elements of a vector from one on, up to another."""
        bounds = [self.constant("part", [x], dtypes.int32) for x in (begin, end, 1)]
        return self.add(registry.lookup("StridedSlice"), [state, *bounds], {})

    def _name(self, name: str) -> str:
        return f"{self._like.name}/{name}_{len(self.operations)}"

    def _added(self, operation: Operation) -> SymbolicTensor:
        self.operations.append(operation)
        return operation.outputs[0]
