"""Elements of staged lists that Python shares: what is noted of them, and that changes are found by it."""

import linecache

import pytest

import stagelight as tf
from stagelight.autograph.operators.element_copies import ELEMENT_COPIES, mutable_parts
from stagelight.autograph.refusals import ConversionError
from tests.autograph.random_elements import KINDS
from tests.autograph.random_runs import FAMILIES, run

GROWTH = """
class Box:
    def __init__(self, v):
        self.v = v

    def add(self, v):
        self.v = self.v + v


def change(values, v):
    values[0] = values[0] + v


def program(n):
    z, key, a = 0, "k", []
    for i in tf.range(n):
        element = {new}
        a.append(element)
    {block}
        {statement}
    return a
"""
ELEMENTS = ("element", "a[0]", "a[-1]", "a[n - 1]", "q")
CHANGES = [(kind.new, change) for kind in KINDS for change in kind.changes]


def program_of(new, statement, element):
    block = "for q in a:" if element == "q" else "if n > 1:"
    if element == "element":
        block = "for i in tf.range(n):\n        element = a[0]"
    text = GROWTH.format(
        new=new.format(v="i"), statement=statement.format(e=element, v="n"), block=block
    )
    filename = f"<{element} {statement}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    namespace = {"tf": tf, "__name__": "program_of_elements"}
    exec(compile(text, filename, "exec"), namespace)
    return namespace["program"]


@pytest.mark.parametrize("element", ELEMENTS)
@pytest.mark.parametrize(("new", "change"), CHANGES)
def test_every_change_of_every_kind_of_element_is_refused(new, change, element):
    with pytest.raises(ConversionError, match="AG211") as caught:
        tf.function(program_of(new, change, element))(tf.constant(3))
    assert caught.value.place.function == "program"


def test_random_programs_find_changes_that_are_lost(monkeypatch):
    """Here nothing is refused."""
    for name in ("check", "check_change", "refuse_changes_of"):
        monkeypatch.setattr(type(ELEMENT_COPIES), name, lambda *arguments: None)
    outcomes = [run(FAMILIES["elements"], seed) for seed in range(12)]
    assert sum(", (3, 2): " in outcome.difference for outcome in outcomes) > 2


def test_lists_of_tensors_have_nothing_noted():
    noted = []

    @tf.function
    def f(n):
        values = [n]
        for i in tf.range(n):
            values.append(i)
            values[0] = values[-1] + i
            noted.append(len(ELEMENT_COPIES.noted()))
        return values

    f(tf.constant(3))
    assert set(noted) == {0}


def test_elements_that_nobody_refers_to_are_dropped():
    counts = []

    @tf.function
    def f(n):
        rows = [[n]]
        for i in tf.range(n):
            rows.append([i])
        total = 0
        for _ in range(50):
            total += rows[0][0]
            counts.append(len(ELEMENT_COPIES.noted()))
        return total

    assert f(tf.constant(3)) == 150
    assert max(counts) < 10


def test_nothing_is_noted_after_a_trace_that_fails():
    row = [tf.constant(1)]

    @tf.function
    def f(n):
        rows = []
        for _ in tf.range(n):
            rows.append(row)
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        f(tf.constant(3))
    assert not ELEMENT_COPIES.noted()
    row[0] = tf.constant(2)
    assert tf.function(lambda x: x + 1)(tf.constant(1)) == 2


def test_mutable_parts_are_each_found_once_from_the_outside():
    inner = [1]
    outer = ({"k": inner}, inner, 3)
    assert list(mutable_parts(outer)) == [outer[0], inner]
    assert not list(mutable_parts(tf.constant(1)))
