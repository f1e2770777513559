"""Sequences batched with those of like length: `bucket_by_sequence_length`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.autograph.api import convert_callback
from stagelight.autograph.context import ControlStatus, Status
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.data.dataset import Dataset, dataset_method
from stagelight.types.dtypes import int32, int64
from stagelight.types.shapes import as_shape


@dataset_method("bucket_by_sequence_length")
def bucket_by_sequence_length(
    self: Dataset,
    element_length_func: Callable[..., Any],
    bucket_boundaries: Sequence[int],
    bucket_batch_sizes: Sequence[int],
    padded_shapes: Any = None,
    padding_values: Any = None,
    pad_to_bucket_boundary: bool = False,
    no_padding: bool = False,
    drop_remainder: bool = False,
    name: str | None = None,
) -> Dataset:
    """Batches of elements of like length, padded to the longest of the batch.

    Bucket 0 has lengths below the first boundary, bucket `i` those from boundary `i - 1` on and below
    boundary `i`, the last one all others.

    Args:
        element_length_func: gives the length of an element, an int32 scalar.
        bucket_boundaries: the boundaries, which increase.
        bucket_batch_sizes: the size of the batches of each bucket: one more than boundaries.
        padded_shapes: as for `padded_batch`.
        padding_values: as for `padded_batch`.
        pad_to_bucket_boundary: whether sizes that are not known are padded to the boundary of the bucket
            less one.
        no_padding: whether batches are not padded: the elements of a bucket must have one shape.
        drop_remainder: whether batches that are not full are left out.
        name: name of the operation.

    Raises:
        ValueError: there is not one batch size more than boundaries.
        InvalidArgumentError: with `pad_to_bucket_boundary`, an element belongs to the last bucket.

    >>> dataset = tf.data.Dataset.from_generator(
    ...     lambda: [[1], [1, 2, 3], [4, 5]], output_signature=tf.TensorSpec([None], tf.int32))
    >>> for batch in dataset.bucket_by_sequence_length(lambda x: tf.shape(x)[0], [3], [2, 2]):
    ...     print(batch.numpy().tolist())
    [[1, 0], [4, 5]]
    [[1, 2, 3]]
    """
    if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
        raise ValueError(
            f"`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but "
            f"`len(bucket_batch_sizes)={len(bucket_batch_sizes)}` and `len(bucket_boundaries)="
            f"{len(bucket_boundaries)}`."
        )
    sizes = convert_to_tensor(list(bucket_batch_sizes), int64)
    ends = np.iinfo(np.int32)
    lowest = convert_to_tensor([ends.min, *bucket_boundaries], int32)
    beyond = convert_to_tensor([*bucket_boundaries, ends.max], int32)
    length_of = convert_callback(element_length_func, ControlStatus(Status.ENABLED))

    def bucket_of(*element: Any) -> Any:
        length = convert_to_tensor(length_of(*element), int32)
        fits = raw.LogicalAnd(raw.LessEqual(lowest, length), raw.Less(length, beyond))
        return raw.Min(raw.Where(fits), [0, 1])

    def size_of(bucket: Tensor) -> Any:
        return raw.GatherV2(sizes, bucket, 0)

    def batched(bucket: Tensor, group: Any) -> Any:
        size = size_of(bucket)
        if no_padding:
            return group.batch(size, drop_remainder=drop_remainder)
        filler: Any = None
        if pad_to_bucket_boundary:
            is_bounded = raw.Less(bucket, convert_to_tensor(len(bucket_boundaries), int64))
            message = "When pad_to_bucket_boundary=True, elements must have length < max(bucket_boundaries)."
            count = convert_to_tensor(len(bucket_boundaries), int64)
            received = "x (bucket) =", bucket, "y (number of boundaries) =", count
            raw.Assert(is_bounded, [message, *received], summarize=3)
            bounds = convert_to_tensor(list(bucket_boundaries), int64)
            # What is out of bounds is told by the assertion.
            last = convert_to_tensor(len(bucket_boundaries) - 1, int64)
            bound = raw.GatherV2(bounds, raw.Minimum(bucket, last), 0)
            filler = raw.Sub(bound, convert_to_tensor(1, int64))
        shapes = padded_shapes
        if shapes is None:
            shapes = nest.map_structure(lambda leaf: leaf.shape, group.element_spec)
        if filler is not None:
            shapes = nest.map_structure(lambda shape: _filled(shape, filler), shapes)
        return group.padded_batch(size, shapes, padding_values, drop_remainder=drop_remainder)

    return self.group_by_window(bucket_of, batched, window_size_func=size_of)  # type: ignore[attr-defined]


def _filled(shape: Any, filler: Tensor) -> Tensor:
    """A padded shape whose sizes that are not known are those of the bucket."""
    dims = as_shape(shape).as_list()
    known = [filler if size is None else convert_to_tensor(size, int64) for size in dims]
    return raw.Pack(known, axis=0) if known else convert_to_tensor([], int64)
