r"""Regular expressions in RE2's syntax as those of Python. No ops here.

RE2 is what TensorFlow uses. The two differ in the letters of the language (`\z`, `\pN`,
`[[:alpha:]]`, `(?U)`, `\Q...\E`), in what its classes hold (`\d`, `\w`, `\s` and `\b` are about
ASCII), and in that RE2 has no look-around, references or possessive repetition. `python_pattern`
reads RE2's language alone and writes each piece so that it means the same whatever stands around
it.

What is not kept: RE2's linear time, and `\C`, which takes a character here, not a byte.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from stagelight.ops import unicode_scripts

Ranges = list[tuple[int, int]]

_LAST: Final = sys.maxunicode
# Bytes that are no UTF-8 are decoded to surrogates, which no class of RE2 holds.
_SURROGATES: Final = (0xD800, 0xDFFF)
_MOST_REPEATED: Final = 1000


class PatternError(ValueError):
    """The pattern is not one of RE2's; the text is RE2's own."""


# ---------------------------------------------------------------------------- sets of characters


def _merged(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """The same characters in order, without overlaps."""
    merged: Ranges = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return merged


def _others(ranges: Ranges) -> Ranges:
    """All characters but these, and but surrogates."""
    others: Ranges = []
    place = 0
    for low, high in _merged([*ranges, _SURROGATES]):
        if place < low:
            others.append((place, low - 1))
        place = high + 1
    if place <= _LAST:
        others.append((place, _LAST))
    return others


def _of_text(text: str) -> Ranges:
    """The characters of `az09_`: pairs of ends, and single ones at the end after a space."""
    pairs, _, singles = text.partition(" ")
    ranges = [(ord(pairs[i]), ord(pairs[i + 1])) for i in range(0, len(pairs), 2)]
    return ranges + [(ord(char), ord(char)) for char in singles]


_PERL: Final = {"d": _of_text("09"), "s": _of_text(" \t\n\f\r "), "w": _of_text("09AZaz _")}
_POSIX: Final = {
    "alnum": _of_text("09AZaz"),
    "alpha": _of_text("AZaz"),
    "ascii": [(0, 0x7F)],
    "blank": _of_text(" \t "),
    "cntrl": [(0, 0x1F), (0x7F, 0x7F)],
    "digit": _of_text("09"),
    "graph": [(0x21, 0x7E)],
    "lower": _of_text("az"),
    "print": [(0x20, 0x7E)],
    "punct": _of_text("!/:@[`{~"),
    "space": _of_text(" \t\n\v\f\r "),
    "upper": _of_text("AZ"),
    "word": _of_text("09AZaz _"),
    "xdigit": _of_text("09AFaf"),
}


@cache
def _categories() -> dict[str, Ranges]:
    """The characters of each of Unicode's general categories, such as "Lu", and of "L"."""
    found: dict[str, Ranges] = {}
    start, current = 0, unicodedata.category("\0")
    for character in range(1, _LAST + 2):
        category = "" if character > _LAST else unicodedata.category(chr(character))
        if category != current:
            for name in (current, current[0]):
                found.setdefault(name, []).append((start, character - 1))
            start, current = character, category
    return {name: _merged(ranges) for name, ranges in found.items()}


def _unicode_class(name: str) -> Ranges | None:
    """The characters of a category or script, None if there is no such."""
    if name == "Any":
        return [(0, _LAST)]
    if name in unicode_scripts.NAMES:
        return unicode_scripts.ranges_of(unicode_scripts.NAMES.index(name))
    return _categories().get(name)


def _class_text(ranges: Ranges) -> str:
    """A class of Python's."""
    if not ranges:
        return "(?!)"
    parts = [
        f"\\U{low:08x}" if low == high else f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges
    ]
    return f"[{''.join(parts)}]"


