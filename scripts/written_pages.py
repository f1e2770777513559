"""Pages of the documents that scripts write: written, or compared with what would be."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path


def between(page: Path, begin: str, end: str, text: str) -> str:
    """A page with another text between two lines of it."""
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    _, _, behind = rest.partition(end)
    return f"{before}{begin}{text}{end}{behind}"


def write_or_check(description: str | None, page: Path, made: Callable[[], str]) -> int:
    """Writes a page; with `--check` says whether it is as it would be written. Gives the exit status.

    Args:
        description: of the script.
        page: where it stands.
        made: gives it as it should be.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--check", action="store_true")
    text, is_check = made(), parser.parse_args().check
    if not is_check:
        page.write_text(text, encoding="utf-8")
        return 0
    if page.read_text(encoding="utf-8") == text:
        return 0
    script = Path(sys.argv[0]).name
    print(f"docs/{page.name} is not what scripts/{script} writes.", file=sys.stderr)
    return 1
