"""The loop-nest IR: what lies between a graph and machine code.

A `Program` is a list of statements over buffers, one-dimensional rows of elements of one dtype:

    Nest          loops around stores
    Together      nests that take turns in each round of their outermost loop
    SideBySide    lists of statements that threads may run at the same time
    MatMul        a (batched) matrix product, or a sum of some
    Conditional   one of two lists of statements
    While         statements, a condition, statements, again and again
    Room          sees that a row buffer has a row
    CopyRows      rows of a row buffer become those of another, or zeros

What a store writes is an expression (`expressions`). Buffers are written by one statement, except those
marked `is_mutable` (the variables of a loop, the results of a conditional). Extents, distances and sizes are
integers, or polynomials in the sizes of a program that is compiled for any.

A `RowBuffer` has as many rows of one size as the program asks for while it runs: tensor lists stand in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stagelight.codegen.expressions import Expr, computed
from stagelight.codegen.index import Extent, Index, Size, Symbol
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

Loops = tuple[tuple[Symbol, Extent], ...]


class Buffer:
    """A row of elements.

    Attributes:
        name: for the text.
        dtype: of the elements.
        size: how many.
        storage: "input", "output", "constant" or "temporary".
        value: the array of a constant.
        shape: of the array that is an input, or that an output becomes.
        is_mutable: whether more than one statement writes it.
    """

    __slots__ = ("dtype", "is_mutable", "name", "shape", "size", "storage", "value")

    def __init__(
        self,
        name: str,
        dtype: DType,
        size: Index,
        storage: str = "temporary",
        value: np.ndarray | None = None,
        is_mutable: bool = False,
        shape: tuple[Extent, ...] = (),
    ) -> None:
        self.name = name
        self.dtype = dtype
        self.size = size
        self.storage = storage
        self.value = value
        self.is_mutable = is_mutable
        self.shape = shape

    def __repr__(self) -> str:
        return self.name


class RowBuffer(Buffer):
    """Rows of elements; how many there is room for is known while the program runs.

    Attributes:
        row: the number of elements of a row.
        room: where it stands for how many rows there is room; one element.
        count: of an input or output, where the number of its rows stands; one element.
    """

    __slots__ = ("count", "room", "row")

    def __init__(self, name: str, dtype: DType, row: int, storage: str = "temporary") -> None:
        super().__init__(name, dtype, 0, storage, is_mutable=True)
        self.row = row
        self.room = Buffer(f"{name}.room", dtypes.int64, 1, "count")
        self.count: Buffer | None = None


@dataclass(frozen=True, slots=True)
class Store:
    """`buffer[index] = value`; with `accumulate`, `buffer[index] = accumulate(buffer[index], value)`."""

    buffer: Buffer
    index: Index
    value: Expr
    accumulate: str | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """Ends the program with a failure where the condition does not hold."""

    condition: Expr


@dataclass(slots=True)
class Nest:
    """Loops, outermost first, around stores and checks. Without loops: straight-line code.

    A store that accumulates, or whose index is computed from data, may write an element in several rounds
    (`may_repeat`): these keep their order. So do those of the outermost loop of a nest that reads what it
    wrote in earlier ones (`carries`).
    """

    loops: Loops
    body: list[Store | Check]


@dataclass(slots=True)
class Together:
    """Nests with the same outermost loop, all of which run in each of its rounds.

    So a row that one has written is still in the nearest cache when the next one reads it, and threads share
    one loop, not one for each nest. No round touches what another one writes.
    """

    nests: list[Statement]


@dataclass(slots=True)
class SideBySide:
    """Lists of statements of which none touches what another one writes, so that it is open which runs first.

    With `has_long_loops`, threads could share loops in the parts as well, and more threads than there are
    parts do better so: then the parts run one after the other.
    """

    parts: list[list[Statement]]
    has_long_loops: bool = False


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix in a buffer: element [i, j] at `offset + i * row_step + j * column_step`."""

    buffer: Buffer
    offset: Index
    row_step: Extent
    column_step: Extent


