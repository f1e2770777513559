"""What TensorFlow 1 asks of graphs besides their operations."""

from __future__ import annotations

import subprocess
import sys

import pytest

import stagelight as tf
from stagelight.compat import v1
from tests.processes import environment


def test_an_object_gets_the_device_of_operations():
    class Captured:
        def _set_device_from_string(self, device):
            self.device = device

    captured = Captured()
    with tf.Graph().as_default() as graph, tf.device("/CPU:0"):
        graph._apply_device_functions(captured)
        assert tf.DeviceSpec.from_string(captured.device).device_type == "CPU"
        with v1.device(lambda op: "/GPU:1"):
            graph._apply_device_functions(captured)
    assert tf.DeviceSpec.from_string(captured.device).device_type == "GPU"


def test_operations_say_where_they_were_made_and_are_kept_together():
    with tf.Graph().as_default() as graph:
        a = tf.constant(1.0, name="a")
        with graph.colocate_with(a):
            b = tf.identity(a, name="b")
    assert (
        a.op.traceback[-1].name == "test_operations_say_where_they_were_made_and_are_kept_together"
    )
    assert b.op.colocation_groups() == a.op.colocation_groups() == [b"loc:@a"]
    with pytest.raises(NotImplementedError, match="NoSuchOp"):
        graph.create_op("NoSuchOp", [a])


METHODS = {
    "Graph": "add_to_collection get_collection get_all_collection_keys version create_op container",
    "Operation": "run colocation_groups traceback",
    "SparseTensor": "eval",
    "Tensor": "eval",
    "Variable": "eval load to_proto from_proto initialized_value count_up_to",
}


@pytest.mark.parametrize("kind", METHODS)
def test_classes_have_the_methods_of_version_1_before_it_is_imported(kind):
    # TF: `tf.Graph.get_collection` and its siblings are methods whether or not `tf.compat.v1` was used.
    program = f"""
import sys, stagelight as tf
print("stagelight.compat" in sys.modules)
print([name for name in {METHODS[kind].split()} if not hasattr(tf.{kind}, name)])
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False", "[]"]


def test_a_plain_graph_has_the_methods_and_the_equality_of_version_1_from_the_start():
    program = """
import stagelight as tf
with tf.Graph().as_default() as graph:
    x, y = tf.constant(1), tf.constant(1)
    graph.add_to_collection("kept", y)
    print([x, y].index(y), graph.get_collection("kept")[0] is y, graph.version, y.op.colocation_groups())
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "1 True 2 [b'loc:@Const_1']\n"
