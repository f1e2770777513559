"""`train.batch`, `train.shuffle_batch` and their like: what threads compute again and again, in batches.

The eight functions differ in whether the order is random, whether there are several sources, and whether an
input says what is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.compat.v1 import summaries
from stagelight.compat.v1.batch_sources import Batches
from stagelight.compat.v1.input_producers import require_graph
from stagelight.graph.scopes import name_scope
from stagelight.ops.elementwise.cast import cast
from stagelight.public import public
from stagelight.state.queues import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue
from stagelight.types import dtypes


def _in_order(
    scope: str,
    sources: Sequence[Any],
    batch_size: Any,
    keep_input: Any,
    capacity: int,
    enqueue_many: bool,
    shapes: Any,
    dynamic_pad: bool,
    allow_smaller_final_batch: bool,
    shared_name: str | None,
    name: str | None,
    threads: int = 1,
) -> Any:
    require_graph(ValueError)
    with name_scope(name or scope) as full_name:
        batches = Batches(sources, keep_input, enqueue_many, shapes)
        kind: Any = PaddingFIFOQueue if dynamic_pad else FIFOQueue
        queue = kind(capacity, batches.dtypes, batches.shapes, shared_name=shared_name)
        batches.fill(queue, threads)
        part = cast(queue.size(), dtypes.float32) * (1.0 / capacity)
        summaries.scalar(f"fraction_of_{capacity}_full", part)
        take = queue.dequeue_up_to if allow_smaller_final_batch else queue.dequeue_many
        return batches.given(take(batch_size, name=full_name))


def _shuffled(
    scope: str,
    sources: Sequence[Any],
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    seed: int | None,
    enqueue_many: bool,
    shapes: Any,
    allow_smaller_final_batch: bool,
    shared_name: str | None,
    name: str | None,
    threads: int = 1,
) -> Any:
    require_graph(ValueError)
    with name_scope(name or scope) as full_name:
        if capacity <= min_after_dequeue:
            raise ValueError(
                f"capacity {capacity} must be bigger than min_after_dequeue {min_after_dequeue}."
            )
        batches = Batches(sources, keep_input, enqueue_many, shapes)
        queue = RandomShuffleQueue(
            capacity,
            min_after_dequeue,
            batches.dtypes,
            batches.shapes,
            seed=seed,
            shared_name=shared_name,
        )
        batches.fill(queue, threads)
        room = capacity - min_after_dequeue
        over = cast(queue.size() - min_after_dequeue, dtypes.float32)
        part = cast(over > 0.0, dtypes.float32) * over * (1.0 / room)
        summaries.scalar(f"fraction_over_{min_after_dequeue}_of_{room}_full", part)
        take = queue.dequeue_up_to if allow_smaller_final_batch else queue.dequeue_many
        return batches.given(take(batch_size, name=full_name))


@public("compat.v1.train.batch")
def batch(
    tensors: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches of tensors, which threads compute again and again.

    Args:
        tensors: a tensor, list or dict of (sparse) tensors: one element.
        batch_size: how many elements a batch has.
        num_threads: how many threads compute elements.
        capacity: how many elements may wait.
        enqueue_many: whether the tensors are rows, each an element.
        shapes: the shapes of an element's parts; those that are known if None.
        dynamic_pad: whether elements are filled up with zeros to one size.
        allow_smaller_final_batch: whether the last batch may have fewer elements.
        shared_name: queues of one name are one.
        name: the operations' name.

    Raises:
        ValueError: eagerly, or where shapes are not known.
        OutOfRangeError: when run, after the last batch.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     number = tf.compat.v1.train.range_input_producer(6, shuffle=False).dequeue()
    ...     x = tf.compat.v1.train.batch([number], 3)
    ...     coordinator = tf.train.Coordinator()
    ...     threads = tf.compat.v1.train.start_queue_runners(session, coordinator)
    ...     print(session.run(x))
    ...     coordinator.request_stop()
    ...     coordinator.join(threads)
    [0 1 2]
    """
    return _in_order(
        "batch",
        [tensors],
        batch_size,
        True,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
        num_threads,
    )


