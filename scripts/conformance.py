#!/usr/bin/env python3
"""Runs the conformance cases, and keeps the list of those that pass.

    python scripts/conformance.py            the listed cases; fails if one of them fails twice
    python scripts/conformance.py --others   the others; tells which have begun to pass
    python scripts/conformance.py --add      the others; puts those that pass on the list
    python scripts/conformance.py --grown    fails if a name was taken off the list

The cases are programs with expected output that lie beside the repository, in
`../shared/conformance`, or where $STAGELIGHT_CONFORMANCE says; their own runner runs them. The list
is `tests/conformance_passing.txt`. Stagelight must be installed for the Python that runs this.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CASES = Path(os.environ.get("STAGELIGHT_CONFORMANCE", ROOT.parent / "shared" / "conformance"))
LIST = ROOT / "tests" / "conformance_passing.txt"
NO_CASES = 3


def names_in(text: str) -> list[str]:
    """The names in the text of a list, without comments and empty lines."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]


def run(names: list[str], jobs: int, timeout: float) -> tuple[set[str], set[str]]:
    """Runs the cases with their own runner, showing its lines; returns (passed, failed)."""
    pattern = "^(" + "|".join(map(re.escape, names)) + ")$"
    command = [sys.executable, "run.py", "-j", str(jobs), "--timeout", str(timeout), "-k", pattern]
    passed: set[str] = set()
    failed: set[str] = set()
    with subprocess.Popen(command, cwd=CASES, stdout=subprocess.PIPE, text=True) as runner:
        assert runner.stdout is not None
        for line in runner.stdout:
            print("  " + line, end="", flush=True)
            outcome, _, rest = line.partition(" ")
            if outcome in ("pass", "FAIL"):
                (passed if outcome == "pass" else failed).add(rest.split()[0])
    return passed, failed


def run_listed(listed: list[str], jobs: int, timeout: float) -> int:
    if not listed:
        print(f"{LIST.name} is empty: there is nothing to run.")
        return 0
    passed, failed = run(listed, jobs, timeout)
    missing = set(listed) - passed - failed
    if failed:
        # Some draw numbers without a seed, which NumPy prints in powers of ten once in a few hundred times.
        print("Once more, those that failed:")
        _, failed = run(sorted(failed), jobs, timeout)
    for name in sorted(failed):
        print(f"{name} is on the list of passing cases, and fails.")
    for name in sorted(missing):
        print(f"{name} is on the list of passing cases, but did not run: is there such a case?")
    return 1 if failed or missing else 0


def run_others(listed: list[str], jobs: int, timeout: float, add: bool) -> int:
    others = sorted({path.stem for path in (CASES / "cases").glob("*.py")} - set(listed))
    if not others:
        print("All cases are on the list.")
        return 0
    passed, _ = run(others, jobs, timeout)
    print(f"{len(passed)} of {len(others)} unlisted cases pass.")
    for name in sorted(passed):
        print(f"{name} passes and is not on the list.")
    if add and passed:
        comments = [line for line in LIST.read_text().splitlines() if line.startswith("#")]
        LIST.write_text("\n".join([*comments, *sorted({*listed, *passed})]) + "\n")
        print(f"{len(passed)} names were added to {LIST.relative_to(ROOT)}.")
    return 0


def check_grown(listed: list[str]) -> int:
    """Compares the list with the one of the commit before HEAD, and of HEAD."""
    lost: set[str] = set()
    for commit in ("HEAD~1", "HEAD"):
        shown = subprocess.run(
            ["git", "show", f"{commit}:{LIST.relative_to(ROOT).as_posix()}"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if shown.returncode == 0:
            lost |= set(names_in(shown.stdout)) - set(listed)
    for name in sorted(lost):
        print(f"{name} was taken off {LIST.name}; the list only grows.")
    return 1 if lost else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs conformance cases, listed or not.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--others", action="store_true", help="run the cases that are not listed")
    what.add_argument("--add", action="store_true", help="and put those that pass on the list")
    what.add_argument("--grown", action="store_true", help="only check that no name was taken off")
    parser.add_argument("-j", type=int, default=2, metavar="JOBS", help="cases at a time (2)")
    parser.add_argument(
        "--timeout", type=float, default=120, metavar="SECONDS", help="limit for one case (120)"
    )
    options = parser.parse_args()

    listed = names_in(LIST.read_text())
    if options.grown:
        return check_grown(listed)
    if not (CASES / "run.py").is_file():
        print(f"There are no conformance cases at {CASES}: nothing was run.", file=sys.stderr)
        return NO_CASES
    if options.others or options.add:
        return run_others(listed, options.j, options.timeout, options.add)
    return run_listed(listed, options.j, options.timeout)


if __name__ == "__main__":
    sys.exit(main())
