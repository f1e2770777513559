"""The source of a function is found wherever it was written, or the error says what to do."""

from __future__ import annotations

import ast
import functools
import linecache
import pickle

import pytest

from stagelight.autograph.api import to_code, to_graph
from stagelight.autograph.refusals import ConversionError, SourceNotFound
from stagelight.autograph.source import source_of
from stagelight.graph.source_places import SourcePlace


def make(text, filename, name, register=True):
    if register:
        linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    namespace = {"__name__": "made"}
    exec(compile(text, filename, "exec"), namespace)
    return namespace[name]


TWO = (lambda x: x + 1, lambda x: x + 2)
SAME = [lambda x: x if x else 0, lambda x: x if x else 0, lambda y: lambda x: x if x else 0]


def body_of(function):
    return ast.unparse(source_of(function).node.body)


def test_lambdas_of_one_line_are_told_apart():
    assert [body_of(f) for f in TWO] == ["x + 1", "x + 2"]
    assert [f(1) for f in map(to_graph, TWO)] == [2, 3]


def test_equal_lambdas_of_one_line_are_told_apart_by_their_columns():
    columns = [source_of(f).node.col_offset for f in SAME]
    assert columns == sorted(set(columns))
    inner = SAME[2](0)
    assert source_of(inner).node.col_offset > columns[2]
    assert to_graph(inner)(5) == 5


def test_lambda_over_several_lines():
    f = functools.partial(
        lambda x: (
            x
            if x > 0
            else -x
        ),
        -3,
    )  # fmt: skip
    assert to_graph(f.func)(-3) == 3


def test_function_made_by_exec_with_its_text_in_linecache():
    f = make("def f(x):\n    if x:\n        return 1\n    return 2\n", "<made 1>", "f")
    assert [to_graph(f)(0), to_graph(f)(1)] == [2, 1]


def test_function_made_by_exec_without_its_text_is_refused_with_a_code():
    f = make("def f(x):\n    return x\n", "<string>", "f", register=False)
    with pytest.raises(SourceNotFound) as caught:
        to_code(f)
    assert caught.value.code == "AG001"
    assert "linecache.cache" in str(caught.value)
    assert "do_not_convert" in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_source_that_changed_since_is_refused():
    f = make("def f(x):\n    return x\n", "<made 2>", "f")
    text = "def f(x, y):\n    return y\n"
    linecache.cache["<made 2>"] = (len(text), None, text.splitlines(keepends=True), "<made 2>")
    with pytest.raises(SourceNotFound) as caught:
        to_code(f)
    assert caught.value.code == "AG002"


def test_text_with_less_indentation_inside_a_function():
    text = '''
class C:
    def f(self):
        text = """
def not_code():
x
"""
        return text, (
1,
    # a comment to the left
)
    def g(self): return 2
'''
    made = make(text, "<made 3>", "C")
    assert to_graph(made.f)(made()) == ("\ndef not_code():\nx\n", (1,))
    assert to_graph(made.g)(made()) == 2


def test_tabs_and_one_liners():
    text = "if True:\n\tdef f(x): return x if x else 9\nf2 = f\n"
    assert to_graph(make(text, "<made 4>", "f2"))(0) == 9


def test_last_function_of_a_file_without_a_newline():
    assert to_graph(make("def f():\n    return 3", "<made 5>", "f"))() == 3


def test_jump_out_of_finally_is_refused_at_its_line():
    text = "def f(x):\n    try:\n        g()\n    finally:\n        return x\n"
    with pytest.raises(ConversionError) as caught:
        to_code(make(text, "<made 6>", "f"))
    error = caught.value
    assert (error.code, error.place) == ("AG101", SourcePlace("<made 6>", 5, "f", (8, 16)))
    assert "flag" in error.rewrite
