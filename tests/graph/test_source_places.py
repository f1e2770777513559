"""Places in the user's source: the line, the caret under an expression, and how many are told."""

from __future__ import annotations

import linecache

import pytest

import stagelight as tf
from stagelight.graph.source_places import MOST_LINES, SourcePlace, shown_places

LINE = "    straße = f(äöü) + g(x)\n"


@pytest.fixture
def source():
    linecache.cache["<places>"] = (len(LINE), None, [LINE], "<places>")
    yield "<places>"
    del linecache.cache["<places>"]


def columns(text):
    """The columns of a part of the line, in bytes, as Python's code objects have them."""
    start = len(LINE[: LINE.index(text)].encode())
    return start, start + len(text.encode())


def place(source, part=None):
    return SourcePlace(source, 1, "f", None if part is None else columns(part))


@pytest.mark.parametrize("part", ["f(äöü)", "g(x)", "straße", "äöü"])
def test_the_caret_is_under_the_expression(source, part):
    head, line, caret = place(source, part).lines("  ")
    assert head == '  File "<places>", line 1, in f'
    assert [c for c, mark in zip(line, caret, strict=False) if mark == "^"] == list(part)


def test_what_goes_on_in_the_next_line_ends_with_the_line(source):
    start = columns("g(x)")[0]
    caret = SourcePlace(source, 1, "f", (start, None)).lines("")[2]
    assert caret.count("^") == len("g(x)")


def test_what_is_all_that_a_line_computes_needs_no_caret(source):
    assert len(place(source, LINE.strip()).lines("")) == 2
    assert len(place(source, "f(äöü) + g(x)").lines("")) == 2
    assert len(place(source).lines("")) == 2


def test_a_place_without_source_says_so():
    assert SourcePlace("<nowhere>", 3, "f").lines("")[1] == "    <source unavailable>"


@pytest.mark.parametrize("count", [1, 2, 3, 5, 40])
@pytest.mark.parametrize("other_lines", [1, 6, 11, 30])
def test_a_message_has_few_lines_and_both_ends(source, count, other_lines):
    places = [SourcePlace(source, 1, f"f{i}", columns("g(x)")) for i in range(count)]
    shown = shown_places(places, other_lines, "")
    assert len(shown) <= max(MOST_LINES - other_lines, 4)
    assert f"in f{count - 1}" in "".join(shown[-3:])
    if other_lines <= 6:
        assert shown[0].endswith("in f0")


def test_all_places_are_told_without_filtering(source):
    tf.debugging.disable_traceback_filtering()
    try:
        assert len(shown_places([place(source, "g(x)")] * 40, 5, "")) == 120
    finally:
        tf.debugging.enable_traceback_filtering()
