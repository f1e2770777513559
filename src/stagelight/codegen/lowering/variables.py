"""Variables: reads give the value that stands in the program, assignments replace it.

No memory changes by an assignment: the new value is another value. What a variable holds at the end of a
region goes out of it (`Program.new_values`).
"""

from __future__ import annotations

import numpy as np

from stagelight.codegen.expressions import Expr, cast, op
from stagelight.codegen.index import Undecided
from stagelight.codegen.lowering.elementwise import combined, compute_dtype
from stagelight.codegen.lowering.indexing import accepts_gather, as_rows, gathered, scattered
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import dtype_of, sizes_of
from stagelight.codegen.lowering.values import (
    Value,
    VariableState,
    broadcast,
    broadcast_sizes,
    require_same_sizes,
)
from stagelight.graph.operation import Operation
from stagelight.types import dtypes


def _reads_its_dtype(operation: Operation) -> bool:
    (handle,), (value,) = operation.inputs, operation.outputs
    return dtype_of(handle) is value.dtype and sizes_of(handle) == sizes_of(value)


@lowers("ReadVariableOp", accepts=_reads_its_dtype, any_size=True)
def _read(lowering: Lowering, operation: Operation, variable: VariableState) -> Value:
    return variable.value


def _fits(operation: Operation) -> bool:
    handle, value = operation.inputs
    return dtype_of(handle) is value.dtype and value.shape.is_compatible_with(sizes_of(handle))


@lowers("AssignVariableOp", accepts=_fits, any_size=True)
def _assign(
    lowering: Lowering, operation: Operation, variable: VariableState, value: Value
) -> tuple[()]:
    require_same_sizes(variable.value, value)
    variable.value = lowering.stored(value)
    return ()


@lowers("AssignAddVariableOp", "AssignSubVariableOp", accepts=_fits, any_size=True)
def _update(
    lowering: Lowering, operation: Operation, variable: VariableState, change: Value
) -> tuple[()]:
    word = "add" if operation.op_def.name == "AssignAddVariableOp" else "subtract"
    dtype = change.dtype
    require_same_sizes(variable.value, change)

    def rule(before: Expr, change: Expr) -> Expr:
        wide = [cast(x, compute_dtype(dtype)) for x in (before, change)]
        return cast(op(word, *wide), dtype)

    variable.value = lowering.stored(combined(lowering, (variable.value, change), rule, dtype, 1))
    return ()


# ---------------------------------------------------------------------------- rows


def _gives_its_dtype(operation: Operation) -> bool:
    return dtype_of(operation.inputs[0]) is operation.outputs[0].dtype and accepts_gather(operation)


def _gives_rows(operation: Operation) -> bool:
    handle, indices = operation.inputs
    has_rank = indices.shape.rank is not None
    return has_rank and dtype_of(handle) is operation.outputs[0].dtype and bool(sizes_of(handle))


@lowers("ResourceGather", accepts=_gives_its_dtype, any_size=_gives_rows)
def _gather(
    lowering: Lowering, operation: Operation, variable: VariableState, indices: Value
) -> Value:
    return gathered(lowering, variable.value, indices, axis=0, batch=0)


_ROWS = {
    "Update": None,
    "Add": "add",
    "Sub": "subtract",
    "Mul": "multiply",
    "Div": "divide",
    "Min": "minimum",
    "Max": "maximum",
}
_WORDS = {f"ResourceScatter{name}": word for name, word in _ROWS.items()}
_WORDS_OF_POINTS = {
    f"ResourceScatterNd{name}": _ROWS[name] for name in ("Update", "Add", "Sub", "Min", "Max")
}


def _can_scatter(operation: Operation, *, depth: int) -> bool:
    """Whether updates of the variable's rows are its dtype's, and some.

    Args:
        operation: the operation.
        depth: how many axes each index is for.
    """
    handle, _, updates = operation.inputs
    dtype, name = dtype_of(handle), operation.op_def.name
    sizes = [size for x in operation.inputs for size in sizes_of(x)]
    return (
        dtype is updates.dtype
        and 0 not in sizes
        and 0 < depth <= len(sizes_of(handle))
        and (dtype is not dtypes.bool_ or name.endswith("Update"))
        and (dtype.is_floating or not name.endswith("Div"))
        and operation.attrs.get("bad_indices_policy", "") in ("", "DEFAULT", "ERROR")
    )


def _updates_rows(operation: Operation) -> bool:
    handle, indices, updates = map(sizes_of, operation.inputs)
    if not _can_scatter(operation, depth=1):
        return False
    room = (*indices, *handle[1:])
    return len(updates) <= len(room) and broadcast_sizes(updates, room) == room


def _updates_some_rows(operation: Operation) -> bool:
    return _can_scatter(operation, depth=1)


@lowers(*_WORDS, accepts=_updates_rows, any_size=_updates_some_rows)
def _scatter_rows(
    lowering: Lowering,
    operation: Operation,
    variable: VariableState,
    indices: Value,
    updates: Value,
) -> tuple[()]:
    before = variable.value
    room = (*indices.sizes, *before.sizes[1:])
    if broadcast_sizes(updates.sizes, room) != room:
        raise Undecided(f"whether {updates.sizes} broadcasts to {room}")
    spread = broadcast(updates, room)
    word = _WORDS[operation.op_def.name]
    after = scattered(lowering, before, as_rows(indices), spread, word)
    variable.value = lowering.stored(after)
    return ()


def _updates_points(operation: Operation) -> bool:
    handle, indices, updates = map(sizes_of, operation.inputs)
    depth = indices[-1] if indices else 0
    return _can_scatter(operation, depth=depth) and updates == (*indices[:-1], *handle[depth:])


def _updates_some_points(operation: Operation) -> bool:
    depth = sizes_of(operation.inputs[1])[-1:]
    return depth != () and depth[0] is not None and _can_scatter(operation, depth=depth[0])


@lowers(*_WORDS_OF_POINTS, accepts=_updates_points, any_size=_updates_some_points)
def _scatter_points(
    lowering: Lowering,
    operation: Operation,
    variable: VariableState,
    indices: Value,
    updates: Value,
) -> tuple[()]:
    word = _WORDS_OF_POINTS[operation.op_def.name]
    after = scattered(lowering, variable.value, indices, updates, word)
    variable.value = lowering.stored(after)
    return ()


@lowers("VariableShape", any_size=True)
def _shape(lowering: Lowering, operation: Operation, variable: VariableState) -> Value:
    dtype = operation.outputs[0].dtype
    return lowering.constant(np.array(variable.value.sizes, dtype.numpy_dtype), dtype)


@lowers("NoOp", any_size=True)
def _nothing(lowering: Lowering, operation: Operation) -> tuple[()]:
    """It only holds control inputs together."""
    return ()
