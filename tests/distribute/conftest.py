"""Two logical devices, for strategies of two replicas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import stagelight as tf
from stagelight.types import physical_devices


@pytest.fixture
def two() -> Iterator[Any]:
    """A strategy of two replicas."""
    (cpu,) = tf.config.list_physical_devices("CPU")
    physical_devices.forget_use()
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
    yield tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
    physical_devices.forget_use()


def number() -> Any:
    """The number of the replica that runs, a float."""
    return tf.cast(tf.distribute.get_replica_context().replica_id_in_sync_group, tf.float32)
