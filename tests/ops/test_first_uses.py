"""Every op works as the first thing that a process does with the package."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.processes import environment


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_every_op_may_be_the_first_that_is_used():
    command = [sys.executable, "-m", "tests.ops.first_uses"]
    result = subprocess.run(
        command, env=environment(), capture_output=True, text=True, check=False, timeout=600
    )
    assert result.returncode == 0, result.stderr
    *lines, last = result.stdout.strip().splitlines()
    assert int(last.split()[0]) > 600
    failures = [line for line in lines if line.startswith("FAILED ")]
    assert not failures, "\n".join(failures)
