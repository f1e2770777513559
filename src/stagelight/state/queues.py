"""`tf.queue`: queues of tensors, which threads put in and take out and wait for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.graph.scopes import executing_eagerly, init_scope
from stagelight.ops.arrays.gather import gather
from stagelight.ops.arrays.joining import stack
from stagelight.ops.arrays.static_values import get_static_value
from stagelight.ops.random.streams import op_seeds
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, int32, int64
from stagelight.types.shapes import UNKNOWN, TensorShape, as_shape


@public("queue.QueueBase", "compat.v1.QueueBase", "compat.v1.io.QueueBase")
class QueueBase:
    """What queues have in common: elements are tensors, tuples of them, or dicts where parts have names.

    Args:
        dtypes: the dtypes of an element's parts.
        shapes: their shapes, or None.
        names: their names, or None.
        queue_ref: the handle.

    Raises:
        ValueError: there are not as many shapes or names as dtypes.

    >>> queue = tf.queue.FIFOQueue(3, [tf.int32, tf.string], names=["number", "word"])
    >>> queue.enqueue({"number": 1, "word": "a"})
    >>> queue.dequeue()["word"].numpy()
    b'a'
    """

    def __init__(
        self,
        dtypes: Sequence[Any],
        shapes: Sequence[Any] | None,
        names: Sequence[str] | None,
        queue_ref: Any,
    ) -> None:
        self._dtypes = list(dtypes)
        for told, what in ((shapes, "shapes"), (names, "names")):
            if told is not None and len(told) != len(self._dtypes):
                raise ValueError(
                    f"Queue {what} must have the same length as dtypes, received len({what})="
                    f"{len(told)}, len(dtypes)={len(self._dtypes)}"
                )
        self._shapes = (
            [UNKNOWN] * len(self._dtypes) if shapes is None else list(map(as_shape, shapes))
        )
        self._names = names
        self._queue_ref = queue_ref

    @staticmethod
    def from_list(index: Any, queues: list[QueueBase]) -> QueueBase:
        """The queue at a place of a list, which may be a tensor.

        Raises:
            TypeError: there are no queues, or their dtypes or names differ.
        """
        if not isinstance(queues, list) or not queues or not all(
            isinstance(queue, QueueBase) for queue in queues
        ):  # fmt: skip
            raise TypeError("A list of queues expected")
        first = queues[0]
        if any(queue.dtypes != first.dtypes for queue in queues):
            raise TypeError("Queues do not have matching component dtypes.")
        if any(queue.names != first.names for queue in queues):
            raise TypeError("Queues do not have matching component names.")
        shapes = [
            reduce(TensorShape.most_specific_compatible_shape, each)
            for each in zip(*(queue.shapes for queue in queues), strict=True)
        ]
        handle = gather(stack([queue.queue_ref for queue in queues]), index)
        return QueueBase(first.dtypes, shapes, first.names, handle)

    @property
    def queue_ref(self) -> Any:
        """The handle of the queue."""
        return self._queue_ref

    @property
    def name(self) -> str:
        """The operation's name; eagerly there is none."""
        return "Empty" if isinstance(self._queue_ref, EagerTensor) else str(self._queue_ref.op.name)

    @property
    def dtypes(self) -> list[Any]:
        """The dtypes of an element's parts."""
        return self._dtypes

    @property
    def shapes(self) -> list[TensorShape]:
        """The shapes of an element's parts."""
        return self._shapes

    @property
    def names(self) -> Sequence[str] | None:
        """The names of an element's parts, if they have any."""
        return self._names

    def enqueue(self, vals: Any, name: str | None = None) -> Any:
        """Puts an element in; waits while the queue is full.

        Raises:
            CancelledError: the queue is closed.
            InvalidArgumentError, ValueError: the element has not the queue's shapes, or names.
        """
        with self._scope(name, "enqueue") as scope:
            parts = self._parts(vals)
            for part, shape in zip(parts, self._shapes, strict=True):
                part.shape.assert_is_compatible_with(shape)
            return raw.QueueEnqueueV2(self._queue_ref, parts, name=scope)

    def enqueue_many(self, vals: Any, name: str | None = None) -> Any:
        """Puts the rows of tensors in, as an element each; waits while the queue is full.

        Raises:
            CancelledError: the queue is closed.
            InvalidArgumentError, ValueError: the rows have not the queue's shapes, or names.
        """
        with self._scope(name, "EnqueueMany") as scope:
            parts = self._parts(vals)
            rows = as_shape([parts[0].shape.with_rank_at_least(1)[0]])
            for part, shape in zip(parts, self._shapes, strict=True):
                rows = rows.merge_with(part.shape.with_rank_at_least(1)[:1])
                part.shape[1:].assert_is_compatible_with(shape)
            return raw.QueueEnqueueManyV2(self._queue_ref, parts, name=scope)

    def dequeue(self, name: str | None = None) -> Any:
        """Takes an element out; waits while there is none.

        Raises:
            OutOfRangeError: the queue is closed and empty.
        """
        name = name or f"{self._own_name()}_Dequeue"
        found = raw.QueueDequeueV2(self._queue_ref, component_types=self._dtypes, name=name)
        return self._given(found, TensorShape([]))

    def dequeue_many(self, n: Any, name: str | None = None) -> Any:
        """Takes `n` elements out, as rows; waits while there are fewer.

        Raises:
            OutOfRangeError: the queue is closed and has fewer.
            InvalidArgumentError: the shapes of elements are not known.
        """
        name = name or f"{self._own_name()}_DequeueMany"
        found = raw.QueueDequeueManyV2(self._queue_ref, n, component_types=self._dtypes, name=name)
        count = get_static_value(convert_to_tensor(n, int32)) if not _is_symbolic(n) else None
        return self._given(found, TensorShape([None if count is None else int(count)]))

    def dequeue_up_to(self, n: Any, name: str | None = None) -> Any:
        """As `dequeue_many`, but gives what is left of a closed queue.

        Raises:
            OutOfRangeError: the queue is closed and empty.
            InvalidArgumentError: the shapes of elements are not known.
        """
        name = name or f"{self._own_name()}_DequeueUpTo"
        found = raw.QueueDequeueUpToV2(self._queue_ref, n, component_types=self._dtypes, name=name)
        return self._given(found, TensorShape([None]))

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Any:
        """Lets nothing more be put in.

        Args:
            cancel_pending_enqueues: whether elements that wait for room are refused.
            name: the operation's name.
        """
        return raw.QueueCloseV2(
            self._queue_ref,
            cancel_pending_enqueues=cancel_pending_enqueues,
            name=name or f"{self._own_name()}_Close",
        )

    def is_closed(self, name: str | None = None) -> Any:
        """Whether the queue is closed."""
        return raw.QueueIsClosedV2(self._queue_ref, name=name or f"{self._own_name()}_Is_Closed")

    def size(self, name: str | None = None) -> Any:
        """The number of elements."""
        return raw.QueueSizeV2(self._queue_ref, name=name or f"{self._own_name()}_Size")

    def _own_name(self) -> str:
        return self.name.rpartition("/")[2]

    def _scope(self, name: str | None, what: str) -> Any:
        return op_scope(name or f"{self._own_name()}_{what}")

    def _parts(self, vals: Any) -> list[Any]:
        if isinstance(vals, Mapping):
            if not self._names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self._names, key=str) != sorted(vals, key=str):
                raise ValueError(
                    "Keys in dictionary to enqueue do not match names of Queue. Dictionary: "
                    f"{sorted(vals)}, Queue: {sorted(self._names)}"
                )
            vals = [vals[name] for name in self._names]
        elif self._names:
            raise ValueError("You must enqueue a dictionary in a Queue with names")
        elif not isinstance(vals, (list, tuple)):
            vals = [vals]
        if len(vals) != len(self._dtypes):
            raise ValueError(
                f"An element of this queue has {len(self._dtypes)} parts. Received {len(vals)}."
            )
        return [
            convert_to_tensor(value, dtype, name=f"component_{index}")
            for index, (value, dtype) in enumerate(zip(vals, self._dtypes, strict=True))
        ]

    def _given(self, found: Any, rows: TensorShape) -> Any:
        parts = list(found) if isinstance(found, (list, tuple)) else [found]
        for part, shape in zip(parts, self._shapes, strict=True):
            if not isinstance(part, EagerTensor):
                part.set_shape(rows.concatenate(shape))
        if self._names:
            return dict(zip(self._names, parts, strict=True))
        return parts[0] if len(parts) == 1 else parts


