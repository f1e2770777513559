"""Measures the same work with Stagelight and its peers, side by side.

`Timing` is work that is done again and again and timed; `Figure` is a number that a program finds
once (memory, the time of an import). Both hold a program in text for each library. A `Comparison` runs
them interleaved, each library in its own worker process; `rows` are medians and ratios.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.progress import Progress

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
OURS = "stagelight"

# A peer and the environments it may be found in; the first that can import it is taken. The
# interpreter that runs this comes last.
ENVIRONMENTS = {
    OURS: (),
    "tensorflow": (".venv-peers/tensorflow", ".venv-oracle"),
    "jax": (".venv-peers/jax",),
    "torch": (".venv-peers/torch",),
    "numpy": (),
}


@dataclass(frozen=True)
class Timing:
    """Work to be timed: for each library `(setup, statement)`. The aim is in the unit shown.

    `per` divides the time, such as by the number of operations that one run traces.
    """

    name: str
    unit: str
    aim: float | None
    programs: dict[str, tuple[str, str]]
    per: int = 1


@dataclass(frozen=True)
class Figure:
    """A number that a program leaves in `result`, in the unit shown.

    With `cold` it is found by a new process in each round, with `slow` by a new process once, or else
    once by the library's worker.
    """

    name: str
    unit: str
    aim: float | None
    programs: dict[str, str]
    cold: bool = False
    slow: bool = False


Measurement = Timing | Figure
UNITS = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1.0}


class Worker:
    """A library's process."""

    def __init__(self, python: str):
        self.process = subprocess.Popen(
            [python, str(HERE / "worker.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env=worker_environment(),
        )

    def ask(self, **request: Any) -> Any:
        """Sends a request and waits for its answer.

        Raises:
            RuntimeError: the program failed, or the process ended.
        """
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise RuntimeError(f"the worker ended with status {self.process.wait()}")
        reply = json.loads(line)
        if "error" in reply:
            raise RuntimeError(reply["error"])
        return reply["answer"]

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def worker_environment() -> dict[str, str]:
    environment = {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"} | dict(os.environ)
    paths = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    # Imports without bytecode would be timed with the compilation of all their source.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    return environment


def find_python(library: str, given: dict[str, str]) -> str | None:
    """The interpreter to run the library with, or None if it is installed nowhere."""
    places = [str(ROOT / folder / "bin" / "python") for folder in ENVIRONMENTS[library]]
    candidates = [given[library]] if library in given else [*places, sys.executable]
    look = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({library!r}) is None)"
    for python in candidates:
        if Path(python).exists() and subprocess.run([python, "-c", look],
                                                    env=worker_environment()).returncode == 0:
            return python
    return None


@dataclass
class Results:
    """For each measurement and library its samples: seconds of a Timing, a Figure's own unit."""

    samples: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    errors: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, measurement: Measurement, library: str, sample: float) -> None:
        self.samples.setdefault((measurement.name, library), []).append(sample)

    def median(self, measurement: Measurement, library: str) -> float | None:
        """The median in the measurement's unit."""
        samples = self.samples.get((measurement.name, library))
        if not samples:
            return None
        if isinstance(measurement, Figure):
            return statistics.median(samples)
        return statistics.median(samples) * UNITS[measurement.unit] / measurement.per


class Comparison:
    """One run: the workers, what each has prepared, and the results so far."""

    def __init__(self, measurements: Sequence[Measurement], pythons: dict[str, str]):
        self.measurements = measurements
        self.pythons = pythons
        self.workers = {library: Worker(python) for library, python in pythons.items()}
        self.prepared: dict[tuple[str, str], int] = {}
        self.results = Results()

    def run(self, rounds: int, seconds: float, progress: Progress) -> Results:
        turns = [(measurement, library) for measurement in self.measurements
                 for library in self.pythons if library in measurement.programs]
        task = progress.add_task("preparing", total=len(turns) * rounds)
        for number in range(rounds):
            for measurement, library in turns:
                progress.update(task, description=f"{measurement.name}, {library}")
                if (measurement.name, library) not in self.results.errors:
                    self.take_turn(measurement, library, number, seconds)
                progress.advance(task)
        return self.results

    def take_turn(
        self, measurement: Measurement, library: str, number: int, seconds: float
    ) -> None:
        """One sample. A program that fails is noted, and not run again."""
        try:
            if isinstance(measurement, Timing):
                sample = self.time(measurement, library, seconds)
            elif measurement.cold or (measurement.slow and number == 0):
                sample = self.start_cold(measurement, library)
            elif number == 0:
                sample = self.workers[library].ask(value=measurement.programs[library])
            else:
                return
        except RuntimeError as error:
            self.results.errors[measurement.name, library] = str(error)
        else:
            self.results.add(measurement, library, sample)

    def time(self, timing: Timing, library: str, seconds: float) -> float:
        worker, key = self.workers[library], (timing.name, library)
        if key not in self.prepared:
            setup, statement = timing.programs[library]
            self.prepared[key] = worker.ask(setup=setup, statement=statement)
        return worker.ask(measure=self.prepared[key], seconds=seconds)

    def start_cold(self, figure: Figure, library: str) -> float:
        worker = Worker(self.pythons[library])
        try:
            return worker.ask(value=figure.programs[library])
        finally:
            worker.close()

    def close(self) -> None:
        for worker in self.workers.values():
            worker.close()


def rows(
    measurements: Sequence[Measurement], libraries: list[str], results: Results
) -> list[list[str]]:
    """Medians, each peer's with its ratio to ours: 3.0x is three times what Stagelight takes."""
    table = []
    for measurement in measurements:
        ours = results.median(measurement, OURS)
        cells = []
        for library in libraries:
            median = results.median(measurement, library)
            if median is None:
                failed = (measurement.name, library) in results.errors
                cells.append("failed" if failed else "-")
            elif library == OURS or not ours:
                cells.append(f"{median:.3g}")
            else:
                cells.append(f"{median:.3g} ({median / ours:.1f}x)")
        aim = "" if measurement.aim is None else f"{measurement.aim:g}"
        missed = ours is not None and measurement.aim is not None and ours > measurement.aim
        table.append([measurement.name, measurement.unit, f"{aim}, missed" if missed else aim, *cells])
    return table
