# ruff: noqa: SIM113 -- the programs are what they are about
"""Generators that staged code consumes."""

import itertools

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


@CONSTRUCTS.add((3.0,), gradient=True)
def generator_of_python(x):
    def powers(count):
        y = x
        for _ in range(count):
            yield y
            y = y * x

    total = 0.0
    for p in powers(3):
        if p > 5.0:
            total += p
    return total, list(powers(2)), sum(powers(3))


@CONSTRUCTS.add(([1.0, 2.0, 3.0],), gradient=True)
def generator_over_a_tensor(xs):
    def squares(values):
        for v in values:
            yield v * v

    total = 0.0
    for s in squares(xs):
        total = total * 2.0 + s
    return total


@CONSTRUCTS.add(([1, -2, 3],), ([0],))
def generator_with_a_condition(xs):
    def positive(values):
        for v in values:
            if v > 0:
                yield v
                yield v * 10

    total = 0
    for v in positive(xs):
        total = total * 3 + v
    return total, list(positive(xs)), sum(positive(xs))


@CONSTRUCTS.add((30,), (1,))
def generator_with_while(n):
    def halves(k):
        while k > 0:
            yield k
            k = k // 2

    total = 0
    for h in halves(n):
        total += h
    return total, len(list(halves(n)))


@CONSTRUCTS.add((30,), (0,))
def endless_generator_with_break(n):
    def fibonacci():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b

    last = -1
    for f in fibonacci():
        if f > n:
            break
        last = f
    return last


@CONSTRUCTS.add(([1, 2, 3],))
def generator_in_a_generator(xs):
    def doubled(values):
        for v in values:
            yield v
            yield v

    def counted(values):
        count = 0
        for v in doubled(values):
            yield v * count
            count += 1

    return sum(counted(xs)), max(counted(xs))


@CONSTRUCTS.add(([1, 2, 3],))
def yield_from(xs):
    def doubled(values):
        yield 100
        yield from values
        yield from [4, 5]

    return list(doubled(xs))


@CONSTRUCTS.add((2.0,), gradient=True)
def next_by_hand(x):
    def powers():
        y = x
        while True:
            yield y
            y = y * x

    source = powers()
    first = next(source)
    second = next(source)
    return first + second + next(source)


@CONSTRUCTS.add((2.0,), gradient=True)
def standard_library_iterators(x):
    total = 0.0
    for a, b in itertools.pairwise([x, 2.0 * x, 3.0 * x]):
        if a < b:
            total += a * b
    for y in itertools.chain([x], [x * x]):
        total += y
    return total


@CONSTRUCTS.add(([1, 2, 3],))
def generator_enumerated(xs):
    def shifted(values):
        for v in values:
            yield v + 1

    total = 0
    for i, v in enumerate(shifted(xs)):
        total += i * v
    return total, [v * 2 for v in shifted(xs)], any(v > 3 for v in shifted(xs))


@CONSTRUCTS.add(([1, 2, 3],))
def return_in_a_generator(xs):
    def until_two(values):
        for v in values:
            if v > 2:
                return
            yield v

    return list(until_two(xs)), tf.stack(list(until_two(xs)))


@CONSTRUCTS.add((2.0,), (7.0,), gradient=True)
def value_of_yield_from(x):
    def powers(count):
        for k in range(count):
            yield x**k
        return x * 10.0

    def more():
        last = yield from powers(3)
        yield last

    total = 0.0
    for p in more():
        if p > 3.0:
            total += p
    return total, sum(more()), list(more()), dict(enumerate(more()))


@CONSTRUCTS.add((2,), (7,))
def generator_with_try_and_with(x):
    def guarded():
        try:
            yield x
            with tf.name_scope("inner"):
                yield x + 1
        finally:
            pass

    def sent():
        answer = yield x
        yield x if answer is None else answer

    total = 0
    for v in guarded():
        total += v
        if total > 5:
            break
    return (
        total,
        tuple(guarded()),
        max(*guarded()),
        sum(sent()),
        list(zip(sent(), guarded(), strict=True)),
    )
