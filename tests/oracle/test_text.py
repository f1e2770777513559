"""Text that is printed, formatted, matched and hashed is TensorFlow's, to the byte."""

from __future__ import annotations

import collections
import random
import re
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

Point = collections.namedtuple("Point", "x y")


def prints_tensors(tf: Any) -> None:
    tf.print(tf.constant([1.5, 2, 0.1, 1e10, 1e-7, 123456.789, 1 / 3]), summarize=-1)
    tf.print(tf.constant([0.1, 1e300, 0.1 + 0.2, 1 / 3], tf.float64), tf.constant(0.1, tf.float16))
    tf.print(tf.constant([np.inf, -np.inf, np.nan, -0.0]), tf.constant([True, False]))
    tf.print(tf.reshape(tf.range(200), [2, 10, 10]), tf.range(7), tf.range(6), summarize=3)
    tf.print(tf.zeros([0, 3]), tf.zeros([2, 0]), tf.constant([]), tf.constant(1 + 2j))
    tf.print(tf.constant("top"))
    tf.print(tf.constant("quoted"), tf.constant(["it's", '"', "\n", "\u00e9", b"\x01"]))


def prints_python_values(tf: Any) -> None:
    tf.print("text", 1, 2.5, True, None, b"bytes", [1, "a"], ("b",), {"k": "v"})
    tf.print("a", "b", sep="-", end="!\n")
    tf.print("{} %s", tf.constant(1), "{}", "%d")
    tf.print()
    tf.print([1] * 60)
    tf.print(Point(tf.constant(1), 2), [Point(1, "q")], np.array([1, 2]), np.float32(0.5))


def prints_structures(tf: Any) -> None:
    value, text = tf.constant([1, 2]), tf.constant("s")
    tf.print({"b": value, "a": [text, None, (3, tf.Variable(4.5))]}, [value, "in", [text]])
    tf.print({"long " * 9: value, "longer " * 9: tf.zeros([2, 2]), "x": text})
    tf.print([tf.constant(1)] * 30)


def prints_in_a_function(tf: Any) -> None:
    @tf.function
    def shown(x):
        tf.print("first", x)
        for i in tf.range(3):
            tf.print("step", i, {"x": x})
        tf.print("last")
        return x

    shown(tf.constant([1.5, 2.0]))
    print("between", flush=True)
    shown(tf.constant([2.5, 3.0]))


def prints_to_standard_output(tf: Any) -> None:
    print("python", flush=True)
    tf.print("here", tf.constant(1), output_stream=sys.stdout)
    print("python again", flush=True)


def prints_the_old_way(tf: Any) -> None:
    tf.compat.v1.Print(
        tf.constant(1), [tf.constant([1.0, 2, 3, 4]), tf.zeros([2, 3]), tf.constant("a")], "m: "
    )
    tf.compat.v1.Print(tf.constant(1), [tf.ones([2, 2, 2]), tf.constant(True)], summarize=5)


PROGRAMS = [value for name, value in list(globals().items()) if name.startswith("prints_")]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_printed_text(program, tensorflow, stagelight, capfd):
    program(stagelight)
    ours = capfd.readouterr()
    program(tensorflow)
    theirs = capfd.readouterr()
    assert ours.out == theirs.out
    warnings_left_out = re.sub(r"(?s)WARNING:tensorflow:.*?\n\n", "", theirs.err)
    assert ours.err == warnings_left_out


def raised(call: Any) -> str:
    try:
        call()
    except Exception as error:  # noqa: BLE001 (its text is what is compared)
        text = re.sub(r"\{\{function_node .*?\}\} ", "", str(error))
        return f"{type(error).__name__}: {text.removesuffix(' name: ')}"
    return "nothing"


def refusals(tf: Any) -> list[str]:
    """The texts of failed assertions, eagerly."""
    x, y = tf.constant([1, 2, 3]), tf.constant([1, 2, 4])
    d = tf.debugging
    calls = [
        *(lambda f=f: getattr(d, f"assert_{f}")(x, y, message="m") for f in ("equal", "greater")),
        lambda: d.assert_less(tf.range(12), 3),
        lambda: d.assert_none_equal(["a", "b"], ["a", "c"], summarize=1),
        lambda: d.assert_equal(1, 2),
        lambda: d.assert_positive(-x, "negative", summarize=2),
        lambda: d.assert_negative(0.5),
        lambda: d.assert_near([1.0, 2.0], [1.0, 2.5], rtol=0.1),
        lambda: d.Assert(x[0] > 1, [x, "data"]),
        lambda: d.check_numerics([1.0, np.nan], "m"),
        lambda: d.assert_rank(x, 2, "m"),
        lambda: d.assert_rank_in(x, (0, 2)),
        lambda: d.assert_rank_at_least(x, 2),
        lambda: d.assert_type(x, tf.float32, "m"),
        lambda: d.assert_integer(1.0),
        lambda: d.assert_scalar(x),
        lambda: d.assert_same_float_dtype([tf.constant(1.0)], tf.float64),
        lambda: d.assert_proper_iterable("text"),
        lambda: d.assert_shapes([(x, ("N",)), (tf.zeros([2]), ("N",))], message="m"),
        lambda: d.assert_shapes([(tf.zeros([2, 3]), ("*", 4))]),
        lambda: d.assert_shapes([(x, ()), (x, "AB")]),
    ]
    return [raised(call) for call in calls]


