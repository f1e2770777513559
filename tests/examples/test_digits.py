"""The demo, run as a user runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_demo_learns_to_read_digits(tmp_path):
    graph = tmp_path / "graph.pb"
    result = subprocess.run(
        [sys.executable, "examples/digits.py", "--graph", str(graph), "--model", str(tmp_path / "model")],
        cwd=ROOT, env=dict(os.environ, PYTHONPATH=str(ROOT / "src")),
        capture_output=True, text=True, check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    for words in ("held-out accuracy", "steps per second", "Traces of the step:", "nodes",
                  "signature serving_default", "Another process",
                  "ONNX Runtime"):
        assert words in result.stdout
    assert graph.stat().st_size > 0


@pytest.mark.slow
@pytest.mark.keras
def test_keras_learns_to_read_digits():
    result = subprocess.run(
        [sys.executable, "examples/keras_digits.py"],
        cwd=ROOT, env=dict(os.environ, PYTHONPATH=str(ROOT / "src")),
        capture_output=True, text=True, check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "unseen digits, on tensorflow 2.21.0" in result.stdout


def test_digits_are_what_their_readme_says():
    with np.load(ROOT / "examples" / "data" / "optical_digits.npz") as arrays:
        images, labels = arrays["images"], arrays["labels"]
    assert (images.shape, images.dtype) == ((1797, 8, 8), "uint8")
    assert (images.min(), images.max()) == (0, 16)
    assert np.bincount(labels).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
