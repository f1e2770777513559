"""`Lowering`: the walk over a graph's operations that makes a program."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
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
from stagelight.codegen.lowering.values import (
    AnyList,
    Content,
    Indices,
    Sizes,
    Value,
    constant,
    in_buffer,
)
from stagelight.core.inference import ListsOf
from stagelight.graph.effects import called_graphs, operations_with_calls
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.rewriting import is_handle
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

Rule = Callable[..., Any]
Accepts = Callable[[Operation], bool]

# Dtypes that machine code computes with.
SUPPORTED = frozenset(
    {
        dtypes.bool_, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64, dtypes.uint8, dtypes.uint16,
        dtypes.uint32, dtypes.uint64, dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64,
    }
)  # fmt: skip

# Ops whose outputs may be the handles that they are given.
_GIVES_HANDLES = frozenset({"Identity", "While", "StatelessWhile"})

# What an element may cost before it is stored, so that expressions do not grow without end.
_DEAREST = 100

# With more operations in the graphs that it calls an operation stays a call.
_MOST_OPERATIONS = 2_000

# Temporaries of so few elements may be kept in registers.
_IN_REGISTERS = 16


@dataclass(frozen=True, slots=True)
class _Entry:
    rule: Rule
    accepts: Accepts
    constants: tuple[int, ...]
    perhaps: tuple[int, ...]
    any_size: Accepts | None


_rules: dict[str, _Entry] = {}

# Those for operations on tensor lists, and on lists of lists.
_list_rules: dict[str, _Entry] = {}
_nested_list_rules: dict[str, _Entry] = {}

# The counters of loops by depth. They are the same for all nests, so that equal bodies are equal expressions.
_counters = [Symbol(f"i{depth}") for depth in range(32)]
_reduction_counters = [Symbol(f"r{depth}") for depth in range(32)]


def lowers(
    *names: str,
    constants: Sequence[int] = (),
    perhaps: Sequence[int] = (),
    accepts: Accepts = lambda _: True,
    any_size: bool | Accepts = False,
    lists: bool | None = False,
    nested: bool = False,
) -> Callable[[Rule], Rule]:
    """Registers `rule(lowering, operation, *inputs) -> Value | sequence of Values` for ops.

    Args:
        *names: the ops.
        constants: which inputs must be known when it is compiled; the rule gets them as arrays.
        perhaps: those that the rule gets as arrays if they are known.
        accepts: whether an operation of static shapes is one that the rule can lower.
        any_size: whether sizes may be polynomials; or says for which operations, if `accepts` needs sizes.
        lists: whether it is the rule for operations that take or give tensor lists; None: it is for all.
        nested: of these, for those that take or give lists of lists.
    """

    accepts_any = (accepts if any_size else None) if isinstance(any_size, bool) else any_size

    def register(rule: Rule) -> Rule:
        entry = _Entry(rule, accepts, tuple(constants), tuple(perhaps), accepts_any)
        own = _nested_list_rules if nested else _list_rules if lists else _rules
        for table in (_rules, _list_rules, _nested_list_rules) if lists is None else (own,):
            table.update(dict.fromkeys(names, entry))
        return rule

    return register


def lowers_any(accepts: Accepts) -> Callable[[Rule], Rule]:
    """Registers the rule for ops without one of their own."""

    def register(rule: Rule) -> Rule:
        _rules[""] = _Entry(rule, accepts, (), (), None)
        return rule

    return register


def known_array(tensor: SymbolicTensor) -> np.ndarray | None:
    """The value of a constant of the graph."""
    return tensor.op.attrs["value"]._array if tensor.op.op_def.name == "Const" else None


def has_static_form(tensor: SymbolicTensor) -> bool:
    """Whether the dtype and all sizes are ones that code can be made for."""
    return tensor.dtype in SUPPORTED and tensor.shape.is_fully_defined()


def is_variable(tensor: SymbolicTensor) -> bool:
    """Whether it is the handle of a variable whose value has a static form."""
    if tensor.dtype is not dtypes.resource or tensor.handle_data is None:
        return False
    shape, dtype = tensor.handle_data
    return dtype in SUPPORTED and shape.is_fully_defined()


def data_of_arrays(data: Any) -> Any:
    """Of a list's handle data, those of the arrays that it, or the lists in it, hold."""
    while isinstance(data, ListsOf):
        data = data.elements
    return data


