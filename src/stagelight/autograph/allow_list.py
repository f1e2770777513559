"""Which callables run as they are: libraries known to need no conversion, and what cannot be
converted.

The rules look at where a function is defined, not at the name it is reached by.
"""

from __future__ import annotations

import functools
import os
import sys
import sysconfig
from types import FunctionType
from typing import Any

# Packages whose functions take no part in the user's control flow.
NOT_CONVERTED = (
    "stagelight", "tensorflow", "tensorflow_probability", "tensorflow_datasets.core", "keras",
    "tf_keras", "numpy", "scipy", "pandas", "matplotlib", "PIL", "absl", "ml_dtypes", "optree",
    "jax", "torch", "IPython", "ipdb", "ipykernel", "pytest", "_pytest", "pluggy", "mock",
    "debugpy", "_pydevd_bundle",
)  # fmt: skip

# Parts of the standard library whose functions call functions of the user's.
_CALLS_BACK = ("functools", "contextlib")

_STANDARD_LIBRARY = sysconfig.get_paths()["stdlib"] + os.sep
_INSTALLED = ("site-packages", "dist-packages")


def runs_as_it_is(function: FunctionType) -> bool:
    """Whether a Python function is left to Python."""
    module = function.__globals__.get("__name__") or ""
    return is_of_a_library(module) or (
        module not in _CALLS_BACK and _is_standard_library(function.__code__.co_filename)
    )


def is_test_method(owner: Any) -> bool:
    """Whether an object is a test case, whose methods are tests and not programs."""
    unittest = sys.modules.get("unittest")
    test_case = getattr(unittest, "TestCase", None)
    return test_case is not None and isinstance(owner, test_case)


@functools.lru_cache(maxsize=1024)
def is_of_a_library(module: str) -> bool:
    """Whether a module belongs to a package whose functions are not converted."""
    return any(module == name or module.startswith(name + ".") for name in NOT_CONVERTED)


@functools.lru_cache(maxsize=1024)
def _is_standard_library(filename: str) -> bool:
    if filename.startswith("<frozen "):
        return True
    return filename.startswith(_STANDARD_LIBRARY) and not any(
        part in filename for part in _INSTALLED
    )
