"""`tf.distribute`: strategies by which a program runs on several devices of one machine.

The replicas of a `MirroredStrategy` run in step, each on a part of the data; here one after the other, on
logical devices of the one CPU (decision 35). Under the default strategy, and under those of one device,
running a function on all replicas is calling it, and reducing over replicas gives the value itself.
"""

from stagelight.distribute import datasets as datasets
from stagelight.distribute import embedding_configs as embedding_configs
from stagelight.distribute import embedding_optimizers as embedding_optimizers
from stagelight.distribute import losses as losses
from stagelight.distribute import mirrored as mirrored
from stagelight.distribute import reductions as reductions
from stagelight.distribute import replica as replica
from stagelight.distribute import replica_threads as replica_threads
from stagelight.distribute import strategies as strategies
from stagelight.distribute import tpu_hardware as tpu_hardware
from stagelight.distribute import values as values
from stagelight.distribute import variables as variables
from stagelight.public import names_are_complete

names_are_complete()
