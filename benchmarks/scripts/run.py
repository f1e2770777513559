"""Measures whole scripts of real people on Stagelight and on TensorFlow: what a first run costs.

    python benchmarks/scripts/run.py fetch --into FOLDER
    python benchmarks/scripts/run.py measure --scripts FOLDER --python PYTHON --log LOG
    python benchmarks/scripts/run.py table --log LOG

`sources.txt` lists the scripts. `fetch` takes them from their repositories, at their commits. `measure` runs
each on TensorFlow, on Stagelight with an empty cache and, with `--filled`, on Stagelight with what all the
*other* scripts have left in the cache: each in a process of its own, one after the other. PYTHON has
tensorflow-cpu, Keras, Pillow, pandas, scikit-learn, and what Stagelight needs; `src` is on its path. A
script is made short (`shortening.py`), its data are drawn (`stand_ins.py`). Each run is a line of the log; a
second call runs what the log lacks.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from peers import worker_environment  # noqa: E402 (the path comes first)

SOURCES = HERE / "sources.txt"
TENSORFLOW, EMPTY, FILLED = "tensorflow", "empty cache", "filled cache"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Measures whole scripts beside TensorFlow.")
    commands = parser.add_subparsers(dest="command", required=True)
    fetching = commands.add_parser("fetch", help="take the scripts from their repositories")
    fetching.add_argument("--into", type=Path, required=True)
    fetching.add_argument(
        "--repository",
        action="append",
        default=[],
        metavar="OWNER/NAME=PATH",
        help="a clone that is there already",
    )
    measuring = commands.add_parser("measure", help="run the scripts")
    measuring.add_argument("--scripts", type=Path, required=True)
    measuring.add_argument("--python", required=True)
    measuring.add_argument("--log", type=Path, required=True)
    measuring.add_argument("--only", default="", help="scripts with this in their name")
    measuring.add_argument(
        "--filled", action="store_true", help="with what other scripts left, too"
    )
    measuring.add_argument("--limit", type=int, default=300, help="seconds for a script (300)")
    showing = commands.add_parser("table", help="print what a log has")
    showing.add_argument("--log", type=Path, required=True)
    options = parser.parse_args(arguments)
    if options.command == "fetch":
        fetch(options.into, dict(pair.split("=", 1) for pair in options.repository))
    elif options.command == "measure":
        measure(options)
    else:
        print("\n".join(table(read(options.log))))
    return 0


def sources() -> list[tuple[str, str, str]]:
    """Repository, commit and path of each script."""
    lines = SOURCES.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split()) for line in lines if line and not line.startswith("#")]


def name_of(path: str) -> str:
    return path.removeprefix("site/en/").rsplit(".", 1)[0].replace("/", "__")


# ---------------------------------------------------------------------------- fetching


def fetch(folder: Path, clones: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        for repository, commit, path in sources():
            if repository not in clones:
                clones[repository] = f"{temporary}/{repository.replace('/', '+')}"
                address = f"https://github.com/{repository}.git"
                subprocess.run(
                    ["git", "clone", "--bare", "--filter=blob:none", address, clones[repository]],
                    check=True,
                )
            text = subprocess.run(
                ["git", "-C", clones[repository], "show", f"{commit}:{path}"],
                check=True,
                capture_output=True,
                text=True,
            ).stdout
            script = code_of_notebook(text) if path.endswith(".ipynb") else text
            (folder / f"{name_of(path)}.py").write_text(script, encoding="utf-8")


def code_of_notebook(text: str) -> str:
    """The cells of a notebook, without what is for the shell."""
    cells = [
        "".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"
    ]
    lines = [line for cell in cells for line in [*cell.splitlines(), ""]]
    return "\n".join(
        "# " + line if line.lstrip().startswith(("!", "%")) else line for line in lines
    )


# ---------------------------------------------------------------------------- measuring


def measure(options: argparse.Namespace) -> None:
    names = [name_of(path) for _, _, path in sources() if options.only in path]
    done = {(entry["script"], entry["run"]) for entry in read(options.log)}
    caches = options.log.with_suffix(".caches")
    for name in names:
        for kind in (TENSORFLOW, EMPTY):
            if (name, kind) not in done:
                cache = caches / name
                shutil.rmtree(cache, ignore_errors=True)
                note(options, name, kind, cache)
    if options.filled:
        for name in names:
            if (name, FILLED) not in done:
                with tempfile.TemporaryDirectory(dir=caches) as temporary:
                    gather_caches(
                        [
                            folder
                            for folder in caches.iterdir()
                            if folder.name not in (name, Path(temporary).name)
                        ],
                        Path(temporary),
                    )
                    note(options, name, FILLED, Path(temporary))


def gather_caches(folders: list[Path], target: Path) -> None:
    for folder in folders:
        for file in folder.rglob("*"):
            place = target / file.relative_to(folder)
            if file.is_file() and not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                os.link(file, place)


def note(options: argparse.Namespace, name: str, kind: str, cache: Path) -> None:
    """Runs a script, and writes a line into the log."""
    outcome = run(
        options.python, (options.scripts / f"{name}.py").resolve(), kind, cache, options.limit
    )
    with options.log.open("a", encoding="utf-8") as log:
        log.write(json.dumps({"script": name, "run": kind} | outcome) + "\n")
    told = outcome.get("error") or f"{outcome['seconds']:.1f} s, {len(outcome['failures'])} failed"
    print(f"{name}, {kind}: {told}", flush=True)


def run(python: str, script: Path, kind: str, cache: Path, limit: int) -> dict[str, Any]:
    """What `script_worker.py` tells of the script, or the error that ended it."""
    library = TENSORFLOW if kind == TENSORFLOW else "stagelight"
    environment = worker_environment() | {
        "PYTHONHASHSEED": "0",
        "STAGELIGHT_CACHE_DIR": str(cache.resolve()),
    }
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        command = [python, str(HERE / "script_worker.py"), str(script), library, str(result)]
        try:
            ended = subprocess.run(
                command,
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=limit,
                errors="replace",
            )
        except subprocess.TimeoutExpired:
            return {"error": f"took more than {limit} s"}
        if not result.exists():
            return {"error": f"ended with status {ended.returncode}: {ended.stderr[-600:]}"}
        return json.loads(result.read_text(encoding="utf-8"))


# ---------------------------------------------------------------------------- showing


def read(log: Path) -> list[dict[str, Any]]:
    if not log.exists():
        return []
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def table(entries: list[dict[str, Any]]) -> list[str]:
    """Rows of Markdown: seconds after imports and of the first step of `fit`, with TensorFlow's ratios."""
    runs: dict[str, dict[str, dict[str, Any]]] = {}
    for entry in entries:
        runs.setdefault(entry["script"], {})[entry["run"]] = entry
    heads = [
        "script",
        "TensorFlow, s",
        "Stagelight, s",
        "ratio",
        "filled cache, s",
        "ratio",
        "first step of fit, s",
        "ratio",
    ]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    whole, filled, first, steady, faults = [], [], [], [], []
    for name, kinds in sorted(runs.items()):
        theirs, ours, again = (kinds.get(kind) for kind in (TENSORFLOW, EMPTY, FILLED))
        if not theirs or not ours or "error" in theirs:
            continue
        if "error" in ours:
            faults.append(f"- {name}: {ours['error']}")
            continue
        whole.append(theirs["seconds"] / ours["seconds"])
        cells = [name, f"{theirs['seconds']:.2f}", f"{ours['seconds']:.2f}", f"{whole[-1]:.2f}"]
        if again and "error" not in again:
            filled.append(theirs["seconds"] / again["seconds"])
            cells += [f"{again['seconds']:.2f}", f"{filled[-1]:.2f}"]
        else:
            cells += ["", ""]
        pairs = list(zip(theirs["first_steps"], ours["first_steps"], strict=False))
        if pairs:
            first.append(pairs[0][0] / pairs[0][1])
            cells += [f"{pairs[0][1]:.2f}", f"{first[-1]:.2f}"]
        else:
            cells += ["", ""]
        lines.append("| " + " | ".join(cells) + " |")
        for one, other in zip(theirs["steps"], ours["steps"], strict=False):
            if one and other:
                steady.append(statistics.median(one) / statistics.median(other))
        faults += differences(name, theirs, ours)
    kinds_of_ratios = {
        "whole, empty cache": whole,
        "whole, filled cache": filled,
        "first step of the first fit": first,
        "later steps of fits": steady,
    }
    lines.append("")
    for what, ratios in kinds_of_ratios.items():
        if ratios:
            mean = statistics.geometric_mean(ratios)
            lines.append(
                f"{what}: geometric mean {mean:.2f}, least {min(ratios):.2f}, of {len(ratios)}"
            )
    return [*lines, *(["", "Differences:", "", *faults] if faults else [])]


def differences(name: str, theirs: dict[str, Any], ours: dict[str, Any]) -> list[str]:
    """Statements that fail on Stagelight alone, and fits whose losses are others."""
    told = [
        f"- {name}: {text}"
        for number, text in ours["failures"].items()
        if number not in theirs["failures"]
    ]
    for number, (one, other) in enumerate(zip(theirs["losses"], ours["losses"], strict=False)):
        if one and other and abs(one[0] - other[0]) > 1e-3 * max(1.0, abs(one[0])):
            told.append(
                f"- {name}: fit {number}, loss of the first batch {one[0]:.6g} / {other[0]:.6g}"
            )
    return told


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
