"""The reading of imports, and the judgement of floors, on small trees of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture.source_tree import SourceFile
from tests.architecture.test_floors import floor_breaches


@pytest.fixture
def source(tmp_path: Path):
    """Makes a source file in a tree that has core/tensor.py and ops/__init__.py."""
    for name in ("core/tensor.py", "ops/__init__.py", "graph/graph.py", "errors.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('"""A file."""\n')

    def make(name: str, text: str) -> SourceFile:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
        return SourceFile(tmp_path / name, tmp_path)

    return make


@pytest.mark.parametrize(
    ("statement", "modules"),
    [
        ("import numpy as np", ["numpy"]),
        ("import stagelight.core.tensor", ["stagelight.core.tensor"]),
        ("from stagelight.core import tensor", ["stagelight.core.tensor"]),
        ("from stagelight.core.tensor import Tensor", ["stagelight.core.tensor"]),
        ("from stagelight import errors, core", ["stagelight.core", "stagelight.errors"]),
        ("from . import arrays", ["stagelight.ops"]),
        ("from ..core.tensor import Tensor", ["stagelight.core.tensor"]),
    ],
)
def test_imports_are_resolved_to_modules(source, statement, modules):
    file = source("ops/reduction.py", statement)
    assert [imported.module for imported in file.imports] == modules


def test_imports_in_functions_are_late(source):
    file = source("ops/reduction.py", "def f():\n    import scipy.special\n")
    assert [imported.is_late for imported in file.imports] == [True]


@pytest.mark.parametrize(
    "statement",
    [
        "from stagelight.core.tensor import Tensor",
        "from stagelight.ops import arrays",
        "from stagelight import errors",
        "import numpy",
    ],
)
def test_imports_from_below_are_allowed(source, statement):
    assert floor_breaches(source("ops/reduction.py", statement)) == []


@pytest.mark.parametrize(
    ("name", "statement", "complaint"),
    [
        ("core/dispatch.py", "from stagelight.ops import x", "above it"),
        ("core/dispatch.py", "import stagelight", "above it"),
        ("ops/reduction.py", "from stagelight.graph.graph import Graph", "neighbour"),
        ("ops/reduction.py", "if TYPE_CHECKING:\n    import stagelight.graph.graph", "neighbour"),
        ("ops/reduction.py", "from stagelight.nowhere.x import y", "no floor"),
        ("nowhere/x.py", "import numpy", "no floor"),
    ],
)
def test_imports_from_above_or_beside_are_breaches(source, name, statement, complaint):
    (breach,) = floor_breaches(source(name, statement))
    assert complaint in breach
