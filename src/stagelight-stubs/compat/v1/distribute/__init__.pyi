"""Public names of `tf.compat.v1.distribute`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.distribute import cluster_resolver as cluster_resolver
from stagelight.compat.v1.distribute import coordinator as coordinator
from stagelight.compat.v1.distribute import experimental as experimental
from stagelight.distribute.cross_device_ops import CrossDeviceOps as CrossDeviceOps
from stagelight.distribute.cross_device_ops import HierarchicalCopyAllReduce as HierarchicalCopyAllReduce
from stagelight.distribute.cross_device_ops import NcclAllReduce as NcclAllReduce
from stagelight.distribute.cross_device_ops import ReductionToOneDevice as ReductionToOneDevice
from stagelight.distribute.datasets import DistributedDataset as DistributedDataset
from stagelight.distribute.datasets import DistributedIterator as DistributedIterator
from stagelight.distribute.mirrored import MirroredStrategy as MirroredStrategy
from stagelight.distribute.options import InputOptions as InputOptions
from stagelight.distribute.options import InputReplicationMode as InputReplicationMode
from stagelight.distribute.options import RunOptions as RunOptions
from stagelight.distribute.replica import ReplicaContext as ReplicaContext
from stagelight.distribute.replica import get_replica_context as get_replica_context
from stagelight.distribute.replica import get_strategy as get_strategy
from stagelight.distribute.replica import has_strategy as has_strategy
from stagelight.distribute.replica import in_cross_replica_context as in_cross_replica_context
from stagelight.distribute.strategies import InputContext as InputContext
from stagelight.distribute.strategies import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from stagelight.distribute.strategies import OneDeviceStrategy as OneDeviceStrategy
from stagelight.distribute.strategies import ParameterServerStrategy as ParameterServerStrategy
from stagelight.distribute.strategies import Strategy as Strategy
from stagelight.distribute.strategies import StrategyExtended as StrategyExtended
from stagelight.distribute.strategies import TPUStrategy as TPUStrategy
from stagelight.distribute.strategies import experimental_set_strategy as experimental_set_strategy
from stagelight.distribute.values import DistributedValues as DistributedValues
from stagelight.distribute.values import ReduceOp as ReduceOp
from typing import Any

Server: type[Any]
