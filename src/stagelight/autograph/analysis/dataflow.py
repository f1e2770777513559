"""Dataflow: for every `if`, `while` and `for`, which names it has to carry.

It runs after `break`, `continue` and `return` have been lowered, so a function is nested blocks and
nothing else; only exceptions leave a block early. Each fact is found in one walk over the tree:
liveness from the end to the beginning, definedness from the beginning to the end.

    live        may be read later with the value that it has here
    may/must    has perhaps, has certainly been assigned
"""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, field

from stagelight.autograph.analysis.activity import (
    Activity,
    activity_of,
    argument_names,
)
from stagelight.autograph.analysis.symbols import Symbol

Names = frozenset[str]
NO_NAMES: Names = frozenset()
Block = ast.If | ast.While | ast.For


@dataclass
class BlockState:
    """What an `if` or a loop has to carry.

    Attributes:
        symbols: The state: what it may change and someone may read, outputs first, then what only
            the block itself reads, then the captured names; each part in alphabetical order.
        output_count: How many of them are read after the block.
        captured: Names that no later statement reads by name, but that nested functions capture.
        block_local: Those of them that only functions made in the block capture.
        nonlocals: Names that the functions made of the block declare `nonlocal`.
        globals: Names that they declare `global`.
        undefined: Names that have no value yet and must get an `Undefined` before the block.
        unsure: Symbols of the state that may have no value when the block begins.
    """

    symbols: list[Symbol] = field(default_factory=list)
    output_count: int = 0
    captured: list[str] = field(default_factory=list)
    block_local: list[str] = field(default_factory=list)
    nonlocals: list[str] = field(default_factory=list)
    globals: list[str] = field(default_factory=list)
    undefined: list[str] = field(default_factory=list)
    unsure: Names = NO_NAMES


def annotate(function: ast.FunctionDef) -> None:
    """Gives every block of a function, and of the functions in it, its `block_state`.

    The functions get `undefined_at_entry`, the names that need an `Undefined` when they begin.
    """
    own = activity_of(function.body)
    arguments = frozenset(argument_names(function))
    facts = _FunctionFacts(
        local=frozenset((own.bound | arguments) - own.globals - own.nonlocals),
        declared_global=frozenset(own.globals),
        declared_nonlocal=frozenset(own.nonlocals),
        captures=own.captures,
        rebound=frozenset(own.rebound),
        hidden=tuple(own.hidden.values()),
        closures=dict(_merged(own.closures)),
    )
    live = _Liveness(facts)
    live.block(function.body, frozenset(own.globals | own.nonlocals), NO_NAMES)
    definedness = _Definedness(facts, live.around)
    # An inner function may give these a value at any time, so they must exist from the beginning.
    shared = (facts.rebound & facts.local) - arguments
    function.undefined_at_entry = sorted(shared)  # type: ignore[attr-defined]
    definedness.block(function.body, arguments | shared, arguments | shared)
    for node in _nested_functions(function.body):
        annotate(node)


@dataclass(frozen=True)
class _FunctionFacts:
    local: Names
    declared_global: Names
    declared_nonlocal: Names
    captures: Counter[str]
    rebound: Names
    hidden: tuple[Symbol, ...]
    closures: dict[str, Names]

    def with_captured(self, live: Names) -> Names:
        """Adds to live names what the nested functions among them read, and so on."""
        found = set(live)
        waiting = [name for name in live if name in self.closures]
        while waiting:
            new = self.closures[waiting.pop()] - found
            found |= new
            waiting += [name for name in new if name in self.closures]
        return frozenset(found)


def _merged(closures: list[tuple[str, frozenset[str]]]) -> list[tuple[str, Names]]:
    merged: dict[str, Names] = {}
    for name, captured in closures:
        merged[name] = merged.get(name, NO_NAMES) | captured
    return list(merged.items())


def _nested_functions(body: list[ast.stmt]) -> list[ast.FunctionDef]:
    found: list[ast.FunctionDef] = []
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            if not getattr(node, "is_generator", False):
                found.append(node)
        elif not isinstance(node, ast.ClassDef | ast.AsyncFunctionDef | ast.expr):
            waiting += ast.iter_child_nodes(node)
    return found


def _loop_test(node: ast.While | ast.For) -> Activity:
    if isinstance(node, ast.While):
        return activity_of([*getattr(node, "test_prelude", ()), node.test])
    extra_test = getattr(node, "extra_test", None)
    return activity_of([] if extra_test is None else extra_test)