@dataclass(slots=True)
class MatMul:
    """`out = left @ right` for matrices [m, k] and [k, n], for each round of the loops (batches).

    With `sums`, loops in which the operands move on, the products of all their rounds are added up. With
    `accumulates` they are added to what `out` holds.
    """

    loops: Loops
    out: Matrix
    left: Matrix
    right: Matrix
    m: Extent
    k: Extent
    n: Extent
    sums: Loops = ()
    accumulates: bool = False


@dataclass(slots=True)
class Conditional:
    """The statements of one branch."""

    condition: Expr
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(slots=True)
class While:
    """`head`; as long as the condition holds: `body`, then `head` again."""

    head: list[Statement]
    condition: Expr
    body: list[Statement]


@dataclass(frozen=True, slots=True)
class Room:
    """Sees that a row exists: a buffer that grows is given memory for it, else it is a failure without."""

    buffer: RowBuffer
    row: Index
    grows: bool


@dataclass(frozen=True, slots=True)
class CopyRows:
    """Rows of a buffer, which grows as needed, become those of another; zeros if there is none.

    It is a failure if the other has not as many. The other may be the same buffer.

    Attributes:
        buffer, source: where to, and where from.
        count: how many rows.
        first, source_first: the numbers of the first of them.
    """

    buffer: RowBuffer
    source: Buffer | None
    count: Index
    first: Index = 0
    source_first: Index = 0


Statement = Nest | Together | SideBySide | MatMul | Conditional | While | Room | CopyRows


@dataclass(slots=True)
class Program:
    """A compiled region: what to do, and with what.

    Attributes:
        name: of the machine function.
        inputs: in the caller's order; for a variable's handle, the variable's value.
        outputs: the arrays that the program makes.
        body: what to do.
        constants: what is known.
        temporaries: what is used inside only, of a size that is known.
        rows: row buffers that are used inside, or are outputs.
        new_values: by position of an input, the new value of that variable. The caller brings these arrays.
        results: where each result stands: in an output, a new value, or the input of a variable.
        sizes: what is known of the inputs' sizes only when the program is called.
        shapes: by position, the sizes of inputs that a call has to check.
    """

    name: str
    inputs: list[Buffer]
    outputs: list[Buffer]
    body: list[Statement]
    constants: list[Buffer] = field(default_factory=list)
    temporaries: list[Buffer] = field(default_factory=list)
    rows: list[RowBuffer] = field(default_factory=list)
    new_values: dict[int, Buffer] = field(default_factory=dict)
    results: list[Buffer] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)
    shapes: dict[int, tuple[Extent, ...]] = field(default_factory=dict)

    @property
    def buffers(self) -> list[Buffer]:
        """All of them."""
        row = [*self.brought, *self.outputs, *self.temporaries, *self.constants, *self.rows]
        return [*row, *(x.count for x in self.counted if x.count is not None)]

    @property
    def brought(self) -> list[Buffer]:
        """What the caller brings: inputs, then arrays for new values."""
        return [*self.inputs, *self.new_values.values()]

    @property
    def counted(self) -> list[RowBuffer]:
        """Inputs and outputs of which the program and its caller tell each other how many rows they have."""
        return [x for x in (*self.inputs, *self.outputs) if isinstance(x, RowBuffer)]


def may_repeat(store: Store) -> bool:
    """Whether a store may write one element in several rounds."""
    return bool(store.accumulate or computed(store.index))


def carries(nest: Nest) -> bool:
    """Whether a nest reads what it wrote in earlier rounds: then its outermost loop runs in order."""
    written = {x.buffer: x.index for x in nest.body if isinstance(x, Store)}
    return any(
        x.word == "load" and written.get(x.payload[0], x.payload[1]) != x.payload[1]
        for x in subexpressions(expressions_of(nest))
    )


def keeps_order(nest: Nest) -> bool:
    """Whether the rounds of the outermost loop have to run one after the other."""
    return carries(nest) or any(isinstance(x, Store) and may_repeat(x) for x in nest.body)


