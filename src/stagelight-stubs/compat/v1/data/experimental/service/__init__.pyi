"""Public names of `tf.compat.v1.data.experimental.service`. Written by `scripts/public_stubs.py`."""

from stagelight.data.experimental.service import CrossTrainerCache as CrossTrainerCache
from stagelight.data.experimental.service import DispatchServer as DispatchServer
from stagelight.data.experimental.service import DispatcherConfig as DispatcherConfig
from stagelight.data.experimental.service import ShardingPolicy as ShardingPolicy
from stagelight.data.experimental.service import WorkerConfig as WorkerConfig
from stagelight.data.experimental.service import WorkerServer as WorkerServer
from stagelight.data.experimental.service import distribute as distribute
from stagelight.data.experimental.service import from_dataset_id as from_dataset_id
from stagelight.data.experimental.service import register_dataset as register_dataset
