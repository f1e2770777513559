"""Public names of `tf.compat.v1.distribute.experimental.partitioners`. Written by `scripts/public_stubs.py`."""

from stagelight.distribute.experimental.partitioners import FixedShardsPartitioner as FixedShardsPartitioner
from stagelight.distribute.experimental.partitioners import MaxSizePartitioner as MaxSizePartitioner
from stagelight.distribute.experimental.partitioners import MinSizePartitioner as MinSizePartitioner
from stagelight.distribute.experimental.partitioners import Partitioner as Partitioner
