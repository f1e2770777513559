"""Public names of `tf.compat.v1.__internal__.feature_column`. Written by `scripts/public_stubs.py`."""

from stagelight.feature_columns.column import DenseColumn as DenseColumn
from stagelight.feature_columns.column import FeatureColumn as FeatureColumn
from stagelight.feature_columns.column import SequenceDenseColumn as SequenceDenseColumn
from stagelight.feature_columns.column import StateManager as StateManager
from stagelight.feature_columns.column import deserialize_feature_column as deserialize_feature_column
from stagelight.feature_columns.column import serialize_feature_column as serialize_feature_column
from stagelight.feature_columns.features import FeatureTransformationCache as FeatureTransformationCache
