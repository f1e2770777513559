"""Public names of `tf.compat.v1.tpu.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.tpu.experimental import embedding as embedding
from stagelight.tpu.experimental import DeviceAssignment as DeviceAssignment
from stagelight.tpu.experimental import HardwareFeature as HardwareFeature
from stagelight.tpu.experimental import TPUSystemMetadata as TPUSystemMetadata
from stagelight.tpu.experimental import Topology as Topology
from stagelight.tpu.experimental import initialize_tpu_system as initialize_tpu_system
from stagelight.tpu.experimental import shutdown_tpu_system as shutdown_tpu_system
