"""The oracle tests: what Stagelight gives is compared with what the real TensorFlow gives.

They run in an environment that has both, in one process:

    .venv-oracle/bin/python -m pytest -m oracle tests/oracle

Test files import neither library at the top: they take the fixture `compare`, which has both, or
`tensorflow` and `stagelight`. Whatever takes `tensorflow` is marked `oracle`.
"""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Callable
from types import ModuleType

import pytest

from tests.oracle.comparison import Program, Raised, Tolerance, differences, outcome

# Whoever imports TensorFlow first, it reads them then.
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
# With oneDNN, where the processor has what it wants, some bad arguments end the process.
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tensorflow" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.oracle)
    # TensorFlow keeps the random state of kernels in functions for the whole process, so programs
    # that draw numbers in loops run before the many functions of the other files.
    items.sort(key=lambda item: "test_programs" not in item.nodeid)


@pytest.fixture(scope="session")
def tensorflow() -> ModuleType:
    """The real TensorFlow; without it the test is skipped."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its warnings are not ours
        return pytest.importorskip("tensorflow", reason="needs the real TensorFlow")


@pytest.fixture(scope="session")
def stagelight() -> ModuleType:
    return importlib.import_module("stagelight")


@pytest.fixture
def compare(tensorflow: ModuleType, stagelight: ModuleType) -> Callable[..., None]:
    """`compare(program)` runs `program(tf)` with both libraries and fails where the results differ.

    `tolerance=Tolerance(...)` replaces the tolerance that each dtype has; `raises=True` says that
    the program is meant to fail, with both.
    """

    def check(
        program: Program, tolerance: Tolerance | None = None, *, raises: bool = False
    ) -> None:
        name = getattr(program, "__name__", repr(program))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = outcome(program, tensorflow)
        # A program that fails by mistake would be matched by any failure of the same class.
        if isinstance(expected, Raised) and not raises:
            pytest.fail(f"{name} fails with TensorFlow itself:\n{expected.trace}", pytrace=False)
        assert isinstance(expected, Raised) or not raises, f"{name} works with TensorFlow"
        found = differences(expected, outcome(program, stagelight), tolerance)
        if found:
            pytest.fail("\n".join([f"{name}: TensorFlow and Stagelight differ.", *found]),
                        pytrace=False)

    return check
