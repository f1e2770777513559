"""Columns of the combinations of several features' categories, by their hash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from stagelight.feature_columns.categorical import HashedCategoricalColumn
from stagelight.feature_columns.column import CategoricalColumn, FeatureColumn, column_kind
from stagelight.ops.parsing.features import VarLenFeature
from stagelight.ops.sparse.crossing import cross_hashed
from stagelight.public import public
from stagelight.types.dtypes import string


class _Crossed(NamedTuple):
    keys: tuple[Any, ...]
    hash_bucket_size: int
    hash_key: int | None


@column_kind
class CrossedColumn(CategoricalColumn, _Crossed):
    """See `crossed_column`."""

    @property
    def name(self) -> str:
        """Those of what is crossed, in order."""
        names = (key if isinstance(key, str) else key.name for key in self._leaves())
        return "_X_".join(sorted(names))

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """Those of what is crossed; keys are those of words."""
        features: dict[str, Any] = {}
        for key in self.keys:
            if isinstance(key, FeatureColumn):
                features.update(key.parse_example_spec)
            else:
                features[key] = VarLenFeature(string)
        return features

    @property
    def parents(self) -> list[Any]:
        """What is crossed."""
        return list(self.keys)

    @property
    def num_buckets(self) -> int:
        """The number of buckets."""
        return self.hash_bucket_size

    def _leaves(self) -> Iterator[Any]:
        """What is crossed, and what is crossed in that."""
        for key in self.keys:
            if isinstance(key, CrossedColumn):
                yield from key._leaves()
            else:
                yield key

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The hash of each combination, sparse.

        Raises:
            ValueError: a column has weights.
        """
        crossed = []
        for key in self._leaves():
            if isinstance(key, str):
                crossed.append(transformation_cache.get(key, state_manager))
                continue
            ids, weights = key.get_sparse_tensors(transformation_cache, state_manager)
            if weights is not None:
                raise ValueError(
                    "crossed_column does not support weight_tensor, but the given column populates "
                    f"weight_tensor. Given column: {key.name}"
                )
            crossed.append(ids)
        return cross_hashed(crossed, self.hash_bucket_size, self.hash_key)


@public("feature_column.crossed_column")
def crossed_column(
    keys: Sequence[Any], hash_bucket_size: int, hash_key: int | None = None
) -> CrossedColumn:
    """A column of the combinations of categories: the hash of each, modulo a size.

    Args:
        keys: keys of features of words, and columns of categories, two at least.
        hash_bucket_size: the number of buckets.
        hash_key: what the fingerprints are combined with.

    Raises:
        ValueError: fewer than two, columns without categories or with hashed ones, a size below 1.

    >>> price = tf.feature_column.numeric_column("price")
    >>> buckets = tf.feature_column.bucketized_column(price, [0.0])
    >>> tf.feature_column.crossed_column(["word", buckets], 100).name
    'price_bucketized_X_word'
    """
    if not hash_bucket_size or hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be > 1. hash_bucket_size: {hash_bucket_size}")
    if not keys or len(keys) < 2:
        raise ValueError(f"keys must be a list with length > 1. Given: {keys}")
    for key in keys:
        if not isinstance(key, (str, CategoricalColumn)):
            raise ValueError(
                "Unsupported key type. All keys must be either string, or categorical column except "
                f"HashedCategoricalColumn. Given: {key}"
            )
        if isinstance(key, HashedCategoricalColumn):
            raise ValueError(
                "categorical_column_with_hash_bucket is not supported for crossing. Hashing before "
                "crossing will increase probability of collision. Instead, use the feature name as "
                f"a string. Given: {key}"
            )
    return CrossedColumn(tuple(keys), hash_bucket_size, hash_key)
