"""Variables: reads give the value that stands in the program, assignments replace it.

No memory changes by an assignment: the new value is another value. What a variable holds at the end of a
region goes out of it (`Program.new_values`).
"""

from __future__ import annotations

from stagelight.codegen.expressions import Expr, cast, op
from stagelight.codegen.lowering.elementwise import combined, compute_dtype
from stagelight.codegen.lowering.lowering import Lowering, dtype_of, lowers, sizes_of
from stagelight.codegen.lowering.values import Value, VariableState, require_same_sizes
from stagelight.graph.operation import Operation


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


@lowers("NoOp", any_size=True)
def _nothing(lowering: Lowering, operation: Operation) -> tuple[()]:
    """It only holds control inputs together."""
    return ()
