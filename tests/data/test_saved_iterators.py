"""Iterators go on in another process: every source and transformation, interrupted at several elements."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import stagelight as tf
from tests.data.interrupted_pipelines import END, pipelines
from tests.processes import environment

PROGRAM = Path(__file__).with_name("interrupted_pipelines.py")
NUMBERS = ("0", "1", "3", "9", END)

# What says that it cannot be saved: Python and random numbers, and snapshots that are being written.
# Nothing of a generator has run before its first element.
REFUSED = {
    name: set(NUMBERS)
    for name in ("map py_function", "map random", "snapshot")
} | {
    "from_generator": set(NUMBERS) - {"0"},
    "ignore_errors": set(NUMBERS),
    "rejection_resample": set(NUMBERS),
    "rejection_resample known": set(NUMBERS),
}


def run(mode, folder):
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "stagelight", mode, folder, ",".join(NUMBERS)],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What comes after the interruption in the process that saves, and in the one that goes on."""
    folder = str(tmp_path_factory.mktemp("pipelines"))
    return run("save", folder), run("go_on", folder)


@pytest.mark.parametrize("name", sorted(pipelines(tf, {})))
def test_an_iterator_goes_on_in_another_process(found, name):
    saved, gone_on = (result[name] for result in found)
    refused = {number for number, rest in saved.items() if isinstance(rest, str)}
    assert refused == REFUSED.get(name, set())
    assert {saved[number] for number in refused} <= {"FailedPreconditionError"}
    assert gone_on == {number: saved[number] for number in NUMBERS if number not in refused}
    if not refused:
        whole = saved["0"]
        assert whole[:1] + saved["1"][: len(whole) - 1] == whole
