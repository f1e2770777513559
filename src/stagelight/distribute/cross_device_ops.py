"""How the values of replicas are brought together: `tf.distribute.CrossDeviceOps` and its kinds.

On one machine they give the same. A program's own kind says what a strategy does to reduce.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.tensor import AbstractTensor
from stagelight.distribute.options import CommunicationOptions
from stagelight.distribute.reductions import copied, divided, reduced
from stagelight.distribute.values import DistributedValues, Mirrored, PerReplica, ReduceOp
from stagelight.public import public
from stagelight.types.devices import full_name


def _devices_of(destinations: Any) -> tuple[str, ...]:
    """The devices of values, of a variable or of a name.

    Raises:
        ValueError: it is none of them, or there are none.
    """
    if isinstance(destinations, DistributedValues):
        return tuple(full_name(value.device or "CPU:0") for value in destinations.values)
    if isinstance(destinations, str):
        if not destinations:
            raise ValueError("destinations can not be empty")
        return (full_name(destinations),)
    if isinstance(destinations, (AbstractTensor, IndexedSlices)):
        return (full_name(getattr(destinations, "device", None) or "CPU:0"),)
    raise ValueError(
        "destinations must be one of a `DistributedValues` object, a tf.Variable object, or a device string."
    )


def _per_replica(value: Any) -> DistributedValues:
    if isinstance(value, DistributedValues):
        return value
    is_value = isinstance(value, (AbstractTensor, IndexedSlices))
    return PerReplica([value if is_value else convert_to_tensor(value)])


@public("distribute.CrossDeviceOps")
class CrossDeviceOps:
    """Brings the values of replicas together. A program's own kind has the `..._implementation`s.

    >>> strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    >>> value = strategy.run(lambda: tf.constant(3.0))
    >>> tf.distribute.ReductionToOneDevice().reduce(tf.distribute.ReduceOp.SUM, value, "/cpu:0").numpy()
    np.float32(3.0)
    """

    def reduce(
        self, reduce_op: Any, per_replica_value: Any, destinations: Any, options: Any = None
    ) -> Any:
        """The sum or mean of a value's parts, on other devices.

        Args:
            reduce_op: a `tf.distribute.ReduceOp`.
            per_replica_value: a distributed value, or a tensor, which is one of one part.
            destinations: where the result goes: a distributed value, variable or device's name.
            options: a `tf.distribute.experimental.CommunicationOptions`.

        Raises:
            ValueError: no destinations.
        """
        value = _per_replica(per_replica_value)
        devices = _devices_of(destinations)
        if len(value.values) == 1 and _devices_of(value) == devices:
            return copied(value.values[0])
        return self.reduce_implementation(
            reduce_op, value, destinations, options or CommunicationOptions()
        )

    def batch_reduce(
        self, reduce_op: Any, value_destination_pairs: Sequence[Any], options: Any = None
    ) -> Any:
        """`reduce` of each pair of a value and its destinations.

        Raises:
            ValueError: no destinations.
        """
        pairs = [(_per_replica(value), where) for value, where in value_destination_pairs]
        devices = [_devices_of(where) for _, where in pairs]
        is_in_place = [_devices_of(value) for value, _ in pairs] == devices
        if is_in_place and all(len(value.values) == 1 for value, _ in pairs):
            return [value.values[0] for value, _ in pairs]
        return self.batch_reduce_implementation(reduce_op, pairs, options or CommunicationOptions())

    def broadcast(self, tensor: Any, destinations: Any) -> Any:
        """The tensor on each of the destinations.

        Raises:
            ValueError: no destinations.
        """
        _devices_of(destinations)
        return self.broadcast_implementation(tensor, destinations)

    def reduce_implementation(
        self, reduce_op: Any, per_replica_value: Any, destinations: Any, options: Any
    ) -> Any:
        """What `reduce` does; for kinds to say."""
        raise NotImplementedError("_reduce method must be implemented in descendants.")

    def batch_reduce_implementation(
        self, reduce_op: Any, value_destination_pairs: Sequence[Any], options: Any
    ) -> Any:
        """What `batch_reduce` does; for kinds to say."""
        raise NotImplementedError(
            "batch_reduce_implementation method must be implemented in descendants."
        )

    def broadcast_implementation(self, tensor: Any, destinations: Any) -> Any:
        """What `broadcast` does: a copy for each device."""
        copies = [copied(tensor) for _ in _devices_of(destinations)]
        return copies[0] if len(copies) == 1 else Mirrored(copies)


@public("distribute.ReductionToOneDevice")
class ReductionToOneDevice(CrossDeviceOps):
    """Reduces on one device, and copies the result to all."""

    def __init__(
        self,
        reduce_to_device: str | None = None,
        accumulation_fn: Callable[[Any], Any] | None = None,
    ) -> None:
        """Makes one.

        Args:
            reduce_to_device: the device; None for the first of the destinations.
            accumulation_fn: the sum of a list of tensors; `tf.add_n` if None.
        """
        self.reduce_to_device = reduce_to_device
        self.accumulation_fn = accumulation_fn

    def reduce_implementation(
        self, reduce_op: Any, per_replica_value: Any, destinations: Any, options: Any
    ) -> Any:
        """The sum or mean on each of the destinations."""
        parts = per_replica_value.values
        is_sparse = any(isinstance(part, IndexedSlices) for part in parts)
        if self.accumulation_fn is None or is_sparse:
            total = reduced(ReduceOp.named(reduce_op), PerReplica(parts))
        else:
            total = self.accumulation_fn(list(parts))
            if ReduceOp.named(reduce_op) is ReduceOp.MEAN:
                total = divided(total, len(parts))
        return self.broadcast(total, destinations)

    def batch_reduce_implementation(
        self, reduce_op: Any, value_destination_pairs: Sequence[Any], options: Any
    ) -> Any:
        """The sum or mean of each value."""
        return [
            self.reduce_implementation(reduce_op, value, where, options)
            for value, where in value_destination_pairs
        ]


class _AllReduce(ReductionToOneDevice):
    """Reduces on all devices at once: here the same."""

    _least_packs = 0

    def __init__(self, num_packs: int = 1) -> None:
        """Makes one.

        Args:
            num_packs: into how many packs values would be put.

        Raises:
            ValueError: it is negative.
        """
        if num_packs < 0:
            raise ValueError(
                f"{type(self).__name__} requires num_packs >= 0, but {num_packs} is specified"
            )
        super().__init__()
        self._num_packs = num_packs


@public("distribute.NcclAllReduce")
class NcclAllReduce(_AllReduce):
    """What adds up on GPUs by NCCL elsewhere; here as on any device."""


@public("distribute.HierarchicalCopyAllReduce")
class HierarchicalCopyAllReduce(_AllReduce):
    """What adds up along the ways between GPUs elsewhere; here as on any device."""
