"""Columns that count categories: 1 at the place of each."""

from __future__ import annotations

from typing import Any, NamedTuple

from stagelight.core.raw import raw
from stagelight.feature_columns.column import (
    CategoricalColumn,
    DenseColumn,
    IdWeightPair,
    SequenceDenseColumn,
    TensorSequenceLengthPair,
    column_kind,
)
from stagelight.feature_columns.features import lengths_of_sequences
from stagelight.feature_columns.sequences import refuse_sequence, require_sequence
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.masking import boolean_mask
from stagelight.ops.arrays.one_hot import one_hot
from stagelight.ops.arrays.reshaping import expand_dims
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.reductions.reduction_functions import reduce_sum
from stagelight.ops.sparse.conversion import to_dense
from stagelight.public import public
from stagelight.types.dtypes import int64
from stagelight.types.shapes import TensorShape


class _Indicator(NamedTuple):
    categorical_column: Any


@column_kind
class IndicatorColumn(DenseColumn, SequenceDenseColumn, _Indicator):
    """See `indicator_column`."""

    @property
    def name(self) -> str:
        """That of the categories, with an ending."""
        return f"{self.categorical_column.name}_indicator"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """That of the categories."""
        return self.categorical_column.parse_example_spec

    @property
    def parents(self) -> list[Any]:
        """The column of categories."""
        return [self.categorical_column]

    @property
    def variable_shape(self) -> TensorShape:
        """A row, with a place for each category."""
        return TensorShape([1, self.categorical_column.num_buckets])

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """How often an example has each category; or the sum of its weights."""
        pair = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        size = self.categorical_column.num_buckets
        if pair.weight_tensor is not None:
            return _weights_by_category(pair, size)
        ids = to_dense(pair.id_tensor, default_value=-1)
        return reduce_sum(one_hot(ids, size, 1.0, 0.0), axis=[-2])

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """How often an example has each category.

        Raises:
            ValueError: the categories are those of sequences.
        """
        refuse_sequence(self, "indicator_column")
        return transformation_cache.get(self, state_manager)

    def get_sequence_dense_tensor(
        self, transformation_cache: Any, state_manager: Any
    ) -> TensorSequenceLengthPair:
        """How often each step has each category, and the numbers of steps.

        Raises:
            ValueError: the categories are not those of sequences.
        """
        require_sequence(self, "indicator_column")
        dense = transformation_cache.get(self, state_manager)
        ids = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)[0]
        return TensorSequenceLengthPair(dense, lengths_of_sequences(ids))


def _weights_by_category(pair: IdWeightPair, size: int) -> Any:
    ids = cast(pair.id_tensor.values, int64)
    rows = pair.id_tensor.indices[:, :-1]
    is_category = raw.LogicalAnd(ids >= 0, ids < size)
    places = boolean_mask(concat([rows, expand_dims(ids, 1)], 1), is_category)
    weights = boolean_mask(pair.weight_tensor.values, is_category)
    return raw.ScatterNd(
        places, weights, concat([pair.id_tensor.dense_shape[:-1], cast([size], int64)], 0)
    )


@public("feature_column.indicator_column")
def indicator_column(categorical_column: Any) -> IndicatorColumn:
    """A column that counts the categories of an example.

    Args:
        categorical_column: the column of categories.

    Raises:
        ValueError: it is no such column.

    >>> day = tf.feature_column.categorical_column_with_identity("day", 3)
    >>> features = tf.__internal__.feature_column.FeatureTransformationCache({"day": [[0, 2], [2, 2]]})
    >>> tf.feature_column.indicator_column(day).get_dense_tensor(features, None).numpy().tolist()
    [[1.0, 0.0, 1.0], [0.0, 0.0, 2.0]]
    """
    if not isinstance(categorical_column, CategoricalColumn):
        raise ValueError(
            "Unsupported input type. Input must be a CategoricalColumn. "
            f"Given: {categorical_column}"
        )
    return IndicatorColumn(categorical_column)
