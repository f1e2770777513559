"""The runner of libraries' own tests: outcomes, what ends a process, what the log remembers, the bars."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LISTS = sorted((ROOT / "tests" / "libraries").glob("*.txt"))

TESTS = """
import os, time, tensorflow

def test_passes():
    assert tensorflow.constant(1).numpy() == 1

def test_fails():
    assert tensorflow is None

def test_ends_the_process():
    os._exit(3)

def test_comes_after():
    pass
"""


@pytest.fixture(scope="module")
def runner():
    spec = importlib.util.spec_from_file_location("library_tests", ROOT / "scripts" / "library_tests.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path):
    folder = tmp_path / "sample"
    folder.mkdir()
    (folder / "test_sample.py").write_text(TESTS)
    return folder


def test_tests_run_on_the_alias_and_a_crash_costs_one(runner, checkout, tmp_path):
    names = ("passes", "fails", "ends_the_process", "comes_after", "is_not_there")
    ids = [f"test_sample.py::test_{name}" for name in names]
    tests = runner.LibraryTests("sample", ids=ids)
    environment = runner.Environment(sys.executable, runner.STAGELIGHT, ROOT / "src")
    log_file = tmp_path / "log"
    outcomes = runner.run_library(tests, environment, checkout, runner.Log(log_file), again=False)
    assert [outcomes[test][0] for test in ids] == [
        "passed", "failed", "crashed", "passed", "not collected",
    ]  # fmt: skip
    (checkout / "test_sample.py").unlink()  # What the log has is not run again.
    again = runner.run_library(tests, environment, checkout, runner.Log(log_file), again=False)
    assert again == outcomes
    assert len(log_file.read_text().splitlines()) == len(json.loads(json.dumps(ids)))


@pytest.mark.parametrize(
    ("passed", "enough"),
    [((100, 100), True), ((97, 97), True), ((100, 89), False), ((96, 96), False)],
)
def test_the_table_says_whether_enough_pass(runner, capsys, passed, enough):
    rows = {
        f"library {number}": {
            runner.STAGELIGHT: {
                str(test): ("passed" if test < count else "failed", "") for test in range(100)
            }
        }
        for number, count in enumerate(passed)
    }
    assert runner.print_table(rows) == enough


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)
def test_lists_name_repository_commit_and_tests(runner, file):
    tests = runner.read_list(file.stem)
    assert tests.header["repository"].startswith("https://")
    assert len(tests.header["commit"]) == 40
    assert tests.ids == sorted(set(tests.ids))
    assert tests.ids
