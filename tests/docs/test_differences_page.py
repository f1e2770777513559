"""`docs/differences.md`: each row says what both libraries do, why, and which test holds it."""

from __future__ import annotations

import re

import pytest

from tests.docs.test_documents import ROOT

PAGE = ROOT / "docs" / "differences.md"
COLUMNS = ["TensorFlow", "Stagelight", "reason", "test"]


def rows() -> list[list[str]]:
    """The rows of the page's tables below their heads."""
    lines = [x for x in PAGE.read_text(encoding="utf-8").splitlines() if x.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [row for row in cells if row != COLUMNS and not set(row[0]) <= set("- |")]


def test_there_are_rows():
    assert len(rows()) >= 9


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0][:40])
def test_a_difference_has_a_reason_and_a_test(row):
    assert len(row) == len(COLUMNS), row
    assert all(row), row
    named = re.findall(r"`(test_\w+)`", row[-1])
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    assert named
    for name in named:
        assert any(f"def {name}(" in text for text in texts), name
