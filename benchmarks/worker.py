"""Runs one library's programs, in a process of its own, as `peers.py` asks.

Reads one request a line from standard input and answers each with one line on its real standard
output, both JSON. Requests:

    {"setup": TEXT, "statement": TEXT}    prepares a measurement under a number, which it answers
    {"measure": NUMBER, "seconds": S}     runs the statement for about S seconds; seconds per run
    {"value": TEXT}                       runs a program once; answers its variable `result`

It needs the standard library alone, so that it runs in any environment.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import sys
import tempfile
import time
import timeit
from pathlib import Path
from types import ModuleType
from typing import Any

# How long a process may take to come to rest, and what counts as rest: seconds of processor time in a look.
LONGEST_REST = 0.5
LOOK = 0.01
REST = 0.001


def come_to_rest() -> None:
    """Waits until no thread of this process is busy.

    OpenBLAS's threads wait in a busy loop for 0.1 s after each product: whoever is measured next would have
    that many processors less.
    """
    give_up = time.monotonic() + LONGEST_REST
    used = time.process_time()
    while time.monotonic() < give_up:
        time.sleep(LOOK)
        before, used = used, time.process_time()
        if used - before < REST:
            return


class Programs:
    """The programs of this process; each is a file, since libraries read functions' source."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.timers: list[timeit.Timer] = []
        self.count = 0

    def load(self, text: str) -> ModuleType:
        self.count += 1
        path = self.folder / f"program_{self.count}.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
        return module

    def prepare(self, setup: str, statement: str) -> int:
        module = self.load(setup)
        timer = timeit.Timer(statement, globals=vars(module))
        timer.timeit(1)  # traces and compiles
        self.timers.append(timer)
        return len(self.timers) - 1

    def measure(self, number: int, seconds: float) -> float:
        timer = self.timers[number]
        runs = 1
        while (elapsed := timer.timeit(runs)) < seconds / 4:
            runs *= 4 if elapsed < seconds / 40 else 2
        return elapsed / runs

    def value(self, text: str) -> Any:
        return self.load(text).result

    def answer(self, request: dict[str, Any]) -> Any:
        if "setup" in request:
            return self.prepare(request["setup"], request["statement"])
        if "measure" in request:
            return self.measure(request["measure"], request["seconds"])
        return self.value(request["value"])


def main() -> None:
    # Whatever the libraries print must not come between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(KeyboardInterrupt):
        programs = Programs(Path(folder))
        for line in sys.stdin:
            try:
                reply = {"answer": programs.answer(json.loads(line))}
            except Exception as error:  # noqa: BLE001 (the other side shows it and goes on)
                reply = {"error": f"{type(error).__name__}: {error}"}
            come_to_rest()
            print(json.dumps(reply), file=answers, flush=True)


if __name__ == "__main__":
    main()
