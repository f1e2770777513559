"""What could be lowered of a graph if the sizes of its inputs were known.

Rules take tensors of known sizes. A graph that was traced with unknown ones is specialized when arrays are
there; here it is said beforehand which of its operations are worth that. What is promised too much is left
to the host later, as operations without a rule are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stagelight.codegen.lowering.elementwise import has_scalar_form
from stagelight.codegen.lowering.lowering import (
    SUPPORTED,
    can_come_out,
    can_lower,
    data_of_arrays,
    has_rule,
    is_given_handle,
    is_variable,
    positions_of_constants,
    runs_few,
)
from stagelight.graph.effects import called_graphs
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.rewriting import is_call, is_fixed, is_handle, is_loop
from stagelight.types import dtypes

# Their results follow from shapes, whatever the elements are.
_OF_SHAPES = frozenset({"Shape", "ShapeN", "Size", "Rank"})


@dataclass(frozen=True)
class Prospects:
    """What is foreseen of some operations.

    Attributes:
        can_lower: ids of those that can be lowered, or computed beforehand, when sizes are known.
        known: ids of tensors whose values follow from shapes.
    """

    can_lower: set[int]
    known: set[int]


def prospects(operations: Iterable[Operation], known: Iterable[SymbolicTensor] = ()) -> Prospects:
    """What can be lowered as soon as all sizes are known.

    Args:
        operations: in program order.
        known: tensors from outside whose values will be known.
    """
    found = Prospects(set(), {id(tensor) for tensor in known})
    for operation in operations:
        name = operation.op_def.name
        if name == "Const":
            found.known.add(id(operation.outputs[0]))
        elif _holds_known(operation, found) or _follows_from_shapes(operation, found):
            found.known.update(id(x) for x in operation.outputs)
            found.can_lower.add(id(operation))
        elif name != "Placeholder" and _may_lower(operation, found):
            found.can_lower.add(id(operation))
    return found


def _holds_known(operation: Operation, found: Prospects) -> bool:
    """Whether its lists hold what follows from shapes: gradients of loops keep shapes of each round."""
    name = operation.op_def.name
    if name == "EmptyTensorList":
        return all(map(_may_come_out, operation.outputs))
    return name in ("TensorListPushBack", "TensorListPopBack") and all(
        id(x) in found.known for x in operation.inputs
    )


def _follows_from_shapes(operation: Operation, found: Prospects) -> bool:
    if any(map(is_handle, (*operation.inputs, *operation.outputs))):
        return False  # Lists, too: how long they are does not follow.
    if operation.op_def.name in _OF_SHAPES:
        return True
    # What follows from constants alone was computed beforehand, if it can be.
    return (
        not is_fixed(operation.op_def)
        and any(x.op.op_def.name != "Const" for x in operation.inputs)
        and all(id(x) in found.known for x in operation.inputs)
    )


def _may_lower(operation: Operation, found: Prospects) -> bool:
    tensors = (*operation.inputs, *operation.outputs)
    if all(can_come_out(x) or x.dtype is dtypes.resource for x in tensors):
        return can_lower(operation)
    if is_call(operation.op_def):
        return _may_lower_call(operation, found)
    constants = positions_of_constants(operation)
    return (
        (has_rule(operation) or has_scalar_form(operation))
        and all(id(operation.inputs[i]) in found.known for i in constants)
        and all(_may_come_out(x) or is_given_handle(x) for x in operation.outputs)
        and all(_may_stand(x) for i, x in enumerate(operation.inputs) if i not in constants)
    )


def _may_lower_call(operation: Operation, found: Prospects) -> bool:
    if not has_rule(operation) or not runs_few(operation):
        return False
    known = known_inside(operation, found.known)
    if is_loop(operation.op_def):
        for output, is_known in zip(operation.outputs, known, strict=True):
            if is_known:
                found.known.add(id(output))
    return all(may_lower_graph(graph, known) for graph in called_graphs(operation))


def known_inside(operation: Operation, known: set[int]) -> list[bool]:
    """Of the inputs of the graphs that an operation calls, those that are known: of a loop's, in all rounds.

    Args:
        operation: a call, a conditional or a loop.
        known: ids of the tensors around that are known.
    """
    first, *_ = called_graphs(operation)
    given = operation.inputs[len(operation.inputs) - len(first.inputs) :]
    are_known = [id(x) in known for x in given]
    return (
        _known_in_rounds(operation.attrs["body"], are_known)
        if is_loop(operation.op_def)
        else are_known
    )


def _known_in_rounds(body: FuncGraph, known: Sequence[bool]) -> list[bool]:
    """Of the variables whose values are known before a loop, those that are known after each round, too."""
    pairs = list(zip(body.inputs, body.outputs, strict=True))
    left = [
        is_known and (after is before or before.dtype is dtypes.variant)
        for is_known, (before, after) in zip(known, pairs, strict=True)
    ]
    while True:
        values = [x for x, is_known in zip(body.inputs, left, strict=True) if is_known]
        after_round = prospects(body.operations, values).known
        found = [
            is_known and id(x) in after_round for is_known, (_, x) in zip(left, pairs, strict=True)
        ]
        if found == left:
            return left
        left = found


def _may_stand(tensor: SymbolicTensor) -> bool:
    """Whether a program can have it when sizes are known."""
    return _may_come_out(tensor) or is_variable(tensor)


def _may_come_out(tensor: SymbolicTensor) -> bool:
    """Whether a program can give it when sizes are known, also those of what a list holds."""
    return tensor.dtype in SUPPORTED or _may_be_list(tensor)


def _may_be_list(tensor: SymbolicTensor) -> bool:
    if tensor.dtype is not dtypes.variant or tensor.handle_data is None:
        return False
    return tensor.shape.rank == 0 and data_of_arrays(tensor.handle_data)[1] in SUPPORTED


def may_lower_region(graph: FuncGraph) -> bool:
    """Whether a graph can be lowered as a whole when sizes are known, and be called by itself."""
    return (
        may_lower_graph(graph)
        and all(map(_may_stand, graph.inputs))
        and all(map(_may_come_out, graph.outputs))
    )


def may_lower_graph(graph: FuncGraph, known: Sequence[bool] = ()) -> bool:
    """Whether all operations of a graph can be lowered when sizes are known.

    Args:
        graph: an optimized graph.
        known: by input, whether its value will be known; none if not given.
    """
    values = [tensor for tensor, is_known in zip(graph.inputs, known, strict=False) if is_known]
    found = prospects(graph.operations, values)
    tensors = (*graph.inputs, *graph.outputs)
    return all(_may_come_out(x) or x.dtype is dtypes.resource for x in tensors) and all(
        id(x) in found.can_lower
        for x in graph.operations
        if x.op_def.name not in ("Placeholder", "Const")
    )
