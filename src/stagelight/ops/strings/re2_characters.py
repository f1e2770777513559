r"""Sets of characters that RE2's patterns name: `\d`, `[[:alpha:]]`, `\p{Greek}`. No ops here."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from stagelight.ops.strings import unicode_scripts

Ranges = list[tuple[int, int]]

LAST: Final = sys.maxunicode
# Bytes that are no UTF-8 are decoded to surrogates, which no class of RE2 holds.
_SURROGATES: Final = (0xD800, 0xDFFF)


def merged(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """The same characters in order, without overlaps."""
    found: Ranges = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found


def others(ranges: Ranges) -> Ranges:
    """All characters but these, and but surrogates."""
    found: Ranges = []
    place = 0
    for low, high in merged([*ranges, _SURROGATES]):
        if place < low:
            found.append((place, low - 1))
        place = high + 1
    if place <= LAST:
        found.append((place, LAST))
    return found


def _of_text(text: str) -> Ranges:
    """The characters of `az09_`: pairs of ends, and single ones at the end after a space."""
    pairs, _, singles = text.partition(" ")
    ranges = [(ord(pairs[i]), ord(pairs[i + 1])) for i in range(0, len(pairs), 2)]
    return ranges + [(ord(char), ord(char)) for char in singles]


PERL: Final = {"d": _of_text("09"), "s": _of_text(" \t\n\f\r "), "w": _of_text("09AZaz _")}
POSIX: Final = {
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
    for character in range(1, LAST + 2):
        category = "" if character > LAST else unicodedata.category(chr(character))
        if category != current:
            for name in (current, current[0]):
                found.setdefault(name, []).append((start, character - 1))
            start, current = character, category
    return {name: merged(ranges) for name, ranges in found.items()}


def unicode_class(name: str) -> Ranges | None:
    """The characters of a category or script, None if there is no such."""
    if name == "Any":
        return [(0, LAST)]
    if name in unicode_scripts.NAMES:
        return unicode_scripts.ranges_of(unicode_scripts.NAMES.index(name))
    return _categories().get(name)


def class_text(ranges: Ranges) -> str:
    """A class of Python's."""
    if not ranges:
        return "(?!)"
    parts = [
        f"\\U{low:08x}" if low == high else f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges
    ]
    return f"[{''.join(parts)}]"
