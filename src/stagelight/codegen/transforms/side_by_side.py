"""Side by side: parts of a program that do not need each other run at the same time.

The two directions of a recurrent network are two loops of statements that are too short for threads to share;
branches of a network are rows of such statements. So in a list of statements parts are looked for that depend
on nothing in each other:

- A *seed* is a statement that costs much; seeds of parts neither come before each other nor after.
- To the part of a seed belong the statements that need it and no other seed, and those that are needed for
  these and for nothing else.

What several parts need runs before them, and after them what needs several. Whether it pays
follows from what can be seen of the cost alone, and the results are the same bits, whoever runs a part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from stagelight.codegen.cost import LONG_CHUNK, LONG_LOOP, ROUNDS_OF_WHILE, cost_of, usual
from stagelight.codegen.llvm.matrix_products import uses_blas
from stagelight.codegen.llvm.shared_loops import chunk_of
from stagelight.codegen.loop_nest import (
    Check,
    Conditional,
    MatMul,
    Nest,
    Program,
    SideBySide,
    Statement,
    Together,
    While,
    inner_lists,
    keeps_order,
    reads_of,
    touched_by,
    walk,
    writes_of,
)
from stagelight.codegen.target import Target

# A part of less is not worth another thread, and this much has to be won.
_LEAST_PART = LONG_LOOP
_LEAST_GAIN = LONG_CHUNK

# How many parts, how many statements are tried as the first seed, and how many as each of the others.
_MOST_PARTS = 16
_FIRST_SEEDS = 4
_OTHER_SEEDS = 16

# In lists of more statements nothing is looked for.
_MOST_STATEMENTS = 5_000


def put_side_by_side(program: Program, target: Target) -> None:
    """Puts parts of a program side by side, in place."""
    program.body[:] = _in_list(program.body, _Costs(target))


@dataclass(frozen=True, slots=True)
class _Cost:
    """What statements cost: in loops that threads share, and besides."""

    alone: int
    shared: int

    @property
    def total(self) -> int:
        return self.alone + self.shared


class _Costs:
    """What statements cost, for usual sizes where they are not known; each is looked at once."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._known: dict[int, tuple[Statement, _Cost]] = {}

    def of(self, statement: Statement) -> _Cost:
        """The cost of a statement, with all that is inside it."""
        known = self._known.get(id(statement))
        if known is None:
            known = self._known[id(statement)] = statement, self._cost(statement)
        return known[1]

    def of_all(self, statements: Sequence[Statement], times: int = 1) -> _Cost:
        """The cost of statements that run so many times."""
        costs = [self.of(x) for x in statements]
        return _Cost(times * sum(x.alone for x in costs), times * sum(x.shared for x in costs))

    def _cost(self, statement: Statement) -> _Cost:
        match statement:
            case While():
                return self.of_all([*statement.head, *statement.body], ROUNDS_OF_WHILE)
            case Conditional():
                branches = (statement.then, statement.otherwise)
                return max(map(self.of_all, branches), key=lambda x: x.total)
            case SideBySide():
                parts = [self.of_all(x) for x in statement.parts]
                return _Cost(sum(x.alone for x in parts), sum(x.shared for x in parts))
        cost = usual(cost_of([statement]))
        return _Cost(0, cost) if _is_shared(statement, cost, self._target) else _Cost(cost, 0)


def _in_list(statements: list[Statement], costs: _Costs) -> list[Statement]:
    if costs.of_all(statements).total < 2 * _LEAST_PART:
        return statements
    if 1 < len(statements) <= _MOST_STATEMENTS:
        found = _Statements(statements, costs).divided()
        if found is not None:
            before, parts, after = found
            return [*_in_list(before, costs), parts, *_in_list(after, costs)]
    for statement in statements:
        if isinstance(statement, (While, Conditional)):
            for inner in inner_lists(statement):
                inner[:] = _in_list(inner, costs)
    return statements