def walk(statements: Sequence[Statement]) -> Iterator[Statement]:
    """All statements, those inside of others after them."""
    for statement in statements:
        yield statement
        for inner in inner_lists(statement):
            yield from walk(inner)


def inner_lists(statement: Statement) -> tuple[list[Statement], ...]:
    """The lists of statements inside a statement."""
    match statement:
        case Together():
            return (statement.nests,)
        case SideBySide():
            return tuple(statement.parts)
        case Conditional():
            return (statement.then, statement.otherwise)
        case While():
            return (statement.head, statement.body)
    return ()


def replace_statements(
    statements: list[Statement], replaced: Callable[[Statement], list[Statement]]
) -> None:
    """Puts others in the place of each statement, in place; those inside of others come first."""
    result: list[Statement] = []
    for statement in statements:
        for inner in inner_lists(statement):
            replace_statements(inner, replaced)
        result += replaced(statement)
    statements[:] = result


def subexpressions(roots: Sequence[Expr]) -> Iterator[Expr]:
    """Every expression below the roots once, the roots included."""
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        expr = waiting.pop()
        if id(expr) not in seen:
            seen.add(id(expr))
            yield expr
            waiting.extend(expr.operands)


def indices_in(roots: Sequence[Expr]) -> Iterator[Index]:
    """The indices below the roots: of elements that are loaded, and those that are data."""
    for expr in subexpressions(roots):
        if expr.word == "load":
            yield expr.payload[1]
        elif expr.word == "index":
            yield expr.payload


def expressions_of(statement: Statement) -> list[Expr]:
    """The expressions that a statement itself holds (not those of statements inside)."""
    match statement:
        case Nest():
            return [x.value if isinstance(x, Store) else x.condition for x in statement.body]
        case Conditional() | While():
            return [statement.condition]
    return []


def reductions_of(nest: Nest) -> list[Expr]:
    """The reductions of a nest that are in no other."""
    found: dict[Expr, None] = {}
    seen: set[Expr] = set()
    waiting = list(expressions_of(nest))
    while waiting:
        expr = waiting.pop()
        if expr in seen:
            continue
        seen.add(expr)
        if expr.word == "reduce":
            found[expr] = None
        else:
            waiting.extend(expr.operands)
    return list(found)


def reads_of(statement: Statement) -> set[Any]:
    """The buffers that a statement reads, with all that is inside it."""
    found: set[Any] = set()
    for each in walk([statement]):
        found |= loaded(expressions_of(each))
        match each:
            case MatMul():
                found |= {each.left.buffer, each.right.buffer}
                if each.accumulates:
                    found.add(each.out.buffer)
            case Room():
                found |= loaded(computed(each.row))
            case CopyRows():
                numbers = (each.count, each.first, each.source_first)
                found |= loaded([x for number in numbers for x in computed(number)])
                found |= {each.source} - {None}
            case Nest():
                for store in each.body:
                    if isinstance(store, Store):
                        if store.accumulate:
                            found.add(store.buffer)
                        found |= loaded(computed(store.index))
    return found


def loaded(roots: Sequence[Expr]) -> set[Any]:
    """The buffers that expressions read."""
    return {x.payload[0] for x in subexpressions(roots) if x.word == "load"}


def writes_of(statement: Statement) -> set[Buffer]:
    """The buffers that a statement writes, with all that is inside it."""
    found: set[Buffer] = set()
    for each in walk([statement]):
        match each:
            case Nest():
                found |= {x.buffer for x in each.body if isinstance(x, Store)}
            case MatMul():
                found.add(each.out.buffer)
            case Room() | CopyRows():
                found.add(each.buffer)
    return found


def touched_by(statements: Sequence[Statement]) -> tuple[set[Any], set[Buffer]]:
    """The buffers that statements read, and those that they write."""
    reads: set[Any] = set()
    writes: set[Buffer] = set()
    for statement in statements:
        reads |= reads_of(statement)
        writes |= writes_of(statement)
    return reads, writes
