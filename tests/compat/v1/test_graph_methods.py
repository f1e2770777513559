"""What TensorFlow 1 asks of graphs besides their operations."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.compat import v1


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
    assert a.op.traceback[-1].name == "test_operations_say_where_they_were_made_and_are_kept_together"
    assert b.op.colocation_groups() == a.op.colocation_groups() == [b"loc:@a"]
    with pytest.raises(NotImplementedError, match="NoSuchOp"):
        graph.create_op("NoSuchOp", [a])
