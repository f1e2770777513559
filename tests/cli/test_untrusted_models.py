"""Models made to take all memory or all time end with a message, whatever they do; none ends in a crash."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

import stagelight as tf
from stagelight.formats import schema
from tests.greedy_functions import ENDLESS, HUGE
from tests.processes import environment

X = tf.TensorSpec([], tf.float32, name="x")


def saved(folder, function):
    module = tf.Module()
    module.f = tf.function(function, input_signature=[X])
    tf.saved_model.save(module, folder)
    return folder


def run(folder, *limits):
    """What the command says of a model that it is not to end well with."""
    result = subprocess.run(
        [sys.executable, "-m", "stagelight", "run", folder, "-i", "x=1.5", *limits],
        capture_output=True, text=True, check=False, timeout=300, env=environment(),
    )  # fmt: skip
    assert result.returncode == 1, (result.returncode, result.stdout)
    assert "Traceback" not in result.stderr
    return result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", HUGE)
def test_more_memory_than_there_may_be(name, tmp_path):
    message = run(saved(tmp_path / name, HUGE[name]), "--memory", "3", "--seconds", "60")
    assert "memory" in message


@pytest.mark.parametrize("name", [
    "machine code",
    pytest.param("kernels", marks=pytest.mark.slow),
    pytest.param("one operation", marks=pytest.mark.slow),
])  # fmt: skip
def test_more_time_than_there_may_be(name, tmp_path):
    message = run(saved(tmp_path / "model", ENDLESS[name]), "--seconds", "5")
    assert "more processor time than it may (see --seconds)" in message


def test_a_process_that_is_ended_from_outside_is_told():
    """As the system does it to who takes more memory than the machine has."""
    program = (
        "import os, signal\n"
        "from stagelight.cli import limits\n"
        "def command():\n"
        "    os.kill(os.getpid(), signal.SIGSEGV)\n"
        "    return 0\n"
        "raise SystemExit(limits.supervised(command, 4.0, 60))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=100,
        env=environment(),
    )  # fmt: skip
    assert result.returncode == 1
    assert "the model ended its process (SIGSEGV)" in result.stderr


# Files that are edited: what no program would write.


def edited(folder, edit):
    saved(folder, lambda x: tf.sin(x) + 1.0)
    path = folder / "saved_model.pb"
    message = schema.SavedModel.FromString(path.read_bytes())
    edit(message.meta_graphs[0])
    path.write_bytes(message.SerializeToString())
    return folder


def call_in_place(node, function, name):
    """Makes a node a call of a function."""
    node.op = "PartitionedCall"
    node.attr.clear()
    node.attr["Tin"].list.type.append(1)
    node.attr["Tout"].list.type.append(1)
    node.attr["f"].func.name = name
    for key, text in function.ret.items():
        if text == f"{node.name}:y:0":
            function.ret[key] = f"{node.name}:output:0"
    for other in function.node_def:
        for i, text in enumerate(other.input):
            if text == f"{node.name}:y:0":
                other.input[i] = f"{node.name}:output:0"


def chain(length, ends_in=None):
    """Functions of which each calls the one before; the first calls `ends_in`, or is a sine."""

    def edit(graph):
        library = graph.graph_def.library
        caller, node = next((f, x) for f in library.function for x in f.node_def if x.op == "Sin")
        for i in range(length):
            made = library.function.add(ret={"y": "s:y:0"})
            made.signature.name = f"c{i}"
            made.signature.input_arg.add(name="x", type=1)
            made.signature.output_arg.add(name="y", type=1)
            own = made.node_def.add(name="s", op="Sin", input=["x"])
            own.attr["T"].type = 1
            before = f"c{i - 1}" if i else ends_in
            if before is not None:
                call_in_place(own, made, before)
        call_in_place(node, caller, f"c{length - 1}")

    return edit


def test_functions_that_call_each_other_without_end_are_refused(tmp_path):
    folder = edited(tmp_path / "model", chain(3, ends_in="c2"))
    with pytest.raises(ValueError, match="call themselves are not supported: c2 -> c1 -> c0 -> c2"):
        tf.saved_model.load(folder, trust="none")


def test_functions_that_call_each_other_deeply_are_refused(tmp_path):
    model = tf.saved_model.load(edited(tmp_path / "well", chain(40)), trust="none")
    assert float(model.f(tf.constant(0.0))) == 1.0
    start = time.process_time()
    with pytest.raises(ValueError, match="more than 64 deep") as found:
        tf.saved_model.load(edited(tmp_path / "ill", chain(5000)), trust="none")
    assert len(str(found.value)) < 10000
    assert time.process_time() - start < 60


@pytest.mark.parametrize("values", [1, 0])
def test_constants_that_repeat_one_value_too_often_are_refused(values, tmp_path):
    def edit(graph):
        for function in graph.graph_def.library.function:
            for node in function.node_def:
                if node.op == "Const":
                    tensor = node.attr["value"].tensor
                    tensor.Clear()
                    tensor.dtype = 1
                    tensor.tensor_shape.dim.add(size=2**40)
                    tensor.float_val.extend([1.0] * values)

    with pytest.raises(ValueError, match="can take 2147483647 bytes at most"):
        tf.saved_model.load(edited(tmp_path / "model", edit), trust="none")


def test_many_objects_in_a_row_are_loaded(tmp_path):
    def edit(graph):
        nodes = graph.object_graph_def.nodes
        last = 0
        for _ in range(5000):
            nodes[last].children.add(node_id=len(nodes), local_name="inner")
            last = len(nodes)
            nodes.add().user_object.identifier = "_generic_user_object"

    model = tf.saved_model.load(edited(tmp_path / "model", edit), trust="none")
    assert float(model.f(tf.constant(0.0))) == 1.0


def test_structures_in_structures_are_refused(tmp_path):
    def edit(graph):
        for function in graph.object_graph_def.concrete_functions.values():
            inner = schema.StructuredValue(float64_value=1.0)
            for _ in range(90):
                outer = schema.StructuredValue()
                outer.list_value.values.add().CopyFrom(inner)
                inner = outer
            function.output_signature.CopyFrom(inner)

    with pytest.raises((OSError, ValueError)):
        tf.saved_model.load(edited(tmp_path / "model", edit), trust="none")
