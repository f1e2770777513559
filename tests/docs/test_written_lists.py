"""Lists in the documents are as their scripts write them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["onnx_table.py", "support_matrix.py"])
def test_the_list_is_as_its_script_writes_it(name):
    script = [sys.executable, str(ROOT / "scripts" / name), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
