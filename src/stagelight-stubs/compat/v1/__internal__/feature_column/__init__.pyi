"""Public names of `tf.compat.v1.__internal__.feature_column`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.feature_column import DenseColumn as DenseColumn
from stagelight.__internal__.feature_column import FeatureColumn as FeatureColumn
from stagelight.__internal__.feature_column import FeatureTransformationCache as FeatureTransformationCache
from stagelight.__internal__.feature_column import SequenceDenseColumn as SequenceDenseColumn
from stagelight.__internal__.feature_column import StateManager as StateManager
from stagelight.__internal__.feature_column import deserialize_feature_column as deserialize_feature_column
from stagelight.__internal__.feature_column import serialize_feature_column as serialize_feature_column
