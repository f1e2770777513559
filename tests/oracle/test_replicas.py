"""Two replicas on one CPU do what they do with TensorFlow: values, printed forms, classes of errors."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAMS = Path(__file__).parent / "replica_programs.py"
SOURCE = Path(__file__).parents[2] / "src"


def _printed(library: str) -> list[str]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(
        [sys.executable, str(PROGRAMS), library],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout.splitlines()


def test_replicas_give_what_they_give_with_tensorflow(tensorflow):
    assert _printed("stagelight") == _printed("tensorflow")
