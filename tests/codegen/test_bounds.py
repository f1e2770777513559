"""Checks of bounds in generated code: what leaves a buffer ends with an InternalError that says where."""

from __future__ import annotations

import re

import numpy as np
import pytest

from stagelight import config
from stagelight.codegen import compiled
from stagelight.codegen.compiled import compile_program, module_text
from stagelight.codegen.expressions import load, op, to_index
from stagelight.codegen.index import Symbol, atom
from stagelight.codegen.loop_nest import Buffer, Nest, Program, Store
from stagelight.codegen.machine.host import host_target
from stagelight.errors import InternalError
from stagelight.types import dtypes


def program(count, index, read=8, *, is_store=False):
    """One nest: element i of the output is an element of the input, or is stored elsewhere."""
    given = Buffer("given", dtypes.float32, read, "input")
    out = Buffer("out", dtypes.float32, count, "output", shape=(count,))
    i = Symbol("i0")
    at = index(atom(i), given)
    store = Store(out, at if is_store else atom(i), load(given, atom(i) if is_store else at) * 2.0)
    return Program("program", [given], [out], [Nest(((i, count),), [store])])


def run(made, size):
    with config.changed(checks_bounds=True):
        function, _ = compile_program(made, lambda *arrays: "fallback", host_target())
    return function(np.arange(size, dtype=np.float32))


@pytest.fixture
def unverified(monkeypatch):
    """As if the verifier had let it pass."""
    monkeypatch.setattr(compiled, "verify", lambda program: None)


def test_what_stays_inside_runs():
    (result,) = run(program(8, lambda i, _: 7 - i), 8)
    np.testing.assert_array_equal(result, np.arange(7, -1, -1) * 2.0)


@pytest.mark.parametrize(
    ("count", "index"),
    [
        pytest.param(8, lambda i, _: i + 1, id="the last of a vector"),
        pytest.param(8, lambda i, _: i - 1, id="below the first"),
        pytest.param(8, lambda i, _: 6 - i, id="backwards"),
        pytest.param(8, lambda i, _: 2 * i, id="apart"),
        pytest.param(1, lambda i, _: i + 8, id="one element"),
        pytest.param(8, lambda i, x: to_index(op("floor", load(x, i) * 1.5)), id="computed"),
    ],
)
@pytest.mark.usefixtures("unverified")
def test_what_is_read_outside_is_told(count, index):
    with pytest.raises(InternalError, match=r"left given, which has 8 elements, at -?\d+"):
        run(program(count, index), 8)


@pytest.mark.usefixtures("unverified")
def test_what_is_written_outside_is_told():
    with pytest.raises(InternalError, match="left out, which has 8 elements"):
        run(program(8, lambda i, _: i + 3, is_store=True), 8)


@pytest.mark.usefixtures("unverified")
def test_chunks_of_threads_are_checked():
    count = 1 << 22
    with pytest.raises(InternalError, match=f"left given, which has {count} elements"):
        run(program(count, lambda i, _: i + 1, count), count)


def test_code_is_without_checks_by_default():
    text = module_text(program(8, lambda i, _: i), host_target())
    assert not re.search("violation", text)
