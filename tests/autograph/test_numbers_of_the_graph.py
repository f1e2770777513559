# ruff: noqa: E721 -- the programs are what they are about
"""`int(x)`, `len(x)` and their like in staged code: what Python does with its numbers, they are used for."""

from __future__ import annotations

import pytest

import stagelight as tf
from tests.autograph.test_builtins import assert_same


class Box:
    def __init__(self, value):
        self.value = value


def kinds(x):
    n, y, b = int(x), float(x), bool(x)
    return (
        isinstance(n, int), isinstance(n, float), isinstance(y, float), isinstance(b, (bool, str)),
        isinstance(n, tf.Tensor), isinstance(x, tf.Tensor), type(n) is int, type(y).__name__, type(b) == bool,
        isinstance(f"{n}", str), type(f"{n}") is str, isinstance(n + 1, int),
    )  # fmt: skip


def entries(x):
    table = {3: 1.5, 2: 2.5, True: 4.5, 7.0: 5.5}
    n = int(x)
    return table.get(n), table.get(n, -1.0), table.get(n * 100, -2.0), n in table, n * 100 not in table


def an_entry(x):
    return {3: "three", 2: "two", 1: "one"}[int(x)], {0: (x, 1), 1: (2, x)}[int(x) % 2]


def changed_entries(x):
    table = {2: [x], 3: [x + 1], 1: [x * 7]}
    table[int(x)].append(x)
    boxes = {2: Box(x), 3: Box(x + 1), 1: Box(x)}
    boxes[int(x)].value = x * 5
    return [table[i] for i in (1, 2, 3)], [boxes[i].value for i in (1, 2, 3)]


def functions_in_a_dict(x):
    return {1: lambda v: v + 1, 2: lambda v: v * 2, 3: abs}[int(x)](x)


def repeated_texts(x):
    return "ab" * int(x), int(x) * "c", "-" * len(tf.range(x))


def filtered(x):
    first = list(filter(lambda v: v > x, [1, 2, 3]))
    second = sum(filter(lambda v: v > 1, [1, 2, 3])) * x
    third = next(filter(lambda v: v >= x, [1, 2, 3]), -1)
    return first, second, third, [v * x for v in filter(None, [0, 1, 2])]


def as_bytes(value):
    return value.encode() if isinstance(value, str) else value


@pytest.mark.parametrize(
    "program",
    [kinds, entries, an_entry, changed_entries, functions_in_a_dict, repeated_texts, filtered],
)
def test_numbers_of_the_graph_are_used_as_pythons(program):
    staged = tf.function(program, input_signature=[tf.TensorSpec([], tf.int32)])
    for number in (1, 2, 3):
        expected = tf.nest.map_structure(as_bytes, program(tf.constant(number)))
        assert_same(staged(tf.constant(number)), expected)


def test_a_missing_number_is_a_missing_key():
    staged = tf.function(lambda x: {1: 2.0, 2: 3.0}[int(x)])
    with pytest.raises(KeyError):
        staged(tf.constant(5))
