# ruff: noqa: C400, C416 -- the programs are what they are about
"""Comprehensions and generator expressions over tensors."""

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


@CONSTRUCTS.add(([1.0, 2.0, 3.0],), gradient=True)
def list_comprehension(xs):
    return tf.stack([x * x for x in xs])


@CONSTRUCTS.add(([1.0, 2.0, 3.0],), gradient=True)
def list_comprehension_returned(xs):
    return [x * x for x in xs]


@CONSTRUCTS.add((4,), (0,))
def over_a_range(n):
    return [i * i for i in tf.range(n)], [i for i in range(n)]


@CONSTRUCTS.add(([1, -2, 3, -4],), ([5],))
def filtered(xs):
    return [x * 10 for x in xs if x > 0]


@CONSTRUCTS.add(([1, -2, 3, -4],))
def filtered_twice(xs):
    return [x * 10 for x in xs if x > 0 if x < 3], len([x for x in xs if x % 2 == 0])


@CONSTRUCTS.add(([1, 2, 3], [10, 20]))
def nested_generators(xs, ys):
    return [x * y for x in xs if x > 1 for y in ys]


@CONSTRUCTS.add(([1, 2, 3],))
def python_inside_a_tensor(xs):
    return [x * k for x in xs for k in (1, 10)]


@CONSTRUCTS.add(([1, 2, 3],))
def tensor_inside_python(xs):
    return [x * k for k in (1, 10) for x in xs]


@CONSTRUCTS.add((3.0, -2.0), (-3.0, 2.0), gradient=True)
def python_list_with_a_tensor_condition(x, y):
    return tf.stack([z * z for z in [x, y, x * x] if z > 0.0])


@CONSTRUCTS.add(([[1, 2], [3, 4]],))
def unpacked(pairs):
    return [a * b for a, b in pairs], [a + i for i, (a, _) in enumerate(pairs)]


@CONSTRUCTS.add(([[1.0, 2.0], [3.0, 4.0]],), gradient=True)
def comprehension_in_a_comprehension(rows):
    return tf.stack([tf.stack([x * 2.0 for x in row]) for row in rows])


@CONSTRUCTS.add(([[1, 2], [3, 4], [5, 6]],))
def comprehension_that_is_the_element(rows):
    doubled = [[x * 2 for x in row] for row in rows]
    return doubled, doubled[1][0], [sorted(-x for x in row) for row in rows]


@CONSTRUCTS.add(([1.0, 2.0, 3.0],), gradient=True)
def with_a_conditional(xs):
    return [x if x > 1.5 else -x for x in xs]


@CONSTRUCTS.add(([1.0, 2.0, 3.0],), refused_without_shapes="AG202")
def dict_comprehension(xs):
    return {f"k{i}": x * 2.0 for i, x in enumerate(xs)}


@CONSTRUCTS.add(([1.0, 2.0, 3.0],))
def dict_comprehension_over_names(xs):
    return {name: xs[i] for i, name in enumerate(["a", "b"])}


@CONSTRUCTS.add((2.0,), gradient=True)
def dict_comprehension_over_a_dict(x):
    return {key: value * x for key, value in {"a": 1.0, "b": x}.items()}


@CONSTRUCTS.add(([1, 2, 2],), refused="tf.unique")
def set_comprehension(xs):
    return len({int(x) for x in xs})


@CONSTRUCTS.add(([1, 2, 3],), ([1, 0, 3],), ([0, 0],))
def any_and_all(xs):
    return any(x > 2 for x in xs), all(x > 0 for x in xs), any(xs), all(xs)


@CONSTRUCTS.add(([1.0, 2.0, 3.0],), gradient=True)
def sum_and_extremes(xs):
    return sum(x * x for x in xs), max(-x for x in xs), min(x - 1.0 for x in xs)


@CONSTRUCTS.add(([1, 2, 3, 4],))
def sum_with_a_condition(xs):
    return sum(x for x in xs if x % 2 == 0), list(x + 1 for x in xs), sorted(-x for x in xs)


@CONSTRUCTS.add(([1.0, -2.0, 3.0],), gradient=True)
def loop_over_a_generator_expression(xs):
    total = 0.0
    for y in (x * x for x in xs if x > 0.0):
        total = total * 2.0 + y
    return total


@CONSTRUCTS.add((3,))
def sees_names_from_around(n):
    factor = 2
    result = [i * factor for i in tf.range(n)]
    factor = 3
    return result, [i * factor for i in tf.range(n)]


@CONSTRUCTS.add((3, -1), (-3, -1))
def any_of_python(x, y):
    return any(z > 0 for z in [x, y]), all(z > 0 for z in (x, y)), sum(z for z in [x, y])


@CONSTRUCTS.add((4,))
def comprehension_in_a_loop(n):
    total = 0
    for i in tf.range(n):
        total += sum([j * j for j in tf.range(i)])
    return total


@CONSTRUCTS.add((4,))
def comprehension_in_a_condition(n):
    total = 0
    while len([i for i in tf.range(n) if i > 1]) > 0:
        n -= 1
        total += 1
    return total


@CONSTRUCTS.add((4,))
def comprehension_in_a_lambda(n):
    squares = lambda k: [i * i for i in tf.range(k)]  # noqa: E731
    return sum(squares(n))
