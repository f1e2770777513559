"""The program of a region: its inputs, the operations, and what goes out of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from stagelight.codegen.loop_nest import Buffer, Program, RowBuffer
from stagelight.codegen.lowering.list_rows import input_list, output_rows
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.tensor_forms import dtype_of, is_list, is_static_value, sizes_of
from stagelight.codegen.lowering.values import (
    AnyList,
    Sizes,
    Value,
    VariableState,
    in_buffer,
)
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types import dtypes


def lower(
    name: str,
    operations: Sequence[Operation],
    inputs: Sequence[SymbolicTensor],
    outputs: Sequence[SymbolicTensor],
) -> Program:
    """The program of operations that can all be lowered.

    Args:
        name: of the machine function.
        operations: in program order.
        inputs: what comes from outside. Those of unknown sizes are not used.
        outputs: what goes out.
    """
    sizes = [sizes_of(x) if is_static_value(x) else (0,) for x in inputs]
    return lower_with(Lowering(name), operations, inputs, outputs, sizes)


def lower_with(
    lowering: Lowering,
    operations: Sequence[Operation],
    inputs: Sequence[SymbolicTensor],
    outputs: Sequence[SymbolicTensor],
    all_sizes: Sequence[Sizes],
) -> Program:
    """The program of operations for inputs of some sizes.

    Its inputs and outputs are those given; behind them come the further parts of lists of lists.
    """
    program = lowering.program
    variables: dict[int, VariableState] = {}
    further: list[Buffer] = []
    for position, (tensor, sizes) in enumerate(zip(inputs, all_sizes, strict=True)):
        if is_list(tensor):
            content = input_list(f"in{position}", tensor.handle_data)
            rows, *others = [part.rows for part in content.parts if part.rows is not None]
            program.inputs.append(rows)
            further += others
            lowering.bind(tensor, content)
            continue
        buffer = Buffer(f"in{position}", dtype_of(tensor), math.prod(sizes), "input", shape=sizes)
        program.inputs.append(buffer)
        value = in_buffer(buffer, sizes)
        if tensor.dtype is dtypes.resource:
            variables[position] = VariableState(value)
        lowering.bind(tensor, variables.get(position, value))
    program.inputs += further
    lowering.lower_operations(operations, outputs)
    # By id of value: where a variable's value stands, or will stand.
    places: dict[int, Buffer] = {}
    for position, state in variables.items():
        before, value = program.inputs[position], state.value
        if value.buffer is not before or not value.is_contiguous:
            after = lowering.written_out(value, f"new{position}")
            program.new_values[position] = after
            places.setdefault(id(value), after)
    parts_of_lists: list[Buffer] = []
    for tensor in outputs:
        value = lowering.value_of(tensor)
        if isinstance(value, AnyList):
            name, taken = f"out{len(program.outputs)}", [*program.outputs, *parts_of_lists]
            made, *more = _output_parts(lowering, value, taken, name)
            program.outputs.append(made)
            program.results.append(made)
            parts_of_lists += more
            continue
        found = places.get(id(value)) or _input_of_variable(value, program, variables)
        if found is None:
            found = lowering.written_out(value, f"out{len(program.outputs)}")
            program.outputs.append(found)
        program.results.append(found)
    program.outputs += parts_of_lists
    program.results += parts_of_lists
    return program


def _output_parts(
    lowering: Lowering, which: AnyList, taken: Sequence[Buffer], name: str
) -> list[RowBuffer]:
    """The output buffers of a list: of what it holds, and for a list of lists where each begins."""
    found: list[RowBuffer] = []
    for part in which.parts:
        own_name = f"{name}.starts{len(found)}" if found else name
        found.append(output_rows(lowering, part, [*taken, *found], own_name))
    return found


def _input_of_variable(
    value: Value, program: Program, variables: Mapping[int, VariableState]
) -> Buffer | None:
    """The input that a value is, all of it, if it is that of a variable."""
    owned = [program.inputs[position] for position in variables]
    is_whole = value.is_contiguous and value.buffer is not None
    if is_whole and value.buffer in owned and value.buffer.shape == value.sizes:
        return value.buffer
    return None