class _Liveness:
    """Walks backwards; `around` keeps (live in, live out) of each block by the id of its node."""

    def __init__(self, facts: _FunctionFacts) -> None:
        self.facts = facts
        self.around: dict[int, tuple[Names, Names]] = {}

    def block(self, nodes: list[ast.stmt], out: Names, on_error: Names) -> Names:
        for node in reversed(nodes):
            out = self.statement(node, out, on_error) | on_error
        return out

    def statement(self, node: ast.stmt, out: Names, on_error: Names) -> Names:
        if isinstance(node, ast.If):
            live = activity_of(node.test).reads | (
                self.block(node.body, out, on_error) | self.block(node.orelse, out, on_error)
            )
            return self.note(node, frozenset(live), out)
        if isinstance(node, ast.While | ast.For):
            return self.loop(node, out, on_error)
        if isinstance(node, ast.With):
            # The context manager may swallow an error from anywhere in the body.
            inside = self.block(node.body, out, on_error | out)
            items = activity_of(node.items)
            return inside - items.certain | items.reads
        if isinstance(node, ast.Try | ast.TryStar):
            return self.try_statement(node, out, on_error)
        if isinstance(node, ast.Match):
            live_in = set(activity_of(node.subject).reads) | out
            for case in node.cases:
                live_in |= activity_of(case.pattern).reads
                live_in |= activity_of(case.guard).reads if case.guard else set()
                live_in |= self.block(case.body, out, on_error)
            return frozenset(live_in)
        if isinstance(node, ast.Raise):
            return frozenset(activity_of(node).reads)
        activity = activity_of(node)
        return out - activity.certain | activity.reads

    def loop(self, node: ast.While | ast.For, out: Names, on_error: Names) -> Names:
        test = activity_of(node.test) if isinstance(node, ast.While) else _loop_test(node)
        target = activity_of(node.target) if isinstance(node, ast.For) else Activity()
        head: Names = NO_NAMES
        while True:
            inside = self.block(node.body, head, on_error) - target.certain
            before_test = out | test.reads | target.reads | inside
            new_head = self.block(getattr(node, "test_prelude", []), before_test, on_error) | head
            if new_head == head:
                break
            head = new_head
        iterated = activity_of(node.iter).reads if isinstance(node, ast.For) else set()
        options = activity_of(getattr(node, "loop_options", {}).values()).reads
        self.note(node, head, out)
        return head | iterated | options

    def try_statement(self, node: ast.Try | ast.TryStar, out: Names, on_error: Names) -> Names:
        final = self.block(node.finalbody, out | on_error, on_error)
        after = final if node.finalbody else out
        on_error_here = on_error | (final if node.finalbody else NO_NAMES)
        handled = on_error_here
        for handler in node.handlers:
            live = self.block(handler.body, after, on_error_here)
            if handler.name is not None:
                live -= {handler.name}
            handled |= live | (activity_of(handler.type).reads if handler.type else set())
        return self.block(node.body, self.block(node.orelse, after, on_error_here), handled)

    def note(self, node: Block, live_in: Names, live_out: Names) -> Names:
        self.around[id(node)] = (live_in, live_out)
        return live_in


