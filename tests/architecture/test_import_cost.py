"""`import stagelight` and the first touch of a public name load only what they need.

What is heavy is imported on use, in the file that owns it. How long the imports take is measured in
`benchmarks/`, since a time is not a fact on a busy machine; what they load is one.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
HEAVY = (
    "scipy",
    "google.protobuf",
    "rich",
    "llvmlite",
    "opt_einsum",
    "google_crc32c",  # our own, loaded on use
    "tensorflow",
    "jax",
    "torch",
    "keras",  # never
    "unittest",
    "asyncio",
    "multiprocessing",  # what an import drags in unnoticed
)


def modules_loaded_by(program: str) -> set[str]:
    """The modules that a fresh process has after the program, less those of NumPy."""
    environment = dict(os.environ, PYTHONPATH=str(SOURCE))
    text = f"""
import sys, numpy, ml_dtypes
before = set(sys.modules)
{program}
new = [sys.modules[x] for x in set(sys.modules) - before]
print(*sorted({{x.__name__ for x in new if getattr(x, "__file__", None)}}))  # Namespaces have no files.
"""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", text],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return set(result.stdout.split())


IMPORT = "import stagelight as tf; assert tf.__file__, 'the package has no __init__.py'"


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """What importing the package loads."""
    return modules_loaded_by(IMPORT)


@pytest.mark.parametrize("module", HEAVY)
def test_import_does_not_load(loaded, module):
    assert module not in loaded


# A public name -> the modules of the package that its first touch may load, besides those of the import. A
# name that ends in "." stands for all below it.
OWN_MODULES = {
    "compat": "compat",
    "compat.as_bytes": "compat compat.text",
    "compat.forward_compatible": "compat compat.forward",
    "compat.v1": "compat compat.v1",
    "compat.v1.logging": "compat compat.v1",
    "compat.v1.logging.ERROR": "compat compat.v1 compat.v1.older_logging logs",
    "compat.v1.logging.set_verbosity": "compat compat.v1 compat.v1.older_logging logs",
    "compat.v1.layers": "compat compat.v1",
    "compat.v1.train": "compat compat.v1",
    "compat.v1.data": "compat compat.v1",
    "compat.v1.flags": "compat compat.v1 compat.v1.flags logs",
    "compat.v1.float32": "compat compat.v1",
    "compat.v1.argmax": "compat compat.v1 compat.v1.older_signatures ops.",
    "compat.v1.fft": "compat compat.v1 compat.v1.moved_names ops.",
    "feature_column": "",
    "math": "",
    "math.tanh": "ops.elementwise.hyperbolic",
}
# What a first touch of these loads has nothing of the following.
NOT_NEEDED = {
    "compat.v1.reduce_sum": "data. staging. saving. state. compat.v1.session feature_columns.",
    "compat.v1.get_default_graph": "data. staging. saving. compat.v1.session feature_columns.",
    "compat.v1.disable_v2_behavior": "data. staging. saving. compat.v1.session feature_columns.",
    "compat.v1.Session": "data. saving. feature_columns. compat.v1.saver compat.v1.layers",
    "compat.v1.layers.dense": "data. staging. feature_columns. compat.v1.session",
    "compat.v1.train.AdamOptimizer": "data. feature_columns. compat.v1.session",
    "feature_column.numeric_column": "data. compat.v1.session feature_columns.embeddings",
    "GradientTape": "compat. data. staging. control_flow.vectorized_map",
    "Graph": "data. staging. saving. compat.v1.session",
    "Variable": "compat. data. staging. saving. autodiff. ops.ragged. ops.sparse.",
    "data.Dataset": "compat. feature_columns. saving.saved_model.",
    "function": "compat. data. feature_columns. saving. onnx.",
    "train.Checkpoint": "compat. data. feature_columns. onnx.",
    "keras.__doc__": "compat. data. staging. autodiff. saving. onnx. feature_columns.",
}


def below(names: str) -> tuple[set[str], tuple[str, ...]]:
    """The modules that are named, and the beginnings of those that stand for all below them."""
    words = [f"stagelight.{name}" for name in names.split()]
    return {word.removesuffix(".") for word in words}, tuple(x for x in words if x[-1] == ".")


@pytest.mark.parametrize("name", OWN_MODULES)
def test_a_first_touch_loads_what_is_asked_for_and_no_more(loaded, name):
    modules, beginnings = below(OWN_MODULES[name])
    more = modules_loaded_by(f"{IMPORT}; tf.{name}") - loaded
    own = {x for x in more if x.startswith("stagelight.")}
    assert {x for x in own - modules if not x.startswith(beginnings)} == set()


@pytest.mark.parametrize("name", NOT_NEEDED)
def test_a_first_touch_does_not_load(loaded, name):
    modules, beginnings = below(NOT_NEEDED[name])
    more = modules_loaded_by(f"{IMPORT}; tf.{name}") - loaded
    assert {x for x in more if x in modules or x.startswith(beginnings)} == set()


@pytest.mark.keras
@pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="needs keras")
def test_keras_is_imported_without_what_it_does_not_use():
    program = (
        "import os; os.environ['KERAS_BACKEND'] = 'tensorflow'; import stagelight; "
        "stagelight.install_as_tensorflow(); import keras"
    )
    modules, beginnings = below("compat.v1 feature_columns. onnx. compat.v1.")
    more = modules_loaded_by(program)
    assert {x for x in more if x in modules or x.startswith(beginnings)} == set()
