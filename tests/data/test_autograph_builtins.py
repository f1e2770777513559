# ruff: noqa: B905, C417 -- the programs are what they are about
"""Python's builtins over datasets and iterators in staged functions."""

from __future__ import annotations

import functools

import pytest

import stagelight as tf

NUMBERS = tf.data.Dataset.range(5)


def staged(function):
    result = tf.function(function)()
    return tf.nest.map_structure(lambda tensor: tensor.numpy().tolist(), result)


def test_sums_and_extremes_of_datasets():
    assert staged(lambda: (sum(NUMBERS), sum(NUMBERS, 5), min(NUMBERS), max(NUMBERS))) == (10, 15, 0, 4)


def test_lists_and_tuples_of_datasets():
    def lists():
        odd = [x for x in NUMBERS if x % 2 == 1]
        return tf.stack(list(NUMBERS)), tf.stack(sorted(NUMBERS, reverse=True)), tf.stack(odd)

    assert staged(lists) == ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 3])
    assert staged(lambda: tuple(NUMBERS.take(2))) == (0, 1)


def test_reduce_of_a_dataset():
    assert staged(lambda: functools.reduce(lambda a, b: a * 10 + b, NUMBERS, 7)) == 701234


def test_filter_without_a_function():
    assert staged(lambda: sum(map(lambda x: x + 1, filter(None, NUMBERS)))) == 14


def test_datasets_are_zipped_with_lists_and_tensors():
    def zipped():
        total = tf.constant(0, tf.int64)
        for x, y in zip(NUMBERS, [1, 2, 3]):
            total += x * tf.cast(y, tf.int64)
        for x, y in zip(NUMBERS, tf.range(2)):
            total += x * tf.cast(y, tf.int64)
        return total

    assert staged(zipped) == 9


def test_loops_over_what_iterators_give_change_the_state_around():
    def totals():
        counted = mapped = filtered = tf.constant(0, tf.int64)
        for i, x in enumerate(iter(NUMBERS)):
            counted += x * tf.cast(i, tf.int64)
        for x in map(lambda x: x * 2, iter(NUMBERS)):
            mapped += x
        for x in filter(lambda x: x > 2, iter(NUMBERS)):
            filtered += x
        return counted, mapped, filtered

    assert staged(totals) == (30, 20, 7)


def test_an_iterator_is_left_where_any_and_break_know_enough():
    def left():
        iterator = iter(NUMBERS.map(lambda x: x > 0))
        others = iter(NUMBERS)
        for i, _ in enumerate(others):
            if i == 1:
                break
        return any(iterator), len(list(iterator)), sum(others)

    assert staged(left) == (True, 3, 9)


def test_next_gives_its_default_at_the_end():
    def values():
        iterator = iter(NUMBERS.skip(3))
        return [next(iterator, tf.constant(-1, tf.int64)) for _ in range(3)]

    assert staged(values) == [3, 4, -1]


def test_next_gives_structures_and_none_at_the_end():
    def total():
        result = tf.constant(0, tf.int64)
        iterator = iter(NUMBERS)
        while True:
            x = next(iterator, None)
            if x is None:
                break
            result += x
        pairs = iter(tf.data.Dataset.zip((NUMBERS.take(1), NUMBERS.take(1))))
        return result, next(pairs, (8, 9)), next(pairs, (8, 9))

    assert staged(total) == (10, (0, 0), (8, 9))


def test_a_default_of_another_dtype_is_refused():
    with pytest.raises(TypeError, match="next"):
        staged(lambda: next(iter(NUMBERS), tf.constant(1.5)))


def test_zip_of_iterators_ends_with_a_list_or_is_refused():
    def with_a_list():
        return [x * y for x, y in zip([1, 2], iter(NUMBERS))]

    assert staged(with_a_list) == [0, 2]
    with pytest.raises(TypeError, match="only the graph knows when they end"):
        staged(lambda: [x * y for x, y in zip(iter(NUMBERS), iter(NUMBERS))])


def test_what_a_dataset_cannot_be_zipped_with_is_refused():
    with pytest.raises(TypeError, match="received set"):
        staged(lambda: list(zip(NUMBERS, {1, 2})))
    with pytest.raises(ValueError, match="strict"):
        staged(lambda: zip(NUMBERS, NUMBERS, strict=True))


def test_names_of_dataset_builtins_in_eager_code_are_pythons():
    assert [int(x) for _, x in enumerate(NUMBERS)] == [0, 1, 2, 3, 4]
    assert len(NUMBERS) == 5
    assert int(next(iter(NUMBERS.take(0)), tf.constant(7))) == 7
