"""Runs one script on one library, in a process of its own, and writes what it took.

    python script_worker.py SCRIPT LIBRARY RESULT

Statements run one after the other; one that fails is noted, and the rest goes on. The time of importing the
library and Keras is noted apart: `seconds` is all that comes after.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
import types
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from shortening import shorten_keras, statements_of
from stand_ins import put_in_place


def run(script: Path, library: str) -> dict[str, Any]:
    """What the script took and gave, as numbers and texts."""
    began = time.perf_counter()
    if library == "stagelight":
        import stagelight

        stagelight.install_as_tensorflow()
    import keras
    import tensorflow as tf

    imports = time.perf_counter() - began
    put_in_place(keras)
    fits = shorten_keras(tf, keras)
    keras.utils.set_random_seed(7)
    np.seterr(all="ignore")
    # Libraries read the source of functions by the name of their module.
    module = types.ModuleType("__main__")
    module.__file__ = str(script)
    sys.modules["__main__"] = module
    sys.argv = [str(script)]
    statements = statements_of(script.read_text(encoding="utf-8"), str(script))
    failures: dict[int, str] = {}
    began = time.perf_counter()
    for number, statement in enumerate(statements):
        try:
            exec(statement, vars(module))
        except (Exception, SystemExit) as error:  # noqa: BLE001 (it is noted)
            line = traceback.extract_tb(error.__traceback__)[1:2]
            place = f"line {line[0].lineno}: " if line else ""
            failures[number] = f"{place}{type(error).__name__}: {str(error)[:300]}"
    return {
        "imports": imports,
        "seconds": time.perf_counter() - began,
        "statements": len(statements),
        "failures": failures,
        "first_steps": fits.first_steps,
        "steps": fits.steps,
        "losses": fits.losses,
    }


if __name__ == "__main__":
    os.environ["KERAS_BACKEND"] = "tensorflow"
    script, library, result = sys.argv[1:]
    outcome = run(Path(script).resolve(), library)
    Path(result).write_text(json.dumps(outcome), encoding="utf-8")
