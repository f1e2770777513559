"""Lines of a file of tests, found by what stands in them."""

from __future__ import annotations

from pathlib import Path


def line_of(file: str | Path, text: str) -> int:
    """The number of the first line that ends with a text."""
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if line.rstrip().endswith(text))
