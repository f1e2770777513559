"""`docs/onnx.md` lists the ops that can be exported as its script writes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_list_is_as_its_script_writes_it():
    script = [sys.executable, str(ROOT / "scripts" / "onnx_table.py"), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
