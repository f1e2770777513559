"""What `import keras` brings along."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

from tests.processes import environment

pytestmark = [
    pytest.mark.keras,
    pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="needs keras"),
]


def test_keras_is_imported_without_the_package_of_tensorflow_1():
    program = (
        "import sys, stagelight; stagelight.install_as_tensorflow(); import keras; "
        "print('stagelight.compat.v1' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(KERAS_BACKEND="tensorflow"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split()[-1] == "False"
