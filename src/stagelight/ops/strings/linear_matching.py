"""Matching in time that is linear in the text, as RE2 does: nothing is tried again. No ops here.

The pattern becomes a program of few kinds of steps. All ways through it are followed at once, character
by character, in the order in which Python's `re` would try them; ways that have come to the same step are
one from there on. Which steps are reached from which by what character is kept, so that the next time it is
found at once: a deterministic automaton, of which those states exist that some text has come to.

Who waits may be someone with limits: they are asked on the way (`core/budget.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from stagelight.core.budget import check_time
from stagelight.ops.strings.re2_syntax import (
    BYTE,
    LINE_BEGIN,
    LINE_END,
    OR,
    TEXT_BEGIN,
    TEXT_END,
    WORD_END,
    Character,
    Group,
    PatternError,
    Piece,
    Place,
    Repetition,
)

# How many ways the kept states may have, and steps a program.
_MOST_KEPT: Final = 20_000
_MOST_STEPS: Final = 1 << 19
# After how many characters, or new transitions, the time is looked at.
_CHARACTERS_AT_ONCE: Final = 1024

Spans = tuple[tuple[int, int], ...]

# ---------------------------------------------------------------------------- programs


class _Read(NamedTuple):
    """A step over one character; `fits` says which."""

    fits: Callable[[str], Any]


class _Note(NamedTuple):
    """A step that notes the place in the text: of the beginning or end of a group."""

    slot: int


class _Fork(NamedTuple):
    """Ways that go on so many steps further, the preferred one first."""

    ways: tuple[int, ...]


class _End(NamedTuple):
    """The pattern is done."""


_Step = _Read | _Note | _Fork | _End | Place


@cache
def _fits(text: str) -> Callable[[str], Any]:
    return re.compile(text).match


class _OpenGroup(NamedTuple):
    start: int  # Of its steps.
    fork: int  # The step that chooses between its alternatives.
    ways: list[int]  # The beginnings of the alternatives.
    ends: list[int]  # The steps that lead from the alternatives to the end.
    slot: int | None


class _Writer:
    """Writes a pattern's program. Steps name others by distance, so that they can be copied."""

    def __init__(self, keeps_groups: bool) -> None:
        self.steps: list[_Step] = []
        self._keeps_groups = keeps_groups
        self._open: list[_OpenGroup] = []
        self._operand = 0  # Where the steps begin that a repetition is about.

    def write(self, pieces: Sequence[Piece]) -> list[_Step]:
        """The steps of a whole pattern, which is its group 0."""
        self._begin(Group(0))
        for piece in pieces:
            if isinstance(piece, Character):
                self._operand = len(self.steps)
                self.steps.append(_Read(_fits(piece.text)))
            elif isinstance(piece, Place):
                self._operand = len(self.steps)
                self.steps.append(piece)
            elif isinstance(piece, Group):
                self._begin(piece)
            elif isinstance(piece, Repetition):
                self._repeat(piece)
            elif piece is OR:
                group = self._open[-1]
                group.ends.append(len(self.steps))
                self.steps.append(_END)
                group.ways.append(len(self.steps))
            else:
                self._finish()
            if len(self.steps) > _MOST_STEPS:
                raise PatternError("pattern too large - compile failed")
        self._finish()
        return self.steps

    def _begin(self, group: Group) -> None:
        start = len(self.steps)
        slot = None if group.number is None or not self._keeps_groups else 2 * group.number
        if slot is not None:
            self.steps.append(_Note(slot))
        fork = len(self.steps)
        self.steps.append(_END)
        self._open.append(_OpenGroup(start, fork, [fork + 1], [], slot))

    def _finish(self) -> None:
        start, fork, ways, ends, slot = self._open.pop()
        self.steps[fork] = _Fork(tuple(way - fork for way in ways))
        for end in ends:
            self.steps[end] = _Fork((len(self.steps) - end,))
        if slot is not None:
            self.steps.append(_Note(slot + 1))
        self._operand = start

    def _repeat(self, repetition: Repetition) -> None:
        operand = self.steps[self._operand :]
        del self.steps[self._operand :]
        size, order = len(operand), -1 if repetition.is_lazy else 1
        least, most = repetition.least, repetition.most
        if size * (max(least, 1) if most is None else most) > _MOST_STEPS:
            raise PatternError("pattern too large - compile failed")
        if most is None:
            # RE2: `x*` is `(x+)?`, which counts where x can be empty.
            if not least:
                self.steps.append(_Fork((1, size + 2)[::order]))
            for _ in range(max(least, 1)):
                self.steps.extend(operand)
            self.steps.append(_Fork((-size, 1)[::order]))
            return
        for _ in range(least):
            self.steps.extend(operand)
        for left in range(most - least, 0, -1):
            self.steps.append(_Fork((1, left * (size + 1))[::order]))
            self.steps.extend(operand)


_END: Final = _End()

# ---------------------------------------------------------------------------- what stands around

_WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def _kind(char: str) -> str:
    """What conditions ask of a character, or of the text's end where there is none."""
    return "w" if char in _WORD and char else char if char in ("\n", "") else "."


def _holds(place: Place, before: str, behind: str) -> bool:
    """Whether a condition holds between characters of such kinds."""
    if place is TEXT_BEGIN:
        return not before
    if place is TEXT_END:
        return not behind
    if place is LINE_BEGIN:
        return before in ("", "\n")
    if place is LINE_END:
        return behind in ("", "\n")
    return ((before == "w") != (behind == "w")) == (place is WORD_END)


