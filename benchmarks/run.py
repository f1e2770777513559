"""Measures the workloads with Stagelight and its peers, side by side, and prints the table.

    python benchmarks/run.py --help
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from peers import (
    ENVIRONMENTS,
    HERE,
    OURS,
    Comparison,
    Figure,
    Measurement,
    Results,
    find_python,
    rows,
    worker_environment,
)
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from workloads import (
    arrays,
    calls,
    eager_kernels,
    first_calls,
    imports,
    keras_models,
    loops,
    networks,
    pipelines,
    saving,
)

WORKLOADS = {
    "calls": calls.MEASUREMENTS,
    "imports": imports.MEASUREMENTS,
    "loops": loops.MEASUREMENTS,
    "arrays": arrays.MEASUREMENTS,
    "eager_kernels": eager_kernels.MEASUREMENTS,
    "networks": networks.MEASUREMENTS,
    "saving": saving.MEASUREMENTS,
    "first_calls": first_calls.MEASUREMENTS,
    "pipelines": pipelines.MEASUREMENTS,
    "keras_models": keras_models.MEASUREMENTS,
}
RECORD = HERE / "RESULTS.md"

# Below the table of RESULTS.md stands what is written by hand; it is kept.
REMARKS = "## Where an aim is missed"


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Measures Stagelight beside its peers, interleaved in one run."
    )
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="measurements with this in their name")
    parser.add_argument("--workload", choices=WORKLOADS, action="append",
                        help="the measurements of this file; may be repeated")
    parser.add_argument("--rounds", type=int, default=9, help="how often each is measured (9)")
    parser.add_argument("--seconds", type=float, default=0.1, help="for one sample (0.1)")
    parser.add_argument("--quick", action="store_true", help="3 rounds, nothing slow")
    parser.add_argument("--libraries", default=",".join(ENVIRONMENTS),
                        help="which, by commas (all)")
    parser.add_argument("--python", action="append", default=[], metavar="LIBRARY=PATH",
                        help="the interpreter to run a library with")
    parser.add_argument("--record", action="store_true", help=f"write {RECORD.name} too")
    return parser.parse_args(arguments)


def chosen_measurements(options: argparse.Namespace) -> list[Measurement]:
    return [
        measurement
        for name in options.workload or WORKLOADS
        for measurement in WORKLOADS[name]
        if options.only in measurement.name
        and not (options.quick and isinstance(measurement, Figure) and measurement.slow)
    ]


def main(arguments: list[str]) -> int:
    options = parsed(arguments)
    # Into a file, a table is as wide as it needs to be.
    console = Console(soft_wrap=True, width=None if sys.stdout.isatty() else 140)
    given = dict(pair.split("=", 1) for pair in options.python)
    libraries = options.libraries.split(",")
    found = {library: python for library in libraries if (python := find_python(library, given))}
    if missing := [library for library in libraries if library not in found]:
        console.print(f"Not installed: {', '.join(missing)}.")

    chosen = chosen_measurements(options)
    comparison = Comparison(chosen, found)
    try:
        with Progress(console=console, transient=True) as progress:
            rounds = 3 if options.quick else options.rounds
            results = comparison.run(rounds, options.seconds, progress)
    finally:
        comparison.close()
    table = rows(chosen, libraries, results)
    console.print(as_table(libraries, table))
    for (name, library), error in results.errors.items():
        console.print(f"{name}, {library}: {error}", markup=False)
    if options.record:
        record(found, libraries, table, results)
    return 1 if any(library == OURS for _, library in results.errors) else 0


def as_table(libraries: list[str], table: list[list[str]]) -> Table:
    shown = Table("", "unit", "aim", *libraries)
    for row in table:
        shown.add_row(*[f"[red]{cell}[/red]" if "missed" in cell else cell for cell in row])
    return shown


def record(
    pythons: dict[str, str], libraries: list[str], table: list[list[str]], results: Results
) -> None:
    """Writes the table with the machine and the versions."""
    lines = [
        "# Results", "",
        "Written by `sh scripts/bench --record`: medians of rounds in which each library takes its "
        "turn, and ratios to Stagelight's time.", "",
        f"{datetime.now(UTC):%Y-%m-%d}, {processor()}, Python {platform.python_version()}. "
        + ", ".join(f"{library} {version(python, library)}" for library, python in pythons.items())
        + ".", "",
        "| " + " | ".join(["", "unit", "aim", *libraries]) + " |",
        "|" + "---|" * (3 + len(libraries)),
        *["| " + " | ".join(row) + " |" for row in table],
    ]
    failures = [f"- {name}, {library}: {error}" for (name, library), error in results.errors.items()]
    if failures:
        lines += ["", "Failed:", "", *failures]
    old = RECORD.read_text(encoding="utf-8") if RECORD.exists() else ""
    remarks = old[old.index(REMARKS):] if REMARKS in old else f"{REMARKS}\n"
    RECORD.write_text("\n".join(lines) + f"\n\n{remarks}", encoding="utf-8")


def processor() -> str:
    """The processor's name and how many of it there are."""
    name = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{count} cores of {name}"


def version(python: str, library: str) -> str:
    result = subprocess.run(
        [python, "-c", f"import {library}; print({library}.__version__)"],
        capture_output=True, text=True, check=False, env=worker_environment(),
    )
    return result.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
