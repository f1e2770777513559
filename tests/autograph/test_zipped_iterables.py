"""`zip` of tensors with anything that Python iterates over gives what it gives eagerly."""

from __future__ import annotations

import itertools
import linecache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf

SPEC = [tf.TensorSpec([None], tf.int32)]

# What is zipped with a tensor, made anew for each run of a list of numbers.
ITERABLES = {
    "list": list,
    "tuple": tuple,
    "iter": iter,
    "reversed": reversed,
    "range": lambda numbers: range(len(numbers)),
    "reversed range": lambda numbers: reversed(range(len(numbers))),
    "dict": lambda numbers: dict.fromkeys(numbers, 7),
    "values of a dict": lambda numbers: dict(enumerate(numbers)).values(),
    "set of one": lambda numbers: set(numbers[:1]),
    "map": lambda numbers: map(abs, numbers),
    "generator": lambda numbers: (number * number for number in numbers),
    "islice": lambda numbers: itertools.islice(itertools.count(3), len(numbers)),
    "tensor": tf.constant,
}
ENDLESS = {
    "count": lambda numbers: itertools.count(1),
    "cycle": lambda numbers: itertools.cycle([1, 2]),
}


def total(x, other, *, is_first=False):
    result = tf.constant(0)
    for a, b in zip(other, x) if is_first else zip(x, other):  # noqa: B905
        result = result * 3 + a * b
    return result


@settings(deadline=None, max_examples=60)
@given(
    kind=st.sampled_from([*ITERABLES, *ENDLESS]),
    numbers=st.lists(st.integers(-9, 9), min_size=1, max_size=4),
    rows=st.integers(1, 4),
    is_first=st.booleans(),
    is_known=st.booleans(),
)
def test_pairs_are_those_of_python(kind, numbers, rows, is_first, is_known):
    make = (ITERABLES | ENDLESS)[kind]
    x = tf.range(1, rows + 1)
    staged = tf.function(
        lambda x: total(x, make(numbers), is_first=is_first),
        input_signature=None if is_known or kind in ENDLESS else SPEC,
    )
    assert int(staged(x)) == int(total(x, make(numbers), is_first=is_first))


@pytest.mark.parametrize("make", ENDLESS.values(), ids=ENDLESS)
def test_an_endless_iterator_beside_an_unknown_size_is_refused(make):
    with pytest.raises(TypeError, match="65536 elements or more, beside a tensor whose size"):
        tf.function(lambda x: total(x, make([])), input_signature=SPEC)(tf.range(3))


@pytest.mark.parametrize("signature", [None, SPEC], ids=["known size", "unknown size"])
@pytest.mark.parametrize("length", [2, 3, 4])
def test_strict_refuses_other_lengths(length, signature):
    @tf.function(input_signature=signature)
    def staged(x):
        return tf.stack([a * b for a, b in zip(x, [1, 2, 3, 4][:length], strict=True)])

    x = tf.constant([5, 1, 4])
    if length == 3:
        assert staged(x).numpy().tolist() == [5, 2, 12]
    else:
        with pytest.raises(ValueError, match=r"zip\(\) argument 2 is"):
            staged(x)


def test_nothing_is_zipped_with_an_empty_list():
    staged = tf.function(lambda x: total(x, []))
    assert int(staged(tf.range(3))) == 0


SHARED = {
    "iterator": "iter([1, 2, 3, 4, 5])",
    "expression": "(v + s for v in [1, 2, 3, 4, 5])",
    "generator": "counted(5)",
    "open tensor": "iter(tf.range(n))",
    "tensor": "iter(tf.constant([1, 2, 3, 4, 5]))",
}
ZIPS = ("zip(a, a)", "zip(a, a, a)", "zip(a, ys, a)", "zip(ys, a, a)", "zip(a, [7, 8], a)")
SHARING = """
def counted(count):
    for i in range(count):
        yield i + 1


def program(n, s):
    ys = tf.stack([n, s])
    a = {shared}
    total, count = 0, 0
    for pair in {zipped}:
        count = count + 1
        for number in pair:
            total = total * 3 + number
    return total, count
"""


@pytest.mark.parametrize("zipped", ZIPS)
@pytest.mark.parametrize("shared", SHARED)
def test_an_iterator_that_is_zipped_with_itself_is_taken_in_turns(shared, zipped):
    text = SHARING.format(shared=SHARED[shared], zipped=zipped)
    file = f"<shared {shared} {zipped}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names = {"tf": tf}
    exec(compile(text, file, "exec"), names)
    arguments = tf.constant(5), tf.constant(1)
    expected = [int(x) for x in names["program"](*arguments)]
    assert [int(x) for x in tf.function(names["program"])(*arguments)] == expected


TAKEN = {
    "loop": "for _ in tf.range(2):\n        t = t * 10 + sum(next(b, (7, 7)))",
    "branch": "if n > 3:\n        t = t * 10 + sum(next(b, (7, 7)))\n    t = t * 10 + sum(next(b, (8, 8)))",
}


@pytest.mark.parametrize("taken", TAKEN)
@pytest.mark.parametrize("zipped", ["zip(a, a)", "zip(a, (v * 5 for v in [5, 6]))"])
def test_zipped_generators_are_taken_in_loops_and_branches(zipped, taken):
    text = (
        "def program(n):\n    a = (v for v in [1, 2, 3, 4])\n    t = 0\n"
        f"    b = {zipped}\n    {TAKEN[taken]}\n    return t\n"
    )
    file = f"<taken {zipped} {taken}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names = {"tf": tf}
    exec(compile(text, file, "exec"), names)
    staged = tf.function(names["program"])
    for n in (5, 1):
        assert int(staged(tf.constant(n))) == int(names["program"](tf.constant(n)))
