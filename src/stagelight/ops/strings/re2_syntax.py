r"""The language of RE2's regular expressions, read into a row of pieces. No ops here.

RE2 is what TensorFlow uses. It differs from Python's `re` in the letters of the language (`\z`, `\pN`,
`[[:alpha:]]`, `(?U)`, `\Q...\E`), in what its classes hold (`\d`, `\w`, `\s` and `\b` are about
ASCII), and in that it has no look-around, references or possessive repetition. Each piece says what it is,
and how it is written in Python's language so that it means the same whatever stands around it; flags
are in the pieces that they change.

What is not kept: `\C`, which takes a character here, not a byte.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from stagelight.ops.strings.re2_characters import (
    LAST,
    PERL,
    POSIX,
    Ranges,
    class_text,
    merged,
    others,
    unicode_class,
)

_MOST_REPEATED: Final = 1000


class PatternError(ValueError):
    """The pattern is not one of RE2's; the text is RE2's own."""


# ---------------------------------------------------------------------------- pieces


@dataclass(frozen=True, slots=True)
class Character:
    """One character of a set; `text` is a pattern of Python's for it."""

    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """A condition on what stands before and behind; `text` is Python's."""

    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """The beginning of a group; `number` is None where nothing refers to it."""

    number: int | None

    @property
    def text(self) -> str:
        """Python's."""
        return "(?:" if self.number is None else "("


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands between the alternatives of a group, or ends it."""

    text: str


@dataclass(frozen=True, slots=True)
class Repetition:
    """How often the piece or group before may come; `most` is None where there is no end."""

    operator: str
    least: int
    most: int | None
    is_lazy: bool

    @property
    def text(self) -> str:
        """Python's."""
        return self.operator + "?" * self.is_lazy


Piece = Character | Place | Group | Mark | Repetition

OR, CLOSE = Mark("|"), Mark(")")
TEXT_BEGIN, TEXT_END = Place(r"(?:\A)"), Place(r"(?:\Z)")
LINE_BEGIN, LINE_END = Place("(?m:^)"), Place("(?m:$)")
# Python's `\B` is not at the end of a text without characters.
WORD_END, NO_WORD_END = Place(r"(?a:\b)"), Place(r"(?a:(?!\b))")
BYTE = Character("(?s:.)")

_PLACES: Final = {"A": TEXT_BEGIN, "z": TEXT_END, "b": WORD_END, "B": NO_WORD_END}
_REPEATED: Final = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_ANY: Final = Character(class_text(others([])))
_ANY_BUT_NEWLINE: Final = Character(class_text(others([(10, 10)])))

# ---------------------------------------------------------------------------- reading


@dataclass(frozen=True)
class _Flags:
    ignores_case: bool = False
    is_multiline: bool = False
    dot_takes_newline: bool = False
    is_lazy: bool = False


_FLAG_NAMES: Final = {
    "i": "ignores_case",
    "m": "is_multiline",
    "s": "dot_takes_newline",
    "U": "is_lazy",
}
_ESCAPES: Final = {"a": 7, "f": 12, "t": 9, "n": 10, "r": 13, "v": 11}
_REPETITION: Final = re.compile(r"\{(\d+)(,(\d*))?\}", re.ASCII)
_GROUP_NAME: Final = re.compile(r"\(\?P<(\w+)>")


