"""Queues of inputs that are filled by threads: names of files, numbers, slices of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.compat.v1 import summaries
from stagelight.compat.v1.graph_collections import GraphKeys
from stagelight.compat.v1.older_variable import make_variable
from stagelight.compat.v1.queue_runners import QueueRunner, add_queue_runner
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.scopes import control_dependencies, name_scope
from stagelight.ops.arrays.gather import gather
from stagelight.ops.arrays.identity import identity
from stagelight.ops.arrays.ranges import range_
from stagelight.ops.arrays.shape import shape, size
from stagelight.ops.debugging.assert_operation import assert_true
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.random.shuffle_ops import random_shuffle
from stagelight.public import public, publish_method
from stagelight.state.queues import FIFOQueue
from stagelight.state.variable import Variable
from stagelight.types.dtypes import float32, int64, string


def require_graph(kind: type[Exception] = RuntimeError) -> None:
    """Refuses what only a session can run."""
    if CONTEXT.stage is None:
        raise kind(
            "Input pipelines based on Queues are not supported when eager execution is enabled. Please use "
            "tf.data to ingest data into your model instead. (AG409)"
        )


@public("compat.v1.count_up_to")
def count_up_to(ref: Any, limit: int, name: str | None = None) -> Any:
    """Adds 1 to a counter, and gives what it was.

    Args:
        ref: a scalar variable, int32 or int64.
        limit: what it may become.
        name: the operation's name.

    Raises:
        OutOfRangeError: it is `limit`.

    >>> v = tf.Variable(0)
    >>> tf.compat.v1.count_up_to(v, 5).numpy(), v.numpy()
    (np.int32(0), np.int32(1))
    """
    return raw.ResourceCountUpTo(ref.handle, limit=limit, T=ref.dtype, name=name)


def _count_up_to(self: Variable, limit: int) -> Any:
    """Adds 1 to a counter, and gives what it was; see `tf.compat.v1.count_up_to`."""
    return count_up_to(self, limit)


publish_method(Variable, "count_up_to", _count_up_to)


@public("compat.v1.train.limit_epochs")
def limit_epochs(tensor: Any, num_epochs: int | None = None, name: str | None = None) -> Any:
    """The tensor, which can be computed so often, counted by a local variable.

    Args:
        tensor: the tensor.
        num_epochs: how often; without an end if None.
        name: the operation's name.

    Raises:
        ValueError: the number is not positive.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.compat.v1.train.limit_epochs(tf.constant(5), 1)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(x))
    5
    """
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    with name_scope(name or "limit_epochs") as scope:
        epochs = make_variable(
            convert_to_tensor(0, int64),
            name="epochs",
            trainable=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )
        with control_dependencies([count_up_to(epochs, num_epochs)]):
            return identity(tensor, name=scope)


@public("compat.v1.train.input_producer")
def input_producer(
    input_tensor: Any,
    element_shape: Any = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    summary_name: str | None = None,
    name: str | None = None,
    cancel_op: Any = None,
) -> FIFOQueue:
    """A queue that a thread fills with the rows of a tensor.

    Args:
        input_tensor: the rows.
        element_shape: the shape of a row, where the tensor's is not known.
        num_epochs: how often the rows are given; without an end if None. It is counted by a local variable.
        shuffle: whether the rows are given in another order each time.
        seed: a seed for that.
        capacity: how many elements the queue may have.
        shared_name: queues of one name are one.
        summary_name: the name of a summary of how full the queue is; none if None.
        name: the operations' name.
        cancel_op: what closes the queue when the program is told to stop.

    Raises:
        RuntimeError: eagerly.
        ValueError: the shape of a row is not known.

    >>> with tf.Graph().as_default():
    ...     queue = tf.compat.v1.train.input_producer([[1, 2], [3, 4]])
    ...     queue.dequeue().shape
    TensorShape([2])
    """
    require_graph()
    with name_scope(name or "input_producer"):
        rows = convert_to_tensor(input_tensor, name="input_tensor")
        row_shape = rows.shape[1:].merge_with(element_shape)
        if not row_shape.is_fully_defined():
            raise ValueError(
                "Either `input_tensor` must have a fully defined shape or `element_shape` must be specified"
            )
        if shuffle:
            rows = random_shuffle(rows, seed=seed)
        rows = limit_epochs(rows, num_epochs)
        queue = FIFOQueue(
            capacity, [rows.dtype], [row_shape], shared_name=shared_name, name=name or "fifo_queue"
        )
        runner = QueueRunner(queue, [queue.enqueue_many([rows])], cancel_op=cancel_op)
        add_queue_runner(runner)
        if summary_name is not None:
            summaries.scalar(summary_name, cast(queue.size(), float32) * (1.0 / capacity))
        return queue


@public("compat.v1.train.string_input_producer")
def string_input_producer(
    string_tensor: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Any = None,
) -> FIFOQueue:
    """A queue that a thread fills with strings, such as names of files; see `input_producer`.

    Raises:
        RuntimeError: eagerly.
        ValueError: there are no strings.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.string_input_producer(["a", "b"]).dequeue().dtype
    tf.string
    """
    told = "string_input_producer requires a non-null input tensor"
    if not isinstance(string_tensor, Tensor) and not len(string_tensor):
        raise ValueError(told)
    require_graph()
    with name_scope(name or "input_producer") as scope:
        words = convert_to_tensor(string_tensor, string)
        with control_dependencies([assert_true(raw.Greater(size(words), 0), [told])]):
            words = identity(words)
        full = f"fraction_of_{capacity}_full"
        return input_producer(
            words, [], num_epochs, shuffle, seed, capacity, shared_name, full, scope, cancel_op
        )


@public("compat.v1.train.range_input_producer")
def range_input_producer(
    limit: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> FIFOQueue:
    """A queue that a thread fills with the numbers below a limit; see `input_producer`.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.range_input_producer(5).dequeue().dtype
    tf.int32
    """
    require_graph()
    with name_scope(name or "input_producer") as scope:
        full = f"fraction_of_{capacity}_full"
        return input_producer(
            range_(limit), [], num_epochs, shuffle, seed, capacity, shared_name, full, scope
        )


@public("compat.v1.train.slice_input_producer")
def slice_input_producer(
    tensor_list: Sequence[Any],
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> list[Any]:
    """One row of each tensor, the same of all; which one is given by a queue, see `input_producer`.

    Raises:
        RuntimeError: eagerly.
        ValueError: there are no tensors.

    >>> with tf.Graph().as_default():
    ...     row, label = tf.compat.v1.train.slice_input_producer([[[1.0, 2.0], [3.0, 4.0]], [0, 1]])
    ...     row.shape, label.shape
    (TensorShape([2]), TensorShape([]))
    """
    require_graph()
    with name_scope(name or "input_producer"):
        tensors = [convert_to_tensor(each) for each in tensor_list]
        if not tensors:
            raise ValueError("Expected at least one tensor in slice_input_producer().")
        queue = range_input_producer(
            shape(tensors[0])[0], num_epochs, shuffle, seed, capacity, shared_name
        )
        row = queue.dequeue()
        return [gather(each, row) for each in tensors]
