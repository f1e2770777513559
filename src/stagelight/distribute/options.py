"""What programs may say about input, runs and communication of a strategy.

The replicas are on one machine and take turns, so that results do not depend on any of it.
"""

from __future__ import annotations

import copy
import enum
from typing import Any, NamedTuple

from stagelight.public import public


@public("distribute.InputReplicationMode")
class InputReplicationMode(enum.Enum):
    """Whether an input function is called for each worker or for each replica."""

    PER_WORKER = "PER_WORKER"
    PER_REPLICA = "PER_REPLICA"


class _InputOptions(NamedTuple):
    experimental_fetch_to_device: bool
    experimental_replication_mode: InputReplicationMode
    experimental_place_dataset_on_device: bool
    experimental_per_replica_buffer_size: int


@public("distribute.InputOptions")
class InputOptions(_InputOptions):
    """How a distributed dataset brings its elements to the replicas.

    >>> tf.distribute.InputOptions().experimental_replication_mode.name
    'PER_WORKER'
    """

    __slots__ = ()

    def __new__(
        cls,
        experimental_fetch_to_device: bool | None = None,
        experimental_replication_mode: InputReplicationMode = InputReplicationMode.PER_WORKER,
        experimental_place_dataset_on_device: bool = False,
        experimental_per_replica_buffer_size: int = 1,
    ) -> InputOptions:
        """Makes them."""
        is_fetched = True if experimental_fetch_to_device is None else experimental_fetch_to_device
        return super().__new__(
            cls,
            is_fetched,
            experimental_replication_mode,
            experimental_place_dataset_on_device,
            experimental_per_replica_buffer_size,
        )


class _RunOptions(NamedTuple):
    experimental_enable_dynamic_batch_size: bool
    experimental_bucketizing_dynamic_shape: bool
    experimental_xla_options: Any


@public("distribute.RunOptions")
class RunOptions(_RunOptions):
    """How `strategy.run` deals with sizes that change.

    >>> tf.distribute.RunOptions().experimental_enable_dynamic_batch_size
    True
    """

    __slots__ = ()

    def __new__(
        cls,
        experimental_enable_dynamic_batch_size: bool = True,
        experimental_bucketizing_dynamic_shape: bool = False,
        experimental_xla_options: Any = None,
    ) -> RunOptions:
        """Makes them."""
        return super().__new__(
            cls,
            experimental_enable_dynamic_batch_size,
            experimental_bucketizing_dynamic_shape,
            experimental_xla_options,
        )


@public(
    "distribute.experimental.CommunicationImplementation",
    "distribute.experimental.CollectiveCommunication",
)
class CommunicationImplementation(enum.Enum):
    """By which means machines would talk to each other."""

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


@public("distribute.experimental.CommunicationOptions")
class CommunicationOptions:
    """How values of several machines would be brought together.

    >>> str(tf.distribute.experimental.CommunicationOptions(implementation="ring").implementation)
    'CommunicationImplementation.RING'
    """

    def __init__(
        self,
        bytes_per_pack: int = 0,
        timeout_seconds: float | None = None,
        implementation: Any = CommunicationImplementation.AUTO,
    ) -> None:
        """Makes them.

        Raises:
            ValueError: `bytes_per_pack` is negative, or there is no such implementation.
        """
        if bytes_per_pack < 0:
            raise ValueError(f"Argument `bytes_per_pack` must be >=0, Received {bytes_per_pack}.")
        if isinstance(implementation, str):
            implementation = CommunicationImplementation(implementation.upper())
        if not isinstance(implementation, CommunicationImplementation):
            raise ValueError(
                "Argument `implementation` must be instance of "
                "`tf.distribute.experimental.CommunicationImplementation`."
            )
        self.bytes_per_pack = bytes_per_pack
        self.timeout_seconds = timeout_seconds
        self.implementation = implementation

    def merge(self, options: Any) -> CommunicationOptions:
        """These options, with those of others that are no defaults."""
        merged = copy.copy(self)
        if options is not None:
            merged.bytes_per_pack = options.bytes_per_pack or self.bytes_per_pack
            if options.timeout_seconds is not None:
                merged.timeout_seconds = options.timeout_seconds
            if options.implementation is not CommunicationImplementation.AUTO:
                merged.implementation = options.implementation
        return merged

    def __str__(self) -> str:
        return (
            f"Options(bytes_per_pack={self.bytes_per_pack},timeout_seconds={self.timeout_seconds}, "
            f"implementation={self.implementation})"
        )


@public("distribute.experimental.CollectiveHints")
def collective_hints(
    bytes_per_pack: int = 0, timeout_seconds: float | None = None
) -> CommunicationOptions:
    """The older name of `tf.distribute.experimental.CommunicationOptions`.

    >>> tf.distribute.experimental.CollectiveHints(bytes_per_pack=8).bytes_per_pack
    8
    """
    return CommunicationOptions(bytes_per_pack, timeout_seconds)
