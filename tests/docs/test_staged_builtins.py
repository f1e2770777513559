"""`docs/errors/refused.md` lists the builtins and the methods of texts that are staged."""

from __future__ import annotations

import re
from pathlib import Path

from stagelight.autograph.operators import staged_text_methods
from stagelight.autograph.operators.dispatch import BUILTINS

PAGE = Path(__file__).parents[2] / "docs" / "errors" / "refused.md"


def listed(title: str) -> set[str]:
    found = re.search(f"<!-- {title} -->(.*?)<!-- end -->", PAGE.read_text(), re.DOTALL)
    assert found is not None
    return set(re.findall(r"`([\w.]+)`", found[1]))


def test_the_page_lists_the_staged_builtins():
    assert listed("staged builtins") == {f"functools.{x}" if x == "reduce" else x for x in BUILTINS}


def test_the_page_lists_the_staged_methods_of_texts():
    tables = (
        staged_text_methods._TEXTS,
        staged_text_methods._ANSWERS,
        staged_text_methods._THREE_PARTS,
    )
    names = {name for table in tables for name in table}
    assert listed("staged text methods") == {name for name in names if not name.startswith("_")}
