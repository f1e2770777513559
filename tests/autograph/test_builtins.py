"""Python's builtins in staged functions: of random small inputs they give what they give eagerly."""

# ruff: noqa: C416, C419 -- the programs are what they are about
from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

import stagelight as tf


def as_python(value: Any) -> Any:
    """A result as Python's own values, in which a bool is no number."""
    if isinstance(value, tf.Tensor):
        value = value.numpy()
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, list | tuple):
        return type(value)(as_python(item) for item in value)
    if isinstance(value, dict):
        return {key: as_python(item) for key, item in value.items()}
    return value


def assert_same(staged: Any, eager: Any) -> None:
    """Compares results; `1 == True` and `1.0 == 1` are not the same."""
    assert repr(as_python(staged)) == repr(as_python(eager))


def truths_of_numbers(x, y):
    return all([x, y]), any([x, y]), all((x, y > 1)), any([x > 1, y, False]), all([]), any([])


def truths_beside_pythons(x, y):
    return all([x, 2, y]), any([0, x, y]), all([True, x]), any([0.0, y]), all([x]), any([y])


def truths_of_generators(x, y):
    return all(v for v in (x, y, x - y)), any(v - 1 for v in [x, y]), all([x, y, 0]), any([x, y, 3])


def truths_in_sums(x, y):
    return bool(x), bool(y) or bool(x), 1 if all([x, y]) else 0, not any([x, y])


def members_of_ranges(x, y):
    return x in range(5), y in range(3, -3, -2), x not in range(1, 2), x in range(0)


def mixed_conditions(x, y):
    found = [i for i in range(3) if x and y > 1]
    if x and y > 1:
        found.append(7)
    if not (x or y > 0):
        found.append(8)
    return found, 5 if x > 0 and y else 6


@pytest.mark.parametrize("dtype", [tf.int32, tf.float32])
@pytest.mark.parametrize(
    "program",
    [
        truths_of_numbers,
        truths_beside_pythons,
        truths_of_generators,
        truths_in_sums,
        members_of_ranges,
    ],
)
def test_truths_of_numbers_are_bools(program, dtype):
    staged = tf.function(program)
    for x, y in itertools.product([-2, 0, 1, 3], repeat=2):
        given = tf.constant(x, dtype), tf.constant(y, dtype)
        assert_same(staged(*given), program(*given))


def reduced_rows(x):
    return all(x), any(x), all([row for row in x]), any([row for row in x]), sum([row for row in x])


@pytest.mark.parametrize(
    "spec", [None, [tf.TensorSpec([None], tf.int32)], [tf.TensorSpec(None, tf.int32)]]
)
def test_truths_of_vectors_are_bools(spec):
    staged = tf.function(reduced_rows, input_signature=spec)
    for values in ([], [0], [2], [3, 0], [1, 2, 3], [0, 0]):
        x = tf.constant(values, tf.int32)
        assert_same(staged(x), reduced_rows(x))


def test_the_truth_of_a_matrix_row_is_refused():
    with pytest.raises(ValueError, match=r"AG305"):
        tf.function(lambda x: any(x))(tf.ones([2, 3]))


RANGES = {
    "limit": lambda a, b, c: range(a),
    "limits": lambda a, b, c: range(a, b),
    "python start": lambda a, b, c: range(2, a),
    "python limit": lambda a, b, c: range(a, 2),
    "down": lambda a, b, c: range(a, b, -1),
    "python limits": lambda a, b, c: range(3, -2, c),
    "steps": lambda a, b, c: range(a, b, c),
}


@pytest.mark.parametrize("kind", RANGES)
def test_ranges_of_tensors_may_be_empty(kind):
    def program(a, b, c):
        def numbers():
            return RANGES[kind](a, b, c)

        total = 0
        for i in numbers():
            total += i * i
        return (
            [i for i in numbers()], list(numbers()), tuple(numbers()), len(numbers()), sum(numbers()),
            sum(i + 1 for i in numbers()), [i * v for i, v in enumerate(numbers())], total,
            list(reversed(numbers())), sorted(numbers()), a in numbers(), any(numbers()), all(numbers()),
            list(map(abs, numbers())), [v for v in zip(numbers(), numbers())],  # noqa: B905
        )  # fmt: skip

    staged = tf.function(program)
    steps = (-2, -1, 1, 3) if kind in ("python limits", "steps") else (1,)
    for a, b, c in itertools.product((-2, 0, 1, 4), (-1, 2), steps):
        given = tuple(tf.constant(value) for value in (a, b, c))
        assert_same(staged(*given), program(*given))


def perhaps_none(bits, n):
    found = []
    for i in tf.range(n):
        found.append(None if bits[i] else i)
    return found


