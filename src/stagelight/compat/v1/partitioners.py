"""The partitioners of TensorFlow 1: into how many parts `get_variable` divides a variable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.distribute.partitioners import (
    FixedShardsPartitioner,
    MaxSizePartitioner,
    MinSizePartitioner,
    Partitioner,
)
from stagelight.public import public
from stagelight.types.dtypes import as_dtype
from stagelight.types.shapes import TensorShape

PartitionFunction = Callable[..., list[int]]


def _along_axis(partitioner: Partitioner, axis: int) -> PartitionFunction:
    """A function of shape and dtype that divides along an axis."""

    def partition(shape: Any, dtype: Any = None, **_: Any) -> list[int]:
        if not isinstance(shape, TensorShape):
            raise ValueError(f"shape must be a TensorShape. Received: {shape!r}")
        if not shape.is_fully_defined():
            raise ValueError(f"shape must be fully defined. Received: {shape}")
        return partitioner(shape, None if dtype is None else as_dtype(dtype), axis)

    return partition


@public("compat.v1.fixed_size_partitioner")
def fixed_size_partitioner(num_shards: int, axis: int = 0) -> PartitionFunction:
    """A partitioner into a number of parts, at most one for each row of the axis.

    Args:
        num_shards: the number of parts.
        axis: the axis that is divided.

    Returns:
        A function of a `TensorShape` and a dtype, whose result is the number of parts of each axis.

    >>> tf.compat.v1.fixed_size_partitioner(3)(shape=tf.TensorShape([10, 4]), dtype=tf.float32)
    [3, 1]
    """
    return _along_axis(FixedShardsPartitioner(num_shards), axis)


@public("compat.v1.variable_axis_size_partitioner")
def variable_axis_size_partitioner(
    max_shard_bytes: int,
    axis: int = 0,
    bytes_per_string_element: int = 16,
    max_shards: int | None = None,
) -> PartitionFunction:
    """A partitioner into as few parts as none is larger than a size.

    Args:
        max_shard_bytes: the largest size of a part.
        axis: the axis that is divided.
        bytes_per_string_element: what a string is counted as.
        max_shards: the most parts; then they may be larger.

    Returns:
        A function of a `TensorShape` and a dtype, whose result is the number of parts of each axis.

    Raises:
        ValueError: a size or number is not positive.

    >>> partitioner = tf.compat.v1.variable_axis_size_partitioner(40)
    >>> partitioner(shape=tf.TensorShape([10, 4]), dtype=tf.float32)
    [5, 1]
    """
    limits = max_shard_bytes, max_shards, bytes_per_string_element
    return _along_axis(MaxSizePartitioner(*limits), axis)


@public("compat.v1.min_max_variable_partitioner")
def min_max_variable_partitioner(
    max_partitions: int = 1,
    axis: int = 0,
    min_slice_size: int = 256 << 10,
    bytes_per_string_element: int = 16,
) -> PartitionFunction:
    """A partitioner into as many parts as can be of a least size.

    Args:
        max_partitions: the most parts.
        axis: the axis that is divided.
        min_slice_size: the least size of a part in bytes.
        bytes_per_string_element: what a string is counted as.

    Returns:
        A function of a `TensorShape` and a dtype, whose result is the number of parts of each axis.

    Raises:
        ValueError: a size or number is not positive; when it is called, there is no such axis.

    >>> partitioner = tf.compat.v1.min_max_variable_partitioner(4, min_slice_size=64)
    >>> partitioner(shape=tf.TensorShape([10, 4]), dtype=tf.float32)
    [3, 1]
    """
    limits = min_slice_size, max_partitions, bytes_per_string_element
    return _along_axis(MinSizePartitioner(*limits), axis)
