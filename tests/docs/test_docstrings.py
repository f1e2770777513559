"""The examples in docstrings run, and print what they say."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import stagelight as tf
from stagelight.config import changed
from stagelight.core.dispatch import CONTEXT
from stagelight.core.program_seed import PROGRAM_SEED
from stagelight.formats import schema
from stagelight.namespaces import LAZY
from stagelight.public import public_table

SOURCE = Path(__file__).parents[2] / "src" / "stagelight"
PARSER = doctest.DocTestParser()


def examples(path: Path) -> Iterator[doctest.DocTest]:
    """The docstrings of a file that have examples, also those of functions inside others."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = path.with_suffix("").relative_to(SOURCE.parent).parts
    module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
    names = {**vars(module), "tf": tf, "np": np}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            continue
        text = ast.get_docstring(node, clean=False)
        if text is None or ">>>" not in text:
            continue
        line = node.body[0].lineno - 1
        name = getattr(node, "name", path.stem)
        yield PARSER.get_doctest(text, dict(names), name, str(path), line)


FILES = [path for path in sorted(SOURCE.rglob("*.py")) if ">>>" in path.read_text("utf-8")]


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.relative_to(SOURCE).as_posix()) for path in FILES]
)
def test_examples_print_what_they_say(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PROGRAM_SEED, "value", None)  # as in a process that has just begun
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    for example in examples(path):
        stage = CONTEXT.stage
        with changed():  # Examples of settings change them.
            runner.run(example, out=report.append)
        assert CONTEXT.stage is stage, f"{example.name} leaves its graph as the default one"
    assert not report, "".join(report)


def test_every_public_function_has_an_example() -> None:
    for name in LAZY:
        getattr(tf, name)  # Packages that are imported on first use add theirs.
    functions = {name: value for name, value in public_table().items() if inspect.isfunction(value)}
    # TensorFlow 1's names of protobuf messages make the messages.
    without = [
        name
        for name, function in sorted(functions.items())
        if ">>>" not in (function.__doc__ or "") and function.__name__ not in schema.MESSAGES
    ]
    assert not without, f"These need an example in their docstrings: {without}"
