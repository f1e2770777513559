"""The text of converted code, in the documents' form."""

from __future__ import annotations

import ast
import logging
import types

import pytest

import stagelight
from stagelight import config
from stagelight.autograph.api import to_code
from stagelight.autograph.options import Feature
from tests.autograph import programs

tf = None


def simple_relu(x):
    if tf.greater(x, 0):
        return x
    else:
        return 0


def loop(x):
    while tf.reduce_sum(x) > 1:
        tf.print(x)
        x = tf.tanh(x)
    return x


def everything(self, xs, n=1, *args, k: int = 2, **kw) -> str:
    """Doc."""
    for i, j in xs:
        if i == 3:
            break
        self.total += i if j else -i
    print(n)
    helper = lambda z: z + n  # noqa: E731

    def inner(q, r=n):
        return helper(q)[1:2, ...] and not r

    assert n, "no n"
    return inner(n, *args, **kw)


@pytest.mark.parametrize("function", [simple_relu, loop, everything])
def test_text_is_the_documents(function, golden):
    golden(f"autograph/{function.__name__}.txt", to_code(function))


def test_lambda(golden):
    golden("autograph/lambda.txt", to_code(lambda a, b=2: a + b if a else b))


def test_features_are_named_in_the_text():
    text = to_code(simple_relu, experimental_optional_features=Feature.EQUALITY_OPERATORS)
    assert "optional_features=(ag__.Feature.EQUALITY_OPERATORS,)" in text


def test_nonrecursive_conversion_says_so():
    assert "recursive=False" in to_code(simple_relu, recursive=False)


def test_a_class_is_refused():
    with pytest.raises(ValueError, match="Python functions and methods"):
        to_code(programs.Base)


@pytest.mark.parametrize("function", [function for function, _ in programs.PROGRAMS])
def test_printed_code_has_the_tree_that_is_run(function):
    """What is printed reads back as itself."""
    text = to_code(function)
    assert ast.unparse(ast.parse(text)) == ast.unparse(ast.parse(ast.unparse(ast.parse(text))))


@pytest.mark.parametrize(
    ("verbosity", "expected"),
    [
        (0, []),
        (1, ["AutoGraph converted"]),
        (3, ["AutoGraph converted", "Its code:\ndef tf__made("]),
    ],
)
@pytest.mark.parametrize("prints", [False, True])
def test_conversions_are_logged_once_as_far_as_is_asked_for(
    verbosity, expected, prints, caplog, capsys
):
    def made(x):
        return x

    fresh = types.FunctionType(made.__code__.replace(), globals(), "made")
    with config.changed(), caplog.at_level(logging.INFO, "stagelight"):
        stagelight.autograph.set_verbosity(verbosity, prints)
        for _ in range(2):
            stagelight.autograph.to_graph(fresh)
    messages = [record.getMessage() for record in caplog.records]
    assert len(messages) == len(expected)
    assert all(text.startswith(start) for text, start in zip(messages, expected, strict=True))
    assert capsys.readouterr().out == ("".join(f"{text}\n" for text in messages) if prints else "")
