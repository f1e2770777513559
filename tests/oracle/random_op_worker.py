"""A process that runs random programs with one library, and may be lost to them.

    python -m tests.oracle.random_op_worker tensorflow|stagelight

It reads pickled requests from its standard input and answers each with a pickled tuple. Stagelight is asked
`(seed,)`: it builds the program and answers `(program, {mode: outcome})`. TensorFlow is asked
`(program, mode)` and answers with the outcome.
"""

from __future__ import annotations

import gc
import importlib
import os
import pickle
import sys
import warnings
from types import ModuleType
from typing import Any

import stagelight
from stagelight import config
from stagelight.runtime.executable import executable
from tests.oracle.random_op_programs import Program, build_alone, build_and_run
from tests.oracle.random_op_runs import (
    Outcome,
    eager_outcome,
    raised,
    returned,
    signature_of,
    staged_outcome,
    traced,
)


def main(name: str) -> None:
    # What libraries print must not come between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    library = importlib.import_module(name)
    # What is there now stays: the collector need not look at it again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    while True:
        try:
            request = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(
            own_outcomes(*request) if len(request) == 1 else outcome(library, *request), answers
        )
        answers.flush()


def outcome(library: ModuleType, program: Program, mode: str) -> Outcome:
    if mode == "eager":
        return eager_outcome(library, program, reference=True)
    return staged_outcome(library, program)


def own_outcomes(seed: int | tuple[str, int]) -> tuple[Program, dict[str, Outcome]]:
    """The program of a seed, or of an op alone and a seed, and what it gives in each mode."""
    if not isinstance(seed, int):
        program = build_alone(*seed)
        return program, {"eager": eager_outcome(stagelight, program), **_staged(program)}
    program, values = build_and_run(seed)
    is_refused = len(values) < len(program.inputs) + len(program.steps)
    if program.order or is_refused:
        eager = eager_outcome(stagelight, program)
    else:
        eager = returned([values[place] for place in program.results])
    return program, {"eager": eager, **_staged(program)}


def _staged(program: Program) -> dict[str, Outcome]:
    """What one trace gives on each executor."""
    kind = signature_of(program.seed)
    names = {executor: f"{executor}, known {kind}" for executor in ("native", "host")}
    try:
        concrete = traced(stagelight, program)
    except Exception as error:  # noqa: BLE001 - the error is what is compared
        return dict.fromkeys(names.values(), raised(error))
    found = {}
    for executor, name in names.items():
        try:
            with config.changed(executor=executor):
                concrete._run = executable(concrete.graph)
                results: Any = concrete(*map(stagelight.constant, program.inputs))
            found[name] = returned(results)
        except Exception as error:  # noqa: BLE001
            found[name] = raised(error)
    return found


if __name__ == "__main__":
    main(sys.argv[1])
