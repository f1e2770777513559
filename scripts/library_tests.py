"""Runs the own tests of libraries that are made for TensorFlow on the alias, beside TensorFlow.

    python scripts/library_tests.py run NAME... --checkouts DIR --python PYTHON [--reference PYTHON]
        [--log FILE]
    python scripts/library_tests.py choose NAME --checkouts DIR --reference PYTHON [--count 120] [--seed 0]

`tests/libraries/<name>.txt` lists the tests of a library, with its repository and commit. `run` executes them
in the checkout `DIR/<name>`: on Stagelight by `--python`, an environment with Stagelight and all that the
library needs but TensorFlow, and on TensorFlow by `--reference`, one with TensorFlow. It prints a table, and
ends with status 0 if at least 97% of all tests and 90% of each library's pass on Stagelight. Outcomes are
lines of the log: a second call with the same log runs only what is not in it. `--again` runs what failed once
more.

`choose` writes the list: it draws tests by the seed from those below the header's `paths`, and keeps those
that pass on TensorFlow. It extends a list that is shorter than `--count`.

Environments need pytest; a library's tests may need more: `--dependencies` is a folder of packages
(`pip install --target`) that both environments see.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LISTS = ROOT / "tests" / "libraries"
PLUGINS = Path(__file__).resolve().parent / "pytest_plugins"

STAGELIGHT = "stagelight"
TENSORFLOW = "tensorflow"

# The shares of tests that have to pass on Stagelight: of all libraries together, and of each.
OF_ALL = 0.97
OF_EACH = 0.90

# How many tests are drawn before the list is written.
DRAWN_AT_ONCE = 40

# How long a process that runs tests may take, in seconds, before it counts as hanging.
PROCESS_LIMIT = 3000


@dataclass
class LibraryTests:
    """The tests of one library.

    Attributes:
        name: the library, and its checkout's folder.
        header: `repository`, `commit`, `paths` (which tests are drawn from), `environment` (variables, as
            `NAME=value`), `options` (of pytest), `note`.
        ids: pytest's ids of the tests, relative to the checkout.
    """

    name: str
    header: dict[str, str] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)

    @property
    def file(self) -> Path:
        """Where the list is."""
        return LISTS / f"{self.name}.txt"

    def write(self) -> None:
        """Writes the file."""
        lines = [f"# {key}: {value}" for key, value in self.header.items()]
        self.file.write_text("\n".join([*lines, *sorted(self.ids)]) + "\n", encoding="utf-8")


def read_list(name: str) -> LibraryTests:
    """The list of a library's tests.

    Raises:
        FileNotFoundError: there is none.
    """
    tests = LibraryTests(name)
    for line in tests.file.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            key, _, value = line[2:].partition(": ")
            tests.header[key] = value
        elif line:
            tests.ids.append(line)
    return tests


@dataclass(frozen=True)
class Environment:
    """An interpreter that runs tests, and what they run on."""

    python: str
    runs_on: str
    dependencies: Path | None

    def command(self, arguments: list[str]) -> list[str]:
        """The command line of pytest."""
        alias = ["-p", "install_alias"] if self.runs_on == STAGELIGHT else []
        fixed = [
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:randomly",
            "-o",
            "addopts=",
            "-W",
            "ignore",
        ]
        return [self.python, "-m", "pytest", *fixed, *alias, "-p", "log_outcomes", *arguments]

    def variables(self, tests: LibraryTests, checkout: Path) -> dict[str, str]:
        """The variables of the environment in which a library's tests run."""
        sources = [checkout, checkout / "src"]
        paths = [PLUGINS, *sources, *([self.dependencies] if self.dependencies else [])]
        given = dict(pair.split("=", 1) for pair in tests.header.get("environment", "").split())
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(str(path) for path in paths),
            "TF_CPP_MIN_LOG_LEVEL": "3",
            "CUDA_VISIBLE_DEVICES": "",
            **given,
        }


Outcomes = dict[str, tuple[str, str]]  # id -> outcome, and its reason.