class _Definedness:
    """Walks forwards with what may and must be defined, and writes down each block's state."""

    def __init__(self, facts: _FunctionFacts, around: dict[int, tuple[Names, Names]]) -> None:
        self.facts = facts
        self.around = around

    def block(self, nodes: list[ast.stmt], may: Names, must: Names) -> tuple[Names, Names]:
        for node in nodes:
            may, must = self.statement(node, may, must)
        return may, must

    def statement(self, node: ast.stmt, may: Names, must: Names) -> tuple[Names, Names]:
        if isinstance(node, ast.If):
            test = activity_of(node.test)
            may, must = may | test.bound, must | test.certain
            state = self.settle(node, activity_of([*node.body, *node.orelse]), may, must)
            may, must = may | set(state.undefined), must | set(state.undefined)
            self.inner(node.body, state, may, must)
            self.inner(node.orelse, state, may, must)
            return self.after(state, node, may, must)
        if isinstance(node, ast.While | ast.For):
            return self.loop(node, may, must)
        if isinstance(node, ast.With):
            items = activity_of(node.items)
            may, must = may | items.bound, must | items.certain
            # The context manager may swallow an error from anywhere in the body.
            return self.block(node.body, may, must)[0], must
        if isinstance(node, ast.Try | ast.TryStar):
            return self.try_statement(node, may, must)
        if isinstance(node, ast.Match):
            for case in node.cases:
                bound = activity_of(case.pattern).bound
                case_may, _ = self.block(case.body, may | bound, must)
                may |= case_may
            return may, must
        activity = activity_of(node)
        return may | activity.bound, must | activity.certain

    def loop(self, node: ast.While | ast.For, may: Names, must: Names) -> tuple[Names, Names]:
        changed = activity_of([*node.body, *([node.target] if isinstance(node, ast.For) else [])])
        test = _loop_test(node)
        changed.writes.update(test.writes)
        changed.rebound |= test.rebound
        changed.has_calls |= test.has_calls
        changed.captures += test.captures
        state = self.settle(node, changed, may, must)
        may, must = may | set(state.undefined), must | set(state.undefined)
        target = activity_of(node.target).bound if isinstance(node, ast.For) else set()
        # The next round begins with what the round before has left in names that outlive it.
        again = may | set(state.nonlocals)
        if isinstance(node, ast.While):
            self.block(getattr(node, "test_prelude", []), again, must)
        self.inner(node.body, state, again, must, frozenset(target))
        return self.after(state, node, again, must)

    def try_statement(
        self, node: ast.Try | ast.TryStar, may: Names, must: Names
    ) -> tuple[Names, Names]:
        body_may, body_must = self.block(node.body, may, must)
        anywhere = body_may | may
        end_may, end_must = self.block(node.orelse, body_may, body_must)
        for handler in node.handlers:
            named = {handler.name} if handler.name else set()
            handler_may, handler_must = self.block(handler.body, anywhere | named, must | named)
            end_may |= handler_may
            end_must &= handler_must - named
        _, final_must = self.block(node.finalbody, end_may | anywhere, must)
        return end_may | activity_of(node.finalbody).bound, end_must | (final_must - must)

    def inner(
        self,
        nodes: list[ast.stmt],
        state: BlockState,
        may: Names,
        must: Names,
        target: Names = NO_NAMES,
    ) -> None:
        # A name that is local to the function made of the block has no value when it begins, the
        # loop's target aside.
        bound = activity_of(nodes).bound
        local = bound - set(state.nonlocals) - set(state.globals)
        self.block(nodes, may - local | target, must - local | target)

    def after(self, state: BlockState, node: Block, may: Names, must: Names) -> tuple[Names, Names]:
        changed = set(state.nonlocals)
        certain: Names = NO_NAMES
        if isinstance(node, ast.If):
            certain = frozenset(_certain(node.body) & _certain(node.orelse) & changed)
        return may | changed, must | certain

    def settle(self, node: Block, changed: Activity, may: Names, must: Names) -> BlockState:
        live_in, live_out = self.around[id(node)]
        facts = self.facts
        live_in, live_out = facts.with_captured(live_in), facts.with_captured(live_out)
        bound = set(changed.bound)
        places = {symbol for symbol in changed.writes.values() if symbol.is_composite}
        if changed.has_calls:
            bound |= facts.rebound & (live_in | live_out)
            places.update(facts.hidden)
        simple = {name for name in bound if name in live_in or name in live_out}
        # A place is the same before and after only if what leads to it does not change.
        composite = {
            place for place in places if place.roots <= live_in and not place.roots & bound
        }
        only_input = {name for name in simple if name not in live_out}
        is_global = bound & facts.declared_global
        captured = {name for name in bound if name in facts.captures} - simple - is_global
        if isinstance(node, ast.If):  # What it only reads it does not carry out.
            captured |= {name for name in only_input if name in facts.captures} - is_global
            only_input -= captured
        outputs = [_simple(name) for name in simple - only_input - captured] + list(composite)
        inputs = [_simple(name) for name in only_input]
        by_text = sorted(outputs, key=_text) + sorted(inputs, key=_text)
        by_text += [_simple(name) for name in sorted(captured)]
        # Also what is local to the block, for it is local to the function as far as others can see.
        undefined = (bound & facts.local) - may
        state = BlockState(
            symbols=by_text,
            output_count=len(outputs),
            captured=sorted(captured),
            block_local=sorted(
                name for name in captured if facts.captures[name] == changed.captures[name]
            ),
            nonlocals=[
                s.text
                for s in reversed(by_text)
                if s.text in simple | captured and s.text not in is_global
            ],
            globals=sorted(is_global),
            undefined=sorted(undefined),
            unsure=frozenset((simple | captured) - must - undefined - is_global),
        )
        node.block_state = state  # type: ignore[union-attr]
        return state


def _certain(nodes: list[ast.stmt]) -> set[str]:
    """Names that a block assigns for certain, as far as its own simple statements tell."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.If):
            found |= _certain(node.body) & _certain(node.orelse)
        elif isinstance(node, ast.With | ast.While | ast.For | ast.Try | ast.TryStar | ast.Match):
            continue
        else:
            found |= activity_of(node).certain
    return found


def _simple(name: str) -> Symbol:
    return Symbol(name, ast.Name(name, ast.Load()), frozenset((name,)))


def _text(symbol: Symbol) -> str:
    return symbol.text
