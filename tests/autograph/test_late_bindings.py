"""Generators read variables when a value is taken, also where staged code has made all values before."""

from __future__ import annotations

import itertools
import linecache

import pytest

import stagelight as tf
from stagelight.autograph.refusals import ConversionError
from stagelight.errors import OperatorNotAllowedInGraphError

GENERATORS = {
    "expression": "(v + s for v in [1, 2, 3])",
    "condition": "(v + s for v in [1, 2, 3] if v + s > 0)",
    "two loops": "(v * w + s for v in [1, 2] for w in [1, 2])",
    "function": "counted()",
    "map": "map(lambda v: v + s, [1, 2, 3])",
    "map of a generator": "map(lambda v: v * s, counted())",
    "filter": "filter(lambda v: v + s > 1, [1, 2, 3])",
    "enumerate": "enumerate(v + s for v in [1, 2, 3])",
    "enumerate of a function": "enumerate(counted())",
    "attribute": "(v + box.v for v in [1, 2, 3])",
    "method": "box.values()",
    "tensor": "(v + s for v in ys)",
    "tensor with a condition": "(v + s for v in ys if v > s)",
    "pairs": "(v * w + s for v, w in [(1, 2), (3, 4)])",
    "element": "(v + row[0] for v in [1, 2, 3])",
    "nested": "(v + s for v in (w + s for w in [1, 2, 3]))",
    "variable": "(v + u for v in [1, 2, 3])",
    "variable in a function": "read()",
}
CHANGE = "box.v = s; row[0] = s; u.assign_add(1)"
USES = {
    "loop": f"for p in b:\n        s = s * 3 + number(p); {CHANGE}",
    "later": f"s = s + 5; {CHANGE}\n    for p in b:\n        t = t * 3 + number(p)",
    "steps": f"s = s + 2; {CHANGE}\n    t = number(next(b, D))\n    s = s * 3; {CHANGE}\n"
    "    t = t * 7 + number(next(b, D))",
    "break": f"for p in b:\n        s = s * 3 + number(p); {CHANGE}\n        if s > 40:\n            break\n"
    "    t = t + number(next(b, D))",
    "branch": f"if s > 0:\n        s = s * 3; {CHANGE}\n        t = t + number(next(b, D))\n"
    "    t = t * 5 + number(next(b, D))",
    "other places": "for p in b:\n        t = t * 3 + number(p); box.other = t; other[0] = t",
    "the generator itself": "t = t + number(next(b, D))\n    t = t * 5 + number(next(a, E))",
}
# With what stands for an element of the generator, E, at the end.
ITERATORS = {
    "zip(ys, a)": "(7, E)", "zip(a, ys)": "(E, 7)", "zip(iter(tf.range(n)), a)": "(7, E)", "a": "E",
    "zip(a, a)": "(E, E)", "enumerate(a)": "(7, E)",
}  # fmt: skip
PROGRAM = """
class Box:
    def __init__(self, v):
        self.v = self.other = v

    def values(self):
        yield self.v
        yield self.v + 1
        yield self.v + 2


def number(p):
    if isinstance(p, tuple):
        first, second = p
        return number(first) * 2 - number(second)
    return p


def program(n, s):
    u.assign(1)
    box, row, other, t = Box(s), [s], [s], 0

    def counted():
        yield s
        yield s + 1
        if s > 1:
            yield s + 2

    def read():
        yield u + s
        yield u + 2

    ys = tf.stack([n, s, 3])
    a = {generator}
    b = {iterator}
    {use}
    return s, t, box.v
"""


def program_of(generator, use, iterator):
    element = "(7, 7)" if generator.startswith("enumerate") else "7"
    default = ITERATORS[iterator].replace("E", element)
    text = PROGRAM.format(
        generator=GENERATORS[generator],
        iterator=iterator,
        use=USES[use].replace("D", default).replace("E", element),
    )
    file = f"<late {generator} {use} {iterator}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names = {"tf": tf, "u": tf.Variable(0), "__name__": "program"}
    exec(compile(text, file, "exec"), names)
    return names["program"]


def is_staged(program):
    """Whether a program gives what it gives eagerly; otherwise it is refused."""
    arguments = tf.constant(3), tf.constant(1)
    expected = [int(x) for x in program(*arguments)]
    try:
        received = [int(x) for x in tf.function(program)(*arguments)]
    except ConversionError as error:
        assert error.code == "AG213"
        return False
    assert received == expected
    return True


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("generator", GENERATORS)
def test_values_are_made_of_what_there_is_when_they_are_taken(generator, use):
    staged = [is_staged(program_of(generator, use, iterator)) for iterator in ITERATORS]
    assert all(staged) or use != "other places" or generator == "variable in a function"


MADE_ANEW = ("expression", "attribute", "tensor", "pairs", "element", "variable")


@pytest.mark.parametrize("use", ["loop", "later"])
@pytest.mark.parametrize("generator", MADE_ANEW)
def test_generators_with_a_value_for_each_element_are_not_refused(generator, use):
    assert is_staged(program_of(generator, use, "zip(ys, a)"))


# What takes elements from `g`, and `g`.
SOURCES = (
    "iter([1, 2, 3])", "iter(xs)", "reversed([1, 2, 3])", "(v + n for v in [1, 2, 3])", "doubled(xs)",
    "(v + n for v in xs if v > 0)", "map(lambda v: v + n, [1, 2, 3])", "filter(lambda v: v > 0, xs)",
    "doubled([1, 2, 3])",
)  # fmt: skip
TAKERS = (
    "enumerate(g)", "map(lambda v: (v, 1), g)", "(v for v in g)", "(v for v in g if n > 0)", "doubled(g)",
    "filter(lambda v: n > 0, g)", "itertools.islice(g, 3)", "enumerate(enumerate(g))",
    "reader(lambda: next(g, 9))",
)  # fmt: skip
OUTER = ("zip(ys, a)", "zip(a, ys)")
SHARED = """
def doubled(values):
    for value in values:
        yield value * 2


def reader(read):
    yield read()
    yield read()


def program(n, xs):
    ys = tf.stack([n, n + 1])
    g = {source}
    a = {taker}
    b = {outer}
    taken = next(b)
    return taken, next(g, 7)
"""


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("taker", TAKERS)
def test_an_iterator_has_left_what_python_has_left(taker, source):
    """Elements that are made together are taken together from whatever iterators they come from."""
    for outer in OUTER:
        text = SHARED.format(source=source, taker=taker, outer=outer)
        file = f"<shared {source} {taker} {outer}>"
        linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
        names = {"tf": tf, "itertools": itertools, "__name__": "program"}
        exec(compile(text, file, "exec"), names)
        for signature in ([None], [3]):
            arguments = tf.constant(1), tf.constant([1, 2, 3])
            expected = [int(x) for x in tf.nest.flatten(names["program"](*arguments))]
            spec = tf.TensorSpec([], tf.int32), tf.TensorSpec(signature, tf.int32)
            try:
                result = tf.function(names["program"], input_signature=spec)(*arguments)
            except ConversionError as error:
                assert error.code == "AG213" or "islice" in taker
            except OperatorNotAllowedInGraphError:
                assert "islice" in taker  # Python's, of tensors that the graph has
            else:
                assert [int(x) for x in tf.nest.flatten(result)] == expected
