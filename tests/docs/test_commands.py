"""The commands in the documents can be run: scripts exist and know the options, pytest finds tests."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest

from tests.docs.test_documents import DOCUMENTS, ROOT, blocks, prose


def commands() -> list[str]:
    """The commands of all documents, each once: in `sh` blocks, indented, or between backticks."""
    found: dict[str, None] = {}
    for path in (*DOCUMENTS, ROOT / "benchmarks" / "README.md"):
        lines = [b for block in blocks(path) if block.info == "sh" for b in block.text.splitlines()]
        lines += re.findall(r"^    ((?:sh|bash) .+)$", path.read_text(encoding="utf-8"), re.M)
        lines += re.findall(r"`((?:sh|bash|pip) [^`]+)`", prose(path))
        found |= dict.fromkeys(shlex.join(shlex.split(line, comments=True)) for line in lines)
    return [command for command in found if command]


COMMANDS = commands()
SCRIPTS = [command for command in COMMANDS if command.split()[0] in ("sh", "bash")]


def pytest_arguments(command: str) -> list[str] | None:
    """What a command gives to pytest; None if it does not run it."""
    words = shlex.split(command)
    if words[:2] == ["sh", "scripts/test"]:
        return words[2:]
    return words[3:] if words[1:3] == ["-m", "pytest"] else None


def test_every_kind_of_command_is_checked() -> None:
    others = [c for c in COMMANDS if c not in SCRIPTS and pytest_arguments(c) is None]
    # Those of docs/command_line.md are run by test_command_line_page.py.
    others = [command for command in others if not command.startswith("stagelight ")]
    assert others == ["pip install .", ".venv/bin/python scripts/index_names.py"]
    assert len(SCRIPTS) > 5


@pytest.mark.parametrize("command", SCRIPTS)
def test_script_exists_and_knows_the_options(command: str) -> None:
    shell, name, *words = shlex.split(command)
    assert subprocess.run([shell, "-n", name], cwd=ROOT, check=False).returncode == 0
    if pytest_arguments(command) is not None:
        return
    text = (ROOT / name).read_text(encoding="utf-8")
    for folder in re.findall(r"(examples|benchmarks)/\w+\.py", text):
        text += "".join(file.read_text(encoding="utf-8") for file in (ROOT / folder).glob("*.py"))
    options = [word for word in words if word.startswith("-")]
    assert [option for option in options if option not in text] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [a for a in map(pytest_arguments, COMMANDS) if a], ids=shlex.join
)
def test_pytest_finds_the_tests(arguments: list[str]) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr
