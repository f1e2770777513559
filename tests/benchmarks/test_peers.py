"""The benchmarks run; how fast anything is, is not tested."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

BUSY = """
import threading, time
def work(end=time.monotonic() + 0.3):
    while time.monotonic() < end:
        pass
thread = threading.Thread(target=work)
thread.start()
result = time.monotonic()
"""


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


def test_a_worker_answers_when_its_threads_are_at_rest():
    requests = [{"value": BUSY}, {"value": "import time; result = time.monotonic()"}]
    result = subprocess.run(
        [sys.executable, str(BENCHMARKS / "worker.py")], capture_output=True, text=True, check=True,
        input="".join(json.dumps(request) + "\n" for request in requests),
    )
    started, later = (json.loads(line)["answer"] for line in result.stdout.splitlines())
    # The thread may have begun before `started` was read.
    assert later - started > 0.2


@pytest.mark.slow
def test_all_measurements_of_stagelight_run():
    result = run("--libraries", "stagelight", "--seconds", "0.001")
    assert result.returncode == 0, result.stdout + result.stderr
