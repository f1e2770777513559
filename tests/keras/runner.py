"""Runs Keras programs on Stagelight or on TensorFlow, in a process of its own: the alias is process-wide.

    python tests/keras/runner.py stagelight|tensorflow RESULTS FAMILY [NAME...]

A program is a function of `keras`, listed in the `PROGRAMS` of a file in `programs/`; it returns a dict of
arrays. RESULTS becomes a pickle: name of the program -> its results, or the text of its error.
"""

from __future__ import annotations

import importlib
import os
import pickle
import sys
import traceback
import warnings
from pathlib import Path


def main(backend: str, results_path: str, family: str, *names: str) -> None:
    """Runs the programs of a family, or those named."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ["KERAS_BACKEND"] = "tensorflow"
    sys.path.insert(0, str(Path(__file__).parents[2]))
    if backend == "stagelight":
        import stagelight

        stagelight.install_as_tensorflow()
    import keras

    programs = importlib.import_module(f"tests.keras.programs.{family}").PROGRAMS
    results = {}
    for program in programs:
        if names and program.__name__ not in names:
            continue
        keras.backend.clear_session()
        keras.utils.set_random_seed(7)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                # What Stagelight cannot compile has the same results, more slowly.
                warnings.filterwarnings("error", ".*runs without machine code")
                results[program.__name__] = program(keras)
        except Exception:  # noqa: BLE001 - the others run all the same; the error is the result
            results[program.__name__] = traceback.format_exc()
    Path(results_path).write_bytes(pickle.dumps(results))


if __name__ == "__main__":
    main(*sys.argv[1:])