class _Statements:
    """A list of statements, by their numbers; sets of them are the bits of an integer.

    Attributes:
        earlier: by number, all that has to run before a statement.
        later: all that has to run after it.
        next: those among them that touch the same buffer.
    """

    def __init__(self, statements: Sequence[Statement], costs: _Costs) -> None:
        self._statements: list[Statement] = []
        self._origins: list[Statement] = []
        self._costs: list[_Cost] = []
        for origin in statements:
            whole = costs.of(origin)
            pieces = [origin] if whole.shared else _pieces(origin)
            self._statements += pieces
            self._origins += [origin] * len(pieces)
            self._costs += [whole] if len(pieces) == 1 else map(costs.of, pieces)

    def divided(self) -> tuple[list[Statement], SideBySide, list[Statement]] | None:
        """What runs before the parts, these, and what runs after them; None if no parts pay."""
        by_cost = sorted(range(len(self._costs)), key=lambda i: -self._costs[i].total)
        candidates = [i for i in by_cost if self._costs[i].total > 0]
        self._order_statements()
        for first in candidates[:_FIRST_SEEDS]:
            found = self._divided_by(self._seeds(first, candidates))
            if found is not None:
                return found
        return None

    def _order_statements(self) -> None:
        direct = list(_needed(self._statements))
        self.next = [0] * len(direct)
        self.earlier: list[int] = []
        for number, needed in enumerate(direct):
            mask = needed
            for i in _numbers(needed):
                mask |= self.earlier[i]
                self.next[i] |= 1 << number
            self.earlier.append(mask)
        self.later = [0] * len(direct)
        for number in reversed(range(len(direct))):
            for i in _numbers(self.next[number]):
                self.later[number] |= 1 << i | self.later[i]

    def _related(self, number: int) -> int:
        return self.earlier[number] | self.later[number] | 1 << number

    def _cost(self, mask: int) -> _Cost:
        costs = [self._costs[i] for i in _numbers(mask)]
        return _Cost(sum(x.alone for x in costs), sum(x.shared for x in costs))

    def _seeds(self, first: int, candidates: Sequence[int]) -> list[int]:
        """A seed, and others; none comes before or after another, and each has most that is its own."""
        seeds, taken = [first], self._related(first)
        while len(seeds) < _MOST_PARTS:
            others = [i for i in candidates if not taken >> i & 1][:_OTHER_SEEDS]
            costs = {i: self._cost(self._related(i) & ~taken).total for i in others}
            seed = max(others, key=costs.__getitem__, default=first)
            if costs.get(seed, 0) < _LEAST_PART:
                break
            seeds.append(seed)
            taken |= self._related(seed)
        return seeds

    def _divided_by(
        self, seeds: list[int]
    ) -> tuple[list[Statement], SideBySide, list[Statement]] | None:
        """What the seeds divide the list into, without those seeds of which too little comes."""
        while len(seeds) > 1:
            parts = self._parts(seeds)
            costs = [self._cost(part) for part in parts]
            least = min(range(len(seeds)), key=lambda i: costs[i].total)
            if costs[least].total < _LEAST_PART:
                del seeds[least]
                continue
            pays, has_long_loops = _judged(costs)
            if not pays:
                return None
            in_order = [parts[i] for i in sorted(range(len(parts)), key=seeds.__getitem__)]
            beside = SideBySide([self._listed(part) for part in in_order], has_long_loops)
            before, after = self._around(sum(parts), seeds)
            return self._listed(before), beside, self._listed(after)
        return None

    def _around(self, in_parts: int, seeds: Sequence[int]) -> tuple[int, int]:
        """What runs before the parts and what after: what is needed, and checks as early as they can be.

        A check may be why a loop ends. And what a failure keeps from being run stays behind the failure.
        """
        after_seeds = needed = 0
        for seed in seeds:
            after_seeds |= self.later[seed]
        first = in_parts & -in_parts
        for i in _numbers((1 << len(self._statements)) - 1 & ~after_seeds & ~in_parts):
            if 1 << i < first or _has_check(self._statements[i]):
                needed |= self.earlier[i] | 1 << i
        for i in _numbers(in_parts):
            needed |= self.earlier[i]
        before = needed & ~in_parts
        return before, (1 << len(self._statements)) - 1 & ~before & ~in_parts

    def _parts(self, seeds: Sequence[int]) -> list[int]:
        """What belongs to each seed. Loops that threads share stay outside, where all threads share them."""
        parts = []
        for seed in seeds:
            of_others = 0
            for other in seeds:
                of_others |= 0 if other == seed else self.later[other]
            parts.append(self._part(seed, of_others))
        return parts

    def _part(self, seed: int, outside: int) -> int:
        part, needed = 1 << seed, self.earlier[seed]
        for i in _numbers(self.later[seed] & ~outside):
            if self._costs[i].shared or self.earlier[i] & self.later[seed] & ~part:
                continue
            part |= 1 << i
            needed |= self.earlier[i]
        for i in reversed(list(_numbers(needed & ~part))):
            if not self._costs[i].shared and not self.next[i] & ~part:
                part |= 1 << i
        return part

    def _listed(self, mask: int) -> list[Statement]:
        """The statements; pieces of one nest are one again."""
        listed: list[Statement] = []
        for _, group in groupby(_numbers(mask), lambda i: id(self._origins[i])):
            numbers = list(group)
            origin = self._origins[numbers[0]]
            pieces = [self._statements[i] for i in numbers]
            if isinstance(origin, Nest):
                items = {id(item) for piece in pieces for item in piece.body}  # type: ignore[union-attr]
                body = [item for item in origin.body if id(item) in items]
                listed.append(Nest(origin.loops, body))
            else:
                listed += pieces
        return listed


