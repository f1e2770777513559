"""Executors stand in one table; what they make of a graph is kept with it by placement."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

import stagelight as tf
from stagelight import config
from stagelight.passes.pipeline import optimize
from stagelight.runtime import executors
from stagelight.runtime.executable import executable
from stagelight.runtime.executors import Placement, executor_named
from stagelight.runtime.host_plan import HostPlan
from tests.processes import environment

X = tf.TensorSpec([2], tf.float32)


def graph_of(function, *specs):
    return tf.function(function).get_concrete_function(*specs).graph


class NotingExecutor:
    """Runs graphs as the host does, and notes which."""

    name = "noting"

    def __init__(self):
        self.compiled = []

    def lowerable(self, graph):
        return {}

    def compile(self, graph):
        self.compiled.append(graph)
        return HostPlan(graph).run


@pytest.fixture
def noting(monkeypatch):
    module = ModuleType("noting_executor")
    module.EXECUTOR = NotingExecutor()
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(executors._TABLE, "noting", executors._Entry(module.__name__))
    with config.changed(executor="noting"):
        yield module.EXECUTOR


def test_a_line_in_the_table_is_all_that_a_further_executor_needs(noting):
    prepared = []
    executors._TABLE["noting"] = executors._TABLE["noting"]._replace(
        prepare=lambda: prepared.append(1)
    )

    @tf.function
    def powers(x):
        return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * x), (0, x))[1]

    assert powers(tf.constant([2.0, 1.0])).numpy().tolist() == [256.0, 1.0]
    assert prepared
    assert [x.name for x in noting.compiled] == [
        optimize(powers.get_concrete_function(X).graph).name
    ]


def test_a_graph_has_a_compiled_form_for_each_placement():
    graph = graph_of(lambda x: x + 1.0, X)
    found = {}
    for name in ("host", "native", "host", "native"):
        with config.changed(executor=name):
            found.setdefault(name, set()).add(executable(graph))
    assert graph.executables.keys() == {Placement("host"), Placement("native")}
    assert [len(runs) for runs in found.values()] == [1, 1]
    assert found["host"].isdisjoint(found["native"])


def test_what_an_executor_compiles_is_what_it_finds_lowerable():
    graph = optimize(graph_of(lambda x: (x + 1.0, tf.strings.as_string(x * 2.0)), X))
    compiled = executor_named("native").lowerable(graph)
    assert {x.type for x in compiled} == {"AddV2", "Mul"}
    assert not executor_named("host").lowerable(graph)


def test_another_name_is_refused():
    with (
        config.changed(executor="xla2"),
        pytest.raises(ValueError, match=r"'host', 'native'.*'xla2'"),
    ):
        tf.function(lambda x: x + 1.0)(1.0)


def test_xla_without_jax_says_what_to_install():
    program = (
        "import sys\n"
        "sys.modules['jax'] = None\n"  # As where there is none.
        "import stagelight as tf\n"
        "from stagelight import config\n"
        "config.change(executor='xla')\n"
        "tf.function(lambda x: x + 1.0)(1.0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(), capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "pip install 'stagelight[xla]'" in done.stderr.splitlines()[-1]