def test_texts_of_failed_assertions(tensorflow, stagelight):
    assert refusals(stagelight) == refusals(tensorflow)


PIECES = (
    r"a b c . * + ? ( ) | [ ] ^ $ \d \w \s \b {2} {1,} (?: (?i) [a-c] [^a] \. \pL [[:alpha:]] - \ "
    r"(?P<x> A 1 \x61 (?s) (?U) [^\d] \Q \E { } \z \A \P{Lu} \p{Greek} (?i: (?-i) \1 \8 \07 "
    r"\x{e9} [\w-] [a\]] []a] [a-] \D \W"
).split()
TEXTS = ["", "a", "abc", "ABC", "\u00e9", "a1 b2", "--", "a.b", "\n", "\u03b1", "a\nb", "]", "\\"]


def matched(tf: ModuleType, pattern: str) -> Any:
    """What a pattern does to the texts, or the error's reason."""
    try:
        whole = tf.strings.regex_full_match(TEXTS, pattern)
        every = tf.strings.regex_replace(TEXTS, pattern, r"<\0>")
        first = tf.strings.regex_replace(TEXTS, pattern, "#", replace_global=False)
    except tf.errors.InvalidArgumentError as error:
        return str(error).partition("error: ")[2].partition(" [Op")[0]
    return [tensor.numpy().tolist() for tensor in (whole, every, first)]


def test_random_patterns(tensorflow, stagelight):
    draw = random.Random(7)
    for _ in range(600):
        pattern = "".join(draw.choice(PIECES) for _ in range(draw.randrange(1, 6)))
        assert matched(stagelight, pattern) == matched(tensorflow, pattern), pattern


ATOMS = r"a b c . [ab] [^a] \w \W \b ^ $ \A \z (?i:A) \d \s \pL (?m:^) (?m:$) (?s:.) _ 1".split()
OPERATORS = "* + ? *? +? ?? {2} {0,2} {1,3} {2,} {0} {1,}? {0,3}? {3}".split()


def nested(draw: random.Random, depth: int) -> str:
    """A pattern of groups, alternatives and repetitions."""
    kind = draw.random()
    if not depth or kind < 0.3:
        return draw.choice(ATOMS)
    if kind < 0.5:
        return nested(draw, depth - 1) + nested(draw, depth - 1)
    inner = nested(draw, depth - 1)
    if kind < 0.7:
        return f"({inner}|{nested(draw, depth - 1)})"
    return f"{'(' if kind < 0.9 else '(?:'}{inner}){draw.choice(OPERATORS)}"


def with_groups(tf: ModuleType, pattern: str, texts: list[str]) -> Any:
    """What is matched, and where its first group is."""
    try:
        whole = tf.strings.regex_full_match(texts, pattern)
        first = tf.strings.regex_replace(texts, pattern, r"<\0|\1>", replace_global=False)
        every = tf.strings.regex_replace(texts, pattern, r"<\0>")
    except tf.errors.InvalidArgumentError as error:
        return str(error).partition("error: ")[2].partition(" [Op")[0]
    return [tensor.numpy().tolist() for tensor in (whole, first, every)]


@pytest.mark.parametrize("most_tried", [None, 0.0], ids=["as it is", "in linear time"])
def test_random_nested_patterns(most_tried, tensorflow, stagelight, monkeypatch):
    """Also where all are left to the automaton."""
    if most_tried is not None:
        from stagelight.ops.strings import patterns

        monkeypatch.setattr(patterns, "_MOST_TRIED", most_tried)
        patterns.pattern_of.cache_clear()
    draw = random.Random(11)
    for _ in range(400):
        pattern = draw.choice(["", "", "(?i)", "(?m)", "(?U)"]) + nested(draw, draw.randrange(1, 6))
        texts = ["".join(draw.choice("aaabbc1_ A\n") for _ in range(draw.randrange(12))) for _ in range(4)]
        ours = with_groups(stagelight, pattern, texts)
        assert ours == with_groups(tensorflow, pattern, texts), (pattern, texts)


def test_scripts_of_all_characters(tensorflow, stagelight):
    codes = np.arange(0x110000, dtype=np.int32)
    theirs = tensorflow.strings.unicode_script(codes).numpy()
    assert (stagelight.strings.unicode_script(codes).numpy() == theirs).all()


def test_hashes_of_random_bytes(tensorflow, stagelight):
    draw = random.Random(7)
    data = [draw.randbytes(length) for length in [*range(200), 1000, 5000]]
    for name, options in (
        ("to_hash_bucket", []),
        ("to_hash_bucket_fast", []),
        ("to_hash_bucket_strong", [[draw.getrandbits(62), -5]]),
    ):
        ours, theirs = (
            getattr(tf.strings, name)(data, 2**63 - 1, *options).numpy()
            for tf in (stagelight, tensorflow)
        )
        assert (ours == theirs).all(), name