def _is_symbolic(n: Any) -> bool:
    return isinstance(n, Tensor) and not isinstance(n, EagerTensor) and get_static_value(n) is None


def _listed(values: Any, make: Any) -> list[Any]:
    return (
        [make(value) for value in values] if isinstance(values, (list, tuple)) else [make(values)]
    )


def _shapes_of(shapes: Any) -> list[TensorShape] | None:
    """The shapes of parts: a list of shapes, or the one of a single part."""
    if shapes is None:
        return None
    if isinstance(shapes, TensorShape) or not any(
        nest.is_nested(shape) or isinstance(shape, TensorShape) for shape in shapes
    ):
        is_list_of_none = isinstance(shapes, list) and all(x is None for x in shapes) and shapes
        return list(map(as_shape, shapes)) if is_list_of_none else [as_shape(shapes)]
    return list(map(as_shape, shapes))


class _Made(QueueBase):
    """A queue with a handle of its own, made where it stands in a program, not within a function.

    Sessions know it by the name of its operation, if it has no other.
    """

    def __init__(
        self,
        make: Any,
        capacity: int,
        dtypes: Any,
        shapes: Any,
        names: Any,
        shared_name: str | None,
        name: str,
        first: tuple[Any, ...] = (),
        **attrs: Any,
    ) -> None:
        types = _listed(dtypes, as_dtype)
        known = _shapes_of(shapes)
        names = [names] if isinstance(names, str) else names
        super().__init__([*first, *types], None, names, None)
        if known is not None:
            self._shapes = [*([TensorShape([])] * len(first)), *known]
        with init_scope():
            self._queue_ref = make(
                component_types=types,
                shapes=known or [],
                capacity=capacity,
                shared_name=shared_name or "",
                name=name,
                **attrs,
            )
            if not shared_name and not executing_eagerly():
                self._queue_ref.op.attrs["shared_name"] = self._queue_ref.op.name


