"""The backward graph of a graph: what the gradients of calls, branches and loops have in common.

For a function graph `f` and the outputs whose gradients are known, `backward_of` walks back over a copy of
`f` and writes what it meets into a graph of its own:

    backward(gradients of the outputs, tensors of f that the rules need) -> gradients of f's inputs

The needed tensors are captures of the backward graph. `Linearized` says for each where a call gets it:
from `f`'s inputs, from its outputs, or from further outputs, which `forward`, the copy of `f`, has for this
purpose. Backward graphs are function graphs like others, so they have backward graphs themselves.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight.autodiff.backward import gradient_type, is_differentiable_dtype, walk
from stagelight.core import registry
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.inference import constant_value
from stagelight.core.op_def import OpDef
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.fork_safety import renewed_in_child
from stagelight.graph.cloning import clone_graph
from stagelight.graph.func_graph import FuncGraph, tensor_in_copy
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.origins import call_without_origins
from stagelight.graph.part import needed_operations
from stagelight.graph.tracing import finish

# Known values up to this size are written into the backward graph.
_CONSTANT_LIMIT = 1024

# Ops that ask for a shape alone: asked in the forward graph, so that the tensor need not be kept.
_SHAPE_QUERIES = frozenset(
    {"Shape", "ShapeN", "Size", "Rank", "TensorListLength", "TensorListElementShape"}
)

# Building extends operations of shared copies, so one thread at a time.
LOCK = renewed_in_child(threading.RLock())


class BackwardGraph(FuncGraph):
    """A graph of gradient rules over the operations of `forward`, the graph around it."""

    def __init__(self, name: str, forward: FuncGraph, free: set[int]) -> None:
        super().__init__(name, forward)
        self._forward = forward
        self._free = free  # ids of forward's tensors that cost nothing to bring
        self._constants: dict[int, tuple[Tensor, SymbolicTensor]] = {}

    def add(
        self,
        op_def: OpDef,
        inputs: Sequence[Tensor],
        attrs: Mapping[str, Any],
        name: str | None = None,
    ) -> Operation:
        """Adds an operation; questions about forward's shapes are asked in the forward graph."""
        if op_def.name in _SHAPE_QUERIES and all(self._is_costly(x) for x in inputs):
            return self._asked_before(op_def, inputs, attrs) or self._forward.add(
                op_def, inputs, attrs, name
            )
        return super().add(op_def, inputs, attrs, name)

    def _asked_before(
        self, op_def: OpDef, inputs: Sequence[Tensor], attrs: Mapping[str, Any]
    ) -> Operation | None:
        """The same question among forward's operations, whose answer may be at hand already."""
        for operation in self._forward.operations:
            if (
                operation.op_def is op_def
                and len(operation.inputs) == len(inputs)
                and all(a is b for a, b in zip(operation.inputs, inputs, strict=True))
                and operation.attrs == dict(attrs)
            ):
                return operation
        return None

    def _is_costly(self, x: Tensor) -> bool:
        return (
            isinstance(x, SymbolicTensor) and x.graph is self._forward and id(x) not in self._free
        )

    def capture(self, tensor: Tensor, name: str | None = None) -> SymbolicTensor:
        """The placeholder for a tensor of the forward graph, or a constant where its value is known."""
        if not isinstance(tensor, SymbolicTensor) or tensor.graph is self:
            return super().capture(tensor, name)
        tensor = tensor_in_copy(self._forward, tensor)
        found = self._constants.get(id(tensor))
        if found is not None:
            return found[1]
        if tensor.graph is not self._forward:
            inside = self._forward._captures.get(id(tensor))
            if inside is None:
                return self._captured_once(tensor, name)
            tensor = inside[1]
        if tensor.dtype.name not in ("resource", "variant") and not _follows_captures(tensor):
            value = constant_value(tensor)
            if value is not None and (value.size <= _CONSTANT_LIMIT or tensor.op.type == "Const"):
                attrs = {"value": EagerTensor(value, tensor.dtype), "dtype": tensor.dtype}
                constant = super().add(registry.lookup("Const"), (), attrs, "Const").outputs[0]
                self._constants[id(tensor)] = (tensor, constant)
                return constant
        return self._captured_once(tensor, name)

    def _captured_once(self, tensor: SymbolicTensor, name: str | None) -> SymbolicTensor:
        found = self._captures.get(id(tensor))
        if found is not None:
            return found[1]
        name = name or tensor.op.name.rpartition("/")[2]
        return self._captured(tensor, name, tensor.handle_data)


