"""The coverage of tests counts the lines of staged functions: those that tracing and stepping go through."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import coverage
import pytest

PROGRAM = Path(__file__).with_name("measured_program.py")


def line_of(comment):
    lines = PROGRAM.read_text().splitlines()
    return next(n for n, line in enumerate(lines, 1) if line.endswith(f"# {comment}"))


def measured(tmp_path, core, command):
    """The lines of the program that ran, as `coverage` sees them in another process."""
    environment = {**os.environ, "COVERAGE_CORE": core, "COVERAGE_FILE": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, *command],
        env=environment, cwd=PROGRAM.parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "9.0"
    data = coverage.CoverageData(str(tmp_path / "data"))
    data.read()
    return set(data.lines(str(PROGRAM)))


CORES = ["ctrace", pytest.param("sysmon", marks=pytest.mark.skipif(
    sys.version_info < (3, 12), reason="sys.monitoring came with Python 3.12"
))]  # fmt: skip


@pytest.mark.parametrize("core", CORES)
def test_lines_that_are_traced_are_covered(tmp_path, core):
    command = ["-m", "coverage", "run", f"--include={PROGRAM}", str(PROGRAM)]
    hit = measured(tmp_path, core, command)
    # Both branches of a tensor's condition are traced.
    assert {line_of(c) for c in ("first", "taken branch", "other branch", "helper")} <= hit
    assert line_of("never") not in hit


STEPPING = """
import coverage
import stagelight as tf
from tests.autograph.measured_program import program

program(tf.constant(1.5))
measured = coverage.Coverage()
with measured.collect(), tf.debugging.step_through():
    result = program(tf.constant(1.5))
measured.save()
print(float(result))
"""


@pytest.mark.parametrize("core", CORES)
def test_lines_that_are_stepped_through_are_covered(tmp_path, core):
    """Those alone whose operations run: tracing is over when the measurement begins."""
    hit = measured(tmp_path, core, ["-c", STEPPING])
    assert {line_of(c) for c in ("first", "taken branch", "helper")} <= hit
    assert line_of("other branch") not in hit
    assert line_of("never") not in hit
