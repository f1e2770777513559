"""The documents are true: their programs run, their quotations are the source, what they name exists.

- Blocks marked ```` ```python ```` run in order, each document in a process-wide namespace of its own. A
  comment behind a top-level `print(...)` is what it prints.
- Blocks marked ```` ```python from PATH ```` are quotations: they stand in that file, line for line.
- Files and tests between backticks, and files that links lead to, exist. A file named without its folder is a
  neighbour of the one named before it in the paragraph.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

import stagelight as tf
from stagelight.core import registry
from stagelight.namespaces import LAZY
from stagelight.public import public_table

ROOT = Path(__file__).parents[2]
# The decision notes are not among them: they tell of their time.
DOCUMENTS = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md")])
# Where a path in a text may begin.
PLACES = (ROOT, ROOT / "src" / "stagelight", ROOT / "docs", ROOT / "tests")

documents = pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in DOCUMENTS]
)


@dataclass(frozen=True)
class Block:
    """A fenced block: what stands behind the fence, its text, and the line where that begins."""

    info: str
    text: str
    line: int


def blocks(path: Path) -> list[Block]:
    """The fenced blocks of a document."""
    found: list[Block] = []
    info: str | None = None
    inside: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("```"):
            inside.append(line)
        elif info is None:
            info, inside = line[3:].strip(), []
        else:
            text = "".join(part + "\n" for part in inside)
            found.append(Block(info, text, number - len(inside)))
            info = None
    assert info is None, f"{path}: a block is not closed"
    return found


def printed_comment(lines: list[str], statement: ast.stmt) -> str | None:
    """The comment behind a `print(...)`: what it prints."""
    if not re.match(r"print\(", lines[statement.lineno - 1]):
        return None
    assert statement.end_lineno is not None
    rest = lines[statement.end_lineno - 1].encode()[statement.end_col_offset :].decode()
    return rest.partition("#")[2].strip() or None


def run_document(path: Path) -> None:
    """Runs all blocks of a document, one after the other, as one module."""
    module = ModuleType(path.stem)
    lines = path.read_text(encoding="utf-8").splitlines()
    for block in blocks(path):
        if block.info != "python":
            continue
        # The lines keep their numbers: whoever asks for the source of a function finds it.
        tree = ast.parse("\n" * (block.line - 1) + block.text, str(path))
        for statement in tree.body:
            output = io.StringIO()
            program = compile(ast.Module([statement], []), str(path), "exec", dont_inherit=True)
            with contextlib.redirect_stdout(output):
                exec(program, module.__dict__)
            expected = printed_comment(lines, statement)
            if expected is not None:
                place = f"{path.name}:{statement.lineno}"
                assert output.getvalue().strip() == expected, place


@documents
def test_programs_run_and_print_what_they_say(path: Path) -> None:
    run_document(path)


@documents
def test_quotations_are_the_source(path: Path) -> None:
    for block in blocks(path):
        if block.info.startswith("python from "):
            source = ROOT / block.info.removeprefix("python from ")
            assert block.text in source.read_text(encoding="utf-8"), (
                f"{path.name}:{block.line}: this does not stand in {source}"
            )


def test_decisions_have_numbers_of_their_own() -> None:
    """The names of the notes begin with 0000, 0001..., each once, and their titles say the same."""
    notes = sorted(ROOT.glob("docs/decisions/*.md"))
    for number, note in enumerate(notes):
        assert note.name.startswith(f"{number:04}-"), note.name
        assert note.read_text(encoding="utf-8").startswith(f"# {number}. "), note.name


def prose(path: Path) -> str:
    """A document's text without its blocks."""
    return re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text; each row of a table is one."""
    return re.split(r"\n\s*\n|\n(?=\|)", text)


def missing_files(text: str) -> list[str]:
    """The files that a text names and that do not exist."""
    missing = []
    for paragraph in paragraphs(text):
        folder = None  # of the file named last
        for quoted, link in re.findall(
            r"`([\w./-]+(?:\.(?:py|md|txt|toml|npz)|/))`|\]\(([^)#]+)\)", paragraph
        ):
            name = quoted or link
            if "://" in name:
                continue
            found = [place / name for place in PLACES if (place / name).exists()]
            if found:
                folder = found[0].parent
            elif folder is None or not (folder / name).exists():
                missing.append(name)
            else:
                folder = (folder / name).parent
    return missing


@documents
def test_files_that_are_named_exist(path: Path) -> None:
    missing = missing_files(prose(path))
    assert not missing, f"{path.name} names files that do not exist: {missing}"


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("`core/tensor.py` and `dispatch.py`", []),
        ("`core/tensor.py`\n\n`dispatch.py`", ["dispatch.py"]),
        ("`core/tensor.py`, `ops/arrays/gather.py` and `dispatch.py`", ["dispatch.py"]),
        ("| `core/tensor.py` |\n| `dispatch.py` |", ["dispatch.py"]),
        (
            "`core/absent.py`, [this](absent.md), [that](https://example.org)",
            ["core/absent.py", "absent.md"],
        ),
    ],
)
def test_a_file_without_a_folder_is_a_neighbour_of_the_one_before(text, missing):
    assert missing_files(text) == missing


def decision_numbers() -> set[int]:
    """The numbers of the decision notes."""
    return {int(note.name[:4]) for note in (ROOT / "docs" / "decisions").glob("*.md")}


@documents
def test_decisions_that_are_named_exist(path: Path) -> None:
    named = {int(number) for number in re.findall(r"\bdecision (\d+)", prose(path))}
    assert named <= decision_numbers(), f"{path.name} names decisions without a note"


@documents
def test_tests_that_are_named_exist(path: Path) -> None:
    named = set(re.findall(r"`(test_\w+)`", prose(path)))
    files = list((ROOT / "tests").rglob("*.py"))
    defined = {
        name
        for file in files
        for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8"))
    } | {file.stem for file in files}
    assert named <= defined, f"{path.name} names tests that do not exist: {sorted(named - defined)}"


def test_figures_of_the_readme_are_near_the_truth():
    for package in LAZY:
        getattr(tf, package)  # Packages that are imported on first use add theirs.
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for words, listed in (
        (r"There are (\d+) of TensorFlow's operations", registry.op_names()),
        (r"more than (\d+) public names", public_table()),
    ):
        (figure,) = re.findall(words, text)
        assert int(figure) <= len(list(listed)) < int(figure) + 100, words


def table_rows(path: Path, columns: int) -> dict[str, list[str]]:
    """The rows of a document's tables of so many columns, by their first cell."""
    cells = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("|")
    ]
    return {row[0]: row for row in cells if len(row) == columns and row[0].strip("- ")}


def test_times_of_the_readme_are_those_that_were_recorded():
    recorded = table_rows(ROOT / "benchmarks" / "RESULTS.md", 8)
    told = table_rows(ROOT / "README.md", 6)
    assert len(told) > 10
    for name, unit, *times in told.values():
        assert [unit, *times] == [recorded[name][1], *recorded[name][3:7]], name
