"""What passes share: tensors that take the place of others, and operations made in between.

A pass walks over the operations once, in program order. `Redirection` holds what stands for what
from there on; each operation is redirected when the walk comes to it, the graph's outputs at the
end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np

from stagelight.core import registry
from stagelight.core.inference import Inferred
from stagelight.core.op_def import STATEFUL, OpDef, Trait
from stagelight.core.tensor import EagerTensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

_FIXED = STATEFUL | Trait.CALLS | Trait.INPUT


# Passes ask these for every operation, so the answers are kept by op.


@cache
def is_fixed(op_def: OpDef) -> bool:
    """Whether no pass may move, merge or compute beforehand what the op does."""
    return op_def.has(_FIXED)


@cache
def is_call(op_def: OpDef) -> bool:
    """Whether the op runs graphs among its attrs."""
    return op_def.has(Trait.CALLS)


@cache
def is_loop(op_def: OpDef) -> bool:
    """Whether the op runs graphs `cond` and `body` in turns, with one input and output for each of theirs."""
    return is_call(op_def) and "body" in op_def.attrs


@cache
def hands_on_inputs(op_def: OpDef) -> bool:
    """Whether the op calls graphs with its last inputs, and gives what they give: calls, branches, loops."""
    names = {"If", "Case", "While", "PartitionedCall"}
    return (
        is_call(op_def) and op_def.name.removeprefix("Stateless").removeprefix("Stateful") in names
    )


def replace_graphs(operation: Operation, replaced: Callable[[FuncGraph], FuncGraph]) -> None:
    """Puts others in the place of the graphs among an operation's attrs, one after the other."""
    for key, value in operation.attrs.items():
        if isinstance(value, FuncGraph):
            operation.attrs[key] = replaced(value)
        elif isinstance(value, (list, tuple)) and any(isinstance(x, FuncGraph) for x in value):
            operation.attrs[key] = [replaced(x) for x in value]


@cache
def is_commutative(op_def: OpDef) -> bool:
    """Whether two inputs may change places."""
    return op_def.has(Trait.COMMUTATIVE)


class Pass(Protocol):
    """A rewrite of function graphs.

    Attributes:
        name: as it is shown.
        switches: the names in `tf.config.optimizer` that switch it off.
    """

    @property
    def name(self) -> str: ...

    @property
    def switches(self) -> tuple[str, ...]: ...

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place."""


class Redirection:
    """Which tensors and operations stand for others."""

    __slots__ = ("_operations", "_tensors")

    def __init__(self) -> None:
        self._tensors: dict[int, SymbolicTensor] = {}
        self._operations: dict[int, Operation] = {}

    def __bool__(self) -> bool:
        return bool(self._tensors)

    def put(self, old: Operation, tensors: Sequence[SymbolicTensor], waited_for: Operation) -> None:
        """Lets tensors stand for an operation's outputs, and an operation for itself."""
        for output, tensor in zip(old.outputs, tensors, strict=True):
            self._tensors[id(output)] = tensor
        self._operations[id(old)] = waited_for

    def put_tensor(self, old: SymbolicTensor, tensor: SymbolicTensor) -> None:
        """Lets a tensor stand for another."""
        self._tensors[id(old)] = tensor

    def of(self, tensor: SymbolicTensor) -> SymbolicTensor:
        """What stands for a tensor now, perhaps itself."""
        return self._tensors.get(id(tensor), tensor)

    def redirect(self, operation: Operation) -> None:
        """Lets an operation take what stands for its inputs."""
        tensors = self._tensors
        if not self._operations:
            return
        inputs = operation.inputs
        for position, tensor in enumerate(inputs):
            other = tensors.get(id(tensor))
            if other is not None:
                inputs[position] = other
        if operation.control_inputs:
            operation.control_inputs = [
                self._operations.get(id(c), c) for c in operation.control_inputs
            ]

    def redirect_outputs(self, graph: FuncGraph) -> None:
        """Lets a graph give what stands for its outputs."""
        graph.outputs = [self.of(tensor) for tensor in graph.outputs]
        graph.control_outputs = [self._operations.get(id(c), c) for c in graph.control_outputs]


def make_operation(
    like: Operation,
    name: str,
    op_def: OpDef,
    inputs: list[SymbolicTensor],
    attrs: dict[str, Any],
    results: Sequence[Inferred],
) -> Operation:
    """An operation with the graph and user's lines of another; the pass puts it in its place."""
    operation = Operation.__new__(Operation)
    operation.graph = like.graph
    operation.name = name
    operation.op_def = op_def
    operation.inputs = inputs
    operation.attrs = attrs
    operation.control_inputs = []
    operation.device = like.device
    operation.origins = like.origins
    operation.outputs = [SymbolicTensor(operation, i, result) for i, result in enumerate(results)]
    return operation


def make_constant(like: Operation, name: str, array: np.ndarray, dtype: DType) -> Operation:
    """A `Const` of the same graph."""
    attrs = {"value": EagerTensor(array, dtype), "dtype": dtype}
    results = (Inferred(TensorShape(array.shape), dtype),)
    return make_operation(like, name, registry.lookup("Const"), [], attrs, results)


def value_of_constant(tensor: SymbolicTensor) -> np.ndarray | None:
    """The value of a `Const`'s output, None for others."""
    operation = tensor.op
    if operation.op_def.name != "Const":
        return None
    return operation.attrs["value"]._array


def is_handle(tensor: SymbolicTensor) -> bool:
    """Whether the value is a handle or a list behind one, which must stay where it is made."""
    return tensor.dtype.name in ("resource", "variant")
