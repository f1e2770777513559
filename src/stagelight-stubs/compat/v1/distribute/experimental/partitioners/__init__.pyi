"""Public names of `tf.compat.v1.distribute.experimental.partitioners`. Written by `scripts/public_stubs.py`."""

from stagelight.distribute.partitioners import FixedShardsPartitioner as FixedShardsPartitioner
from stagelight.distribute.partitioners import MaxSizePartitioner as MaxSizePartitioner
from stagelight.distribute.partitioners import MinSizePartitioner as MinSizePartitioner
from stagelight.distribute.partitioners import Partitioner as Partitioner
