"""Public names of `tf.compat.v1.tpu.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.tpu.experimental import embedding as embedding
from stagelight.distribute.tpu_hardware import HardwareFeature as HardwareFeature
from typing import Any

DeviceAssignment: type[Any]
TPUSystemMetadata: type[Any]
Topology: type[Any]
def initialize_tpu_system(*args: Any, **kwargs: Any) -> Any:
    """Not available: use `tf.distribute.MirroredStrategy`.

    >>> tf.tpu.experimental.initialize_tpu_system()
    Traceback (most recent call last):
    stagelight.distribute.unavailable.NotAvailableError: tf.tpu.experimental.initialize_tpu_system is not available. Use tf.distribute.MirroredStrategy.
    """
def shutdown_tpu_system(*args: Any, **kwargs: Any) -> Any:
    """Not available: use `tf.distribute.MirroredStrategy`.

    >>> tf.tpu.experimental.shutdown_tpu_system()
    Traceback (most recent call last):
    stagelight.distribute.unavailable.NotAvailableError: tf.tpu.experimental.shutdown_tpu_system is not available. Use tf.distribute.MirroredStrategy.
    """
