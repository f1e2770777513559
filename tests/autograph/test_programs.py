"""Converted code given Python values does what the original does, line by line."""

from __future__ import annotations

import ast
import copy
import functools
import io
import sys
from contextlib import redirect_stdout

import pytest

from stagelight.autograph.api import to_code, to_graph
from tests.autograph.programs import PROGRAMS


def outcome_of(function, args):
    args = copy.deepcopy(args)
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            result = ("returned", function(*args))
    except Exception as error:  # noqa: BLE001
        result = ("raised", type(error), str(error))
    return result, args, printed.getvalue()


def lines_of(function, args, filename):
    lines = set()

    def trace(frame, event, arg):
        if frame.f_code.co_filename != filename:
            return None
        if event == "line":
            lines.add(frame.f_lineno)
        return trace

    args = copy.deepcopy(args)
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*args)
    except Exception:  # noqa: BLE001
        pass
    finally:
        sys.settrace(before)
    return lines


CALLS = [
    pytest.param(function, args, id=f"{function.__name__}-{index}")
    for function, calls in PROGRAMS
    for index, args in enumerate(calls)
]


@pytest.mark.parametrize(("function", "args"), CALLS)
def test_converted_program_does_what_python_does(function, args):
    assert outcome_of(to_graph(function), args) == outcome_of(function, args)


@functools.cache
def statement_lines(filename):
    """The first line of the statement, or of its head, that each line belongs to."""
    with open(filename) as file:
        tree = ast.parse(file.read())
    first = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno
            for line in range(node.lineno, last + 1):
                # Entering a converted function executes the line of its `def`.
                first[line] = "def" if isinstance(node, ast.FunctionDef) else node.lineno
            for decorator in getattr(node, "decorator_list", ()):
                first[decorator.lineno] = "def"
    return first


@pytest.mark.parametrize(("function", "args"), CALLS)
def test_converted_program_executes_the_same_lines(function, args):
    filename = function.__code__.co_filename
    first = statement_lines(filename)
    expected = {first.get(line, line) for line in lines_of(function, args, filename)}
    converted = lines_of(to_graph(function), args, filename)
    found = {first.get(line, line) for line in converted}
    assert found - {"def"} == expected - {"def"}


@pytest.mark.parametrize("function", [function for function, _ in PROGRAMS])
def test_printed_code_is_python(function):
    compile(to_code(function), "<printed>", "exec")
