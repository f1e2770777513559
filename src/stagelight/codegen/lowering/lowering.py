"""`Lowering`: the walk over a graph's operations that makes a program; of known sizes, or of symbols.

In `AnySizeLowering` sizes are polynomials over a few integers that the entry reads from the arrays. So are
the elements of what follows from shapes: the ops' own kernels compute with polynomials in arrays of objects.
What is not the same for all sizes ends the lowering (`Undecided`): then there is no program for any size.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from stagelight.codegen.expressions import Expr, from_index, op, where
from stagelight.codegen.index import (
    Index,
    Polynomial,
    Symbol,
    Undecided,
    atom,
    floor_quotient,
    place_of,
    row_major_strides,
)
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
from stagelight.codegen.lowering.lowerability import SIZE_ARITHMETIC, rule_obstacle_to_symbols
from stagelight.codegen.lowering.registry import rule_of
from stagelight.codegen.lowering.tensor_forms import (
    SUPPORTED,
    is_forwarded_handle,
    known_array,
    sizes_of,
)
from stagelight.codegen.lowering.values import (
    AnyList,
    Content,
    Indices,
    Sizes,
    Value,
    broadcast_sizes,
    computed,
    constant,
    in_buffer,
)
from stagelight.core.requirements import first_undecided
from stagelight.errors import OpError
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
            if operation.op_def.name not in ("Const", "Placeholder") and (
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


# ---------------------------------------------------------------------------- loops


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


# ---------------------------------------------------------------------------- any sizes


def _floor_quotient(x: Any, y: Any) -> Any:
    if isinstance(y, int) and y > 0:
        return floor_quotient(x, y)
    return x // y


# Their kernels ask for remainders.
_DIVISIONS = {
    "FloorDiv": np.frompyfunc(_floor_quotient, 2, 1),
    "FloorMod": np.frompyfunc(lambda x, y: x - _floor_quotient(x, y) * y, 2, 1),
}

# Longer rows of sizes are not followed.
_LONGEST = 64


class NotOfAnySize(Undecided):
    """There is no program for all sizes, because of an operation.

    Attributes:
        operation: which; where it stands in a branch or body, the conditional or loop.
    """

    def __init__(self, operation: Operation, why: Undecided) -> None:
        super().__init__(f"{operation.name}: {why}")
        self.operation = operation


class AnySizeLowering(Lowering):
    """The program under construction."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._arrays: dict[int, np.ndarray] = {}
        # By id of a value that was made from an array: both, so that branches and bodies know it, too.
        self._known_values: dict[int, tuple[Value, np.ndarray]] = {}

    def bind(self, tensor: SymbolicTensor, value: Content) -> None:
        """Says what a tensor is."""
        super().bind(tensor, value)
        if id(value) in self._known_values:
            self._arrays[id(tensor)] = self._known_values[id(value)][1]

    @contextmanager
    def inside_graph(self) -> Iterator[None]:
        """For a graph inside of another."""
        outside, self._arrays = self._arrays, {}
        try:
            with super().inside_graph():
                yield
        finally:
            self._arrays = outside

    def array_of(self, tensor: SymbolicTensor) -> np.ndarray | None:
        """The elements of a tensor that is known, integers or polynomials."""
        found = self._arrays.get(id(tensor))
        return known_array(tensor) if found is None else found

    def value_of(self, tensor: SymbolicTensor) -> Value:
        """What a tensor is."""
        array = self._arrays.get(id(tensor))
        if array is None or id(tensor) in self._values:
            return super().value_of(tensor)
        value = self._values[id(tensor)] = self._value_of_array(tensor, array)
        self._known_values[id(value)] = value, array
        return value

    def _value_of_array(self, tensor: SymbolicTensor, array: np.ndarray) -> Value:
        if array.dtype != object:
            return self.constant(array, tensor.dtype)
        rows = [from_index(x, tensor.dtype) for x in array.reshape(-1).tolist()]
        if array.ndim > 1:
            raise Undecided("a matrix of sizes")

        def element(at: Indices) -> Expr:
            if not at:
                return rows[0]
            if isinstance(at[0], int):
                return rows[at[0]]
            chosen = rows[-1]
            for place, row in enumerate(rows[:-1]):
                chosen = where(op("equal", from_index(at[0]), place), row, chosen)
            return chosen

        return computed(tensor.dtype, array.shape, element, len(rows) - 1)

    def _lower(self, operation: Operation, uses: Mapping[int, int]) -> None:
        try:
            self._lower_of_any_size(operation, uses)
        except Undecided as error:
            raise NotOfAnySize(operation, error) from error

    def _lower_of_any_size(self, operation: Operation, uses: Mapping[int, int]) -> None:
        arrays = self._follows(operation)
        if arrays is not None:
            for tensor, array in zip(operation.outputs, arrays, strict=True):
                self._arrays[id(tensor)] = _as_integers(array, tensor)
            return
        if not all(x.dtype in SUPPORTED or is_forwarded_handle(x) for x in operation.outputs):
            raise Undecided(operation.name)
        rule = rule_of(operation)
        for position in () if rule is None else rule.constants:
            if self.array_of(operation.inputs[position]) is None:
                raise Undecided(f"{operation.inputs[position].name} of {operation.name}")
        requirements = operation.op_def.requirements
        if requirements:
            sizes = [self.value_of(x).sizes for x in operation.inputs]
            undecided = first_undecided(requirements, sizes)
            if undecided is not None:
                raise Undecided(f"whether {undecided.name} may {undecided.text}")
        if reason := rule_obstacle_to_symbols(operation):
            raise Undecided(reason)
        super()._lower(operation, uses)

    def _follows(self, operation: Operation) -> Sequence[Any] | None:
        """The results of an operation that follow from shapes."""
        name = operation.op_def.name
        if name in ("Shape", "ShapeN"):
            return [np.array(self.value_of(x).sizes, object) for x in operation.inputs]
        if name == "VariableShape":
            return [np.array(sizes_of(operation.inputs[0]))]
        if name == "Size":
            return [np.array(math.prod(self.value_of(operation.inputs[0]).sizes), object)]
        if name == "Rank":
            return [np.array(len(self.value_of(operation.inputs[0]).sizes), object)]
        found = [self.array_of(x) for x in operation.inputs]
        arrays = [
            x for x in found if x is not None and x.size <= _LONGEST and x.dtype.kind in "Oiu"
        ]
        if not arrays or len(arrays) < len(found):
            return None
        if name == "BroadcastGradientArgs":
            return _broadcast_axes(*arrays)
        if name == "BroadcastArgs":
            return [np.array(broadcast_sizes(*[tuple(x.tolist()) for x in arrays]), object)]
        if name not in SIZE_ARITHMETIC or not all(x.dtype.is_integer for x in operation.outputs):
            return None
        if name == "Cast":
            return arrays
        if name in ("Fill", "Range") and any(x.dtype == object for x in arrays):
            return None  # It is a tensor of these sizes, not what follows from them.
        if name == "GatherV2":
            arrays[1:] = [_as_numbers(x) for x in arrays[1:]]
        elif any(x.dtype == object for x in arrays):
            arrays = [x.astype(object) for x in arrays]
        try:
            if name in _DIVISIONS:
                return [np.asarray(_DIVISIONS[name](*arrays), object)]
            result = operation.op_def.kernel(np, *arrays, **operation.attrs)
        except (TypeError, AttributeError, ArithmeticError, OpError) as error:
            raise Undecided(f"{name}: {error}") from error  # It does not know polynomials.
        return [result] if operation.op_def.has_one_output else result


def _as_numbers(array: np.ndarray) -> np.ndarray:
    """An array of integers that has none but known ones, though it may have come from shapes."""
    if any(isinstance(x, Polynomial) for x in array.reshape(-1).tolist()):
        raise Undecided("an index that is a size")
    return array.astype(np.int64)


def _as_integers(array: Any, tensor: SymbolicTensor) -> np.ndarray:
    """An array of integers where all elements are, else of objects."""
    result = np.asarray(array, object)
    elements = result.reshape(-1).tolist()
    if any(isinstance(x, Polynomial) for x in elements):
        return result
    try:
        return result.astype(tensor.dtype.numpy_dtype)
    except OverflowError as error:
        raise Undecided(f"{tensor.name}: {error}") from error


def _broadcast_axes(s0: np.ndarray, s1: np.ndarray) -> list[np.ndarray]:
    """The axes along which each of two shapes is repeated in their common shape."""
    shapes = [tuple(x.tolist()) for x in (s0, s1)]
    result = broadcast_sizes(*shapes)
    return [
        np.array([i for i, size in enumerate(_padded(x, len(result))) if size != result[i]], object)
        for x in shapes
    ]


def _padded(sizes: Sizes, rank: int) -> tuple[Any, ...]:
    return (*[None] * (rank - len(sizes)), *sizes)
