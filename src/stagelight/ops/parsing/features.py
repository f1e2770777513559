"""What is asked of examples: `tf.io.FixedLenFeature` and its like."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from stagelight.public import public
from stagelight.types.dtypes import as_dtype, int32


@public("io.FixedLenFeature", "compat.v1.FixedLenFeature", "compat.v1.io.FixedLenFeature")
class FixedLenFeature(namedtuple("FixedLenFeature", ["shape", "dtype", "default_value"])):
    """A feature of as many values in each example.

    Args:
        shape: the shape of the values of one example.
        dtype: float32, int64 or string.
        default_value: stands for a feature that is missing; there must be one, if None.

    >>> tf.io.FixedLenFeature([2], tf.float32)
    FixedLenFeature(shape=[2], dtype=tf.float32, default_value=None)
    """

    __slots__ = ()

    def __new__(cls, shape: Any, dtype: Any, default_value: Any = None) -> FixedLenFeature:
        return super().__new__(cls, shape, dtype, default_value)


@public(
    "io.FixedLenSequenceFeature",
    "compat.v1.FixedLenSequenceFeature",
    "compat.v1.io.FixedLenSequenceFeature",
)
class FixedLenSequenceFeature(
    namedtuple("FixedLenSequenceFeature", ["shape", "dtype", "allow_missing", "default_value"])
):
    """A feature of any number of rows of one shape. In a batch, shorter ones are padded.

    Args:
        shape: the shape of a row.
        dtype: float32, int64 or string.
        allow_missing: whether a feature may be missing; it has no rows then.
        default_value: what is padded with; zero or "" if None.

    >>> tf.io.FixedLenSequenceFeature([], tf.int64, allow_missing=True).allow_missing
    True
    """

    __slots__ = ()

    def __new__(
        cls, shape: Any, dtype: Any, allow_missing: bool = False, default_value: Any = None
    ) -> FixedLenSequenceFeature:
        return super().__new__(cls, shape, dtype, allow_missing, default_value)


@public("io.VarLenFeature", "compat.v1.VarLenFeature", "compat.v1.io.VarLenFeature")
class VarLenFeature(namedtuple("VarLenFeature", ["dtype"])):
    """A feature of any number of values, parsed as a sparse tensor.

    >>> tf.io.VarLenFeature(tf.int64)
    VarLenFeature(dtype=tf.int64)
    """

    __slots__ = ()


@public("io.SparseFeature", "compat.v1.SparseFeature", "compat.v1.io.SparseFeature")
class SparseFeature(
    namedtuple("SparseFeature", ["index_key", "value_key", "dtype", "size", "already_sorted"])
):
    """Features that are the indices and the values of a sparse tensor.

    Args:
        index_key: the feature of the indices, or one for each axis.
        value_key: that of the values.
        dtype: float32, int64 or string.
        size: the size of the axis, or of each.
        already_sorted: whether the indices increase.

    >>> tf.io.SparseFeature("index", "value", tf.float32, 100).size
    100
    """

    __slots__ = ()

    def __new__(
        cls, index_key: Any, value_key: str, dtype: Any, size: Any, already_sorted: bool = False
    ) -> SparseFeature:
        return super().__new__(cls, index_key, value_key, dtype, size, already_sorted)


def _partition(name: str, field: str) -> Any:
    base = namedtuple(name, [field])  # type: ignore[misc]

    class Partition(base):
        """How values are divided into rows; see `tf.io.RaggedFeature`."""

        __slots__ = ()

    Partition.__name__ = Partition.__qualname__ = name
    return Partition


@public("io.RaggedFeature")
class RaggedFeature(
    namedtuple(
        "RaggedFeature", ["dtype", "value_key", "partitions", "row_splits_dtype", "validate"]
    )
):
    """A feature of any number of values, parsed as a ragged tensor.

    Args:
        dtype: float32, int64 or string.
        value_key: the feature of the values; that under which this stands, if None.
        partitions: how they are divided into rows, the outermost first: `RowSplits(key)`,
            `RowLengths(key)`, `RowStarts(key)`, `RowLimits(key)`, `ValueRowIds(key)`, each with the key of
            an int64 feature, or `UniformRowLength(length)`.
        row_splits_dtype: int32 or int64.
        validate: whether partitions are checked.

    >>> lengths = tf.io.RaggedFeature.RowLengths("lengths")
    >>> tf.io.RaggedFeature(tf.int64, value_key="values", partitions=[lengths]).partitions
    (RowLengths(key='lengths'),)
    """

    __slots__ = ()

    RowSplits = _partition("RowSplits", "key")
    RowLengths = _partition("RowLengths", "key")
    RowStarts = _partition("RowStarts", "key")
    RowLimits = _partition("RowLimits", "key")
    ValueRowIds = _partition("ValueRowIds", "key")
    UniformRowLength = _partition("UniformRowLength", "length")

    def __new__(
        cls,
        dtype: Any,
        value_key: str | None = None,
        partitions: Any = (),
        row_splits_dtype: Any = int32,
        validate: bool = False,
    ) -> RaggedFeature:
        splits = as_dtype(row_splits_dtype)
        return super().__new__(cls, as_dtype(dtype), value_key, tuple(partitions), splits, validate)