def _follows_captures(x: SymbolicTensor) -> bool:
    """Whether gradients flow from a tensor of known value to an eager tensor that its graph captures.

    The value of such a tensor is known, but written as a constant it would end gradients of second order.
    """
    if not is_differentiable_dtype(x.dtype):
        return False
    waiting, seen = [x], {id(x)}
    while waiting:
        tensor = waiting.pop()
        if tensor.graph.captured_constant(tensor) is not None:
            return True
        new = [
            y for y in tensor.op.inputs if id(y) not in seen and is_differentiable_dtype(y.dtype)
        ]
        seen.update(map(id, new))
        waiting += [y for y in new if constant_value(y) is not None]
    return False


@dataclass(frozen=True)
class Backward:
    """A backward graph over the tensors of one copy of a graph.

    Attributes:
        graph: the backward graph; its inputs are the gradients of the outputs, then `captured`.
        captured: the tensors outside that it needs.
        gradients: for each input of the forward graph what the backward graph gives for it:
            0 for nothing, 1 for a tensor, 3 for indexed slices (values, indices, dense shape).
    """

    graph: FuncGraph
    captured: list[Tensor]
    gradients: list[int]

    def packed(self, flat: Sequence[Tensor]) -> list[Any]:
        """The backward graph's outputs as gradients of the forward graph's inputs."""
        remaining = iter(flat)
        return [
            None
            if not count
            else next(remaining)
            if count == 1
            else IndexedSlices(next(remaining), next(remaining), next(remaining))
            for count in self.gradients
        ]


def build_backward(
    forward: FuncGraph,
    which: Sequence[int],
    free: set[int],
    always: Sequence[int] = (),
) -> Backward:
    """The backward graph over a graph that the caller may extend.

    Args:
        forward: a copy of a graph; calls and loops in it are extended with what their gradients need.
        which: the positions of the outputs whose gradients are given.
        free: ids of forward's tensors that cost nothing to bring to the backward graph.
        always: positions of inputs that get zeros where no gradient reaches them.
    """
    graph = BackwardGraph(f"{forward.name}_backward", forward, free)
    with graph.as_default():
        seeds = []
        for i in which:
            output = forward.outputs[i]
            shape, dtype, handle_data = gradient_type(output)
            seeds.append((output, graph.add_input(dtype, shape, f"gradient_{i}", handle_data)))
        found = walk(forward.operations, seeds, forward.inputs)
        outputs: list[Any] = []
        counts = []
        for i, x in enumerate(forward.inputs):
            gradient = found.of(x)
            if gradient is None and i in always:
                gradient = zeros_for(x)
            parts = _components(gradient)
            counts.append(len(parts))
            outputs.extend(graph.capture(part) for part in parts)
    finish(graph, outputs)
    _drop_dead_code(graph)
    return Backward(graph, graph.external_captures, counts)


def _components(gradient: Any) -> list[Tensor]:
    if gradient is None:
        return []
    if isinstance(gradient, IndexedSlices):
        if gradient.dense_shape is not None:
            return [gradient.values, gradient.indices, gradient.dense_shape]
        raise ValueError(
            "A gradient that leaves a function as tf.IndexedSlices needs a dense_shape. "
            f"Received: {gradient!r}. Give dense_shape=, or tf.convert_to_tensor of the slices. (AG601)"
        )
    return [gradient]


def _drop_dead_code(graph: BackwardGraph) -> None:
    """Drops operations and captures that only rules for unneeded gradients asked for."""
    live = needed_operations(graph)
    used = {id(x) for operation in live for x in operation.inputs}
    used |= {id(x) for x in graph.outputs}
    unused = {id(inside) for _, inside in graph.captures if id(inside) not in used}
    graph.inputs = [x for x in graph.inputs if id(x) not in unused]
    graph._captures = {
        key: (outside, inside)
        for key, (outside, inside) in graph._captures.items()
        if id(inside) not in unused
    }
    kept = {x.op for x in graph.inputs}.union(live)
    graph.replace_operations(kept.__contains__)
    graph._constants = {key: x for key, x in graph._constants.items() if x[1].op in kept}


