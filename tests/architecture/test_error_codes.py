"""Errors that the library raises about staging have a code, by which `docs/errors` explains them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent.parent / "src" / "stagelight"

# Where staging can fail because of what a user wrote.
FILES = (
    *sorted((PACKAGE / "autograph").rglob("*.py")),
    *sorted((PACKAGE / "staging").glob("*.py")),
    PACKAGE / "control_flow" / "loops.py",
    PACKAGE / "control_flow" / "conditionals.py",
    PACKAGE / "graph" / "tracing.py",
    PACKAGE / "graph" / "operation.py",
)

# Errors without a code, by a part of their text, with the reason.
WITHOUT_CODE = {
    "AutoGraph converts Python functions and methods; received": "of an argument of to_code",
    "was constructed with": "the guide to tf.function shows the whole message",
    "cannot compute": "the guide to tf.function shows the whole message",
    "is taken by": "of the package's own tables",
    "is not running": "of the package's own code",
    "object has no attribute": "Python's own, of generators and optionals",
    "raise AttributeError(name)": "Python's own, of optionals",
    "Cannot iterate over a scalar tensor": "the eager error, word by word",
    "len is not defined for a scalar tensor": "the eager error, word by word",
    "values to unpack": "Python's own",
    "Argument `": "of an argument of tf.cond and its like: TensorFlow's",
    "must be callable": "of an argument: TensorFlow's",
    "must not be a Python": "of an argument: TensorFlow's",
    "must be an integer Tensor": "of an argument: TensorFlow's",
    "must be a list": "of an argument: TensorFlow's",
    "must be a positive integer": "of an argument: TensorFlow's",
    "must be Tensor of type bool": "of an argument: TensorFlow's",
    "must be a Tensor. Received": "of an argument: TensorFlow's",
    "Must provide at least one item": "of an argument: TensorFlow's",
    "must form contiguous range": "of an argument: TensorFlow's",
    "2-tuple": "of an argument: TensorFlow's",
    "are functions under Python integers": "of an argument: TensorFlow's",
    "Input error:": "of values, when the graph runs",
    "one is None, the other is a tensor": "a part of AG307",
    "have different types": "a part of AG307",
    "has no trace yet": "of an argument of graph_text",
    "Code is shown for known sizes": "of an argument of experimental_get_compiler_ir",
    "() {error}": "Python's own, of a call's arguments",
    "rofiler is running": "of the use of a profiler: TensorFlow's",
    "has no attr named": "of an argument of get_attr",
}


def raised(file: Path) -> Iterator[tuple[int, str]]:
    """Line and source of each statement that raises an error with a text of its own."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            has_text = any(isinstance(x, ast.Constant | ast.JoinedStr) for x in node.exc.args)
            is_error = node.exc.args and ast.unparse(node.exc.func).endswith("Error")
            if has_text or is_error:
                yield node.lineno, ast.unparse(node)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_errors_of_staging_have_a_code(file: Path) -> None:
    texts = file.read_text()
    for line, text in raised(file):
        if "(AG" in text or "'AG" in text or any(part in text for part in WITHOUT_CODE):
            continue
        name = text.partition("(")[2].rpartition(")")[0]
        if name.isidentifier() and f"{name} = " in texts and "(AG" in texts:
            continue  # A constant of the file.
        pytest.fail(f"{file.relative_to(PACKAGE)}, line {line}: no code in {text}")


def test_reasons_are_of_errors_that_are_there() -> None:
    everything = "\n".join(text for file in FILES for _, text in raised(file))
    assert [part for part in WITHOUT_CODE if part not in everything] == []