def pairs_perhaps_none(bits, n):
    found = []
    for i in tf.range(n):
        found.append((i, None if bits[i] else i * 2))
    return found


def values_that_are_there(bits, n):
    found = perhaps_none(bits, n)
    total = 0
    for v in found:
        if v is not None:
            total += v
    there = [v for v in found if v is not None]
    return (
        total, sum(v for v in found if v is not None), there, sum(there), len(there), any(found),
        all(found), any(v is None for v in found), sorted(there), max(there, default=-1),
        there + [5], sum(there, 3),
    )  # fmt: skip


@pytest.mark.parametrize("program", [perhaps_none, pairs_perhaps_none, values_that_are_there])
@pytest.mark.parametrize(
    "spec", [None, [tf.TensorSpec([None], tf.bool), tf.TensorSpec([], tf.int32)]]
)
def test_elements_of_growing_lists_may_be_none(program, spec):
    staged = tf.function(program, input_signature=spec)
    for size in range(4):
        for bits in itertools.product([False, True], repeat=size):
            given = tf.constant(bits, tf.bool, [size]), tf.constant(size)
            assert_same(staged(*given), program(*given))


def searched(bits, n):
    found = perhaps_none(bits, n)
    return None in found, 1 in found, found.count(None), found.count(0), None in [*found[:0], n]


def test_lists_are_searched_for_none():
    staged = tf.function(searched)
    for bits in ([], [True], [False, True], [False, False, True], [False, False]):
        given = tf.constant(bits, tf.bool), tf.constant(len(bits))
        assert_same(staged(*given), searched(*given))


def test_a_list_of_bools_or_none_is_no_tensor():
    def program(n):
        found = []
        for i in tf.range(n):
            found.append(None if i == 1 else i > 2)
        return tf.stack(found)

    with pytest.raises(ValueError, match="may be None"):
        tf.function(program)(tf.constant(4))


def test_none_among_numbers_is_an_error_of_python():
    staged = tf.function(lambda bits, n: sum(perhaps_none(bits, n)))
    with pytest.raises(TypeError, match="None"):
        staged(tf.constant([False, True]), tf.constant(2))


def breadth_first(n, bound):
    queue, seen = [tf.constant(0)], 0
    while queue and seen < n:
        a = queue.pop(0)
        seen += 1
        if a < bound:
            queue.append(a + 1)
            if a % 2 == 0:
                queue.append(a + 2)
    return seen, len(queue)


def negated_list(n, bound):
    queue, count = [n], tf.constant(0)
    while not (not queue or count > bound):
        last = queue.pop()
        if last > 0 and (queue or last > 2):
            queue.append(last - 1)
        count += 1
    return count, (1 if queue or n > 3 else 2), [i for i in range(4) if queue or i > n]


def number_or_list(n, bound):
    found = []
    for i in tf.range(n):
        if i and (found or i > bound):
            found.append(i)
        if found and i > 5:
            break
    assert n < 0 or found or n >= 0
    return found


@pytest.mark.parametrize("program", [breadth_first, negated_list, number_or_list])
def test_operands_in_conditions_may_be_of_any_kinds(program):
    staged = tf.function(program)
    for n, bound in itertools.product((0, 1, 3, 9), (-1, 2, 5)):
        given = tf.constant(n), tf.constant(bound)
        assert_same(staged(*given), program(*given))


def test_conditions_of_two_kinds():
    staged = tf.function(mixed_conditions)
    rng = random.Random(3)
    for _ in range(12):
        given = tf.constant(rng.randint(-2, 2)), tf.constant(rng.randint(-2, 2))
        assert_same(staged(*given), mixed_conditions(*given))


def sorted_in_place(n, k):
    found = [5, 2, k]
    found.sort()
    if n > 0:
        found.append(n)
        found.sort(reverse=True)
    for i in tf.range(k):
        found.append(i)
        found.sort(key=lambda v: -v)
    return found


def removed(n, k):
    found = [5, n, 2, k, 1]
    found.remove(k)
    if n > 1:
        found.remove(n)
    return found, found.count(2), found.index(5), found.count(n)


def removed_of_growing(n, k):
    found = [n]
    for i in tf.range(k):
        found.append(i)
        if i == 2:
            found.remove(1)
    if found:
        found.remove(n)
    return found


def taken_at_a_tensor(n, k):
    found = [5, n, 2, k, 1]
    last = found.pop(k)
    found.insert(n, 7)
    empty = []
    empty.insert(k, last)
    return found, last, empty, [].count(n)


def set_in_a_branch(n, k):
    found = [n, 4, 4, 4]
    if k > 1:
        found[k] = 9
    if n > 0:
        found.append(n)
        found[k] = 50
    else:
        found[0] = 8
    return found


