"""What TensorFlow 1 asks of graphs besides their operations."""

from __future__ import annotations

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
