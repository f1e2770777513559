# ruff: noqa: B905, C417 -- the programs are what they are about
"""Iterators in staged code go on where a loop, a branch or `next` has left them.

The family `iterators` of random programs mixes what is here.
"""

from __future__ import annotations

import itertools

import pytest

import stagelight as tf
from stagelight.autograph.refusals import ConversionError
from tests.autograph.test_builtins import assert_same


def pairs_of_one_iterator(xs):
    values = iter(xs)
    return [a * 10 + b for a, b in zip(values, values)]


def rest_behind_a_shorter_zip(xs):
    values = iter(xs)
    pairs = [a * b for a, b in zip(values, [1, 2])]
    return pairs, next(values, -1)


def rest_of_a_loop(xs):
    pairs = zip(xs, [1, 2, 3, 4])
    total, rest = 0, 0
    for a, b in pairs:
        total += a * b
        if a < 2:
            break
    for a, b in pairs:
        rest += a * b
    return total, rest


def numbers_of_a_rest(xs):
    values = iter(xs)
    total = next(values)
    for i, a in enumerate(values):
        total = total * 10 + a * i
        if i > 0:
            break
    return total, next(values, -1)


def one_iterator_in_all_rounds(xs):
    values = map(lambda v: v + 1, xs)
    total = 0
    for _ in tf.range(3):
        for value in values:
            total = total * 10 + value
        total += 1
    return total


def taken_in_a_branch(xs):
    values = reversed(xs)
    first = -1
    if xs[0] > 2:
        first = next(values)
    return first, [v * 2 for v in values]


def generator_in_a_branch(xs):
    values = (v for v in xs)
    total = 0
    if xs[0] > 2:
        total = sum(values)
    return total, sum(values)


def iterator_of_an_object(xs):
    class Reader:
        pass

    reader = Reader()
    reader.values = enumerate(xs)
    total = 0
    while total < 4:
        _, value = next(reader.values)
        total += value
    return total, sum(v for _, v in reader.values)


def found_in_an_iterator(xs):
    values = iter(xs)
    return (4 in values) & True, list(values)


def first_of_a_generator(xs):
    return next((v for v in xs if v > 3), -1), next(filter(lambda v: v > 9, xs), -2)


def dict_of_pairs(xs):
    return dict(zip("ab", map(lambda v: v + 1, xs[:2])))


PROGRAMS = (
    pairs_of_one_iterator, rest_behind_a_shorter_zip, rest_of_a_loop, numbers_of_a_rest,
    one_iterator_in_all_rounds, taken_in_a_branch, generator_in_a_branch, iterator_of_an_object,
    found_in_an_iterator, first_of_a_generator,
)  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("spec", [None, [tf.TensorSpec([None], tf.int32)]])
def test_iterators_go_on_where_they_were_left(program, spec):
    staged = tf.function(program, input_signature=spec)
    for numbers in ([5, 1, 4, 2], [1, 1, 4]):
        x = tf.constant(numbers)
        assert_same(staged(x), program(x))


def test_a_dict_takes_pairs_from_an_iterator():
    x = tf.constant([5, 1, 4])
    assert_same(tf.function(dict_of_pairs)(x), dict_of_pairs(x))


def pythons_in_a_loop(n):
    values = iter([1, 2, 3])
    total = 0
    for _ in tf.range(n):
        total += next(values)
    return total


def pythons_in_a_branch(n):
    values = zip([1, 2, 3], [4, 5, 6])
    if n > 1:
        return next(values)
    return next(values)


def pythons_after_a_break(n):
    values = iter([1, 2, 3])
    for value in values:
        if value > n:
            break
    return list(values)


def generator_after_a_break(n):
    values = (v * n for v in tf.range(5))
    for value in values:
        if value > n:
            break
    return list(values)


def generator_in_a_loop(n):
    def numbers():
        yield 1
        yield 2

    values = numbers()
    total = 0
    for _ in tf.range(n):
        total += next(values)
    return total


REFUSED = (
    pythons_in_a_loop, pythons_in_a_branch, pythons_after_a_break, generator_after_a_break,
    generator_in_a_loop,
)  # fmt: skip


@pytest.mark.parametrize("program", REFUSED)
def test_what_python_advances_while_tracing_is_refused(program):
    with pytest.raises(ConversionError, match="AG213") as refusal:
        tf.function(program)(tf.constant(2))
    assert refusal.value.code == "AG213"


def walk_through(n):
    names, total = iter(["a", "b", "c"]), n
    while (name := next(names, None)) is not None:
        total += len(name)
    for i, _ in enumerate([1, 2]):
        if total > 3:
            break
        total += i
    return total


def test_loops_of_python_over_its_iterators_stay_pythons():
    assert_same(tf.function(walk_through)(tf.constant(2)), walk_through(tf.constant(2)))


def _double(value):
    return value * 2


SOURCES = {
    "map": lambda values: map(_double, values),
    "enumerate": lambda values: (value for _, value in enumerate(values)),
    "zip": lambda values: map(_double, map(int, values)),
    "chain": lambda values: itertools.chain(values, [9]),
    "filter": lambda values: filter(None, values),
    "islice": lambda values: itertools.islice(values, 2),
}


def left_by_a_loop(n, source):
    values = iter([1, 2, 3, 4])
    others = source(values)
    for value in values:
        n = n * 3 + value
        if n % 2 == 0:
            break
    for value in others:
        n = n * 3 + value
    return n


def begun_before_a_loop(n, source):
    values = iter([1, 2, 3, 4])
    others = source(values)
    n = n + next(others)
    for value in values:
        n = n * 3 + value
        if n % 2 == 0:
            break
    return n + next(others, 7)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("program", [left_by_a_loop, begun_before_a_loop])
def test_iterators_over_one_that_a_loop_has_left_are_refused(program, source):
    """What takes its elements from an iterator has as many left as that one: only the graph knows."""
    for start in (1, 2):
        expected = program(start, SOURCES[source])
        try:
            found = int(tf.function(program)(tf.constant(start), SOURCES[source]))
        except ConversionError as refusal:
            assert refusal.code == "AG213"
        else:
            assert found == expected