def set_in_a_branch_of_a_loop(n, k):
    found = [n]
    for i in tf.range(k):
        if i < n:
            found.append(i)
            found[i] += 3
        found[0] = found[0] + 1
    return found


@pytest.mark.parametrize(
    "program",
    [
        sorted_in_place,
        removed,
        removed_of_growing,
        taken_at_a_tensor,
        set_in_a_branch,
        set_in_a_branch_of_a_loop,
    ],
)
def test_methods_of_lists_beside_tensors(program):
    staged = tf.function(program)
    for n, k in itertools.product((0, 1, 3), (0, 1, 2, 3)):
        given = tf.constant(n), tf.constant(k)
        assert_same(staged(*given), program(*given))


def test_removing_what_is_not_there_is_an_error_of_python():
    def program(n):
        found = [1, n]
        found.remove(n - 1)
        return found

    with pytest.raises(ValueError, match="not in list"):
        tf.function(program)(tf.constant(4))
    with pytest.raises(ValueError, match=r"list.remove\(x\)"):
        tf.function(lambda n: [].remove(n))(tf.constant(4))


def default_of_a_new_key(n, k):
    table = {"there": k}
    for i in tf.range(n):
        table.setdefault("there", i)
        first = table.setdefault("first", i + k)
        table["sum"] = table.setdefault("sum", 0) + first
    return table.get("first", -1), table.get("sum", -2), table["there"]


def default_under_a_condition(n, k):
    table = {}
    if n > 1:
        table["a"] = n
    a = table.setdefault("a", k)
    if k > 1:
        table.setdefault("b", [1])
        table.setdefault("a", 3)
    return a, table["a"], "b" in table


@pytest.mark.parametrize("program", [default_of_a_new_key, default_under_a_condition])
def test_defaults_of_dicts_are_stored(program):
    staged = tf.function(program)
    for n, k in itertools.product((0, 1, 3), (0, 2)):
        given = tf.constant(n), tf.constant(k)
        assert_same(staged(*given), program(*given))


@pytest.mark.parametrize("spec", ["", ".2f", "8.3f", "e", "g"])
def test_format_of_tensors(spec):
    def program(x):
        return format(x, spec)

    for value in (0.0, -1.5, 123.456):
        x = tf.constant(value)
        assert tf.function(program)(x).numpy().decode() == format(float(x), spec) or not spec
        assert tf.function(lambda x: f"{x:{spec}}")(x).numpy() == tf.function(program)(x).numpy()


def repeated_lists(n, x):
    zeros = [0] * len(x)
    for i in tf.range(len(zeros)):
        zeros[i] = i + 1
    return (
        [1] * int(n), (1, 2) * int(n), int(n) * [n, 3], [(n, 1.5)] * (len(x) + 1), zeros,
        len([7] * len(x)), [2] * (int(n) * 2 - 1), sum([n] * int(n)), [4] * n, len(x) * n,
        int(n) + len(x) // 2, [[n, 1]] * int(n), [[0] * 2] * len(x),
    )  # fmt: skip


@pytest.mark.parametrize(
    "spec", [None, [tf.TensorSpec([], tf.int32), tf.TensorSpec([None], tf.int32)]]
)
def test_lists_are_repeated_by_integers_of_the_graph(spec):
    staged = tf.function(repeated_lists, input_signature=spec)
    for n, size in itertools.product((-1, 0, 1, 3), (0, 1, 2)):
        given = tf.constant(n), tf.zeros([size], tf.int32)
        assert_same(staged(*given), repeated_lists(*given))


def counted_down(x):
    for v in x:
        yield v * 2


ITERATORS = {
    "generator expression": lambda x: (v + 1 for v in x),
    "of a list": lambda x: (v + x[0] for v in [1, 2]),
    "generator": counted_down,
    "filter": lambda x: filter(lambda v: v > 1, x),
}
CONSUMERS = (list, tuple, sum, sorted, lambda values: [v * 2 for v in values])


@pytest.mark.parametrize("kind", ITERATORS)
@pytest.mark.parametrize("spec", [None, [tf.TensorSpec([None], tf.int32)]])
def test_iterators_give_their_values_once(kind, spec):
    def program(x, first, second):
        values = ITERATORS[kind](x)
        return first(values), second(values)

    for first, second in itertools.product(CONSUMERS, CONSUMERS[:3]):
        staged = tf.function(lambda x: program(x, first, second), input_signature=spec)  # noqa: B023
        for numbers in ([3, 1, 2], [4]):
            x = tf.constant(numbers)
            assert_same(staged(x), program(x, first, second))