def run_pytest(
    environment: Environment, tests: LibraryTests, checkout: Path, arguments: list[str]
) -> list[list]:
    """Runs pytest once; the lines that it logged."""
    with tempfile.TemporaryDirectory() as folder:
        log, output = Path(folder) / "outcomes", Path(folder) / "output"
        options = tests.header.get("options", "").split()
        # Ids are relative to the checkout, whatever paths are among the arguments.
        fixed = ["--rootdir", str(checkout), "--outcomes", str(log)]
        command = environment.command([*fixed, *options, *arguments])
        with output.open("w", encoding="utf-8") as stream:
            try:
                subprocess.run(
                    command,
                    cwd=checkout,
                    env=environment.variables(tests, checkout),
                    stdout=stream,
                    stderr=subprocess.STDOUT,
                    timeout=PROCESS_LIMIT,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                print(f"{tests.name}: pytest was ended after {PROCESS_LIMIT} s", file=sys.stderr)
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        if not lines:
            print("\n".join(output.read_text(errors="replace").splitlines()[-15:]), file=sys.stderr)
        return [json.loads(line) for line in lines]


def run_tests(
    environment: Environment, tests: LibraryTests, checkout: Path, ids: list[str]
) -> Outcomes:
    """The outcome of each test. One that ends the process is `crashed`; the rest runs in another process."""
    outcomes: Outcomes = {}
    waiting = list(ids)
    while waiting:
        started = None
        for event, test, *rest in run_selected(environment, tests, checkout, waiting):
            if event == "started":
                started = test
                outcomes[test] = ("crashed", "")
            elif outcomes[test][0] != "failed":  # A failure when it is torn down counts, and stays.
                outcomes[test] = (event, rest[1])
        if started is None or outcomes[started][0] != "crashed":
            break
        waiting = [test for test in waiting if test not in outcomes]
    return {test: outcomes.get(test, ("not collected", "")) for test in ids}


def run_selected(
    environment: Environment, tests: LibraryTests, checkout: Path, ids: list[str]
) -> list[list]:
    """Runs tests by their ids, of which some may not be there; the lines that pytest logged.

    Pytest itself refuses all ids if one of them is not there, so it is given files and a selection.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as selection:
        selection.write("\n".join(ids))
        selection.flush()
        files = sorted({test.partition("::")[0] for test in ids})
        options = ["--continue-on-collection-errors", "--selection", selection.name]
        return run_pytest(environment, tests, checkout, [*options, *files])


def choose(
    environment: Environment, tests: LibraryTests, checkout: Path, count: int, seed: int
) -> None:
    """Draws tests that pass on TensorFlow, and writes the list.

    Tests that the list already has count as passed, so that a longer list extends a shorter one.
    """
    paths = tests.header["paths"].split()
    lines = run_pytest(
        environment, tests, checkout, ["--collect-only", "--continue-on-collection-errors", *paths]
    )
    collected = sorted({test for event, test, *_ in lines if event == "collected"})
    random.Random(seed).shuffle(collected)
    known, tests.ids = set(tests.ids), []
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=checkout, capture_output=True, text=True, check=False
    )
    tests.header |= {"commit": commit.stdout.strip(), "seed": str(seed)}
    while collected and len(tests.ids) < count:
        drawn = collected[: min(DRAWN_AT_ONCE, count - len(tests.ids) + 10)]
        del collected[: len(drawn)]
        new = [test for test in drawn if test not in known]
        outcomes = run_tests(environment, tests, checkout, new)
        tests.ids += [test for test in drawn if test in known or outcomes[test][0] == "passed"]
        tests.ids = tests.ids[:count]
        tests.write()
        for test, (outcome, reason) in sorted(outcomes.items()):
            if outcome != "passed":
                print(f"{outcome}: {test}: {reason}", file=sys.stderr)
    print(f"{tests.name}: {len(tests.ids)} tests pass on TensorFlow")


class Log:
    """Outcomes of earlier runs: JSON lines of library, what it ran on, test, outcome and reason."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._outcomes: dict[tuple[str, str], Outcomes] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                name, runs_on, test, outcome, reason = json.loads(line)
                self.of(name, runs_on)[test] = (outcome, reason)

    def of(self, name: str, runs_on: str) -> Outcomes:
        """The outcomes of a library's tests."""
        return self._outcomes.setdefault((name, runs_on), {})

    def add(self, name: str, runs_on: str, outcomes: Outcomes) -> None:
        """Adds outcomes, and writes them."""
        self.of(name, runs_on).update(outcomes)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                for test, (outcome, reason) in outcomes.items():
                    file.write(json.dumps([name, runs_on, test, outcome, reason]) + "\n")


def run_library(
    tests: LibraryTests, environment: Environment, checkout: Path, log: Log, again: bool
) -> Outcomes:
    """Runs what the log does not have; the outcomes of all tests of the list."""
    known = log.of(tests.name, environment.runs_on)
    waiting = [t for t in tests.ids if t not in known or (again and known[t][0] != "passed")]
    if waiting:
        log.add(tests.name, environment.runs_on, run_tests(environment, tests, checkout, waiting))
    return {test: known.get(test, ("not run", "")) for test in tests.ids}


def count_passed(outcomes: Outcomes) -> int:
    """How many tests passed."""
    return sum(outcome == "passed" for outcome, _ in outcomes.values())


def print_table(rows: dict[str, dict[str, Outcomes]]) -> bool:
    """Prints how many tests pass of each library; whether that is enough."""
    print(f"{'library':20} {'tests':>6} {'Stagelight':>11} {'TensorFlow':>11}")
    enough, total, passed_of_all = True, 0, 0
    for name, outcomes in rows.items():
        ours = outcomes[STAGELIGHT]
        passed = count_passed(ours)
        reference = str(count_passed(outcomes[TENSORFLOW])) if TENSORFLOW in outcomes else "-"
        is_short = passed < OF_EACH * len(ours)
        enough = enough and not is_short
        total, passed_of_all = total + len(ours), passed_of_all + passed
        print(
            f"{name:20} {len(ours):6} {passed:11} {reference:>11}{'  too few' if is_short else ''}"
        )
    print(f"{'all':20} {total:6} {passed_of_all:11}  {passed_of_all / max(total, 1):.1%}")
    return enough and passed_of_all >= OF_ALL * total


def print_failures(rows: dict[str, dict[str, Outcomes]]) -> None:
    """Prints the tests that do not pass on Stagelight, with the reason."""
    for name, outcomes in rows.items():
        for test, (outcome, reason) in outcomes[STAGELIGHT].items():
            if outcome != "passed":
                print(f"{name}: {outcome}: {test}: {reason}")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("action", choices=["run", "choose"])
    parser.add_argument("names", nargs="*", help="libraries; all that have a list")
    parser.add_argument(
        "--checkouts", type=Path, required=True, help="folder of checkouts, by name"
    )
    parser.add_argument("--python", help="interpreter with Stagelight")
    parser.add_argument("--reference", help="interpreter with TensorFlow")
    parser.add_argument("--dependencies", type=Path, help="folder of packages that both see")
    parser.add_argument("--log", type=Path, help="file of outcomes, which a later run goes on with")
    parser.add_argument("--again", action="store_true", help="run what did not pass once more")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    names = options.names or sorted(file.stem for file in LISTS.glob("*.txt"))
    reference = options.reference and Environment(
        options.reference, TENSORFLOW, options.dependencies
    )
    if options.action == "choose":
        for name in names:
            choose(
                reference, read_list(name), options.checkouts / name, options.count, options.seed
            )
        return 0
    environments = [Environment(options.python, STAGELIGHT, options.dependencies)]
    environments += [reference] if reference else []
    log = Log(options.log)
    rows: dict[str, dict[str, Outcomes]] = {}
    for name in names:
        tests = read_list(name)
        rows[name] = {
            environment.runs_on: run_library(
                tests, environment, options.checkouts / name, log, options.again
            )
            for environment in environments
        }
        print(
            f"{name}: {count_passed(rows[name][STAGELIGHT])} of {len(tests.ids)}", file=sys.stderr
        )
    print_failures(rows)
    return 0 if print_table(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
