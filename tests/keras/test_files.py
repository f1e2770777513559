"""Files of models go both ways between Stagelight and TensorFlow: whole models, and weights alone."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.keras.runs import KEPT, SOURCE

FILES = Path(__file__).parent / "files.py"
FROM_TENSORFLOW = KEPT / "files"

pytestmark = [pytest.mark.keras]


def _run(backend: str, task: str, folder: Path) -> None:
    search = os.pathsep.join(filter(None, (str(SOURCE), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, str(FILES), backend, task, str(folder)],
        env={**os.environ, "PYTHONPATH": search},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]


@pytest.mark.slow
def test_files_of_tensorflow_are_read() -> None:
    _run("stagelight", "read", FROM_TENSORFLOW)


@pytest.mark.slow
def test_own_files_are_read(tmp_path: Path) -> None:
    _run("stagelight", "write", tmp_path)
    _run("stagelight", "read", tmp_path)


@pytest.mark.oracle
@pytest.mark.skipif(
    importlib.util.find_spec("tensorflow") is None, reason="TensorFlow is not installed"
)
def test_tensorflow_reads_own_files(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    _run("stagelight", "write", tmp_path)
    _run("tensorflow", "read", tmp_path)
    if request.config.getoption("--rewrite-golden"):
        shutil.rmtree(FROM_TENSORFLOW, ignore_errors=True)
        FROM_TENSORFLOW.mkdir(parents=True)
        _run("tensorflow", "write", FROM_TENSORFLOW)
    _run("tensorflow", "read", FROM_TENSORFLOW)
