# ruff: noqa: C417, B905 -- the programs are what they are about
"""Python's builtin functions over tensors."""

import functools

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


@CONSTRUCTS.add(([1, 2, 3],), ([5],))
def reductions(xs):
    return len(xs), min(xs), max(xs), sum(xs), any(xs > 2), all(xs > 0), sum(xs, 10)


@CONSTRUCTS.add((2.5,), (-2.5,), (0.0,))
def conversions(x):
    return int(x), float(x), bool(x), abs(x), pow(x, 2.0)


@CONSTRUCTS.add(([3, 1, 2],))
def sorting(xs):
    return (
        sorted(xs), sorted(xs, reverse=True), sorted(xs, key=lambda x: -x),
        sorted(xs, key=lambda x: x % 2, reverse=True),
    )  # fmt: skip


@CONSTRUCTS.add(([3, -5, 2],))
def extremes_by_key(xs):
    return min(xs, key=lambda x: x * x), max(xs, key=abs), max(xs, default=0)


@CONSTRUCTS.add((3, -5, 2), (1, 1, 1))
def extremes_of_several(x, y, z):
    return min(x, y, z), max(x, y, z), max([x, y, z]), min((x, y), (z, 0)), max(x, 2)


@CONSTRUCTS.add(([3, 1, 2],))
def enumerated(xs):
    total = 0
    for i, x in enumerate(xs, start=1):
        total += i * x
    for i, x in enumerate(xs, 5):
        total += i * x
    return total


@CONSTRUCTS.add(([3, 1, 2], [1, 2]))
def zipped(xs, ys):
    total = 0
    for x, y in zip(xs, ys):
        total = total * 10 + x * y
    for x, k in zip(xs, [1, 2, 3]):
        total += x * k
    return total


@CONSTRUCTS.add((3,))
def mapped(n):
    total = 0
    for x in map(lambda i: i * 2, tf.range(n)):
        total += x
    for x in map(lambda i, j: i * j, tf.range(n), range(n)):
        total += x
    return total


@CONSTRUCTS.add(([1, -2, 3, -4],), ([0],))
def filtered(xs):
    total = 0
    for x in filter(lambda x: x > 0, xs):
        total = total * 10 + x
    for x in filter(None, xs):
        total += 100 * x
    return total, list(filter(lambda x: x < 0, xs))


@CONSTRUCTS.add(([1, -2, 3, -4],))
def chains(xs):
    return (
        list(map(lambda x: x * x, filter(lambda x: x > 0, xs))),
        [(i, x) for i, x in enumerate(reversed(xs)) if i > 0],
        sum(map(abs, xs)),
        list(zip(xs, reversed(xs))),
        max(map(lambda x: x * x, xs)),
    )


@CONSTRUCTS.add(([1.0, 2.0, 3.0],), gradient=True)
def mapped_with_gradient(xs):
    return sum(map(lambda x: x * x, xs)), tf.stack(list(map(lambda x: x * 2.0, xs)))


@CONSTRUCTS.add(([2.0, 1.0, 2.0, 1.0],), gradient=True)
def first_of_equal_extremes(xs):
    return max(xs), min(xs), max([x * 0.5 for x in xs]), min([x for x in xs if x > 1.0])


@CONSTRUCTS.add((3, 2.0), (0, 2.0))
def zipped_with_a_dict(n, x):
    values, d = [x], {"a": x, "b": -x}
    for _ in tf.range(n):
        values.append(x)
    total = 0.0
    for a, (_, b) in zip(values, d.items()):
        total += a - b
    return sum(a * b for a, b in zip(values, d.values())), total


@CONSTRUCTS.add(([1, 2, 3],))
def reduced(xs):
    return (
        functools.reduce(lambda a, b: a * 10 + b, xs),
        functools.reduce(lambda a, b: a * 10 + b, xs, 7),
    )


@CONSTRUCTS.add(([1, 2, 3], 2), ([1, 2, 3], 5))
def membership(xs, k):
    return k in xs, k not in xs, 3 in xs


@CONSTRUCTS.add(([1, 2, 3],))
def iterator_by_hand(xs):
    source = iter(xs)
    first = next(source)
    rest = 0
    for x in source:
        rest += x
    return first, rest, next(source, -1)


@CONSTRUCTS.add((2, 9))
def ranges(a, b):
    return (
        list(range(a, b, 3)), len(range(a, b)), sum(range(b)), 4 in range(a, b),
        list(reversed(range(a, b))),
    )  # fmt: skip


@CONSTRUCTS.add(([1, 2, 3],))
def slices_and_unpacking(xs):
    first, *rest = list(xs)
    a, b, c = xs
    return first, rest, a + b + c, [*xs], (*xs, a)


@CONSTRUCTS.add((3,), (-3,))
def type_tests(x):
    return isinstance(x, tf.Tensor), callable(x), hasattr(x, "shape")
