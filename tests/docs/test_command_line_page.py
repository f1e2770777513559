"""The commands of docs/command_line.md run as they stand there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from stagelight.cli.main import main

PAGE = Path(__file__).parents[2] / "docs" / "command_line.md"


def test_the_commands_run(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    (program,) = re.findall(r"^```py\n(.*?)^```", text, flags=re.M | re.S)
    exec(compile(program, str(PAGE), "exec"), {})
    printed = {}
    for block in re.findall(r"^```sh\n(.*?)^```", text, flags=re.M | re.S):
        for line in block.splitlines():
            name, *arguments = shlex.split(line)
            assert name == "stagelight"
            if arguments[0] not in ("show", "ops"):
                arguments.append("--trust")  # Without limits, which are a process's.
            assert main(arguments) == 0, line
            printed[line] = capfd.readouterr().out
    assert json.loads(printed["stagelight run model --input 'x=[[1, 1], [0, 2]]'"]) == (
        json.loads(re.search(r"prints `(.*?)`", text)[1])
    )
    assert json.loads(Path("results.json").read_text()) == {"y": [[5.0]]}
    assert json.loads(printed["stagelight run frozen.pb -i 'x=[[1, 1]]'"])
    assert json.loads(printed["stagelight show model --json"])["kind"] == "saved model"
    assert "MatMul" in printed["stagelight show model"]