def depth_of_list(tensor: SymbolicTensor) -> int:
    """1 for a list of arrays, 2 for a list of these, and so on; 0 for what is no list."""
    if tensor.dtype is not dtypes.variant:
        return 0
    depth, data = 1, tensor.handle_data
    while isinstance(data, ListsOf):
        depth, data = depth + 1, data.elements
    return depth


def is_list(tensor: SymbolicTensor) -> bool:
    """Whether it is the handle of a tensor list whose arrays have a static form, and are not empty."""
    if tensor.dtype is not dtypes.variant or tensor.handle_data is None or tensor.shape.rank != 0:
        return False
    shape, dtype = data_of_arrays(tensor.handle_data)
    return dtype in SUPPORTED and shape.is_fully_defined() and 0 not in shape.as_list()


def can_come_out(tensor: SymbolicTensor) -> bool:
    """Whether a program can give it: an array of static form, or a list of such arrays."""
    return has_static_form(tensor) or is_list(tensor)


def can_stand_in_program(tensor: SymbolicTensor) -> bool:
    """Whether a program can have it: what it can give, or a variable of arrays of static form."""
    return can_come_out(tensor) or is_variable(tensor)


def _entry_of(operation: Operation) -> _Entry | None:
    name = operation.op_def.name
    depth = max(map(depth_of_list, (*operation.inputs, *operation.outputs)), default=0)
    if depth:
        return (_list_rules if depth == 1 else _nested_list_rules).get(name)
    return _rules.get(name) or _rules[""]


def is_given_handle(tensor: SymbolicTensor) -> bool:
    """Whether it may be a handle that its operation was given."""
    return tensor.dtype is dtypes.resource and tensor.op.op_def.name in _GIVES_HANDLES


def runs_few(operation: Operation) -> bool:
    """Whether the graphs that an operation calls can stand in its place: programs have no functions."""
    known: dict[int, int] = {}
    return all(
        operations_with_calls(graph, known) <= _MOST_OPERATIONS
        for graph in called_graphs(operation)
    )


def can_lower(operation: Operation) -> bool:
    """Whether there is a rule for an operation as it is."""
    name = operation.op_def.name
    if name == "Const":
        return has_static_form(operation.outputs[0])
    entry = _entry_of(operation)
    if entry is None:
        return False
    for tensor in operation.outputs:
        if not (can_come_out(tensor) or is_given_handle(tensor)):
            return False
    for position, tensor in enumerate(operation.inputs):
        if position in entry.constants:
            if known_array(tensor) is None:
                return False
        elif not can_stand_in_program(tensor):
            return False
    return entry.accepts(operation)


def has_rule(operation: Operation) -> bool:
    """Whether the op has a rule of its own."""
    entry = _entry_of(operation)
    return entry is not None and entry is not _rules[""]


def positions_of_constants(operation: Operation) -> tuple[int, ...]:
    """Which inputs must be known."""
    entry = _entry_of(operation)
    return () if entry is None else entry.constants


def can_lower_any_size(operation: Operation) -> bool:
    """Whether the op has a rule that takes sizes as polynomials, and the operation."""
    entry = _entry_of(operation)
    if entry is None or entry.any_size is None:
        return False
    try:
        return entry.any_size(operation)
    except ValueError:
        return False  # It depends on a rank that is not known.


def sizes_of(tensor: SymbolicTensor) -> Sizes:
    """The static sizes; of a handle, those of the variable's value, or of the list's arrays."""
    shape = data_of_arrays(tensor.handle_data)[0] if is_handle(tensor) else tensor.shape
    return tuple(shape.as_list())


def dtype_of(tensor: SymbolicTensor) -> DType:
    """The dtype; of a handle, that of the variable's value, or of the list's arrays."""
    return data_of_arrays(tensor.handle_data)[1] if is_handle(tensor) else tensor.dtype


def are_alike(x: SymbolicTensor, y: SymbolicTensor) -> bool:
    """Whether two tensors have one dtype and static sizes, and lists one depth."""
    return (
        x.dtype is y.dtype
        and dtype_of(x) is dtype_of(y)
        and sizes_of(x) == sizes_of(y)
        and depth_of_list(x) == depth_of_list(y)
    )


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
        entry = _entry_of(operation)
        assert entry is not None
        inputs: list[Any] = []
        for i, tensor in enumerate(operation.inputs):
            is_asked = i in entry.constants or i in entry.perhaps
            array = self.array_of(tensor) if is_asked else None
            is_value = array is None and i not in entry.constants
            inputs.append(self.value_of(tensor) if is_value else array)
        for tensor in operation.inputs:
            self._uses_left[id(tensor)] -= 1
        result = entry.rule(self, operation, *inputs)
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