@public("compat.v1.train.maybe_batch")
def maybe_batch(
    tensors: Any,
    keep_input: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `batch`, of the elements that are to be kept.

    Args:
        keep_input: a bool tensor: whether the element is kept; with `enqueue_many` perhaps one for each row.
        tensors, batch_size, num_threads, capacity, enqueue_many, shapes, dynamic_pad,
            allow_smaller_final_batch, shared_name, name: as for `batch`.

    >>> with tf.Graph().as_default():
    ...     number = tf.compat.v1.train.range_input_producer(6).dequeue()
    ...     tf.compat.v1.train.maybe_batch([number], number > 2, 3).shape
    TensorShape([3])
    """
    return _in_order(
        "batch",
        [tensors],
        batch_size,
        keep_input,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
        num_threads,
    )


@public("compat.v1.train.batch_join")
def batch_join(
    tensors_list: Sequence[Any],
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `batch`, of the elements of several sources, each computed by a thread.

    Args:
        tensors_list: for each source what `batch` takes as `tensors`.
        batch_size, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch, shared_name,
            name: as for `batch`.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.batch_join([[tf.constant(1)], [tf.constant(2)]], 3).shape
    TensorShape([3])
    """
    return _in_order(
        "batch_join",
        tensors_list,
        batch_size,
        True,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@public("compat.v1.train.maybe_batch_join")
def maybe_batch_join(
    tensors_list: Sequence[Any],
    keep_input: Any,
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `batch_join`, of the elements that are to be kept, see `maybe_batch`.

    >>> with tf.Graph().as_default():
    ...     sources = [[tf.constant(1)], [tf.constant(2)]]
    ...     tf.compat.v1.train.maybe_batch_join(sources, tf.constant(True), 3).shape
    TensorShape([3])
    """
    return _in_order(
        "batch_join",
        tensors_list,
        batch_size,
        keep_input,
        capacity,
        enqueue_many,
        shapes,
        dynamic_pad,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@public("compat.v1.train.shuffle_batch")
def shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `batch`, with elements in random order.

    Args:
        min_after_dequeue: how many elements wait at least, so that the order is random.
        seed: a seed for the order.
        tensors, batch_size, capacity, num_threads, enqueue_many, shapes, allow_smaller_final_batch,
            shared_name, name: as for `batch`.

    Raises:
        ValueError: as for `batch`, or `capacity` is not larger than `min_after_dequeue`.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.shuffle_batch([tf.constant(1)], 3, 10, 5).shape
    TensorShape([3])
    """
    return _shuffled(
        "shuffle_batch",
        [tensors],
        batch_size,
        capacity,
        min_after_dequeue,
        True,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
        num_threads,
    )


@public("compat.v1.train.maybe_shuffle_batch")
def maybe_shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `shuffle_batch`, of the elements that are to be kept, see `maybe_batch`.

    >>> with tf.Graph().as_default():
    ...     keep = tf.constant(True)
    ...     tf.compat.v1.train.maybe_shuffle_batch([tf.constant(1)], 3, 10, 5, keep).shape
    TensorShape([3])
    """
    return _shuffled(
        "shuffle_batch",
        [tensors],
        batch_size,
        capacity,
        min_after_dequeue,
        keep_input,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
        num_threads,
    )


@public("compat.v1.train.shuffle_batch_join")
def shuffle_batch_join(
    tensors_list: Sequence[Any],
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `batch_join`, with elements in random order, see `shuffle_batch`.

    >>> with tf.Graph().as_default():
    ...     sources = [[tf.constant(1)], [tf.constant(2)]]
    ...     tf.compat.v1.train.shuffle_batch_join(sources, 3, 10, 5).shape
    TensorShape([3])
    """
    return _shuffled(
        "shuffle_batch_join",
        tensors_list,
        batch_size,
        capacity,
        min_after_dequeue,
        True,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
    )


@public("compat.v1.train.maybe_shuffle_batch_join")
def maybe_shuffle_batch_join(
    tensors_list: Sequence[Any],
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """As `shuffle_batch_join`, of the elements that are to be kept, see `maybe_batch`.

    >>> with tf.Graph().as_default():
    ...     sources, keep = [[tf.constant(1)], [tf.constant(2)]], tf.constant(True)
    ...     tf.compat.v1.train.maybe_shuffle_batch_join(sources, 3, 10, 5, keep).shape
    TensorShape([3])
    """
    return _shuffled(
        "shuffle_batch_join",
        tensors_list,
        batch_size,
        capacity,
        min_after_dequeue,
        keep_input,
        seed,
        enqueue_many,
        shapes,
        allow_smaller_final_batch,
        shared_name,
        name,
    )
