"""Public names of `tf.compat.v1.types.experimental.distributed`. Written by `scripts/public_stubs.py`."""

from stagelight.types.experimental.distributed import DistributedDataset as DistributedDataset
from stagelight.types.experimental.distributed import DistributedIterator as DistributedIterator
from stagelight.types.experimental.distributed import DistributedValues as DistributedValues
from stagelight.types.experimental.distributed import Mirrored as Mirrored
from stagelight.types.experimental.distributed import PerReplica as PerReplica
