"""Into how many parts variables would be divided: `tf.distribute.experimental.partitioners`."""

from __future__ import annotations

import math
from typing import Any

from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _require_positive(name: str, value: int | None) -> None:
    if value is not None and value < 1:
        raise ValueError(f"Argument `{name}` must be positive. Received: {value}")


def _element_bytes(dtype: Any, bytes_per_string: int) -> int:
    known = dtypes.as_dtype(dtype)
    return bytes_per_string if known is dtypes.string else known.size


def _along(shape: TensorShape, axis: int, count: int) -> list[int]:
    parts = [1] * len(shape)
    parts[axis] = count
    return parts


@public("distribute.experimental.partitioners.Partitioner")
class Partitioner:
    """Says into how many parts each axis of a variable is divided."""

    def __call__(self, shape: Any, dtype: Any, axis: int = 0) -> list[int]:
        """The number of parts of each axis.

        Args:
            shape: the variable's shape.
            dtype: its dtype.
            axis: the axis that is divided.
        """
        raise NotImplementedError


@public("distribute.experimental.partitioners.FixedShardsPartitioner")
class FixedShardsPartitioner(Partitioner):
    """As many parts as given, at most one for each row.

    >>> tf.distribute.experimental.partitioners.FixedShardsPartitioner(2)(tf.TensorShape([10, 3]), tf.float32)
    [2, 1]
    """

    def __init__(self, num_shards: int) -> None:
        """Makes one."""
        self._num_shards = num_shards

    def __call__(self, shape: Any, dtype: Any, axis: int = 0) -> list[int]:
        """The number of parts of each axis."""
        return _along(shape, axis, min(self._num_shards, shape.dims[axis].value))


@public("distribute.experimental.partitioners.MinSizePartitioner")
class MinSizePartitioner(Partitioner):
    """As many parts as can be of a least size.

    >>> divided = tf.distribute.experimental.partitioners.MinSizePartitioner(4, max_shards=10)
    >>> divided(tf.TensorShape([6, 1]), tf.float32)
    [6, 1]
    """

    def __init__(
        self, min_shard_bytes: int = 256 << 10, max_shards: int = 1, bytes_per_string: int = 16
    ) -> None:
        """Makes one.

        Args:
            min_shard_bytes: the least size of a part.
            max_shards: the most parts.
            bytes_per_string: what a string is counted as.

        Raises:
            ValueError: an argument is not positive.
        """
        _require_positive("min_shard_bytes", min_shard_bytes)
        _require_positive("max_shards", max_shards)
        _require_positive("bytes_per_string", bytes_per_string)
        self._min_shard_bytes = min_shard_bytes
        self._max_shards = max_shards
        self._bytes_per_string = bytes_per_string

    def __call__(self, shape: Any, dtype: Any, axis: int = 0) -> list[int]:
        """The number of parts of each axis.

        Raises:
            ValueError: there is no such axis.
        """
        if axis >= len(shape):
            raise ValueError(
                f"Cannot partition variable along axis {axis} when shape is only {shape}"
            )
        size = shape.num_elements() * _element_bytes(dtype, self._bytes_per_string)
        wanted = min(
            shape.dims[axis].value, self._max_shards, math.ceil(size / self._min_shard_bytes)
        )
        return _along(shape, axis, max(1, wanted))


@public("distribute.experimental.partitioners.MaxSizePartitioner")
class MaxSizePartitioner(Partitioner):
    """As few parts as none is larger than a size.

    >>> tf.distribute.experimental.partitioners.MaxSizePartitioner(4)(tf.TensorShape([6, 1]), tf.float32)
    [6, 1]
    """

    def __init__(
        self, max_shard_bytes: int, max_shards: int | None = None, bytes_per_string: int = 16
    ) -> None:
        """Makes one.

        Args:
            max_shard_bytes: the largest size of a part.
            max_shards: the most parts; then they may be larger.
            bytes_per_string: what a string is counted as.

        Raises:
            ValueError: an argument is not positive.
        """
        _require_positive("max_shard_bytes", max_shard_bytes)
        _require_positive("max_shards", max_shards or None)
        _require_positive("bytes_per_string", bytes_per_string)
        self._max_shard_bytes = max_shard_bytes
        self._max_shards = max_shards
        self._bytes_per_string = bytes_per_string

    def __call__(self, shape: Any, dtype: Any, axis: int = 0) -> list[int]:
        """The number of parts of each axis.

        Raises:
            ValueError: a size is not known.
        """
        if not shape.is_fully_defined():
            raise ValueError(f"shape is not fully defined: {shape}")
        rows = shape.dims[axis].value
        row_bytes = shape.num_elements() / rows * _element_bytes(dtype, self._bytes_per_string)
        count = math.ceil(rows / max(1, math.floor(self._max_shard_bytes / row_bytes)))
        return _along(shape, axis, min(self._max_shards, count) if self._max_shards else count)
