"""Names that staged blocks let change places, however many blocks there are in a row: no change is lost."""

import itertools
import linecache

import pytest

import stagelight as tf
from stagelight.autograph.refusals import ConversionError

BLOCKS = {
    "for": "for _ in tf.range(n):\n            a, b = b, a",
    "while": "k = n\n        while k > 0:\n            a, b, k = b, a, k - 1",
    "if": "if n % 2 > 0:\n            a, b = b, a",
    "bind": "if n > 1:\n            a = b",
    "python": "a, b = b, a",
}
CHANGES = (
    "b.insert(0, n + 90)",
    "a[0] = n + 90",
    "a.append(n)\n        b[-1] = n + 90",
    "e[0] = n + 90",
)
NEW = {"lists": "[n], [n + 1]", "objects": "Box(n), Box(n + 1)"}

PROGRAM = """
class Box:
    def __init__(self, v):
        self.v = v

    def __getitem__(self, i):
        return self.v

    def __setitem__(self, i, v):
        self.v = v

    def insert(self, i, v):
        self.v = v

    def append(self, v):
        self.v = self.v + v


def program(n):
        a, b = {new}
        e = a
        {blocks}
        {change}
        return a[0], b[0], e[0]
"""


def program_of(new, blocks, change):
    text = PROGRAM.format(
        new=NEW[new], blocks="\n        ".join(BLOCKS[x] for x in blocks), change=change
    )
    file = f"<aliases {new} {blocks} {change}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names = {"tf": tf}
    exec(compile(text, file, "exec"), names)
    return names["program"]


SEQUENCES = [x for count in (1, 2, 3) for x in itertools.product(BLOCKS, repeat=count)]


@pytest.mark.parametrize("new", NEW)
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("count", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_changes_of_what_may_be_another_are_made_or_refused(new, change, count):
    staged_programs = 0
    for blocks in SEQUENCES:
        if len(blocks) != count:
            continue
        program = program_of(new, blocks, change)
        staged = tf.function(program)
        for number in range(4):
            n = tf.constant(number)
            expected = [int(x) for x in program(n)]
            try:
                received = [int(x) for x in staged(n)]
            except (ConversionError, TypeError) as error:
                assert "AG212" in str(error) or "AG302" in str(error), (blocks, error)
            else:
                staged_programs += 1
                assert received == expected, (blocks, number)
    assert staged_programs or new == "objects"
