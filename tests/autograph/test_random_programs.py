"""Random programs mean the same converted, on Python's conditions and on hidden ones."""

from __future__ import annotations

import linecache
import types

import pytest

from stagelight.autograph.api import to_graph
from tests.autograph.random_programs import random_program
from tests.autograph.stand_ins import Hidden, reveal


def build(text, filename, ask, several):
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    namespace = {"ask": ask, "several": several, "__name__": "random_program"}
    exec(compile(text, filename, "exec"), namespace)
    return namespace["program"]


def outcome(program, a, b):
    box = types.SimpleNamespace(x=1)
    table = {"k": 2}
    try:
        result = program(box, table, a, b)
        result = tuple(map(reveal, result)) if isinstance(result, tuple) else reveal(result)
    except (NameError, AttributeError) as error:  # a name without a value
        return type(error).__name__ in ("NameError", "UnboundLocalError")
    return result, reveal(box.x), reveal(table["k"])


def check(seed, ask, several):
    text = random_program(seed)
    filename = f"<random program {seed}>"
    original = build(text, filename, lambda x: x, range)
    converted = to_graph(build(text, filename, ask, several))
    for a, b in ((0, 1), (2, 3), (1, 1)):
        assert outcome(converted, a, b) == outcome(original, a, b), text


@pytest.mark.parametrize("seed", range(60))
def test_random_program_on_python_conditions(seed):
    check(seed, lambda x: x, range)


@pytest.mark.parametrize("seed", range(60))
def test_random_program_on_hidden_conditions(seed):
    check(seed, Hidden, lambda n: Hidden(range(n)))


@pytest.mark.parametrize("seed", range(1000, 1030))
def test_random_program_on_mixed_conditions(seed):
    """Some conditions are hidden and some are not, so loops change their kind as they run."""
    turns = iter(range(10**9))

    def ask(x):
        return Hidden(x) if next(turns) % 3 else x

    check(seed, ask, lambda n: Hidden(range(n)))
