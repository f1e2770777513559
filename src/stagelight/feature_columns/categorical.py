"""Columns of categories: by the hash of a word, by the number itself, and with weights."""

from __future__ import annotations

from typing import Any, NamedTuple

from stagelight.core.raw import raw
from stagelight.feature_columns.arguments import (
    require_key,
    require_same_kind,
    require_string_or_integer,
)
from stagelight.feature_columns.column import (
    CategoricalColumn,
    IdWeightPair,
    KeyedColumn,
    column_kind,
)
from stagelight.feature_columns.features import as_feature, sparse_feature
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.select import where
from stagelight.ops.parsing.features import VarLenFeature
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.ops.strings.number_text import as_string
from stagelight.ops.strings.string_hashing import to_hash_bucket_fast
from stagelight.public import public
from stagelight.types.dtypes import float32, int64, string


class KeyedCategoricalColumn(KeyedColumn, CategoricalColumn):
    """A column of the words or numbers of one feature."""

    dtype: Any

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The feature, of any length."""
        return {self.key: VarLenFeature(self.dtype)}

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The numbers of the feature's values, sparse; "" and -1 stand for none."""
        feature = sparse_feature(transformation_cache.get(self.key, state_manager))
        ids = self._ids(feature.values, state_manager)
        return SparseTensor(feature.indices, ids, feature.dense_shape)

    def _ids(self, values: Any, state_manager: Any) -> Any:
        """The numbers of values."""
        raise NotImplementedError


class _Hashed(NamedTuple):
    key: str
    hash_bucket_size: int
    dtype: Any


@column_kind
class HashedCategoricalColumn(KeyedCategoricalColumn, _Hashed):
    """See `categorical_column_with_hash_bucket`."""

    @property
    def num_buckets(self) -> int:
        """The number of buckets."""
        return self.hash_bucket_size

    def _ids(self, values: Any, state_manager: Any) -> Any:
        require_string_or_integer(values.dtype, f"column_name: {self.key} input_tensor")
        require_same_kind(self.dtype, values.dtype, self.key)
        words = values if self.dtype is string else as_string(values)
        return to_hash_bucket_fast(words, self.hash_bucket_size)


@public("feature_column.categorical_column_with_hash_bucket")
def categorical_column_with_hash_bucket(
    key: str, hash_bucket_size: int, dtype: Any = string
) -> HashedCategoricalColumn:
    """A column of categories that are the fingerprint of a word, or of a number's digits, modulo a size.

    Args:
        key: the feature's key.
        hash_bucket_size: the number of categories.
        dtype: string or an integer dtype.

    Raises:
        ValueError: the size is not positive, the dtype another one.

    >>> words = tf.feature_column.categorical_column_with_hash_bucket("word", 10)
    >>> features = tf.__internal__.feature_column.FeatureTransformationCache({"word": ["a", "b"]})
    >>> words.get_sparse_tensors(features, None).id_tensor.values.numpy()
    array([9, 2])
    """
    if hash_bucket_size is None:
        raise ValueError(f"hash_bucket_size must be set. key: {key}")
    if hash_bucket_size < 1:
        raise ValueError(
            f"hash_bucket_size must be at least 1. hash_bucket_size: {hash_bucket_size}, key: {key}"
        )
    require_key(key)
    require_string_or_integer(dtype, f"column_name: {key}")
    return HashedCategoricalColumn(key, hash_bucket_size, dtype)


class _Identity(NamedTuple):
    key: str
    number_buckets: int
    default_value: int | None


