"""A variable where Python asks for a value: while a graph is traced, the graph reads it there."""

from __future__ import annotations

import pytest

import stagelight as tf


def both(function, *args):
    """What a function gives staged, which must be what it gives run by Python."""
    staged = tf.function(function)(*args)
    plain = function(*args)
    assert [float(x) for x in tf.nest.flatten(staged)] == [float(x) for x in tf.nest.flatten(plain)]


def negation(flag, number, row):
    if not flag:
        return number + 1
    return number - 1


def conjunction(flag, number, row):
    return 1 if flag and number > 2 and flag else 2


def disjunction(flag, number, row):
    if flag or number > 2:
        return row[0]
    return row[1]


def chosen(flag, number, row):
    return row[0] if flag else row[1]


def rows_in_a_loop(flag, number, row):
    total = tf.constant(0)
    for value in row:
        total = total * 10 + value
    return total


def numbers_up_to_it(flag, number, row):
    total = tf.constant(0)
    for i in range(number):
        total += i
    return total


def pairs(flag, number, row):
    total = tf.constant(0)
    for i, (a, b) in enumerate(zip(row, reversed(row), strict=True)):
        total += i * a * b
    return total


def builtins_of_it(flag, number, row):
    return len(row), int(number), float(number), max(number, 2), min([number, 2]), sum(row)


def parts_of_it(flag, number, row):
    first, *rest = row
    return first - rest[0] - rest[1]


def element_of_a_list(flag, number, row):
    return [10, 20, 30, 40][number]


def whether_it_is_in_a_list(flag, number, row):
    return 1 if number in [1, 2, 3] else 0


def checked(flag, number, row):
    assert number, "number"
    return number + 1


@pytest.mark.parametrize("flag", [False, True])
@pytest.mark.parametrize(
    "function",
    [
        negation,
        conjunction,
        disjunction,
        chosen,
        rows_in_a_loop,
        numbers_up_to_it,
        pairs,
        builtins_of_it,
        parts_of_it,
        element_of_a_list,
        whether_it_is_in_a_list,
        checked,
    ],
)
def test_a_variable_counts_with_its_value(function, flag):
    both(function, tf.Variable(flag), tf.Variable(3), tf.Variable([4, 5, 6]))


def test_the_graph_reads_it_at_each_call_and_in_each_round():
    flag, count = tf.Variable(False), tf.Variable(0)

    @tf.function
    def until(most):
        while not flag:
            count.assign_add(1)
            flag.assign(count >= most)
        return count.read_value()

    assert int(until(4)) == 4
    flag.assign(False)
    assert int(until(7)) == 7
    assert int(until(9)) == 7
    assert until.experimental_get_tracing_count() == 3  # Python numbers, not the variable's value


def test_a_condition_that_is_a_variable_of_several_elements_is_refused():
    @tf.function
    def choose(x):
        return 1 if x else 2

    with pytest.raises(ValueError, match="must be a scalar"):
        choose(tf.Variable([True, False]))


def test_outside_of_graphs_python_asks_the_variable():
    def choose(x):
        return 1 if not x else 2

    assert tf.autograph.to_graph(choose)(tf.Variable(False)) == 1
