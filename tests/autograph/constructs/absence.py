"""Containers that are there on some ways only: None, undefined or an exception on the others."""

import types

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def dict_or_none(i, y):
    d = None
    if i > 0:
        d = {"a": y * 2.0}
    if d is not None:
        d["b"] = y
        d["a"] += 1.0
    return y if d is None else d["a"] + d["b"]


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def list_or_none_grows(i, y):
    values = None
    if i > 0:
        values = [y * 2.0]
    if values is not None:
        values.append(y)
    return 0 if values is None else len(values)


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def object_or_none(i, y):
    box = None
    if i > 0:
        box = types.SimpleNamespace(value=y, is_there=True)
    if box is not None:
        box.value += 1.0
        box.twice = box.value * 2.0
    return y if box is None else box.value + box.twice


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def tuple_with_a_dict_or_none(i, y):
    t = (None, y)
    if i > 0:
        t = ({"a": y * 2.0}, y)
    return y if t[0] is None else t[0]["a"]


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def attribute_that_is_a_list_or_none(i, y):
    box = types.SimpleNamespace(values=None)
    if i > 0:
        box.values = [y * 2.0, y]
    if i > 1:
        box.values[0] = y
    return y if box.values is None else box.values[0]


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def dict_made_in_the_first_round(i, y):
    d = None
    for _ in tf.range(i):
        if d is None:
            d = {"a": y * 2.0}
        else:
            d["a"] += 1.0
    return y if d is None else d["a"]


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def list_made_in_the_first_round(i, y):
    values = None
    for k in tf.range(i):
        if values is None:
            values = []
        values.append(y * tf.cast(k, tf.float32))
    return y if values is None else sum(values)


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def list_or_none_is_used(i, y):
    xs = None
    if i > 0:
        xs = [y, y * 2.0]
    total = 0.0
    if xs is not None:
        for x in xs:
            total += x
        a, b = xs
        total += max(xs) + sum(xs) + len(xs) + a - b
        if 1.0 in xs:
            total += 1.0
        for k, x in enumerate(xs):
            total += x * k
    return total


@CONSTRUCTS.add((3,), (0,))
def number_or_none_is_used(i):
    n = None
    if i > 0:
        n = i
    total = 0
    if n is not None:
        for k in range(n):
            total += k
        total += abs(n) + int(n) + max(n, 2)
    return total


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def length_of_a_list_or_none(i, y):
    xs = None
    if i > 0:
        xs = [y]
    return len(xs)


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def list_that_is_undefined_on_one_way(i, y):
    if i > 0:
        values = [y * 2.0]
    if i > 0:
        values.append(y)
        values[0] = values[0] + 1.0
    return (y, 0) if i <= 0 else (values[0], len(values))


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def dict_that_is_undefined_on_one_way(i, y):
    if i > 0:
        d = {"a": y * 2.0}
    d["b"] = y
    d["a"] += 1.0
    return d["a"] + d["b"]


@CONSTRUCTS.add((3, 0.5), (0, 0.5), (-1, 0.5))
def dict_beside_an_exception(i, y):
    d = {"a": 0.5}
    if i < 0:
        raise ValueError("none below zero")
    elif i > 0:
        d = {"a": y}
    return d["a"]


@CONSTRUCTS.add((3, 0.5), (0, 0.5), (-1, 0.5))
def object_beside_a_return_and_an_exception(i, y):
    if i < 0:
        raise ValueError("none below zero")
    elif i > 0:
        box = types.SimpleNamespace(w=y * 2.0)
    else:
        return y
    return box.w


@CONSTRUCTS.add((3, 0.5), (1, 0.5), (0, 0.5))
def nested_list_beside_nothing(i, y):
    if i > 0:
        values = [y * 2.0, (y + 1.0, [y])]
    if i > 1:
        return y
    return values[0] + values[1][1][0]


@CONSTRUCTS.add((3, 0.5), (0, 0.5))
def dict_or_none_is_returned(i, y):
    d = None
    if i > 0:
        d = {"a": y * 2.0}
    return d