def _pieces(statement: Statement) -> list[Statement]:
    """A nest as nests that have nothing to do with each other: such ones were fused. Others as they are."""
    if not isinstance(statement, Nest) or len(statement.body) < 2:
        return [statement]
    pieces: list[tuple[Nest, set[Any], set[Any]]] = []
    for item in statement.body:
        body = [item]
        reads, written = touched_by([Nest(statement.loops, body)])
        touched = reads | written
        others, pieces = pieces, []
        for other in others:
            if written.isdisjoint(other[1]) and touched.isdisjoint(other[2]):
                pieces.append(other)
            else:
                body += other[0].body
                touched |= other[1]
                written |= other[2]
        pieces.append((Nest(statement.loops, body), touched, written))
    return [piece for piece, _, _ in pieces]


def _has_check(statement: Statement) -> bool:
    return any(
        isinstance(x, Nest) and any(isinstance(item, Check) for item in x.body)
        for x in walk([statement])
    )


def _judged(costs: Sequence[_Cost]) -> tuple[bool, bool]:
    """Whether it pays that parts run side by side; and whether only as long as threads are few.

    While parts run, no loop in them is shared. With as many threads as one likes the shared loops would
    take no time, and the rest of all parts its own.
    """
    longest = max(x.total for x in costs) + _LEAST_GAIN
    alone = sum(x.alone for x in costs)
    if longest <= alone:
        return True, False
    return longest <= alone + sum(x.shared for x in costs) // 2, True


def _needed(statements: Sequence[Statement]) -> Iterator[int]:
    """For each statement those that have to run before it: of those that touch one buffer, the last ones."""
    writer: dict[Any, int] = {}
    readers: dict[Any, int] = {}  # since the buffer was written
    for number, statement in enumerate(statements):
        reads, writes = reads_of(statement), writes_of(statement)
        mask = 0
        for buffer in reads | writes:
            mask |= writer.get(buffer, 0)
        for buffer in writes:
            mask |= readers.pop(buffer, 0)
            writer[buffer] = 1 << number
        for buffer in reads - writes:
            readers[buffer] = readers.get(buffer, 0) | 1 << number
        yield mask


def _numbers(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _is_shared(statement: Statement, cost: int, target: Target) -> bool:
    """Whether threads share a statement already."""
    match statement:
        case Nest():
            loops, may_be = statement.loops, not keeps_order(statement)
        case Together():
            loops, may_be = statement.nests[0].loops, True  # type: ignore[union-attr]
        case MatMul():
            if uses_blas(statement, target):
                return cost >= LONG_LOOP // 2  # BLAS has threads of its own for such a product.
            loops, may_be = statement.loops, True
        case _:
            return False
    return bool(loops) and may_be and chunk_of(usual(loops[0][1]), cost) is not None
