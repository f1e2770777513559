"""The benchmarks run; how fast anything is, is not tested."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def run(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, str(BENCHMARKS / "run.py"), "--quick", *arguments],
        capture_output=True, text=True, check=False,
    )


def test_libraries_that_are_not_installed_are_told():
    result = run("--only", "scalar add", "--libraries", "numpy,torch", "--seconds", "0.001",
                 "--python", "torch=/nowhere")
    assert result.returncode == 0, result.stderr
    assert "Not installed: torch." in result.stdout


@pytest.mark.slow
def test_all_measurements_of_stagelight_run():
    result = run("--libraries", "stagelight", "--seconds", "0.001")
    assert result.returncode == 0, result.stdout + result.stderr
