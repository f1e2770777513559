"""`docs/api.md`, the table of public names, is what its script writes, and true."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import stagelight as tf

ROOT = Path(__file__).parents[2]
ROWS = [
    line.split("|")
    for line in (ROOT / "docs" / "api.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| `tf.")
]


def found(name: str) -> object:
    value: object = tf
    for part in name.split(".")[1:]:
        value = getattr(value, part)
    return value


def test_the_table_is_as_its_script_writes_it():
    script = [sys.executable, str(ROOT / "scripts" / "api_table.py"), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_at_least_seven_hundred_names_work():
    assert sum(row[2].strip() == "works" for row in ROWS) >= 700


def test_every_name_of_the_table_is_there():
    for row in ROWS:
        found(row[1].strip(" `"))


@pytest.mark.parametrize(
    "name", [row[1].strip(" `") for row in ROWS if row[2].strip() == "not available"]
)
def test_names_that_are_not_available_say_what_to_use(name):
    with pytest.raises(NotImplementedError, match=r"Use tf\."):
        found(name)()  # type: ignore[operator]
