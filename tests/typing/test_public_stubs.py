"""The stubs of the public names are those of the source, and have every name."""

from __future__ import annotations

import ast
import keyword
import subprocess
import sys
from pathlib import Path

from stagelight import index

ROOT = Path(__file__).parents[2]
STUBS = ROOT / "src" / "stagelight-stubs"


def test_stubs_are_those_of_the_source():
    done = subprocess.run(
        [sys.executable, "scripts/public_stubs.py", "--check"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_public_name_stands_in_the_stub_of_its_namespace():
    missing = [
        name
        for names in index.PUBLIC_NAMES.values()
        for name in names.split()
        if not keyword.iskeyword(name.rpartition(".")[2])
        and name.rpartition(".")[2] not in _names_of(name.rpartition(".")[0])
    ]
    assert missing == []


def test_each_op_stands_in_the_stub_of_raw_ops():
    ops = {name for names in index.OPS.values() for name in names.split()}
    assert ops <= _names_in(STUBS / "raw_ops.pyi")


def _names_of(namespace: str) -> set[str]:
    return _names_in(STUBS.joinpath(*namespace.split("."), "__init__.pyi"))


_known: dict[Path, set[str]] = {}


def _names_in(stub: Path) -> set[str]:
    if stub not in _known:
        names: set[str] = set()
        for statement in ast.parse(stub.read_text(encoding="utf-8")).body:
            match statement:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    names.add(name)
                case ast.AnnAssign(target=ast.Name(id=name)):
                    names.add(name)
                case ast.Assign(targets=[ast.Name(id=name)]):
                    names.add(name)
                case ast.ImportFrom(names=imported):
                    names |= {x.asname for x in imported if x.asname == x.name}
        _known[stub] = names
    return _known[stub]