@public("queue.FIFOQueue", "compat.v1.FIFOQueue")
class FIFOQueue(_Made):
    """A queue whose elements come out in the order in which they went in.

    Args:
        capacity: how many elements there may be.
        dtypes: the dtype, or the dtypes of an element's parts.
        shapes: their shapes, which `dequeue_many` needs.
        names: their names, for elements that are dicts.
        shared_name: queues of one name are one.
        name: the operation's name.

    >>> queue = tf.queue.FIFOQueue(10, tf.int32, shapes=[[]])
    >>> queue.enqueue_many([[1, 2, 3]])
    >>> queue.dequeue().numpy(), queue.dequeue_many(2).numpy().tolist()
    (np.int32(1), [2, 3])
    """

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "fifo_queue",
    ) -> None:
        super().__init__(raw.FIFOQueueV2, capacity, dtypes, shapes, names, shared_name, name)


@public("queue.PaddingFIFOQueue", "compat.v1.PaddingFIFOQueue", "compat.v1.io.PaddingFIFOQueue")
class PaddingFIFOQueue(_Made):
    """A queue whose elements, when several are taken, are filled up with zeros to one size.

    Args:
        capacity: how many elements there may be.
        dtypes: the dtypes of an element's parts.
        shapes: their shapes, with None for sizes that differ.
        names: their names, for elements that are dicts.
        shared_name: queues of one name are one.
        name: the operation's name.

    Raises:
        ValueError: there are not as many shapes as dtypes.

    >>> queue = tf.queue.PaddingFIFOQueue(10, [tf.int32], shapes=[[None]])
    >>> queue.enqueue([[1]])
    >>> queue.enqueue([[2, 3]])
    >>> queue.dequeue_many(2).numpy().tolist()
    [[1, 0], [2, 3]]
    """

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ) -> None:
        types, known = _listed(dtypes, as_dtype), _shapes_of(shapes) or []
        if len(types) != len(known):
            raise ValueError(
                f"Shapes must be provided for all components, but received {len(types)} dtypes and "
                f"{len(known)} shapes."
            )
        super().__init__(raw.PaddingFIFOQueueV2, capacity, dtypes, shapes, names, shared_name, name)


@public(
    "queue.RandomShuffleQueue", "compat.v1.RandomShuffleQueue", "compat.v1.io.RandomShuffleQueue"
)
class RandomShuffleQueue(_Made):
    """A queue that gives its elements in random order.

    Args:
        capacity: how many elements there may be.
        min_after_dequeue: how many are left in it until it is closed.
        dtypes: the dtype, or the dtypes of an element's parts.
        shapes: their shapes, which `dequeue_many` needs.
        names: their names, for elements that are dicts.
        seed: a seed.
        shared_name: queues of one name are one.
        name: the operation's name.

    >>> queue = tf.queue.RandomShuffleQueue(10, 0, tf.int32, shapes=[[]])
    >>> queue.enqueue_many([[1, 2, 3]])
    >>> sorted(queue.dequeue_many(3).numpy().tolist())
    [1, 2, 3]
    """

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        seed: int | None = None,
        shared_name: str | None = None,
        name: str = "random_shuffle_queue",
    ) -> None:
        seeds: dict[str, Any] = {**op_seeds(seed)}
        super().__init__(
            raw.RandomShuffleQueueV2,
            capacity,
            dtypes,
            shapes,
            names,
            shared_name,
            name,
            min_after_dequeue=min_after_dequeue,
            **seeds,
        )


@public("queue.PriorityQueue", "compat.v1.PriorityQueue", "compat.v1.io.PriorityQueue")
class PriorityQueue(_Made):
    """A queue that gives the element of the lowest number first.

    The number, int64, is the first part of each element.

    Args:
        capacity: how many elements there may be.
        types: the dtypes of the other parts.
        shapes: their shapes.
        names: the names of all parts, for elements that are dicts.
        shared_name: queues of one name are one.
        name: the operation's name.

    >>> queue = tf.queue.PriorityQueue(10, [tf.string], [[]])
    >>> queue.enqueue((5, "later"))
    >>> queue.enqueue((2, "sooner"))
    >>> queue.dequeue()[1].numpy()
    b'sooner'
    """

    def __init__(
        self,
        capacity: int,
        types: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "priority_queue",
    ) -> None:
        super().__init__(
            raw.PriorityQueueV2, capacity, types, shapes, names, shared_name, name, first=(int64,)
        )
