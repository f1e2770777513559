"""Moves out of loops what gives the same value in each round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stagelight.core.inference import Inferred
from stagelight.core.op_def import Trait
from stagelight.graph.cloning import TensorMap, clone_graph, copy_operations
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.prune import PRUNE
from stagelight.passes.rewriting import is_fixed, is_handle, is_loop

# Beside elementwise operations, those that cannot fail when the shapes of their inputs are known.
_CANNOT_FAIL = frozenset({"MatMul", "BatchMatMul", "BatchMatMulV2", "Transpose", "Cast", "Shape"})


@dataclass(frozen=True)
class HoistInvariants:
    """Computes once, before the loop, what depends on nothing that the loop changes.

    before:  while i < n: y = y + MatMul(w, w)
    after:   s = MatMul(w, w); while i < n: y = y + s

    A loop variable that the body gives back as it came is invariant, and so is what pure operations
    make of such variables and of constants. It is moved if it cannot fail, since a loop may run no
    round. What is moved comes into the loop as a further variable.
    """

    name: str = "hoist_invariants"
    switches: tuple[str, ...] = ("loop_optimization",)

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place."""
        if not any(is_loop(operation.op_def) for operation in graph.operations):
            return
        operations: list[Operation] = []
        for operation in graph.operations:
            if is_loop(operation.op_def):
                operations.extend(_hoisted(operation))
            operations.append(operation)
        graph.operations = operations
        graph.replace_operations(lambda operation: True)


HOIST_INVARIANTS = HoistInvariants()


def _hoisted(loop: Operation) -> list[Operation]:
    """Moves what can be moved out of a loop; gives the operations that are to stand before it."""
    body: FuncGraph = loop.attrs["body"]
    cond: FuncGraph = loop.attrs["cond"]
    invariant = [
        position
        for position, (came, goes) in enumerate(zip(body.inputs, body.outputs, strict=True))
        if came is goes
    ]
    movable = [_movable(inner, invariant) for inner in (body, cond)]
    if not any(movable):
        return []
    body, cond = clone_graph(body)[0], clone_graph(cond)[0]
    # The clones' operations are others, in the same order.
    moved: list[Operation] = []
    for inner in (body, cond):
        operations = _movable(inner, invariant)
        tensors: TensorMap = {id(inner.inputs[i]): loop.inputs[i] for i in invariant}
        moved.extend(_copied_before(loop, operations, tensors))
        for tensor in _needed_inside(inner, operations):
            _pass_in(loop, body, cond, inner, tensor, tensors[id(tensor)])
    PRUNE.run(body)
    PRUNE.run(cond)
    loop.attrs["body"], loop.attrs["cond"] = body, cond
    return moved


def _movable(graph: FuncGraph, invariant: Iterable[int]) -> list[Operation]:
    """The operations that give the same in each round, with their constants; none if only those."""
    same = {id(graph.inputs[position]) for position in invariant}
    found: list[Operation] = []
    constants: dict[int, Operation] = {}
    for operation in graph.operations:
        if operation.op_def.name == "Const":
            constants[id(operation.outputs[0])] = operation
            continue
        if is_fixed(operation.op_def) or operation.control_inputs or not operation.inputs:
            continue
        if not all(id(x) in same or id(x) in constants for x in operation.inputs):
            continue
        if not _cannot_fail(operation) or any(map(is_handle, operation.outputs)):
            continue
        for tensor in operation.inputs:
            constant = constants.get(id(tensor))
            if constant is not None and not any(constant is known for known in found):
                found.append(constant)
        found.append(operation)
        same.update(id(tensor) for tensor in operation.outputs)
    return found


def _cannot_fail(operation: Operation) -> bool:
    """Whether the operation gives a value for all values of its inputs."""
    inputs = operation.inputs
    shapes_known = all(x.shape.is_fully_defined() for x in inputs)
    if operation.op_def.name in _CANNOT_FAIL:
        return shapes_known
    if not operation.op_def.has(Trait.ELEMENTWISE):
        return False
    if any(x.dtype.is_integer for x in inputs) and not operation.op_def.has(Trait.COMMUTATIVE):
        return False  # It may divide by zero.
    return shapes_known or sum(x.shape.rank != 0 for x in inputs) <= 1


def _copied_before(
    loop: Operation, operations: list[Operation], tensors: TensorMap
) -> list[Operation]:
    """Copies in the graph of the loop; `tensors` learns what stands for what."""
    graph = loop.graph
    scope = loop.name + "/"
    with graph.name_scope(None):
        copies = copy_operations(
            operations,
            graph,
            tensors,
            lambda name: graph.unique_name(scope + name.removeprefix(scope)),
        )
    for copy in copies.values():
        copy.control_inputs = list(loop.control_inputs)
    return list(copies.values())


def _needed_inside(graph: FuncGraph, moved: list[Operation]) -> list[SymbolicTensor]:
    """The moved tensors that what stays takes; constants stay too."""
    gone = {id(operation) for operation in moved}
    made = {
        id(tensor): tensor
        for operation in moved
        if operation.op_def.name != "Const"
        for tensor in operation.outputs
    }
    taken = [x for op in graph.operations if id(op) not in gone for x in op.inputs]
    return list({id(x): x for x in (*taken, *graph.outputs) if id(x) in made}.values())


def _pass_in(
    loop: Operation,
    body: FuncGraph,
    cond: FuncGraph,
    inner: FuncGraph,
    tensor: SymbolicTensor,
    outside: SymbolicTensor,
) -> None:
    """Brings a moved tensor into the loop as a variable that does not change."""
    name = tensor.op.name.rpartition("/")[2]
    placeholders = {}
    for graph in (body, cond):
        with graph.name_scope(None):
            placeholder = graph.add_input(tensor.dtype, tensor.shape, name)
        # Inputs stand first.
        graph.operations.insert(0, graph.operations.pop())
        placeholders[id(graph)] = placeholder
    body.outputs.append(placeholders[id(body)])
    own = placeholders[id(inner)]
    for operation in inner.operations:
        operation.inputs = [own if x is tensor else x for x in operation.inputs]
    inner.outputs = [own if x is tensor else x for x in inner.outputs]
    shapes = [*loop.attrs.get("output_shapes", ()), tensor.shape]
    attrs = {"output_shapes": shapes} if "output_shapes" in loop.attrs else {}
    loop.extend(attrs, [outside], [Inferred(tensor.shape, tensor.dtype)])
