"""Random programs over iterators: made of tensors, lists and generators, advanced step by step and in loops.

Statements take elements from the same two iterators in turn, straight away, in branches and in loops; some
leave a loop early. What an iterator has left shows in the result.
"""

from __future__ import annotations

import random

SOURCES = (
    "iter(xs)", "zip(xs, ys)", "zip(xs, [4, 3, 2, 1])", "enumerate(xs)", "enumerate(ys, 2)", "reversed(xs)",
    "map(lambda v: v + s, xs)", "map(lambda v, w: v - w, xs, ys)", "(v * 2 for v in xs)", "filter(odd, xs)",
    "doubles(xs)", "enumerate(v for v in xs)", "zip(doubles(ys), xs)", "iter(sorted(xs))",
    "iter([1, 2, 3])", "zip([1, 2], [3, 4])", "(v + s for v in [1, 2, 3])", "filter(odd, [1, 2, 3])",
)  # fmt: skip
DERIVED = ("zip({0}, {0})", "zip({0}, ys)", "zip(ys, {0})", "enumerate({0})", "map(number, {0})")
STATEMENTS = (
    "s = s * 3 + number(next({0}, {1}))",
    "s = s * 3 + total(list({0}))",
    "for v in {0}:\n    s = s * 3 + number(v)",
    "for v in {0}:\n    s = s * 3 + number(v)\n    if s % 2 == 0:\n        break",
    "for v in {0}:\n    s = s + number(v) - number(next({0}, {1}))",
    "s = s + sum(number(v) for v in {0})",
    "s = s + len([v for v in {0}])",
    "if s % 2 == 0:\n    s = s + number(next({0}, {1}))",
    "if s % 3 > 0:\n    s = s + total(list({0}))",
    "for _ in tf.range(2):\n    s = s * 2 + number(next({0}, {1}))",
    "for _ in tf.range(2):\n    for v in {0}:\n        s = s * 2 + number(v)",
    "other = {0}\ns = s + number(next(other, {1}))",
)
HEAD = """
def odd(v):
    return v % 2 > 0

def doubles(values):
    for value in values:
        if value > 1:
            yield value * 2

def number(value):
    if isinstance(value, tuple):
        first, second = value
        return number(first) * 2 - number(second)
    return value

def total(values):
    result = 0
    for value in values:
        result = result * 2 + number(value)
    return result

def program(n, s):
    xs = tf.concat([[5, 1, 4], [2] * 2], 0)[:n]
    ys = tf.stack([n, s, 3])
"""


def _default(source: str, of_a: str) -> str:
    """What `next` gives at the end: of the structure that the elements have."""
    if source.startswith("zip({0}, {0})"):
        return f"({of_a}, {of_a})"
    if source.startswith(("zip({0}", "enumerate({0}")):
        return f"({of_a}, 3)" if source.startswith("zip") else f"(3, {of_a})"
    if source == "zip(ys, {0})":
        return f"(3, {of_a})"
    return "(7, 1)" if source.startswith(("zip", "enumerate")) else "7"


def random_iterators(seed: int) -> str:
    """The text of a function `program(n, s)`; equal seeds give equal programs."""
    choose = random.Random(seed).choice
    first, second = choose(SOURCES), choose((*SOURCES, *DERIVED))
    of_a = _default(first, "")
    defaults = {"a": of_a, "b": _default(second, of_a)}
    lines = [f"a = {first}", f"b = {second.format('a')}"]
    for _ in range(choose((2, 3, 4))):
        name = choose(("a", "b"))
        lines += choose(STATEMENTS).format(name, defaults[name]).split("\n")
    return HEAD + "".join(f"    {line}\n" for line in [*lines, "return s"])
