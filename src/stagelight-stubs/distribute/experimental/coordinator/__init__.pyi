"""Public names of `tf.distribute.experimental.coordinator`. Written by `scripts/public_stubs.py`."""

from stagelight.distribute.strategies import ClusterCoordinator as ClusterCoordinator
from stagelight.distribute.strategies import RemoteValue as RemoteValue
