"""Public names of `tf.compat.v1.types.experimental.distributed`. Written by `scripts/public_stubs.py`."""

from stagelight.distribute.datasets import DistributedDataset as DistributedDataset
from stagelight.distribute.datasets import DistributedIterator as DistributedIterator
from stagelight.distribute.values import DistributedValues as DistributedValues
from stagelight.distribute.values import Mirrored as Mirrored
from stagelight.distribute.values import PerReplica as PerReplica
