"""Public names of `tf.compat.v1.distribute.experimental.coordinator`. Written by `scripts/public_stubs.py`."""

from stagelight.distribute.strategies import ClusterCoordinator as ClusterCoordinator
from stagelight.distribute.strategies import RemoteValue as RemoteValue