# ---------------------------------------------------------------------------- automata


class _Move(NamedTuple):
    """Where a way comes from: which one it was, and which slots are noted on the step."""

    source: int
    slots: tuple[int, ...]


class _Transition(NamedTuple):
    target: _State | None
    match: _Move | None
    # None where each way goes on from the one in its place, and notes nothing.
    moves: tuple[_Move, ...] | None


class _State(dict[str, _Transition]):
    """Ways in their order, and what was read before; the transitions by the next character."""

    __slots__ = ("before", "ways")

    def __init__(self, ways: tuple[int, ...], before: str) -> None:
        self.ways = ways
        self.before = before


class Automaton:
    """A pattern that is looked for, or that is to be the text as a whole.

    Args:
        pieces: the pattern.
        groups: how many groups there are.
        is_whole: whether the text as a whole is asked for; where its groups are is not known then.

    Raises:
        PatternError: it is too large.
    """

    def __init__(self, pieces: Sequence[Piece], groups: int, is_whole: bool) -> None:
        steps = _Writer(keeps_groups=not is_whole).write(pieces)
        # What is looked for may begin here, or later.
        begin: list[_Step] = (
            [] if is_whole else [_Fork((3, 1)), _Read(_fits(BYTE.text)), _Fork((-2,))]
        )
        self._steps = [*begin, *steps, *([TEXT_END] if is_whole else []), _END]
        self._is_whole = is_whole
        self._slots = 0 if is_whole else 2 * (groups + 1)
        self._asks_around = any(isinstance(step, Place) for step in self._steps)
        self._states: dict[tuple[tuple[int, ...], str], _State] = {}
        self._kept = 0

    def is_match(self, text: str) -> bool:
        """Whether the text as a whole is what the pattern describes."""
        return self._run(text, 0) is not None

    def search(self, text: str, place: int) -> Spans | None:
        """Beginning and end of the first match from a place on, and of its groups, -1 where there is none."""
        found = self._run(text, place)
        return None if found is None else tuple(zip(found[::2], found[1::2], strict=True))

    def _run(self, text: str, place: int) -> tuple[int, ...] | None:
        state = self._state((0,), text[place - 1] if place else "")
        notes = [(-1,) * self._slots]
        found = None
        size = len(text)
        while place <= size:
            for char in text[place : place + _CHARACTERS_AT_ONCE] or ("",):
                transition = state.get(char)
                if transition is None:
                    transition = self._transition(state, char)
                target, match, moves = transition
                if match is not None:
                    found = _noted(notes[match.source], match.slots, place)
                if target is None:
                    return found
                if moves is not None:
                    notes = [_noted(notes[source], slots, place) for source, slots in moves]
                state = target
                place += 1
            check_time()
        return found

    def _state(self, ways: tuple[int, ...], char: str) -> _State:
        before = _kind(char) if self._asks_around else "."
        state = self._states.get((ways, before))
        if state is None:
            self._keep(len(ways))
            state = self._states[ways, before] = _State(ways, before)
        return state

    def _keep(self, ways: int) -> None:
        """What is kept has so many ways more; it begins anew where that is too much."""
        self._kept += ways + 1
        if self._kept > _MOST_KEPT:
            self._states.clear()
            self._kept = 0

    def _transition(self, state: _State, char: str) -> _Transition:
        """The ways that a character leaves, "" is the text's end; as far as no better one ends here."""
        check_time()
        places: list[int] = []
        moves: list[_Move] = []
        match = None
        reached: set[int] = set()
        fits: dict[Callable[[str], Any], bool] = {}
        for source, way in enumerate(state.ways):
            for step, slots in self._steps_from(way, reached, state.before, _kind(char)):
                read = self._steps[step]
                if not isinstance(read, _Read):
                    match = _Move(source, slots)
                    break
                if read.fits not in fits:
                    fits[read.fits] = bool(char) and read.fits(char) is not None
                if fits[read.fits]:
                    places.append(step + 1)
                    moves.append(_Move(source, slots))
            if match is not None:
                break
        target = self._state(tuple(places), char) if places else None
        goes_on = self._is_whole or (
            len(moves) == len(state.ways) and all(move == (i, ()) for i, move in enumerate(moves))
        )
        if self._is_whole and match is not None:
            match = _Move(0, ())
        self._keep(len(places))
        transition = state[char] = _Transition(target, match, None if goes_on else tuple(moves))
        return transition

    def _steps_from(
        self, way: int, reached: set[int], before: str, behind: str
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The steps that read or end, in order, and which slots are noted before."""
        waiting: list[tuple[int, tuple[int, ...]]] = [(way, ())]
        while waiting:
            place, slots = waiting.pop()
            if place in reached:
                continue
            reached.add(place)
            step = self._steps[place]
            if isinstance(step, _Fork):
                waiting.extend((place + way, slots) for way in reversed(step.ways))
            elif isinstance(step, _Note):
                waiting.append((place + 1, (*slots, step.slot)))
            elif not isinstance(step, Place):
                yield place, slots
            elif _holds(step, before, behind):
                waiting.append((place + 1, slots))


def _noted(notes: tuple[int, ...], slots: tuple[int, ...], place: int) -> tuple[int, ...]:
    """The notes of a way after it noted a place in some slots."""
    if not slots:
        return notes
    changed = list(notes)
    for slot in slots:
        changed[slot] = place
    return tuple(changed)
