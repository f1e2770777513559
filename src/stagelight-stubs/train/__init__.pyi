"""Public names of `tf.train`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.moving_averages import ExponentialMovingAverage as ExponentialMovingAverage
from stagelight.distribute.cluster import ClusterSpec as ClusterSpec
from stagelight.saving.checkpoint import Checkpoint as Checkpoint
from stagelight.saving.checkpoint import CheckpointOptions as CheckpointOptions
from stagelight.saving.checkpoint_manager import CheckpointManager as CheckpointManager
from stagelight.saving.checkpoint_reader import list_variables as list_variables
from stagelight.saving.checkpoint_reader import load_checkpoint as load_checkpoint
from stagelight.saving.checkpoint_reader import load_variable as load_variable
from stagelight.saving.checkpoint_state import get_checkpoint_state as get_checkpoint_state
from stagelight.saving.checkpoint_state import latest_checkpoint as latest_checkpoint
from stagelight.saving.checkpoint_view import CheckpointView as CheckpointView
from stagelight.saving.checkpoint_waiting import checkpoints_iterator as checkpoints_iterator
from stagelight.saving.trackable_view import TrackableView as TrackableView
from stagelight.train import experimental as experimental
from stagelight.train.coordinator import Coordinator as Coordinator
from typing import Any

BytesList: type[Any]
ClusterDef: type[Any]
Example: type[Any]
Feature: type[Any]
FeatureList: type[Any]
FeatureLists: type[Any]
Features: type[Any]
FloatList: type[Any]
Int64List: type[Any]
JobDef: type[Any]
SequenceExample: type[Any]
