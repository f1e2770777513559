"""Public names of `tf.compat.v1.tpu.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.tpu.experimental import embedding as embedding
from stagelight.distribute.tpu_hardware import HardwareFeature as HardwareFeature
from stagelight.tpu.experimental import initialize_tpu_system as initialize_tpu_system
from stagelight.tpu.experimental import shutdown_tpu_system as shutdown_tpu_system
from typing import Any

DeviceAssignment: type[Any]
TPUSystemMetadata: type[Any]
Topology: type[Any]
