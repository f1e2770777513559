"""Ops whose result shows elements of their input in another order: no element is computed.

Their kernels give NumPy views. So the kernel itself says how the elements of the result lie in the buffer of
the input: it is run on an array that lies as the input does, and the result's distances are read off.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.codegen.expressions import from_index, op
from stagelight.codegen.index import Extent, Undecided, floor_quotient
from stagelight.codegen.loop_nest import Check, Nest
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.slices_by_data import (
    bounds_at_zero,
    is_by_data,
    moved_by_data,
    view_moved,
)
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import Value, strided
from stagelight.codegen.lowering.views_of_any_size import (
    reshaped_sizes,
    slice_index,
    views_of_any_size,
)
from stagelight.graph.operation import Operation


def _laid_out_as(value: Value) -> np.ndarray:
    """An array of bytes whose elements have the distances of a tensor's; its content is nothing."""
    reach = [
        (size - 1) * step for size, step in zip(value.sizes, value.strides, strict=True) if size
    ]
    before = -sum(x for x in reach if x < 0)
    after = sum(x for x in reach if x > 0)
    memory = np.empty(before + after + 1, np.int8)
    return np.lib.stride_tricks.as_strided(memory[before:], value.sizes, value.strides)


def _shown(value: Value, view: np.ndarray, whole: np.ndarray) -> Value:
    """The part of a stored tensor that a view of its layout shows."""
    assert value.buffer is not None
    moved = view.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    return strided(value.buffer, view.shape, view.strides, value.offset + moved)


@lowers("Identity", "StopGradient", "PreventGradient", "Snapshot", "DeepCopy", any_size=True)
def _same(lowering: Lowering, operation: Operation, x: Value) -> Value:
    return x


@lowers("EnsureShape", any_size=True)
def _ensured(lowering: Lowering, operation: Operation, x: Value) -> Value:
    """Where all sizes are known inference has compared them."""
    wanted = operation.attrs["shape"]
    if wanted.rank is not None:
        pairs = list(zip(wanted.as_list(), x.sizes, strict=True))
        if not all(size in (None, own) for size, own in pairs):
            raise Undecided(f"whether {x.sizes} is {wanted}")
    return x


@lowers("IdentityN", any_size=True)
def _all_same(lowering: Lowering, operation: Operation, *inputs: Value) -> tuple[Value, ...]:
    return inputs


def view(
    lowering: Lowering, operation: Operation, position: int, *inputs: Any
) -> tuple[Value, ...]:
    """The results of an op whose kernel gives views of the input at a position."""
    value = lowering.stored(inputs[position])
    if value.is_of_any_size or is_of_any_size(*inputs):
        return _views_of_any_size(lowering, operation, value, position, inputs)
    if not value.size:
        if not all(x.shape.is_fully_defined() for x in operation.outputs):
            raise Undecided("what a view of nothing is")
        return tuple(
            strided(value.buffer, sizes_of(x), (0,) * len(sizes_of(x)), 0)  # type: ignore[arg-type]
            for x in operation.outputs
        )
    results = _views_of(operation, value, inputs, position)
    if results is None:
        value = lowering.contiguous(inputs[position])
        results = _views_of(operation, value, inputs, position)
    assert results is not None, f"{operation.type} does not give views"
    return results


def is_of_any_size(*arguments: Any) -> bool:
    """Whether arguments of a rule have sizes in them that are not known."""
    return any(x.is_of_any_size if isinstance(x, Value) else x.dtype == object for x in arguments)


def _views_of_any_size(
    lowering: Lowering, operation: Operation, value: Value, position: int, inputs: Any
) -> tuple[Value, ...]:
    results = views_of_any_size(operation, value, position, inputs)
    if results is None:
        results = views_of_any_size(operation, lowering.contiguous(value), position, inputs)
    assert results is not None, f"{operation.type} does not give views"
    return results


def _views_of(
    operation: Operation, value: Value, inputs: Any, position: int
) -> tuple[Value, ...] | None:
    whole = _laid_out_as(value)
    arguments = list(inputs)
    arguments[position] = whole
    result = operation.op_def.kernel(np, *arguments, **operation.attrs)
    rows = [result] if operation.op_def.has_one_output else list(result)
    if not all(np.may_share_memory(row, whole) or not row.size for row in rows):
        return None
    return tuple(_shown(value, row, whole) for row in rows)