def zeros_for(x: Any) -> Tensor:
    """Zeros as a gradient of a tensor, a list or the variable behind a handle."""
    shape, dtype, _ = gradient_type(x)
    if x.dtype.name == "variant":
        return raw.ZerosLike(x)
    zero = np.zeros((), dtype.numpy_dtype)
    if shape.is_fully_defined():
        return raw.Fill(np.asarray(shape.as_list(), np.int32), zero)
    if x.dtype.name == "resource":
        return raw.Fill(raw.VariableShape(x), zero)
    return raw.Fill(raw.Shape(x), zero)


def dense(gradient: Any) -> Any:
    """A gradient as one tensor."""
    return gradient.to_dense() if isinstance(gradient, IndexedSlices) else gradient


def differentiable_outputs(graph: FuncGraph) -> tuple[int, ...]:
    """The positions of the outputs that gradients can flow through."""
    return tuple(i for i, x in enumerate(graph.outputs) if is_differentiable_dtype(x.dtype))


# ---------------------------------------------------------------------------- calls


@dataclass(frozen=True)
class Linearized:
    """A graph with its backward graph, as a call needs them.

    Attributes:
        forward: the graph itself where its inputs and outputs are all that is needed, else a copy with
            further outputs.
        backward: the backward graph.
        sources: for each tensor that it captures the place where a call has it: ("input", position),
            ("output", position) or ("outside", tensor).
    """

    forward: FuncGraph
    backward: Backward
    sources: tuple[tuple[str, Any], ...]

    def captured(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> list[Any]:
        """The captured tensors of a call with these inputs and outputs."""
        places = {"input": inputs, "output": outputs}
        return [key if kind == "outside" else places[kind][key] for kind, key in self.sources]


def linearized(graph: FuncGraph, which: tuple[int, ...]) -> Linearized:
    """A graph with its backward graph for the gradients of some outputs, made on first need."""
    memo = graph.derived.get(("linearized", which))
    if memo is None:
        with LOCK:
            memo = graph.derived.get(("linearized", which))
            if memo is None:
                memo = _linearize(graph, which)
                graph.derived["linearized", which] = memo
                memo.forward.derived["linearized", which] = memo
    return memo


def _linearize(graph: FuncGraph, which: tuple[int, ...]) -> Linearized:
    forward, _ = clone_graph(graph)
    # It serves all who call the graph: who made it necessary is no place of its operations.
    free = {id(x) for x in forward.inputs}
    backward = call_without_origins(build_backward, forward, which, free)
    inputs = {id(x): i for i, x in enumerate(forward.inputs)}
    outputs = output_positions(forward)
    sources: list[tuple[str, Any]] = []
    is_extended = False
    for tensor in backward.captured:
        if not isinstance(tensor, SymbolicTensor) or tensor.graph is not forward:
            sources.append(("outside", tensor))
        elif id(tensor) in inputs:
            sources.append(("input", inputs[id(tensor)]))
        else:
            if id(tensor) not in outputs:
                is_extended = True
                outputs[id(tensor)] = len(forward.outputs)
                forward.outputs.append(tensor)
            sources.append(("output", outputs[id(tensor)]))
    return Linearized(forward if is_extended else graph, backward, tuple(sources))


def output_positions(graph: FuncGraph) -> dict[int, int]:
    """By id, at which output a tensor's value is given, also behind an `Identity`."""
    positions: dict[int, int] = {}
    for i, x in enumerate(graph.outputs):
        positions.setdefault(id(x), i)
        if x.op.type == "Identity":
            positions.setdefault(id(x.op.inputs[0]), i)
    return positions


def closed_under_gradients(graph: FuncGraph) -> FuncGraph:
    """The graph with outputs enough for gradients of every order, without running it again."""
    while True:
        forward = linearized(graph, differentiable_outputs(graph)).forward
        if forward is graph:
            return graph
        graph = forward
