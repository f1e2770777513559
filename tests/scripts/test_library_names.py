"""The tool that lists the TensorFlow names of packages: what it collects from source, what resolves."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "library_names.py"


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("library_names", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import tensorflow as tf\ntf.linalg.matmul(a)", {"tensorflow", "tensorflow.linalg.matmul"}),
        ("import tensorflow.x as x\nx.y", {"tensorflow.x", "tensorflow.x.y"}),
        ("import tensorflow.x.y\ntensorflow.z", {"tensorflow.x.y", "tensorflow.z"}),
        (
            "from tensorflow.python.ops import array_ops as a\ndef f():\n    return a.where(1)",
            {
                "tensorflow.python.ops",
                "tensorflow.python.ops.array_ops",
                "tensorflow.python.ops.array_ops.where",
            },
        ),
        (
            "import tensorflow as tf\nv1 = tf.compat.v1\nv1.Session()",
            {"tensorflow", "tensorflow.compat.v1", "tensorflow.compat.v1.Session"},
        ),
        ("def f():\n    g(tf.abs)\nimport tensorflow as tf", {"tensorflow", "tensorflow.abs"}),
        ("from . import tensorflow\nimport numpy as np\nnp.abs", set()),
        ("import tensorflow_probability as tfp\ntfp.x", set()),
    ],
)
def test_names_are_collected_from_source(tool, source, names):
    assert tool.names_of_source(source) == names


def test_what_is_below_a_missing_name_is_not_listed(tool):
    assert tool.shortest(["a.b", "a.b.c", "a.bc"]) == ["a.b", "a.bc"]


def test_missing_names_are_listed_by_use(tmp_path):
    (tmp_path / "one.py").write_text("import tensorflow as tf\ntf.nowhere, tf.abs, tf.math.nothing")
    (tmp_path / "two.py").write_text("from tensorflow import nowhere")
    result = subprocess.run(
        [sys.executable, SCRIPT, tmp_path], capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    assert [line.split() for line in result.stdout.splitlines()[:2]] == [
        ["2", "tensorflow.nowhere"],
        ["1", "tensorflow.math.nothing"],
    ]
