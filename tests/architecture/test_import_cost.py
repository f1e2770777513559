"""`import stagelight` loads only what every program needs.

What is heavy is imported on use, in the file that owns it. How long the import takes is measured in
`benchmarks/`, since a time is not a fact on a busy machine; what it loads is one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
HEAVY = (
    "scipy", "google.protobuf", "rich", "llvmlite", "opt_einsum", "google_crc32c",  # our own, loaded on use
    "tensorflow", "jax", "torch", "keras",  # never
    "unittest", "asyncio", "multiprocessing",  # what an import drags in unnoticed
)


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """The modules that a fresh process has after importing the package, less those of NumPy."""
    program = (
        "import sys, numpy, ml_dtypes; before = set(sys.modules); import stagelight; "
        "assert stagelight.__file__, 'the package has no __init__.py'; "
        "print(*sorted(set(sys.modules) - before))"
    )
    environment = dict(os.environ, PYTHONPATH=str(SOURCE))
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment, capture_output=True, text=True, check=False,
    )
    assert result.returncode == 0, result.stderr
    return set(result.stdout.split())


@pytest.mark.parametrize("module", HEAVY)
def test_import_does_not_load(loaded, module):
    assert module not in loaded
