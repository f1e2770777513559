"""Columns of numbers: as they are, and by the bucket that they fall into."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from stagelight.core.raw import raw
from stagelight.feature_columns.arguments import (
    default_of,
    require_function,
    require_key,
    require_number,
    sizes_of,
)
from stagelight.feature_columns.column import (
    CategoricalColumn,
    DenseColumn,
    IdWeightPair,
    KeyedColumn,
    column_kind,
)
from stagelight.ops.arrays.joining import stack
from stagelight.ops.arrays.one_hot import one_hot
from stagelight.ops.arrays.ranges import range_
from stagelight.ops.arrays.reshaping import expand_dims, reshape
from stagelight.ops.arrays.shape import shape as shape_of
from stagelight.ops.arrays.tiling import tile
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.parsing.features import FixedLenFeature
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.types.dtypes import float32, int64
from stagelight.types.shapes import TensorShape


class _Numeric(NamedTuple):
    key: str
    shape: tuple[int, ...]
    default_value: Any
    dtype: Any
    normalizer_fn: Any


@column_kind
class NumericColumn(KeyedColumn, DenseColumn, _Numeric):
    """See `numeric_column`."""

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The feature, of fixed length."""
        return {self.key: FixedLenFeature(self.shape, self.dtype, self.default_value)}

    @property
    def variable_shape(self) -> TensorShape:
        """The feature's shape."""
        return TensorShape(self.shape)

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The feature, normalized, as float32.

        Raises:
            ValueError: it is sparse.
        """
        feature = transformation_cache.get(self.key, state_manager)
        if isinstance(feature, SparseTensor):
            raise ValueError(
                "The corresponding Tensor of numerical column must be a Tensor. "
                f"SparseTensor is not supported. key: {self.key}"
            )
        if self.normalizer_fn is not None:
            feature = self.normalizer_fn(feature)
        return cast(feature, float32)

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The feature, normalized, as float32."""
        return transformation_cache.get(self, state_manager)


class _Bucketized(NamedTuple):
    source_column: Any
    boundaries: tuple[float, ...]


@column_kind
class BucketizedColumn(DenseColumn, CategoricalColumn, _Bucketized):
    """See `bucketized_column`."""

    @property
    def name(self) -> str:
        """That of the numbers, with an ending."""
        return f"{self.source_column.name}_bucketized"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """That of the numbers."""
        return self.source_column.parse_example_spec

    @property
    def parents(self) -> list[Any]:
        """The column of numbers."""
        return [self.source_column]

    @property
    def variable_shape(self) -> TensorShape:
        """A row for each number, with a place for each bucket."""
        return TensorShape((*self.source_column.shape, len(self.boundaries) + 1))

    @property
    def num_buckets(self) -> int:
        """The buckets of all numbers of an example."""
        return (len(self.boundaries) + 1) * int(self.source_column.shape[0])

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The bucket of each number."""
        numbers = transformation_cache.get(self.source_column, state_manager)
        return raw.Bucketize(numbers, boundaries=list(self.boundaries))

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """1 at the place of each number's bucket, 0 elsewhere."""
        buckets = transformation_cache.get(self, state_manager)
        return one_hot(cast(buckets, int64), len(self.boundaries) + 1, 1.0, 0.0)

    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> IdWeightPair:
        """The buckets, where those of an example's second number follow those of its first."""
        buckets = transformation_cache.get(self, state_manager)
        batch, size = shape_of(buckets)[0], self.source_column.shape[0]
        rows = reshape(tile(expand_dims(range_(0, batch), 1), [1, size]), [-1])
        places = tile(range_(0, size), [batch])
        ids = reshape(buckets, [-1]) + (len(self.boundaries) + 1) * places
        indices = cast(stack([rows, places], 1), int64)
        return IdWeightPair(SparseTensor(indices, ids, cast(stack([batch, size]), int64)), None)


@public("feature_column.numeric_column")
def numeric_column(
    key: str,
    shape: Any = (1,),
    default_value: Any = None,
    dtype: Any = float32,
    normalizer_fn: Callable[[Any], Any] | None = None,
) -> NumericColumn:
    """A column of numbers, as they are in a feature.

    Args:
        key: the feature's key.
        shape: the shape of one example's feature.
        default_value: what stands for the feature in examples that lack it; those are refused if None.
        dtype: the numbers' dtype in examples.
        normalizer_fn: a function that is applied to the numbers.

    Raises:
        TypeError: `default_value` does not fit the dtype, or `normalizer_fn` is no function.
        ValueError: `default_value` has another shape, or `shape` sizes below 1.

    >>> price = tf.feature_column.numeric_column("price", default_value=0.0)
    >>> price
    NumericColumn(key='price', shape=(1,), default_value=(0.0,), dtype=tf.float32, normalizer_fn=None)
    """
    sizes = sizes_of(shape, key)
    require_number(dtype, key)
    default = default_of(sizes, default_value, dtype, key)
    require_function(normalizer_fn)
    require_key(key)
    return NumericColumn(key, sizes, default, dtype, normalizer_fn)


@public("feature_column.bucketized_column")
def bucketized_column(source_column: Any, boundaries: Sequence[float]) -> BucketizedColumn:
    """A column of the buckets that numbers fall into; a boundary belongs to the bucket above it.

    Args:
        source_column: what `numeric_column` gave, of one axis at most.
        boundaries: list or tuple of numbers that grow.

    Raises:
        ValueError: another column, or boundaries that do not grow.

    >>> price = tf.feature_column.numeric_column("price")
    >>> tf.feature_column.bucketized_column(price, [0.0, 10.0]).num_buckets
    3
    """
    if not isinstance(source_column, NumericColumn):
        raise ValueError(
            "source_column must be a column generated with numeric_column(). "
            f"Given: {source_column}"
        )
    if len(source_column.shape) > 1:
        raise ValueError(f"source_column must be one-dimensional column. Given: {source_column}")
    if not boundaries:
        raise ValueError("boundaries must not be empty.")
    is_list = isinstance(boundaries, (list, tuple))
    if not is_list or any(a >= b for a, b in itertools.pairwise(boundaries)):
        raise ValueError("boundaries must be a sorted list.")
    return BucketizedColumn(source_column, tuple(boundaries))
