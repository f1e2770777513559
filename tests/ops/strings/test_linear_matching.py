"""Patterns are matched in linear time where Python's `re` would go back and forth, with the same results."""

from __future__ import annotations

import random
import re
import time

import pytest

import stagelight as tf
from stagelight.ops.strings.linear_matching import Automaton
from stagelight.ops.strings.patterns import Pattern
from stagelight.ops.strings.re2_syntax import Group, PatternError, read_pattern

# Patterns that go back and forth for ever on their texts.
ENDLESS = {
    "(a+)+$": "a" * 50_000 + "b",
    "(a|aa)+$": "a" * 50_000 + "b",
    "(.*)(.*)(.*)(.*)(.*)x": "a" * 20_000,
    r"\s+$": " " * 50_000 + "b",
    "(a?){30}a{30}": "a" * 29,
    r"([a-zA-Z0-9]+\.?)+@": "abc." * 10_000,
}


def automaton(pattern: str, is_whole: bool = False) -> Automaton:
    pieces = read_pattern(pattern.encode())
    groups = sum(isinstance(piece, Group) and piece.number is not None for piece in pieces)
    return Automaton(pieces, groups, is_whole)


@pytest.mark.parametrize("pattern", ENDLESS)
def test_nothing_goes_back_and_forth_for_ever(pattern):
    text = ENDLESS[pattern]
    began = time.process_time()
    assert tf.strings.regex_replace(text, pattern, "").numpy() == text.encode()
    assert not tf.strings.regex_full_match(text, pattern).numpy()
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    ("pattern", "text", "spans"),
    [
        # As TensorFlow has them. Python's `re` goes through an empty round at the end.
        ("(a*)+", "aa", ((0, 2), (0, 2))),
        ("(a*)+", "b", ((0, 0), (0, 0))),
        ("(a|b*)*", "aba", ((0, 3), (2, 3))),
        ("(|a)*", "aa", ((0, 0), (0, 0))),
        # Not a repetition that keeps what it has, which Python would read.
        ("a*(?i)+a", "aa", ((0, 2),)),
        (r"\B", "", ((0, 0),)),
    ],
)
def test_groups_that_can_be_empty(pattern, text, spans):
    assert Pattern(pattern.encode()).search(text, 0) == spans


def test_groups_in_groups_in_groups():
    pattern = "(" * 2000 + "a" + ")" * 2000
    assert tf.strings.regex_replace("bab", pattern, "<\\1>").numpy() == b"b<a>b"
    assert tf.strings.regex_full_match("a", pattern).numpy()


def test_programs_have_a_size():
    with pytest.raises(tf.errors.InvalidArgumentError, match="pattern too large - compile failed"):
        tf.strings.regex_full_match("a", "(" * 60 + "a" * 1000 + ")" * 60 + "{1000}")
    with pytest.raises(PatternError, match="invalid repetition size"):
        read_pattern(b"a{" + b"9" * 10_000 + b"}")


def test_a_pattern_on_a_long_text_is_ended_in_time(tmp_path):
    """Where it is looked for anew at each place, which is not linear."""
    module = tf.Module()
    module.f = tf.function(
        lambda x: tf.strings.regex_replace(x, "(a+)+b|a", ""),
        input_signature=[tf.TensorSpec([], tf.string)],
    )
    tf.saved_model.save(module, tmp_path)
    model = tf.saved_model.load(tmp_path, trust="none", seconds=0.5)
    began = time.monotonic()
    with pytest.raises(tf.errors.DeadlineExceededError, match=r"0\.5 seconds a call"):
        model.f("a" * 200_000)
    assert time.monotonic() - began < 10


PIECES = [
    *("a", "b", ".", "[^a]", r"\b", "^", "$", "(?m:$)", "a*", "b+?"),
    *("(a|b)?", "(ab|a){2}", "(a{1,2}?)", "|"),
]


def test_an_automaton_finds_what_python_finds():
    draw = random.Random(3)
    for _ in range(300):
        pattern = "".join(draw.choice(PIECES) for _ in range(draw.randrange(1, 6)))
        compiled = re.compile("".join(piece.text for piece in read_pattern(pattern.encode())))
        searched, whole = automaton(pattern), automaton(pattern, is_whole=True)
        for _ in range(5):
            text = "".join(draw.choice("aab\n") for _ in range(draw.randrange(8)))
            match = compiled.search(text)
            assert searched.search(text, 0) == (match and match.regs), (pattern, text)
            assert whole.is_match(text) == bool(compiled.fullmatch(text)), (pattern, text)