@column_kind
class IdentityCategoricalColumn(KeyedCategoricalColumn, _Identity):
    """See `categorical_column_with_identity`."""

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The feature, of any length."""
        return {self.key: VarLenFeature(int64)}

    @property
    def num_buckets(self) -> int:
        """The number of categories."""
        return self.number_buckets

    def _ids(self, values: Any, state_manager: Any) -> Any:
        if not values.dtype.is_integer:
            raise ValueError(f"Invalid input, not integer. key: {self.key} dtype: {values.dtype}")
        ids = cast(values, int64)
        if self.default_value is None:
            return ids
        is_outside = raw.LogicalOr(ids < 0, ids >= self.num_buckets)
        return where(is_outside, cast(self.default_value, int64), ids)


@public("feature_column.categorical_column_with_identity")
def categorical_column_with_identity(
    key: str, num_buckets: int, default_value: int | None = None
) -> IdentityCategoricalColumn:
    """A column of categories that are the feature's integers themselves.

    Args:
        key: the feature's key.
        num_buckets: the number of categories; they begin at 0.
        default_value: what takes the place of other numbers. Where it is None, negative numbers stand for
            none, and numbers that are too large are an error where they are looked up.

    Raises:
        ValueError: `num_buckets` is not positive, or `default_value` no category.

    >>> tf.feature_column.categorical_column_with_identity("day", 7).parse_example_spec
    {'day': VarLenFeature(dtype=tf.int64)}
    """
    if num_buckets < 1:
        raise ValueError(f"num_buckets {num_buckets} < 1, column_name {key}")
    if default_value is not None and not 0 <= default_value < num_buckets:
        raise ValueError(
            f"default_value {default_value} not in range [0, {num_buckets}), column_name {key}"
        )
    require_key(key)
    return IdentityCategoricalColumn(key, num_buckets, default_value)


class _Weighted(NamedTuple):
    categorical_column: Any
    weight_feature_key: str
    dtype: Any


@column_kind
class WeightedCategoricalColumn(CategoricalColumn, _Weighted):
    """See `weighted_categorical_column`."""

    @property
    def name(self) -> str:
        """Those of the categories and of the weights."""
        return f"{self.categorical_column.name}_weighted_by_{self.weight_feature_key}"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The categories' features, and that of the weights.

        Raises:
            ValueError: they are the same feature.
        """
        features = dict(self.categorical_column.parse_example_spec)
        if self.weight_feature_key in features:
            raise ValueError(
                f"Parse config {features[self.weight_feature_key]} already exists for "
                f"{self.weight_feature_key}."
            )
        features[self.weight_feature_key] = VarLenFeature(self.dtype)
        return features

    @property
    def parents(self) -> list[Any]:
        """The column of categories, and the weights' key."""
        return [self.categorical_column, self.weight_feature_key]

    @property
    def num_buckets(self) -> Any:
        """The number of categories."""
        return self.categorical_column.num_buckets

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The numbers of the categories and their weights, both sparse."""
        weights = as_feature(transformation_cache.get(self.weight_feature_key, state_manager))
        if weights.dtype is not self.dtype:
            raise ValueError(f"Bad dtype, expected {self.dtype}, but got {weights.dtype}.")
        weights = sparse_feature(weights, 0)
        if not weights.dtype.is_floating:
            values = cast(weights.values, float32)
            weights = SparseTensor(weights.indices, values, weights.dense_shape)
        ids = transformation_cache.get(self.categorical_column, state_manager)
        return sparse_feature(ids), weights

    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> IdWeightPair:
        """The numbers of the categories and their weights."""
        return IdWeightPair(*transformation_cache.get(self, state_manager))


@public("feature_column.weighted_categorical_column")
def weighted_categorical_column(
    categorical_column: Any, weight_feature_key: str, dtype: Any = float32
) -> WeightedCategoricalColumn:
    """A column of categories with weights that another feature has.

    Args:
        categorical_column: the column of categories.
        weight_feature_key: the key of the feature of weights, which has a weight for each category.
        dtype: the weights' dtype in examples.

    Raises:
        ValueError: the dtype is none of numbers.

    >>> words = tf.feature_column.categorical_column_with_hash_bucket("word", 10)
    >>> tf.feature_column.weighted_categorical_column(words, "count").name
    'word_weighted_by_count'
    """
    if dtype is None or not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype {dtype} is not convertible to float.")
    return WeightedCategoricalColumn(categorical_column, weight_feature_key, dtype)
