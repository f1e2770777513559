"""RE2's language: what each piece means, and what is refused with which words."""

from __future__ import annotations

import pytest

from stagelight.ops.strings.patterns import Pattern
from stagelight.ops.strings.re2_syntax import PatternError, read_pattern


def matches(pattern: str, text: str) -> bool:
    return Pattern(pattern.encode()).is_match(text)


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        (r"\w\d\s", "a1 ", "\u00e91 "),
        (r"\pL+", "a\u00e9\u4e2d", "a1"),
        (r"\PL", "1", "a"),
        (r"\p{Greek}", "\u03b1", "a"),
        (r"[[:alpha:]_]+", "a_Z", "a1"),
        (r"[^[:digit:]]", "a", "1"),
        (r"[\d-]+", "1-2", "1_2"),
        (r"[]a]+", "]a", "b"),
        (r"\Qa.b\E.", "a.bc", "axbc"),
        (r"\x{1F600}\x41\101", "\U0001f600AA", "AAA"),
        ("(?i)a[b-c]", "AB", "Ad"),
        ("a(?i)b|c", "C", "A"),
        ("(?i:a)b", "Ab", "AB"),
        ("(?i)[^a]", "b", "A"),
        ("a.b", "a-b", "a\nb"),
        ("(?s)a.b", "a\nb", "a-c"),
        ("a$", "a", "a\n"),
        (r"a\z", "a", "a\n"),
        ("(?U)a+b", "aab", "b"),
        ("a{,2}", "a{,2}", "aa"),
        ("b(?i){2}", "bb", "b"),
    ],
)
def test_meaning(pattern: str, yes: str, no: str) -> None:
    assert matches(pattern, yes)
    assert not matches(pattern, no)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(a", "missing ): (a"),
        ("a)", "unexpected ): a)"),
        ("[a", "missing ]: [a"),
        ("*a", "no argument for repetition operator: *"),
        ("a**", "bad repetition operator: **"),
        ("a{1001}", "invalid repetition size: {1001}"),
        ("[z-a]", "invalid character class range: z-a"),
        (r"\pX", r"invalid character class range: \pX"),
        ("(?=a)", "invalid perl operator: (?="),
        ("(?P=n)", "invalid perl operator: (?P"),
        ("((a{100}){100}){100}", "invalid repetition size: {100}"),
        ("(?P<1-a>b)", "invalid named capture group: (?P<1-a>"),
        (r"(a)\1", r"invalid escape sequence: \1"),
        ("a\\", "trailing \\"),
    ],
)
def test_refusals(pattern: str, text: str) -> None:
    with pytest.raises(PatternError) as caught:
        read_pattern(pattern.encode())
    assert str(caught.value) == text


def test_bytes_that_are_no_utf8_are_refused() -> None:
    with pytest.raises(PatternError, match="invalid UTF-8"):
        read_pattern(b"\xff")


def test_groups_keep_their_numbers() -> None:
    pattern = Pattern(rb"(?i)(a)(?:b)(?P<last>c)")
    assert pattern.groups == 2
    assert pattern.search("aBC", 0) == ((0, 3), (0, 1), (2, 3))
