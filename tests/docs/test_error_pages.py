"""Each code of an error of staging has a page; its program fails with that code, its repair runs."""

from __future__ import annotations

import linecache
import re
import traceback
from pathlib import Path
from types import ModuleType

import pytest

import stagelight as tf
from tests.docs.test_documents import ROOT, blocks

PAGES = sorted((ROOT / "docs" / "errors").glob("AG*.md"))
CODE = re.compile(r"AG\d{3}")


def run(text: str, filename: str) -> None:
    """Runs a program that knows the library as `tf`; its source can be found."""
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    module = ModuleType("error_page")
    module.__dict__["tf"] = tf
    exec(compile(text, filename, "exec", dont_inherit=True), module.__dict__)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_program_fails_with_the_code_and_the_repair_runs(page: Path) -> None:
    failing, repair = blocks(page)
    assert (failing.info, repair.info) == ("python fails", "python")
    with pytest.raises(Exception) as caught:
        run(failing.text, f"<{page.stem}, failing>")
    told = "".join(traceback.format_exception(caught.value))
    assert page.stem in told or getattr(caught.value, "code", None) == page.stem
    assert ("<changed>" if page.stem == "AG002" else f"<{page.stem}, failing>") in told
    run(repair.text, f"<{page.stem}, repaired>")


def test_every_code_has_a_page_and_every_page_a_row() -> None:
    source = "".join(file.read_text() for file in (ROOT / "src").rglob("*.py"))
    listed = (ROOT / "docs" / "errors" / "README.md").read_text()
    pages = {page.stem for page in PAGES}
    assert {code for code in CODE.findall(source) if code != "AG000"} == pages
    assert set(CODE.findall(listed)) == pages
