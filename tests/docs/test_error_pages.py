"""Each code of an error of staging has a page; its program fails with that code, its repair runs.

The lists of codes are those of the library.
"""

from __future__ import annotations

import linecache
import re
import traceback
from pathlib import Path
from types import ModuleType

import pytest

import stagelight as tf
from stagelight.errors import STAGING_CODES
from tests.docs.test_documents import ROOT, blocks, run_document

ERRORS = ROOT / "docs" / "errors"
PAGES = sorted(ERRORS.glob("AG*.md"))
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
    assert page.stem in told
    assert ("<changed>" if page.stem == "AG002" else f"<{page.stem}, failing>") in told
    run(repair.text, f"<{page.stem}, repaired>")


def test_every_code_has_a_page_and_a_row_of_its_title() -> None:
    source = "".join(file.read_text() for file in (ROOT / "src").rglob("*.py"))
    assert set(CODE.findall(source)) == set(STAGING_CODES)
    assert {page.stem for page in PAGES} == set(STAGING_CODES)
    index = (ERRORS / "README.md").read_text().splitlines()
    rows = [line for line in index if line.startswith("| [AG")]
    assert rows == [f"| [{code}]({code}.md) | {title} |" for code, title in STAGING_CODES.items()]
    for page in PAGES:
        assert page.read_text().startswith(f"# {page.stem}: {STAGING_CODES[page.stem]}\n")


def test_what_is_refused_is_listed_or_said_to_be_something_else() -> None:
    text = (ERRORS / "refused.md").read_text()
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| [AG")]
    assert {len(row) for row in rows} == {4}
    listed = [row[0][1:6] for row in rows]
    assert [row[0] for row in rows] == [f"[{code}]({code}.md)" for code in listed]
    others = CODE.findall(text.partition("The other codes")[2].partition("##")[0])
    assert sorted(listed + others) == list(STAGING_CODES)
    # What the programs of the conversion's tests are refused for are constructs.
    constructs = "".join(
        file.read_text() for file in (ROOT / "tests/autograph/constructs").glob("*.py")
    )
    assert set(CODE.findall(constructs)) <= set(listed)


def test_what_happens_while_tracing_is_as_it_is_told() -> None:
    run_document(ERRORS / "refused.md")
