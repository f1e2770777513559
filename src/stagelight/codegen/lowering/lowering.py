"""`Lowering`: the walk over a graph's operations that makes a program."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from stagelight.codegen.index import Index, Symbol, atom, place_of, row_major_strides
from stagelight.codegen.loop_nest import (
    Buffer,
    Check,
    Loops,
    Nest,
    Program,
    RowBuffer,
    Statement,
    Store,
)
from stagelight.codegen.lowering.registry import rule_of
from stagelight.codegen.lowering.tensor_forms import known_array
from stagelight.codegen.lowering.values import (
    AnyList,
    Content,
    Indices,
    Sizes,
    Value,
    constant,
    in_buffer,
)
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types.dtypes import DType

# What an element may cost before it is stored, so that expressions do not grow without end.
_DEAREST = 100

# Temporaries of so few elements may be kept in registers.
_IN_REGISTERS = 16


# The counters of loops by depth. They are the same for all nests, so that equal bodies are equal expressions.
_counters = [Symbol(f"i{depth}") for depth in range(32)]
_reduction_counters = [Symbol(f"r{depth}") for depth in range(32)]


class Lowering:
    """The program under construction.

    Attributes:
        statements: where statements go now.
        values: by id of symbolic tensor.
        products: what is the same as a size where the program goes on: it was checked before.
    """

    def __init__(self, name: str) -> None:
        self.program = Program(name, [], [], [])
        self.statements: list[Statement] = self.program.body
        self._values: dict[int, Any] = {}
        # By id of tensor, how often operations after this one take it; and both for the graphs around.
        self._uses_left: dict[int, int] = {}
        self._around: list[tuple[dict[int, Any], dict[int, int]]] = []
        self._numbers = itertools.count()
        self.products: dict[Index, Index] = {}

    # ---------------------------------------------------------------------- values

    def bind(self, tensor: SymbolicTensor, value: Content) -> None:
        """Says what a tensor is."""
        self._values[id(tensor)] = value

    def value_of(self, tensor: SymbolicTensor) -> Any:
        """What a tensor is, a `Content`."""
        found = self._values.get(id(tensor))
        if found is None:
            array = known_array(tensor)
            assert array is not None, f"{tensor!r} is not lowered yet"
            found = self._values[id(tensor)] = self.constant(array, tensor.dtype)
        return found

    def array_of(self, tensor: SymbolicTensor) -> np.ndarray | None:
        """The elements of a tensor that is known."""
        return known_array(tensor)

    def constant(self, array: np.ndarray, dtype: DType) -> Value:
        """A tensor that is known."""
        sizes = array.shape
        if array.size and (array.size == 1 or _is_uniform(array)):
            return constant(array.reshape(-1)[0].item(), dtype, sizes)
        buffer = Buffer(
            f"constant{next(self._numbers)}",
            dtype,
            array.size,
            "constant",
            np.ascontiguousarray(array),
        )
        self.program.constants.append(buffer)
        return in_buffer(buffer, sizes)

    def temporary(self, dtype: DType, size: Index, *, is_mutable: bool = False) -> Buffer:
        """A buffer for what is used in the program only."""
        buffer = Buffer(f"t{next(self._numbers)}", dtype, size, is_mutable=is_mutable)
        self.program.temporaries.append(buffer)
        return buffer

    def new_rows(self, dtype: DType, row: int) -> RowBuffer:
        """A buffer for the elements of a list, each `row` numbers; it has none yet."""
        buffer = RowBuffer(f"t{next(self._numbers)}", dtype, row)
        self.program.rows.append(buffer)
        return buffer

    def stored(self, value: Value) -> Value:
        """The tensor in a buffer."""
        return value if value.buffer is not None else self.contiguous(value)

    def contiguous(self, value: Value) -> Value:
        """The tensor in a buffer that holds nothing else, row after row."""
        if value.is_contiguous:
            return value
        buffer = self.temporary(value.dtype, value.size)
        self.write(value, buffer)
        return in_buffer(buffer, value.sizes)

    def written_out(self, value: Value, name: str) -> Buffer:
        """The output buffer of a tensor: its temporary one, if nothing else is in it, or a copy."""
        buffer = value.buffer
        is_made = buffer is not None and buffer.storage == "temporary" and value.is_contiguous
        is_large = buffer is not None and not (
            isinstance(buffer.size, int) and buffer.size <= _IN_REGISTERS
        )
        if buffer is not None and is_made and is_large:
            self.program.temporaries.remove(buffer)
            buffer.storage = "output"
        else:
            buffer = Buffer("", value.dtype, value.size, "output")
            self.write(value, buffer)
        buffer.name, buffer.shape = name, value.sizes
        return buffer

    def write(self, value: Value, buffer: Buffer) -> None:
        """Adds the nest that writes all elements of a tensor."""
        self.write_part(value, buffer, row_major_strides(value.sizes))

    def write_part(
        self, value: Value, buffer: Buffer, strides: Sequence[Index], offset: Index = 0
    ) -> None:
        """Adds the nest that writes a tensor into a part of a buffer, from an offset on."""

        def body(indices: Indices) -> list[Store | Check]:
            return [Store(buffer, place_of(indices, strides, offset), value.element(indices))]

        self.nest(value.sizes, body)

    def nest(self, sizes: Sizes, body: Callable[[Indices], list[Store | Check]]) -> None:
        """Adds a nest over all indices of some sizes."""
        loops, indices = loops_over(sizes)
        self.statements.append(Nest(loops, body(indices)))

    # ---------------------------------------------------------------------- graphs

    @contextmanager
    def inside_graph(self) -> Iterator[None]:
        """For a graph inside of another: what its tensors are holds for this run of it alone."""
        self._around.append((self._values, self._uses_left))
        self._values, self._uses_left = {}, {}
        products, self.products = self.products, dict(self.products)
        try:
            yield
        finally:
            self._values, self._uses_left = self._around.pop()
            self.products = products

    def may_write(self, rows: Buffer) -> bool:
        """Whether no list that is still used after this operation has these rows."""
        for values, left in (*self._around, (self._values, self._uses_left)):
            for key, value in values.items():
                if isinstance(value, AnyList) and left.get(key):
                    if any(part.rows is rows for part in value.parts):
                        return False
        return True

    def lower_operations(
        self, operations: Sequence[Operation], kept: Sequence[SymbolicTensor]
    ) -> None:
        """Lowers operations in their order.

        Args:
            operations: all of them can be lowered.
            kept: tensors that are used after them, too.
        """
        uses: dict[int, int] = {}
        for operation in operations:
            for tensor in operation.inputs:
                uses[id(tensor)] = uses.get(id(tensor), 0) + 1
        for tensor in kept:
            uses[id(tensor)] = uses.get(id(tensor), 0) + 1
        self._uses_left = dict(uses)
        for operation in operations:
            if operation.op_def.name != "Const" and (
                not operation.outputs or id(operation.outputs[0]) not in self._values
            ):
                self._lower(operation, uses)

    def _lower(self, operation: Operation, uses: Mapping[int, int]) -> None:
        rule = rule_of(operation)
        assert rule is not None
        inputs: list[Any] = []
        for i, tensor in enumerate(operation.inputs):
            is_asked = i in rule.constants or i in rule.optional_constants
            array = self.array_of(tensor) if is_asked else None
            is_value = array is None and i not in rule.constants
            inputs.append(self.value_of(tensor) if is_value else array)
        for tensor in operation.inputs:
            self._uses_left[id(tensor)] -= 1
        result = rule.lower(self, operation, *inputs)
        values = (result,) if isinstance(result, Content) else result
        for tensor, value in zip(operation.outputs, values, strict=True):
            if value is None:
                continue
            if not isinstance(value, Value):
                self.bind(tensor, value)
                continue
            several = uses.get(id(tensor), 0) > 1
            is_large = value.cost > _DEAREST
            self.bind(tensor, self.stored(value) if value.cost and (several or is_large) else value)


def loops_over(sizes: Sizes, counters: Sequence[Symbol] = _counters) -> tuple[Loops, Indices]:
    """Loops over all indices, and these; axes of one element need none."""
    loops: list[tuple[Symbol, Index]] = []
    indices: list[Index] = []
    for symbol, size in zip(counters, sizes, strict=False):
        if size == 1:
            indices.append(0)
        else:
            loops.append((symbol, size))
            indices.append(atom(symbol))
    return tuple(loops), tuple(indices)


def reduction_loops(sizes: Sizes) -> tuple[Loops, Indices]:
    """Loops inside of a reduction, and their indices."""
    return loops_over(sizes, _reduction_counters)


def _is_uniform(array: np.ndarray) -> bool:
    first = array.reshape(-1)[0]
    return (
        bool((array == first).all()) and not (first == 0 and np.signbit(array).any())
        if array.dtype.kind in "fiub"
        else False
    )