def _register(name: str, position: int, constants: tuple[int, ...]) -> None:
    @lowers(name, constants=constants, any_size=True)
    def rule(lowering: Lowering, operation: Operation, *inputs: Any) -> tuple[Value, ...]:
        return view(lowering, operation, position, *inputs)


for _name, _position, _constants in (
    ("Transpose", 0, (1,)),
    ("ExpandDims", 0, (1,)),
    ("Squeeze", 0, ()),
    ("BroadcastTo", 0, (1,)),
    ("Slice", 0, (1, 2)),
    ("ReverseV2", 0, (1,)),
    ("Reverse", 0, (1,)),
    ("Unpack", 0, ()),
):
    _register(_name, _position, _constants)


@lowers("Split", constants=(0,), any_size=True)
def _split(
    lowering: Lowering, operation: Operation, axis: np.ndarray, x: Value
) -> tuple[Value, ...]:
    size = x.sizes[int(axis.reshape(())[()]) % len(x.sizes)]
    whole_quotient(lowering, size, len(operation.outputs))
    return view(lowering, operation, 1, axis, x)


@lowers("SplitV", constants=(1, 2), any_size=True)
def _split_by_lengths(
    lowering: Lowering, operation: Operation, x: Value, lengths: np.ndarray, axis: np.ndarray
) -> tuple[Value, ...]:
    total = sum(lengths.reshape(-1).tolist())
    size = x.sizes[int(axis.reshape(())[()]) % len(x.sizes)]
    if -1 not in lengths and lowering.products.get(total, total) != size:
        raise Undecided(f"whether parts of {lengths.tolist()} are {size}")
    return view(lowering, operation, 0, x, lengths, axis)


def whole_quotient(lowering: Lowering, size: Extent, divisor: int) -> Extent:
    """How often a number goes into a size; the program ends where something is left over.

    From then on the product counts as the size.
    """
    quotient = floor_quotient(size, divisor)
    product = quotient * divisor
    if not isinstance(size, int) and size != product:
        is_whole = op("equal", from_index(product), from_index(size))
        lowering.statements.append(Nest((), [Check(is_whole)]))
        lowering.products[product] = size
    return quotient


@lowers("Reshape", constants=(1,), any_size=True)
def _reshape(lowering: Lowering, operation: Operation, x: Value, shape: np.ndarray) -> Value:
    is_known = operation.outputs[0].shape.is_fully_defined()
    sizes = sizes_of(operation.outputs[0]) if is_known else reshaped_sizes(x, shape)
    if x.size == 1 and x.buffer is None:
        return Value(x.dtype, sizes, lambda _: x.element((0,) * len(x.sizes)), x.cost)
    if x.sizes == sizes:
        return x
    if all(isinstance(size, int) for size in sizes):
        shape = np.asarray(sizes, np.int64)
    (result,) = view(lowering, operation, 0, x, shape)
    return result


@lowers(
    "StridedSlice",
    perhaps=(1, 2, 3),
    accepts=lambda operation: is_by_data(operation, 1),
    any_size=lambda _: True,
)
def _strided_slice(lowering: Lowering, operation: Operation, x: Value, *bounds: Any) -> Value:
    value = lowering.stored(x)
    if any(isinstance(each, Value) for each in bounds):
        return _slice_by_data(lowering, operation, value, bounds[0])
    if value.is_of_any_size or is_of_any_size(*bounds):
        (result,) = _views_of_any_size(lowering, operation, value, 0, (value, *bounds))
        return result
    whole = _laid_out_as(value)
    return _shown(value, part_of(whole, slice_index(operation, value.sizes, bounds)), whole)


def _slice_by_data(lowering: Lowering, operation: Operation, x: Value, begin: Any) -> Value:
    if x.is_of_any_size or not is_by_data(operation, 1):
        raise Undecided("where a slice begins")
    whole = _laid_out_as(x)
    index = slice_index(operation, x.sizes, bounds_at_zero(operation, 1))
    view = _shown(x, part_of(whole, index), whole)
    if not isinstance(begin, Value):
        return view
    return view_moved(view, moved_by_data(lowering, operation, 1, begin, x.sizes, x.strides))


def part_of(whole: np.ndarray, index: tuple[Any, ...]) -> np.ndarray:
    """A part of an array as an array, also where it is one element."""
    part: np.ndarray = whole[index if Ellipsis in index else (*index, ...)]
    return part
