"""`tf.data.experimental`'s functions for `Dataset.apply`, of which methods have taken the place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.data.dataset import AUTOTUNE, Dataset
from stagelight.public import public
from stagelight.types.dtypes import int64

Transformation = Callable[[Dataset], Dataset]


def _method(name: str, *args: Any, **kwargs: Any) -> Transformation:
    """What calls a method of the dataset that it is applied to."""

    def transformation(dataset: Dataset) -> Dataset:
        result: Dataset = getattr(dataset, name)(*args, **kwargs)
        return result

    return transformation


@public("data.experimental.bucket_by_sequence_length")
def bucket_by_sequence_length(
    element_length_func: Callable[..., Any],
    bucket_boundaries: Any,
    bucket_batch_sizes: Any,
    padded_shapes: Any = None,
    padding_values: Any = None,
    pad_to_bucket_boundary: bool = False,
    no_padding: bool = False,
    drop_remainder: bool = False,
) -> Transformation:
    """For `Dataset.apply`: see `Dataset.bucket_by_sequence_length`.

    >>> dataset = tf.data.Dataset.from_tensors([1, 2])
    >>> form = tf.data.experimental.bucket_by_sequence_length(lambda x: tf.size(x), [3], [1, 1])
    >>> [x.numpy().tolist() for x in dataset.apply(form)]
    [[[1, 2]]]
    """
    return _method(
        "bucket_by_sequence_length",
        element_length_func,
        bucket_boundaries,
        bucket_batch_sizes,
        padded_shapes=padded_shapes,
        padding_values=padding_values,
        pad_to_bucket_boundary=pad_to_bucket_boundary,
        no_padding=no_padding,
        drop_remainder=drop_remainder,
    )


@public("data.experimental.dense_to_ragged_batch")
def dense_to_ragged_batch(
    batch_size: Any, drop_remainder: bool = False, row_splits_dtype: Any = int64
) -> Transformation:
    """For `Dataset.apply`: see `Dataset.ragged_batch`.

    >>> dataset = tf.data.Dataset.range(1, 3).map(tf.range)
    >>> [x.to_list() for x in dataset.apply(tf.data.experimental.dense_to_ragged_batch(2))]
    [[[0], [0, 1]]]
    """
    return _method("ragged_batch", batch_size, drop_remainder, row_splits_dtype)


@public("data.experimental.dense_to_sparse_batch")
def dense_to_sparse_batch(batch_size: Any, row_shape: Any) -> Transformation:
    """For `Dataset.apply`: see `Dataset.sparse_batch`.

    >>> dataset = tf.data.Dataset.from_tensors([1, 2])
    >>> (batch,) = dataset.apply(tf.data.experimental.dense_to_sparse_batch(2, [3]))
    >>> batch.shape
    TensorShape([1, 3])
    """
    return _method("sparse_batch", batch_size, row_shape)


@public("data.experimental.enumerate_dataset")
def enumerate_dataset(start: Any = 0) -> Transformation:
    """For `Dataset.apply`: see `Dataset.enumerate`.

    >>> dataset = tf.data.Dataset.range(5, 7).apply(tf.data.experimental.enumerate_dataset())
    >>> [(int(i), int(x)) for i, x in dataset]
    [(0, 5), (1, 6)]
    """
    return _method("enumerate", start)


@public("data.experimental.group_by_window")
def group_by_window(
    key_func: Callable[..., Any],
    reduce_func: Callable[..., Any],
    window_size: Any = None,
    window_size_func: Callable[..., Any] | None = None,
) -> Transformation:
    """For `Dataset.apply`: see `Dataset.group_by_window`.

    >>> form = tf.data.experimental.group_by_window(lambda x: x % 2, lambda k, g: g.batch(2), 2)
    >>> [x.numpy().tolist() for x in tf.data.Dataset.range(4).apply(form)]
    [[0, 2], [1, 3]]
    """
    return _method("group_by_window", key_func, reduce_func, window_size, window_size_func)


@public("data.experimental.ignore_errors")
def ignore_errors(log_warning: bool = False) -> Transformation:
    """For `Dataset.apply`: see `Dataset.ignore_errors`.

    >>> [int(x) for x in tf.data.Dataset.range(2).apply(tf.data.experimental.ignore_errors())]
    [0, 1]
    """
    return _method("ignore_errors", log_warning)


@public("data.experimental.parallel_interleave")
def parallel_interleave(
    map_func: Callable[..., Any],
    cycle_length: Any,
    block_length: Any = 1,
    sloppy: bool | None = False,
    buffer_output_elements: Any = None,
    prefetch_input_elements: Any = None,
) -> Transformation:
    """For `Dataset.apply`: see `Dataset.interleave`.

    >>> form = tf.data.experimental.parallel_interleave(lambda x: tf.data.Dataset.range(x), 2)
    >>> [int(x) for x in tf.data.Dataset.range(1, 3).apply(form)]
    [0, 0, 1]
    """
    return _method(
        "interleave", map_func, cycle_length, block_length, AUTOTUNE, deterministic=not sloppy
    )


@public("data.experimental.rejection_resample")
def rejection_resample(
    class_func: Callable[..., Any], target_dist: Any, initial_dist: Any = None, seed: Any = None
) -> Transformation:
    """For `Dataset.apply`: see `Dataset.rejection_resample`.

    >>> form = tf.data.experimental.rejection_resample(lambda x: x, [0.5, 0.5], [0.5, 0.5])
    >>> dataset = tf.data.Dataset.from_tensor_slices([0, 1]).apply(form)
    >>> [(int(c), int(x)) for c, x in dataset]
    [(0, 0), (1, 1)]
    """
    return _method("rejection_resample", class_func, target_dist, initial_dist, seed)


@public("data.experimental.scan")
def scan(initial_state: Any, scan_func: Callable[..., Any]) -> Transformation:
    """For `Dataset.apply`: see `Dataset.scan`.

    >>> form = tf.data.experimental.scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s + x))
    >>> [int(x) for x in tf.data.Dataset.range(4).apply(form)]
    [0, 1, 3, 6]
    """
    return _method("scan", initial_state, scan_func)


@public("data.experimental.take_while")
def take_while(predicate: Callable[..., Any]) -> Transformation:
    """For `Dataset.apply`: see `Dataset.take_while`.

    >>> form = tf.data.experimental.take_while(lambda x: x < 2)
    >>> [int(x) for x in tf.data.Dataset.range(9).apply(form)]
    [0, 1]
    """
    return _method("take_while", predicate)


@public("data.experimental.unbatch")
def unbatch() -> Transformation:
    """For `Dataset.apply`: see `Dataset.unbatch`.

    >>> dataset = tf.data.Dataset.range(3).batch(2).apply(tf.data.experimental.unbatch())
    >>> [int(x) for x in dataset]
    [0, 1, 2]
    """
    return _method("unbatch")


@public("data.experimental.unique")
def unique() -> Transformation:
    """For `Dataset.apply`: see `Dataset.unique`.

    >>> dataset = tf.data.Dataset.range(3).map(lambda x: x // 2)
    >>> [int(x) for x in dataset.apply(tf.data.experimental.unique())]
    [0, 1]
    """
    return _method("unique")


@public("data.experimental.map_and_batch")
def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: Any,
    num_parallel_batches: Any = None,
    drop_remainder: bool = False,
    num_parallel_calls: Any = None,
) -> Transformation:
    """For `Dataset.apply`: `map`, then `batch`.

    >>> form = tf.data.experimental.map_and_batch(lambda x: x * 2, 2)
    >>> [x.numpy().tolist() for x in tf.data.Dataset.range(3).apply(form)]
    [[0, 2], [4]]
    """

    def transformation(dataset: Dataset) -> Dataset:
        mapped: Any = dataset.map(map_func, num_parallel_calls)  # type: ignore[attr-defined]
        result: Dataset = mapped.batch(batch_size, drop_remainder)
        return result

    return transformation


@public("data.experimental.shuffle_and_repeat")
def shuffle_and_repeat(buffer_size: Any, count: Any = None, seed: Any = None) -> Transformation:
    """For `Dataset.apply`: `shuffle`, then `repeat`.

    >>> form = tf.data.experimental.shuffle_and_repeat(3, count=2)
    >>> sorted(int(x) for x in tf.data.Dataset.range(2).apply(form))
    [0, 0, 1, 1]
    """

    def transformation(dataset: Dataset) -> Dataset:
        shuffled: Any = dataset.shuffle(buffer_size, seed)  # type: ignore[attr-defined]
        result: Dataset = shuffled.repeat(count)
        return result

    return transformation


@public("data.experimental.copy_to_device")
def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Transformation:
    """For `Dataset.apply`: elements are in the memory of the one device that there is.

    >>> [int(x) for x in tf.data.Dataset.range(2).apply(tf.data.experimental.copy_to_device("/cpu:0"))]
    [0, 1]
    """
    return lambda dataset: dataset


@public("data.experimental.prefetch_to_device")
def prefetch_to_device(device: str, buffer_size: Any = None) -> Transformation:
    """For `Dataset.apply`: `prefetch`.

    >>> dataset = tf.data.Dataset.range(2).apply(tf.data.experimental.prefetch_to_device("/cpu:0"))
    >>> [int(x) for x in dataset]
    [0, 1]
    """
    return _method("prefetch", buffer_size)
