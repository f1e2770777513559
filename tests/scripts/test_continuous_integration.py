"""The parts of `.ci/run` and `.ci/nightly`: all run, and one that fails or takes too long is told."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

CI = Path(__file__).parents[2] / ".ci"

pytestmark = pytest.mark.skipif(
    not (shutil.which("bash") and shutil.which("timeout")), reason="written for bash, on Linux"
)


def ended(*command: str | Path) -> tuple[int, list[str], str]:
    """The exit status of a script, its last lines, and what it said of errors."""
    done = subprocess.run(
        ["bash", *command], capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout.splitlines(), done.stderr


@pytest.fixture
def script(tmp_path):
    def write(*lines: str) -> Path:
        path = tmp_path / "script"
        path.write_text("\n".join([f'. "{CI}/parts.sh"', *lines]))
        return path

    return write


def test_each_part_runs_and_one_that_fails_is_told(script):
    status, lines, _ = ended(
        script(
            'part "first" true',
            'part "second" sh -c "exit 3"',
            'part "third" true',
            "tell_outcomes end",
            "exit $status",
        )
    )
    assert status == 1
    assert lines[-4:] == [
        "===== end",
        "passed   first (0 s)",
        "FAILED   second (exit status 3, 0 s)",
        "passed   third (0 s)",
    ]


@pytest.mark.parametrize("command", ["sleep 60", "sh -c 'sleep 60; true'"])
def test_a_part_is_ended_after_its_time(script, command):
    status, lines, _ = ended(
        script(
            f'part "endless" within 1s {command}',
            'part "next" true',
            "tell_outcomes end",
            "exit $status",
        )
    )
    assert status == 1
    assert lines[-2].startswith("FAILED   endless (ended after its time, ")
    assert lines[-1] == "passed   next (0 s)"


def test_scripts_run_in_an_empty_environment(script, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    status, lines, _ = ended(script('echo "${PYTHONPATH:-none}" "$(pwd)"'))
    assert (status, lines) == (0, [f"none {CI.parent}"])


def test_parts_of_the_night_are_listed_and_others_refused():
    status, lines, _ = ended(CI / "nightly", "--list")
    assert status == 0
    names = [line.split()[0] for line in lines]
    assert "oracle" in names and len(names) == len(set(names))
    status, lines, error = ended(CI / "nightly", names[0], "nosuch")
    assert (status, lines) == (2, [])
    assert all(name in error for name in ("nosuch", *names))
