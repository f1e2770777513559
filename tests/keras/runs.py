"""Results of Keras programs, from a process of their own, and their comparison."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

RUNNER = Path(__file__).parent / "runner.py"
KEPT = Path(__file__).parent / "from_tensorflow"
SOURCE = Path(__file__).parents[2] / "src"


def results_of(backend: str, family: str, folder: Path) -> dict[str, Any]:
    """What the programs of a family return on a backend."""
    path = folder / f"{backend}_{family}.pkl"
    search = os.pathsep.join(filter(None, (str(SOURCE), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, str(RUNNER), backend, str(path), family],
        env={**os.environ, "PYTHONPATH": search, "TF_CPP_MIN_LOG_LEVEL": "3"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    results: dict[str, Any] = pickle.loads(path.read_bytes())
    return results


def keep(family: str, results: dict[str, Any]) -> None:
    """Writes the results of a family down."""
    rows = {
        f"{name}: {key}": value for name, found in results.items() for key, value in found.items()
    }
    KEPT.mkdir(exist_ok=True)
    np.savez_compressed(KEPT / f"{family}.npz", **rows)


def kept_results(family: str) -> dict[str, Any]:
    """The results of a family that were written down."""
    results: dict[str, Any] = {}
    with np.load(KEPT / f"{family}.npz") as rows:
        for row in rows:
            name, _, key = row.partition(": ")
            results.setdefault(name, {})[key] = rows[row]
    return results


# Relative and absolute. Training amplifies rounding: what is predicted after many updates differs more
# than the losses of the epochs do.
LOOSE, CLOSE = (1e-3, 1e-4), (1e-4, 1e-5)


def differences(expected: Any, actual: Any) -> list[str]:
    """What differs between the results of one program: numbers by more than `CLOSE`, or `LOOSE`."""
    for results, name in ((expected, "expected"), (actual, "actual")):
        if isinstance(results, str):
            return [f"the {name} program failed:\n{results}"]
    found = []
    for key in sorted({*expected, *actual}):
        if key not in expected or key not in actual:
            found.append(f"{key}: only one of the two has it")
            continue
        a, b = np.asarray(expected[key]), np.asarray(actual[key])
        if a.shape != b.shape or a.dtype != b.dtype:
            found.append(f"{key}: expected {a.dtype}{a.shape}, got {b.dtype}{b.shape}")
        elif a.dtype.kind in "fc":
            rtol, atol = LOOSE if key == "predicted" else CLOSE
            if not np.allclose(a, b, rtol=rtol, atol=atol, equal_nan=True):
                found.append(f"{key}: they differ by {np.nanmax(np.abs(a - b))}:\n{a}\n{b}")
        elif not np.array_equal(a, b):
            found.append(f"{key}: they differ:\n{a}\n{b}")
    return found
