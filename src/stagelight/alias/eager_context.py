"""What libraries ask of TensorFlow's eager runtime."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import stagelight as tf
from stagelight import config
from stagelight.core.dispatch import CONTEXT
from stagelight.core.program_seed import PROGRAM_SEED
from stagelight.graph.graph import Graph
from stagelight.types import physical_devices


def async_wait() -> None:
    """Waits until all that was started is done: here every call has ended when it returns."""


def is_op_determinism_enabled() -> bool:
    """Whether ops were asked to give the same results in each run."""
    return config.current.op_determinism


def disable_op_determinism() -> None:
    """Lets ops give other results in each run again."""
    config.change(op_determinism=False)


def _reset_context() -> None:
    """Begins anew, as one device: tests of libraries do so before they divide the CPU."""
    physical_devices.forget_use()


def graph_mode() -> AbstractContextManager[Graph]:
    """Operations are added to the default graph inside."""
    graph: Graph = tf.compat.v1.get_default_graph()
    return graph.as_default()


def get_device_name() -> str:
    """The device that operations are placed on by `tf.device`: none is chosen."""
    return ""


def get_config() -> Any:
    """The options of sessions that suit the runtime."""
    return tf.compat.v1.ConfigProto()


def pluggable_devices() -> list[Any]:
    """`TF_ListPluggablePhysicalDevices`: none."""
    return []


def cache_variable_reads() -> AbstractContextManager[None]:
    """Variables of replicas are read once inside, in TensorFlow: here a read costs nothing."""
    return nullcontext()


def auto_shard_dataset(dataset: Any, num_shards: int, index: int, *args: Any) -> Any:
    """The part of a dataset that a machine reads: with one, all of it."""
    return dataset if num_shards == 1 else dataset.shard(num_shards, index)


class EagerContext:
    """The state of the eager runtime."""

    def clear_kernel_cache(self) -> None:
        """Forgets compiled kernels: there are none."""

    def executing_eagerly(self) -> bool:
        """Whether operations run at once, as outside of staged functions and graphs."""
        return CONTEXT.stage is None

    def ensure_initialized(self) -> None:
        """Starts the runtime: it has nothing to start."""

    @property
    def device_name(self) -> str:
        """The device that operations are placed on by `tf.device`: none is chosen."""
        return get_device_name()

    @property
    def scope_name(self) -> str:
        """The current name scope, with a slash at its end; "" outside of all."""
        return CONTEXT.name_scope

    def num_gpus(self) -> int:
        """How many GPUs there are."""
        return len(tf.config.list_physical_devices("GPU"))  # type: ignore[attr-defined]


_CONTEXT = EagerContext()


def context() -> EagerContext:
    """The one context."""
    return _CONTEXT


def ensure_initialized() -> None:
    """Starts the runtime: it has nothing to start."""


def global_seed() -> int | None:
    """The seed of `tf.random.set_seed`, None if there is none."""
    return PROGRAM_SEED.value


def num_gpus() -> int:
    """How many GPUs there are."""
    return _CONTEXT.num_gpus()
