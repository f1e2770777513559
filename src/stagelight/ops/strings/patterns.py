"""Patterns of RE2 that are ready to be matched, by Python's `re` or in linear time. No ops here.

Python's `re` is fast, and goes back and forth: for some patterns and texts, for ever. How often it may,
at most, is seen in the pattern: each repetition is as many choices as the text has characters, and those
in a row multiply. It does texts for which that is little, and `linear_matching` all others, which takes
longer for a character, but never more than that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from stagelight.core.budget import check_time
from stagelight.core.inference import invalid
from stagelight.ops.strings.linear_matching import Automaton, Spans
from stagelight.ops.strings.re2_syntax import (
    CLOSE,
    OR,
    Character,
    Group,
    PatternError,
    Piece,
    Place,
    Repetition,
    read_pattern,
)

# What `re` may have to try for one text, at most: a fraction of a second.
_MOST_TRIED: Final = 1e8
# Python's parser calls itself for each group in a group.
_MOST_NESTED: Final = 50
# Longer texts are worth a look at the clock.
_LONG: Final = 1000


class _Choices(NamedTuple):
    """In how many ways a text of n characters may be tried: `factor * n ** degree`."""

    factor: float = 1.0
    degree: int = 0
    can_be_empty: bool = True

    def then(self, other: _Choices) -> _Choices:
        """One after the other."""
        return _Choices(
            self.factor * other.factor,
            self.degree + other.degree,
            self.can_be_empty and other.can_be_empty,
        )

    def either(self, other: _Choices) -> _Choices:
        """One or the other."""
        return _Choices(
            self.factor + other.factor,
            max(self.degree, other.degree),
            self.can_be_empty or other.can_be_empty,
        )

    def repeated(self, repetition: Repetition) -> _Choices:
        """One several times."""
        least, most = repetition.least, repetition.most
        can_be_empty = self.can_be_empty or not least
        is_one_way = self.factor == 1.0 and self.degree == 0 and not self.can_be_empty
        if most is None:
            # Where what is repeated can be empty, the two differ in what its groups are.
            return _Choices(1.0, 1, can_be_empty) if is_one_way else _WITHOUT_END
        count = float(most - least + 1)
        if is_one_way:
            return _Choices(count, 0, can_be_empty)
        if most > 30:
            return _WITHOUT_END
        return _Choices(min(self.factor, 1e9) ** most * count, self.degree * most, can_be_empty)


_WITHOUT_END: Final = _Choices(float("inf"), 0, True)
_ONE_CHARACTER: Final = _Choices(can_be_empty=False)


def _choices(pieces: Sequence[Piece]) -> tuple[_Choices, _Choices]:
    """Of a pattern, and without a last repetition, which takes what there is, and nothing fails then."""
    # Of each open group: of the alternatives before, of what comes before the operand, and of that.
    groups = [(_Choices(0.0, 0, False), _Choices(), _Choices())]
    for piece in pieces:
        before, row, operand = groups[-1]
        if isinstance(piece, Group):
            groups[-1] = (before, row.then(operand), _Choices())
            groups.append((_Choices(0.0, 0, False), _Choices(), _Choices()))
        elif isinstance(piece, Repetition):
            groups[-1] = (before, row, operand.repeated(piece))
        elif isinstance(piece, (Character, Place)):
            is_place = isinstance(piece, Place)
            groups[-1] = (before, row.then(operand), _Choices() if is_place else _ONE_CHARACTER)
        elif piece is OR:
            groups[-1] = (before.either(row.then(operand)), _Choices(), _Choices())
        else:
            groups.pop()
            outer, row_outside, _ = groups[-1]
            groups[-1] = (outer, row_outside, before.either(row.then(operand)))
    before, row, operand = groups[-1]
    has_simple_end = operand.factor == 1.0 and operand.degree <= 1
    searched = before.either(row if has_simple_end else row.then(operand))
    return before.either(row.then(operand)), searched


def _longest(choices: _Choices, places: int) -> float:
    """How long a text may be for `re`, if it begins at each place of it, `places` is 1, or at one, 0."""
    degree = choices.degree + places
    if choices.factor > _MOST_TRIED:
        return -1.0
    if not degree:
        return float("inf")
    return (_MOST_TRIED / choices.factor) ** (1 / degree)


class Pattern:
    """A pattern of RE2.

    Attributes:
        groups: how many groups it has.

    Raises:
        PatternError: it is none.
    """

    def __init__(self, pattern: bytes) -> None:
        self._pattern = pattern
        pieces = read_pattern(pattern)
        self.groups = _groups_of(pieces)
        self._python = _python_of(pieces)
        self._longest_match = self._longest_searched = -1.0
        if self._python is None:
            _automaton(pattern, True)  # It may be too large.
        else:
            whole, searched = _choices(pieces)
            self._longest_match, self._longest_searched = _longest(whole, 0), _longest(searched, 1)

    def is_match(self, text: str) -> bool:
        """Whether the text as a whole is what the pattern describes."""
        if len(text) > _LONG:
            check_time()
        if self._python is not None and len(text) <= self._longest_match:
            return self._python.fullmatch(text) is not None
        return _automaton(self._pattern, True).is_match(text)

    def search(self, text: str, place: int) -> Spans | None:
        """Beginning and end of the first match from a place on, and of its groups, -1 where there is none."""
        if self._python is not None and len(text) <= self._longest_searched:
            match = self._python.search(text, place)
            return None if match is None else match.regs
        return _automaton(self._pattern, False).search(text, place)


def _python_of(pieces: Sequence[Piece]) -> re.Pattern[str] | None:
    """The pieces for `re`, or None if it would not read them as they are meant."""
    depth = deepest = 0
    for piece in pieces:
        depth += isinstance(piece, Group) - (piece is CLOSE)
        deepest = max(deepest, depth)
    kinds = pairwise(isinstance(piece, Repetition) for piece in pieces)
    if deepest > _MOST_NESTED or (True, True) in kinds:
        return None
    return re.compile("".join(piece.text for piece in pieces))


def _groups_of(pieces: Sequence[Piece]) -> int:
    return sum(isinstance(piece, Group) and piece.number is not None for piece in pieces)


@lru_cache(maxsize=64)
def _automaton(pattern: bytes, is_whole: bool) -> Automaton:
    pieces = read_pattern(pattern)
    return Automaton(pieces, _groups_of(pieces), is_whole)


@lru_cache(maxsize=512)
def pattern_of(pattern: bytes) -> Pattern:
    """The pattern, which is kept.

    Raises:
        InvalidArgumentError: RE2 does not take it.
    """
    try:
        return Pattern(pattern)
    except PatternError as error:
        shown = pattern.decode(errors="replace")
        raise invalid(f"Invalid pattern: {shown}, error: {error}") from None