_ANY: Final = _class_text(_others([]))
_ANY_BUT_NEWLINE: Final = _class_text(_others([(10, 10)]))


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
    """Reads one pattern, writes Python's."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._place = 0
        self._written: list[str] = []
        self._flags = _Flags()
        self._outer_flags: list[_Flags] = []
        # Where the last repetition began, if nothing came after it.
        self._repetition_start: int | None = None
        self._has_operand = False
        # How often the operand, and what stands in each open group, is repeated at most.
        self._repeated = 1
        self._most_repeated = [1]

    def read(self) -> str:
        """Python's pattern.

        Raises:
            PatternError: it is not RE2's.
        """
        while self._place < len(self._pattern):
            self._read_piece()
        if self._outer_flags:
            raise PatternError(f"missing ): {self._pattern}")
        return "".join(self._written)

    def _rest(self) -> str:
        return self._pattern[self._place :]

    def _read_piece(self) -> None:
        char = self._pattern[self._place]
        if char in "*+?":
            self._repeat(char, self._place + 1)
        elif char == "{" and (counts := _REPETITION.match(self._pattern, self._place)):
            self._repeat(counts.group(), counts.end(), self._most_of(counts))
        elif char == "(":
            self._open_group()
        elif char == ")":
            self._close_group()
        elif char == "|":
            self._place += 1
            self._write("|", is_operand=False)
        elif char == "[":
            self._write_class(*self._read_class())
        elif char == "\\":
            self._read_escape()
        else:
            self._place += 1
            if char == ".":
                self._write(_ANY if self._flags.dot_takes_newline else _ANY_BUT_NEWLINE)
            elif char == "^":
                self._write("(?m:^)" if self._flags.is_multiline else r"(?:\A)")
            elif char == "$":
                self._write("(?m:$)" if self._flags.is_multiline else r"(?:\Z)")
            else:
                self._write_literal(char)

    def _write(self, text: str, is_operand: bool = True) -> None:
        self._written.append(text)
        self._has_operand = is_operand
        self._repetition_start = None
        self._repeated = 1

    def _with_case(self, text: str) -> str:
        return f"(?i:{text})" if self._flags.ignores_case else text

    def _write_class(self, ranges: Ranges, is_negative: bool) -> None:
        if not self._flags.ignores_case:
            self._write(_class_text(_others(ranges) if is_negative else _merged(ranges)))
        elif is_negative:
            # What is left out is left out in both cases.
            self._write(f"(?:(?!(?i:{_class_text(_merged(ranges))})){_ANY})")
        else:
            self._write(f"(?i:{_class_text(_merged(ranges))})")

    def _write_literal(self, char: str) -> None:
        self._write(self._with_case(re.escape(char)))

    # Repetition.

    def _most_of(self, counts: re.Match[str]) -> int:
        """The larger number of `{2,3}`."""
        low, high = int(counts[1]), int(counts[3] or counts[1])
        if high > _MOST_REPEATED or low > high:
            raise PatternError(f"invalid repetition size: {counts.group()}")
        return high

    def _repeat(self, operator: str, end: int, most: int = 1) -> None:
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
        repeated = self._repeated * most
        if repeated > _MOST_REPEATED:
            raise PatternError(f"invalid repetition size: {operator}")
        lazy = "?" if is_lazy != self._flags.is_lazy else ""
        self._write(operator + lazy)
        self._repetition_start = start
        self._repeated = repeated
        self._most_repeated[-1] = max(self._most_repeated[-1], repeated)

    # Groups.

    def _open_group(self) -> None:
        if not self._pattern.startswith("(?", self._place):
            self._place += 1
            self._enter("(")
            return
        name = _GROUP_NAME.match(self._pattern, self._place)
        if name:
            self._place = name.end()
            self._enter("(")
            return
        if self._pattern.startswith("(?P<", self._place):
            end = self._pattern.find(">", self._place) + 1 or len(self._pattern)
            raise PatternError(f"invalid named capture group: {self._pattern[self._place : end]}")
        self._read_flags()

    def _enter(self, text: str) -> None:
        self._outer_flags.append(self._flags)
        self._most_repeated.append(1)
        self._write(text, is_operand=False)

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
                    self._enter("(?:")
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
        self._write(")")
        self._repeated = self._most_repeated.pop()
        self._most_repeated[-1] = max(self._most_repeated[-1], self._repeated)

    # Escapes.

    def _read_escape(self) -> None:
        following = self._pattern[self._place + 1 : self._place + 2]
        zero_width = {"A": r"(?:\A)", "z": r"(?:\Z)", "b": r"(?a:\b)", "B": r"(?a:\B)"}
        if following in zero_width and following:
            self._place += 2
            self._write(zero_width[following])
        elif following == "C":
            self._place += 2
            self._write(r"(?s:.)")
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
        if letter and letter.lower() in _PERL:
            self._place += 2
            return _PERL[letter.lower()], letter.isupper()
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
        found = _unicode_class(name.removeprefix("^"))
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
            if number and int(number[1] or number[2], 16) <= _LAST:
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
                found = _POSIX.get(name.removeprefix("^"))
                if found is None:
                    raise PatternError(
                        f"invalid character class range: {self._pattern[self._place : end + 2]}"
                    )
                self._place = end + 2
                return _others(found) if name.startswith("^") else found
        if self._pattern.startswith("\\", self._place):
            escaped = self._escaped_class()
            if escaped is not None:
                ranges, is_negative = escaped
                return _others(ranges) if is_negative else ranges
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


def python_pattern(pattern: bytes) -> str:
    """The pattern as one of Python's `re`, for text.

    Raises:
        PatternError: RE2 does not take it.
    """
    try:
        text = pattern.decode()
    except UnicodeDecodeError:
        raise PatternError("invalid UTF-8") from None
    return _Reader(text).read()
