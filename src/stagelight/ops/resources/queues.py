"""Ops on queues, behind a handle. The classes that programs use are in `state`."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import SCALAR, Inferred, constant_value, invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.random.philox import Philox
from stagelight.ops.resources.queue_values import (
    Element,
    PaddingQueue,
    PriorityQueue,
    Queue,
    ShuffleQueue,
)
from stagelight.ops.resources.resource_variables import shared_handle
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import UNKNOWN, TensorShape, as_shape

_WORDS_AT_A_TIME = 256
_WORDS_PER_BLOCK = 4


def queue_of(handle: Any) -> Queue:
    """What the array of a queue's handle holds."""
    queue: Queue = handle[()]
    return queue


def _words(seeds: tuple[int, int]) -> Iterator[int]:
    """The words of the stream of two seeds; zeros are none."""
    if seeds == (0, 0):
        seeds = (secrets.randbits(63), secrets.randbits(63))
    stream = Philox.from_seeds(*seeds)
    while True:
        yield from stream.words(_WORDS_AT_A_TIME).tolist()
        stream = stream.skip(_WORDS_AT_A_TIME // _WORDS_PER_BLOCK)


def _require_shapes(component_types: Sequence[DType], shapes: Sequence[Any]) -> None:
    if shapes and len(shapes) != len(component_types):
        raise invalid(
            "There must be as many shapes as component types, or none. Received "
            f"{len(shapes)} shapes and {len(component_types)} types."
        )


def _infer_queue(
    *, component_types: Sequence[DType] = (), shapes: Sequence[Any] = (), **_: Any
) -> Inferred:
    _require_shapes(component_types, shapes)
    return Inferred(SCALAR, dtypes.resource)


def _define_queue(
    name: str, make: Callable[..., Queue], attrs: Mapping[str, Any] = MappingProxyType({})
) -> None:
    """Defines the op of a kind of queues."""

    def kernel(
        xp: ModuleType,
        *,
        component_types: Sequence[DType] = (),
        shapes: Sequence[Any] = (),
        capacity: int = -1,
        container: str = "",
        shared_name: str = "",
        **told: Any,
    ) -> np.ndarray:
        _require_shapes(component_types, shapes)
        of = partial(
            make, shared_name, component_types, tuple(map(as_shape, shapes)), capacity, **told
        )
        return shared_handle(name, shared_name, of)

    define(
        name,
        "",
        "handle: resource",
        {
            "component_types": attr("list(type)"),
            "shapes": attr("list(shape)", ()),
            "capacity": -1,
            **attrs,
            "container": "",
            "shared_name": "",
        },
        infer=_infer_queue,
        kernel=kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.RANDOM,
    )


def _shuffling(
    name: str,
    types: Sequence[DType],
    shapes: Sequence[TensorShape],
    capacity: int,
    min_after_dequeue: int = 0,
    seed: int = 0,
    seed2: int = 0,
) -> Queue:
    return ShuffleQueue(name, types, shapes, capacity, min_after_dequeue, _words((seed, seed2)))


def _by_priority(
    name: str, types: Sequence[DType], shapes: Sequence[TensorShape], capacity: int
) -> Queue:
    return PriorityQueue(name, (dtypes.int64, *types), (SCALAR, *shapes), capacity)


_define_queue("FIFOQueueV2", Queue)
_define_queue("PaddingFIFOQueueV2", PaddingQueue)
_define_queue("RandomShuffleQueueV2", _shuffling, {"min_after_dequeue": 0, "seed": 0, "seed2": 0})
_define_queue(
    "PriorityQueueV2",
    _by_priority,
    {"component_types": attr("list(type)", ()), "shapes": attr("list(shape)")},
)

# ---------------------------------------------------------------------------- in


def _enqueue(xp: ModuleType, handle: Any, *components: np.ndarray, **_: Any) -> tuple[()]:
    queue_of(handle).put([_as_element(components)])
    return ()


def _enqueue_many(xp: ModuleType, handle: Any, *components: np.ndarray, **_: Any) -> tuple[()]:
    sizes = {x.shape[0] if x.ndim else None for x in components}
    if len(sizes) != 1 or None in sizes:
        raise invalid(
            "QueueEnqueueMany: all components must have the same size in their first axis. Received "
            f"shapes {[list(x.shape) for x in components]}"
        )
    rows = zip(*components, strict=True)
    queue_of(handle).put([_as_element(row) for row in rows])
    return ()


def _as_element(parts: Sequence[Any]) -> Element:
    """Parts of their own: the arrays that they come from may be written into later."""
    return tuple(_own(part) for part in parts)


def _own(part: Any) -> np.ndarray:
    if isinstance(part, (bytes, str)):
        own = np.empty((), object)
        own[()] = part
        return own
    return np.array(part)


for _name, _kernel in (("QueueEnqueueV2", _enqueue), ("QueueEnqueueManyV2", _enqueue_many)):
    define(
        _name,
        "handle: resource, components: Tcomponents",
        "",
        {"Tcomponents": attr("list(type)"), "timeout_ms": -1},
        infer=lambda *_inputs, **_attrs: (),
        kernel=_kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.WRITES,
    )

# ---------------------------------------------------------------------------- out


def _types_of(queue: Queue, component_types: Sequence[DType]) -> None:
    if tuple(component_types) != queue.types:
        raise invalid(
            f"Queue {queue.name}: the elements are of dtypes {[t.name for t in queue.types]}, asked for "
            f"were {[t.name for t in component_types]}"
        )


def _dequeue(
    xp: ModuleType, handle: Any, *, component_types: Sequence[DType], timeout_ms: int = -1
) -> Element:
    queue = queue_of(handle)
    _types_of(queue, component_types)
    return queue.take(1)[0]


def _dequeue_several(
    xp: ModuleType,
    handle: Any,
    n: np.ndarray,
    *,
    component_types: Sequence[DType],
    timeout_ms: int = -1,
    or_fewer: bool,
) -> Element:
    queue, count = queue_of(handle), int(n)
    _types_of(queue, component_types)
    if count < 0:
        raise invalid(
            f"{queue.kind}: the number of elements must not be negative. Received: {count}"
        )
    queue.batch([], 0)  # Refuses queues without shapes before anything is taken.
    return queue.batch(queue.take(count, or_fewer), count)


def _infer_dequeue(handle: Tensor, *, component_types: Sequence[DType], **_: Any) -> Any:
    return [Inferred(UNKNOWN, dtype) for dtype in component_types]


def _infer_several(handle: Tensor, n: Tensor, *, component_types: Sequence[DType], **_: Any) -> Any:
    count = constant_value(n)
    if count is not None and int(count) < 0:
        raise invalid(f"The number of elements must not be negative. Received: {int(count)}")
    return [Inferred(UNKNOWN, dtype) for dtype in component_types]


_OUT = {"component_types": attr("list(type)"), "timeout_ms": -1}

define(
    "QueueDequeueV2",
    "handle: resource",
    "components: component_types",
    _OUT,
    infer=_infer_dequeue,
    kernel=_dequeue,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES,
)
for _name, _or_fewer in (("QueueDequeueManyV2", False), ("QueueDequeueUpToV2", True)):
    define(
        _name,
        "handle: resource, n: int32",
        "components: component_types",
        _OUT,
        infer=_infer_several,
        kernel=partial(_dequeue_several, or_fewer=_or_fewer),
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.WRITES,
    )

# ---------------------------------------------------------------------------- about it


def _close(xp: ModuleType, handle: Any, *, cancel_pending_enqueues: bool = False) -> tuple[()]:
    queue_of(handle).close(cancel_pending_enqueues)
    return ()


define(
    "QueueCloseV2",
    "handle: resource",
    "",
    {"cancel_pending_enqueues": False},
    infer=lambda *_inputs, **_attrs: (),
    kernel=_close,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES,
)
define(
    "QueueIsClosedV2",
    "handle: resource",
    "is_closed: bool",
    infer=lambda handle: Inferred(SCALAR, dtypes.bool_),
    kernel=lambda xp, handle: np.asarray(queue_of(handle).is_closed),
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.READS,
)
define(
    "QueueSizeV2",
    "handle: resource",
    "size: int32",
    infer=lambda handle: Inferred(SCALAR, dtypes.int32),
    kernel=lambda xp, handle: np.asarray(len(queue_of(handle)), np.int32),
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.READS,
)
