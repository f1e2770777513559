"""The program of a region: its inputs, the operations, and what goes out of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from stagelight.codegen.index import Index, Quotient, Size, Undecided, atom, atoms
from stagelight.codegen.llvm.matrix_products import suits_blas, suits_tiles
from stagelight.codegen.loop_nest import Buffer, MatMul, Program, RowBuffer, walk
from stagelight.codegen.lowering.list_rows import input_list, output_rows
from stagelight.codegen.lowering.lowering import AnySizeLowering, Lowering
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
    return _lower_with(Lowering(name), operations, inputs, outputs, sizes)


def lower_for_any_size(
    name: str,
    operations: Sequence[Operation],
    inputs: Sequence[SymbolicTensor],
    outputs: Sequence[SymbolicTensor],
    shapes: Sequence[Sizes],
    checked: Sequence[int],
) -> Program:
    """The program of operations for all sizes.

    Args:
        name: of the machine function.
        operations: in program order.
        inputs: what comes from outside.
        outputs: what goes out.
        shapes: the sizes of the inputs: integers, and atoms that are a `Size` each.
        checked: positions of the inputs whose sizes a call has to check.

    Raises:
        NotOfAnySize: an operation cannot be lowered, or the sizes do not say how.
        Undecided: what goes out cannot be written.
    """
    lowering = AnySizeLowering(name)
    for position in checked:
        lowering.program.shapes[position] = tuple(shapes[position])
        for size in shapes[position]:
            found = lowering.program.sizes
            found += [x for x in atoms(size) if x not in found]
    all_sizes = [
        sizes_of(x) if x.dtype is dtypes.resource else tuple(sizes)
        for x, sizes in zip(inputs, shapes, strict=True)
    ]
    program = _lower_with(lowering, operations, inputs, outputs, all_sizes)
    for product in walk(program.body):
        if isinstance(product, MatMul) and not (suits_blas(product) or suits_tiles(product)):
            raise Undecided(f"how the matrices of {product.out.buffer.name} lie")
    if program.sizes:
        program.sizes += program.sizes[0].quotients
    return program


def _lower_with(
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


# ---------------------------------------------------------------------------- symbols for sizes


def open_sizes(
    inputs: Sequence[SymbolicTensor], dynamic: Sequence[int], shapes: Sequence[tuple[int, ...]]
) -> list[Sizes]:
    """The sizes of a program for a call's shapes in which the open ones are symbols.

    Sizes that were equal are the same symbol. A size of 1 stays a number, since it broadcasts; but that of
    the first axis is a batch of one.

    Args:
        inputs: of the region.
        dynamic: positions of those that have open sizes.
        shapes: what they were in the call; no axis is empty.
    """
    symbols: dict[int, Index] = {}
    quotients: list[Quotient] = []
    result: list[Sizes] = []
    for position, (tensor, shape) in enumerate(zip(inputs, shapes, strict=True)):
        traced: Sequence[int | None] = shape
        if position in dynamic:
            is_ranked = tensor.shape.rank is not None
            traced = tensor.shape.as_list() if is_ranked else [None] * len(shape)
        sizes: list[Index] = []
        for axis, (known, size) in enumerate(zip(traced, shape, strict=True)):
            is_symbol = known is None and (size > 1 or axis == 0)
            if is_symbol and size not in symbols:
                symbols[size] = atom(Size(f"n{len(symbols)}", quotients, seen=(size,)))
            sizes.append(symbols[size] if is_symbol else size)
        result.append(tuple(sizes))
    return result


def common_sizes(
    first: Sequence[tuple[int, ...]], second: Sequence[tuple[int, ...]]
) -> list[Sizes] | None:
    """What two calls' shapes have in common.

    Sizes that differed are symbols, the same symbol where sizes were the same in both calls. None where the
    calls tell too little: their arrays have other ranks, or an axis without elements.
    """
    found: dict[tuple[int, int], Index] = {}
    quotients: list[Quotient] = []
    result: list[Sizes] = []
    for one, other in zip(first, second, strict=True):
        if len(one) != len(other):
            return None
        for pair in zip(one, other, strict=True):
            if pair not in found:
                size = Size(f"n{len(found)}", quotients, seen=pair)
                found[pair] = pair[0] if pair[0] == pair[1] else atom(size)
        result.append(tuple([found[pair] for pair in zip(one, other, strict=True)]))
    if any(0 in pair for pair in found):
        return None
    return result