class _Reader:
    """Reads one pattern into its pieces."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._place = 0
        self._written: list[Piece] = []
        self._groups = 0
        self._flags = _Flags()
        self._outer_flags: list[_Flags] = []
        # Where the last repetition began, if nothing came after it.
        self._repetition_start: int | None = None
        self._has_operand = False
        # How often the operand, and what stands in each open group, is repeated at most.
        self._repeated = 1
        self._most_repeated = [1]

    def read(self) -> list[Piece]:
        """The pieces of the pattern.

        Raises:
            PatternError: it is not RE2's.
        """
        while self._place < len(self._pattern):
            self._read_piece()
        if self._outer_flags:
            raise PatternError(f"missing ): {self._pattern}")
        return self._written

    def _rest(self) -> str:
        return self._pattern[self._place :]

    def _read_piece(self) -> None:
        char = self._pattern[self._place]
        if char in "*+?":
            self._repeat(char, self._place + 1, *_REPEATED[char])
        elif char == "{" and (counts := _REPETITION.match(self._pattern, self._place)):
            self._repeat(counts.group(), counts.end(), *self._counts_of(counts))
        elif char == "(":
            self._open_group()
        elif char == ")":
            self._close_group()
        elif char == "|":
            self._place += 1
            self._write(OR, is_operand=False)
        elif char == "[":
            self._write_class(*self._read_class())
        elif char == "\\":
            self._read_escape()
        else:
            self._place += 1
            if char == ".":
                self._write(_ANY if self._flags.dot_takes_newline else _ANY_BUT_NEWLINE)
            elif char == "^":
                self._write(LINE_BEGIN if self._flags.is_multiline else TEXT_BEGIN)
            elif char == "$":
                self._write(LINE_END if self._flags.is_multiline else TEXT_END)
            else:
                self._write_literal(char)

    def _write(self, piece: Piece, is_operand: bool = True) -> None:
        self._written.append(piece)
        self._has_operand = is_operand
        self._repetition_start = None
        self._repeated = 1

    def _write_class(self, ranges: Ranges, is_negative: bool) -> None:
        if not self._flags.ignores_case:
            self._write(Character(class_text(others(ranges) if is_negative else merged(ranges))))
        elif is_negative:
            # What is left out is left out in both cases.
            self._write(Character(f"(?:(?!(?i:{class_text(merged(ranges))})){_ANY.text})"))
        else:
            self._write(Character(f"(?i:{class_text(merged(ranges))})"))

    def _write_literal(self, char: str) -> None:
        text = re.escape(char)
        self._write(Character(f"(?i:{text})" if self._flags.ignores_case else text))

    # Repetition.

    def _counts_of(self, counts: re.Match[str]) -> tuple[int, int | None]:
        """The numbers of `{2,3}`; that of `{2,}` and more is None."""
        digits = max(len(counts[1].lstrip("0")), len((counts[3] or "").lstrip("0")))
        if digits > len(str(_MOST_REPEATED)):
            raise PatternError(f"invalid repetition size: {counts.group()}")
        low, high = int(counts[1]), int(counts[3] or counts[1])
        if high > _MOST_REPEATED or low > high:
            raise PatternError(f"invalid repetition size: {counts.group()}")
        return low, None if counts[2] == "," else high

    def _repeat(self, operator: str, end: int, least: int, most: int | None) -> None:
        start = self._place
        is_lazy = self._pattern.startswith("?", end)
        end += is_lazy
        if self._repetition_start is not None:
            raise PatternError(
                f"bad repetition operator: {self._pattern[self._repetition_start : end]}"
            )
        if not self._has_operand:
            raise PatternError(f"no argument for repetition operator: {self._pattern[start:end]}")
        self._place = end
        repeated = self._repeated * (max(least, 1) if most is None else most)
        if repeated > _MOST_REPEATED:
            raise PatternError(f"invalid repetition size: {operator}")
        self._write(Repetition(operator, least, most, is_lazy != self._flags.is_lazy))
        self._repetition_start = start
        self._repeated = repeated
        self._most_repeated[-1] = max(self._most_repeated[-1], repeated)

    # Groups.

    def _open_group(self) -> None:
        if not self._pattern.startswith("(?", self._place):
            self._place += 1
            self._enter_captured()
            return
        name = _GROUP_NAME.match(self._pattern, self._place)
        if name:
            self._place = name.end()
            self._enter_captured()
            return
        if self._pattern.startswith("(?P<", self._place):
            end = self._pattern.find(">", self._place) + 1 or len(self._pattern)
            raise PatternError(f"invalid named capture group: {self._pattern[self._place : end]}")
        self._read_flags()

    def _enter_captured(self) -> None:
        self._groups += 1
        self._enter(Group(self._groups))

    def _enter(self, group: Group) -> None:
        self._outer_flags.append(self._flags)
        self._most_repeated.append(1)
        self._write(group, is_operand=False)

    def _read_flags(self) -> None:
        """`(?i)`, `(?i-s:...)`, `(?:...)`."""
        start = self._place
        value = True
        flags = self._flags
        for place in range(start + 2, len(self._pattern)):
            char = self._pattern[place]
            if char in _FLAG_NAMES:
                flags = replace(flags, **{_FLAG_NAMES[char]: value})
            elif char == "-" and value:
                value = False
            elif char in ":)" and self._pattern[place - 1] != "-":
                self._place = place + 1
                if char == ":":
                    self._enter(Group(None))
                # RE2: what follows `(?i)` may repeat what comes before it.
                self._repetition_start = None
                self._flags = flags
                return
            else:
                raise PatternError(f"invalid perl operator: {self._pattern[start : place + 1]}")
        raise PatternError(f"invalid perl operator: {self._pattern[start:]}")

    def _close_group(self) -> None:
        if not self._outer_flags:
            raise PatternError(f"unexpected ): {self._pattern}")
        self._place += 1
        self._flags = self._outer_flags.pop()
        self._write(CLOSE)
        self._repeated = self._most_repeated.pop()
        self._most_repeated[-1] = max(self._most_repeated[-1], self._repeated)

    # Escapes.

    def _read_escape(self) -> None:
        following = self._pattern[self._place + 1 : self._place + 2]
        if following in _PLACES and following:
            self._place += 2
            self._write(_PLACES[following])
        elif following == "C":
            self._place += 2
            self._write(BYTE)
        elif following == "Q":
            text, _, _ = self._pattern[self._place + 2 :].partition(r"\E")
            self._place = min(self._place + 2 + len(text) + 2, len(self._pattern))
            for char in text:
                self._write_literal(char)
        else:
            found = self._escaped_class()
            if found is None:
                self._write_literal(chr(self._escaped_character()))
            else:
                self._write_class(*found)

    def _escaped_class(self) -> tuple[Ranges, bool] | None:
        r"""The characters of `\d`, `\PN` and the like, and whether all others are meant.

        None where nothing of this kind stands.
        """
        letter = self._pattern[self._place + 1 : self._place + 2]
        if letter and letter.lower() in PERL:
            self._place += 2
            return PERL[letter.lower()], letter.isupper()
        if letter not in ("p", "P"):
            return None
        start = self._place
        name = self._pattern[start + 2 : start + 3]
        end = start + 3
        if name == "{":
            end = self._pattern.find("}", start) + 1
            if not end:
                raise PatternError(f"invalid character class range: {self._rest()}")
            name = self._pattern[start + 3 : end - 1]
        is_negative = (letter == "P") != name.startswith("^")
        found = unicode_class(name.removeprefix("^"))
        if found is None:
            raise PatternError(f"invalid character class range: {self._pattern[start:end]}")
        self._place = end
        return found, is_negative

    def _escaped_character(self) -> int:
        r"""The character of `\n`, `\x41`, `\.` and the like."""
        start = self._place
        char = self._pattern[start + 1 : start + 2]
        if not char:
            raise PatternError("trailing \\")
        self._place = start + 2
        if char in _ESCAPES:
            return _ESCAPES[char]
        if char in "01234567" and (
            octal := re.compile("0[0-7]{0,2}|[1-7][0-7]{1,2}").match(self._pattern, start + 1)
        ):
            self._place = octal.end()
            return int(octal.group(), 8)
        if char == "x":
            number = re.compile(r"x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]+)\})").match(
                self._pattern, start + 1
            )
            if number and int(number[1] or number[2], 16) <= LAST:
                self._place = number.end()
                return int(number[1] or number[2], 16)
            end = number.end() - 1 if number else min(start + 4, len(self._pattern))
            raise PatternError(f"invalid escape sequence: {self._pattern[start:end]}")
        if ord(char) < 0x80 and not char.isalnum():
            return ord(char)
        raise PatternError(f"invalid escape sequence: \\{char}")

    # Classes.

    def _read_class(self) -> tuple[Ranges, bool]:
        """The characters between brackets, and whether all others are meant."""
        start = self._place
        self._place += 1
        is_negative = self._pattern.startswith("^", self._place)
        self._place += is_negative
        ranges: Ranges = []
        is_first = True
        while is_first or not self._pattern.startswith("]", self._place):
            if self._place >= len(self._pattern):
                raise PatternError(f"missing ]: {self._pattern[start:]}")
            ranges.extend(self._read_class_item(start))
            is_first = False
        self._place += 1
        return ranges, is_negative

    def _read_class_item(self, class_start: int) -> Ranges:
        if self._pattern.startswith("[:", self._place):
            end = self._pattern.find(":]", self._place)
            if end >= 0:
                name = self._pattern[self._place + 2 : end]
                found = POSIX.get(name.removeprefix("^"))
                if found is None:
                    raise PatternError(
                        f"invalid character class range: {self._pattern[self._place : end + 2]}"
                    )
                self._place = end + 2
                return others(found) if name.startswith("^") else found
        if self._pattern.startswith("\\", self._place):
            escaped = self._escaped_class()
            if escaped is not None:
                ranges, is_negative = escaped
                return others(ranges) if is_negative else ranges
        start = self._place
        low = self._class_character(class_start)
        high = low
        is_range = self._pattern.startswith("-", self._place) and not self._pattern.startswith(
            "-]", self._place
        )
        if is_range and self._place + 1 < len(self._pattern):
            self._place += 1
            high = self._class_character(class_start)
            if high < low:
                raise PatternError(
                    f"invalid character class range: {self._pattern[start : self._place]}"
                )
        return [(low, high)]

    def _class_character(self, class_start: int) -> int:
        if self._place >= len(self._pattern):
            raise PatternError(f"missing ]: {self._pattern[class_start:]}")
        if self._pattern[self._place] == "\\":
            return self._escaped_character()
        self._place += 1
        return ord(self._pattern[self._place - 1])


def read_pattern(pattern: bytes) -> list[Piece]:
    """The pieces of a pattern.

    Raises:
        PatternError: RE2 does not take it.
    """
    try:
        text = pattern.decode()
    except UnicodeDecodeError:
        raise PatternError("invalid UTF-8") from None
    return _Reader(text).read()
