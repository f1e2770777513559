"""Columns of sequences: of numbers, and of categories."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from stagelight.feature_columns.arguments import require_function, require_number, sizes_of
from stagelight.feature_columns.categorical import (
    categorical_column_with_hash_bucket,
    categorical_column_with_identity,
)
from stagelight.feature_columns.column import (
    CategoricalColumn,
    IdWeightPair,
    KeyedColumn,
    SequenceDenseColumn,
    TensorSequenceLengthPair,
    column_kind,
)
from stagelight.feature_columns.features import lengths_of_sequences
from stagelight.feature_columns.vocabularies import (
    categorical_column_with_vocabulary_file,
    categorical_column_with_vocabulary_list,
)
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.reshaping import reshape
from stagelight.ops.arrays.shape import shape as shape_of
from stagelight.ops.parsing.features import VarLenFeature
from stagelight.ops.reductions.reduction_functions import reduce_prod
from stagelight.ops.sparse.conversion import to_dense
from stagelight.ops.sparse.reordering import reshape as sparse_reshape
from stagelight.public import public
from stagelight.types.dtypes import float32, string
from stagelight.types.shapes import TensorShape


class _Sequence(NamedTuple):
    categorical_column: Any


@column_kind
class SequenceCategoricalColumn(CategoricalColumn, _Sequence):
    """Categories in sequences: `[batch, time, values of one step]`."""

    @property
    def name(self) -> str:
        """That of the categories."""
        return self.categorical_column.name

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """That of the categories."""
        return self.categorical_column.parse_example_spec

    @property
    def parents(self) -> list[Any]:
        """The column of categories."""
        return [self.categorical_column]

    @property
    def num_buckets(self) -> Any:
        """The number of categories."""
        return self.categorical_column.num_buckets

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """What the column of categories computes."""
        return self.categorical_column.transform_feature(transformation_cache, state_manager)

    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> IdWeightPair:
        """The categories, and their weights, with an axis for the values of one step."""
        ids, weights = self.categorical_column.get_sparse_tensors(
            transformation_cache, state_manager
        )
        sizes = shape_of(ids)
        steps = concat([sizes[:2], [reduce_prod(sizes[2:])]], 0)
        if weights is not None:
            weights = sparse_reshape(weights, steps)
        return IdWeightPair(sparse_reshape(ids, steps), weights)


class _SequenceNumeric(NamedTuple):
    key: str
    shape: tuple[int, ...]
    default_value: float
    dtype: Any
    normalizer_fn: Any


@column_kind
class SequenceNumericColumn(KeyedColumn, SequenceDenseColumn, _SequenceNumeric):
    """See `sequence_numeric_column`."""

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The feature, of any length."""
        return {self.key: VarLenFeature(self.dtype)}

    @property
    def variable_shape(self) -> TensorShape:
        """The shape of one step."""
        return TensorShape(self.shape)

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The feature, normalized."""
        feature = transformation_cache.get(self.key, state_manager)
        return feature if self.normalizer_fn is None else self.normalizer_fn(feature)

    def get_sequence_dense_tensor(
        self, transformation_cache: Any, state_manager: Any
    ) -> TensorSequenceLengthPair:
        """The numbers `[batch, time] + shape`, and the numbers of steps."""
        feature = transformation_cache.get(self, state_manager)
        dense = to_dense(feature, self.default_value)
        sizes = concat([shape_of(dense)[:1], [-1], self.variable_shape.as_list()], 0)
        group = self.variable_shape.num_elements() or 1
        lengths = lengths_of_sequences(feature, group if feature.shape.rank == 2 else 1)
        return TensorSequenceLengthPair(reshape(dense, sizes), lengths)


def require_sequence(column: Any, kind: str) -> None:
    """Refuses a column of categories that is no sequence, where one is needed."""
    if not isinstance(column.categorical_column, SequenceCategoricalColumn):
        raise ValueError(
            f"In {kind}: {column.name}. categorical_column must be of type SequenceCategoricalColumn "
            "to use SequenceFeatures. Suggested fix: Use one of "
            "sequence_categorical_column_with_*. Given (type "
            f"{type(column.categorical_column)}): {column.categorical_column}"
        )


def refuse_sequence(column: Any, kind: str) -> None:
    """Refuses a column of categories in sequences, where none can be."""
    if isinstance(column.categorical_column, SequenceCategoricalColumn):
        raise ValueError(
            f"In {kind}: {column.name}. categorical_column must not be of type "
            "SequenceCategoricalColumn. Suggested fix A: If you wish to use DenseFeatures, use a "
            "non-sequence categorical_column_with_*. Suggested fix B: If you wish to create sequence "
            "input, use SequenceFeatures instead of DenseFeatures. Given (type "
            f"{type(column.categorical_column)}): {column.categorical_column}"
        )


@public("feature_column.sequence_numeric_column")
def sequence_numeric_column(
    key: str,
    shape: Any = (1,),
    default_value: float = 0.0,
    dtype: Any = float32,
    normalizer_fn: Callable[[Any], Any] | None = None,
) -> SequenceNumericColumn:
    """A column of sequences of numbers.

    Args:
        key: the feature's key; it is sparse.
        shape: the shape of one step.
        default_value: what fills the ends of shorter sequences.
        dtype: the numbers' dtype in examples.
        normalizer_fn: a function that is applied to the sparse numbers.

    Raises:
        TypeError, ValueError: sizes that are not positive integers, a dtype that is none of
            numbers, a `normalizer_fn` that is no function.

    >>> heat = tf.feature_column.sequence_numeric_column("heat")
    >>> features = {"heat": tf.ragged.constant([[1.0, 2.0], [3.0]]).to_sparse()}
    >>> features = tf.__internal__.feature_column.FeatureTransformationCache(features)
    >>> values, lengths = heat.get_sequence_dense_tensor(features, None)
    >>> values.numpy().tolist(), lengths.numpy().tolist()
    ([[[1.0], [2.0]], [[3.0], [0.0]]], [2, 1])
    """
    sizes = sizes_of(shape, key)
    require_number(dtype, key)
    require_function(normalizer_fn)
    return SequenceNumericColumn(key, sizes, default_value, dtype, normalizer_fn)


@public("feature_column.sequence_categorical_column_with_identity")
def sequence_categorical_column_with_identity(
    key: str, num_buckets: int, default_value: int | None = None
) -> SequenceCategoricalColumn:
    """Sequences of the categories of `tf.feature_column.categorical_column_with_identity`.

    >>> tf.feature_column.sequence_categorical_column_with_identity("day", 7).num_buckets
    7
    """
    return SequenceCategoricalColumn(
        categorical_column_with_identity(key, num_buckets, default_value)
    )


@public("feature_column.sequence_categorical_column_with_hash_bucket")
def sequence_categorical_column_with_hash_bucket(
    key: str, hash_bucket_size: int, dtype: Any = string
) -> SequenceCategoricalColumn:
    """Sequences of the categories of `tf.feature_column.categorical_column_with_hash_bucket`.

    >>> tf.feature_column.sequence_categorical_column_with_hash_bucket("word", 10).name
    'word'
    """
    return SequenceCategoricalColumn(
        categorical_column_with_hash_bucket(key, hash_bucket_size, dtype)
    )


@public("feature_column.sequence_categorical_column_with_vocabulary_file")
def sequence_categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: int | None = None,
    dtype: Any = string,
) -> SequenceCategoricalColumn:
    """Sequences of the categories of `tf.feature_column.categorical_column_with_vocabulary_file`.

    >>> column = tf.feature_column.sequence_categorical_column_with_vocabulary_file("a", "words", 3)
    >>> column.num_buckets
    3
    """
    column = categorical_column_with_vocabulary_file(
        key, vocabulary_file, vocabulary_size, dtype, default_value, num_oov_buckets
    )
    return SequenceCategoricalColumn(column)


@public("feature_column.sequence_categorical_column_with_vocabulary_list")
def sequence_categorical_column_with_vocabulary_list(
    key: str,
    vocabulary_list: Sequence[Any],
    dtype: Any = None,
    default_value: int = -1,
    num_oov_buckets: int = 0,
) -> SequenceCategoricalColumn:
    """Sequences of the categories of `tf.feature_column.categorical_column_with_vocabulary_list`.

    >>> column = tf.feature_column.sequence_categorical_column_with_vocabulary_list("a", ["x", "y"])
    >>> column.num_buckets
    2
    """
    column = categorical_column_with_vocabulary_list(
        key, vocabulary_list, dtype, default_value, num_oov_buckets
    )
    return SequenceCategoricalColumn(column)
