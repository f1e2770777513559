"""Public names of `tf.compat.v1.distribute.coordinator`. Written by `scripts/public_stubs.py`."""

from stagelight.distribute.coordinator import ClusterCoordinator as ClusterCoordinator
from stagelight.distribute.coordinator import RemoteValue as RemoteValue
