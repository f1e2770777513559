"""`tf.data.Options`: how a pipeline may be run. They are kept and handed on; no result depends on them.

Each class lists its options with the classes of their values; what is not set is None. `dataset.options()`
gives those of a dataset merged with those of the datasets that it is made of.
"""

from __future__ import annotations

import copy
import enum
from typing import Any

from stagelight.data.dataset import Dataset, dataset_method
from stagelight.public import public


@public("data.experimental.AutoShardPolicy")
class AutoShardPolicy(enum.IntEnum):
    """By what a dataset is divided among workers."""

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


@public("data.experimental.ExternalStatePolicy")
class ExternalStatePolicy(enum.Enum):
    """What happens when a pipeline with state outside of it is written down."""

    WARN = 0
    IGNORE = 1
    FAIL = 2


@public("data.experimental.AutotuneAlgorithm")
class AutotuneAlgorithm(enum.Enum):
    """How numbers of parallel calls are chosen."""

    DEFAULT = 0
    HILL_CLIMB = 1
    GRADIENT_DESCENT = 2
    MAX_PARALLELISM = 3
    STAGE_BASED = 4


class _OptionGroup:
    """Options that are set as attributes."""

    # The name of each option and the class of its values.
    _kinds: dict[str, Any]
    # The values of options that are not None from the start.
    _defaults: dict[str, Any]

    def __init__(self) -> None:
        for name, kind in self._kinds.items():
            value = kind() if issubclass(kind, _OptionGroup) else self._defaults.get(name)
            object.__setattr__(self, name, value)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._defaults = {n: v for n, v in vars(cls).items() if n in cls._kinds}

    def __setattr__(self, name: str, value: Any) -> None:
        kind = self._kinds.get(name)
        if kind is None:
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        if value is not None and not isinstance(value, kind):
            raise TypeError(
                f'Property "{name}" must be of type {kind}, got: {value!r} (type: {type(value)})'
            )
        object.__setattr__(self, name, value)

    def _merged(self, other: Any) -> Any:
        """These options, with those that are set in another group in their place."""
        merged = copy.deepcopy(self)
        for name, kind in self._kinds.items():
            theirs = getattr(other, name)
            if issubclass(kind, _OptionGroup):
                theirs = getattr(self, name)._merged(theirs)
            if theirs != self._defaults.get(name):
                object.__setattr__(merged, name, theirs)
        return merged

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        # Each transformation copies them all, which takes the general way ten times as long.
        copied = object.__new__(type(self))
        for name, value in vars(self).items():
            is_mutable = isinstance(value, (_OptionGroup, list))
            object.__setattr__(copied, name, copy.deepcopy(value, memo) if is_mutable else value)
        return copied

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        raise TypeError(f"unhashable type: '{type(self).__name__}'")


@public("data.experimental.AutotuneOptions")
class AutotuneOptions(_OptionGroup):
    """Options of the choice of parallelism."""

    _kinds = {
        "autotune_algorithm": AutotuneAlgorithm,
        "cpu_budget": int,
        "enabled": bool,
        "initial_parallelism": int,
        "min_parallelism": int,
        "ram_budget": int,
    }


@public("data.experimental.DistributeOptions")
class DistributeOptions(_OptionGroup):
    """Options of the division among workers."""

    _kinds = {"auto_shard_policy": AutoShardPolicy, "num_devices": int}
    auto_shard_policy = AutoShardPolicy.AUTO


@public("data.experimental.OptimizationOptions")
class OptimizationOptions(_OptionGroup):
    """Which rewrites of a pipeline are allowed."""

    _kinds = dict.fromkeys(
        (
            "apply_default_optimizations",
            "filter_fusion",
            "filter_parallelization",
            "inject_prefetch",
            "map_and_batch_fusion",
            "map_and_filter_fusion",
            "map_fusion",
            "map_parallelization",
            "noop_elimination",
            "parallel_batch",
            "seq_interleave_prefetch",
            "shuffle_and_repeat_fusion",
        ),
        bool,
    )


@public("data.ThreadingOptions", "data.experimental.ThreadingOptions")
class ThreadingOptions(_OptionGroup):
    """Options of the threads."""

    _kinds = {"max_intra_op_parallelism": int, "private_threadpool_size": int}


@public("data.experimental.ServiceOptions")
class ServiceOptions(_OptionGroup):
    """Options of a service that runs pipelines."""

    _kinds = {"pinned": bool}


@public("data.Options")
class Options(_OptionGroup):
    """How a pipeline may be run.

    >>> options = tf.data.Options()
    >>> options.deterministic = False
    >>> tf.data.Dataset.range(3).with_options(options).options().deterministic
    False
    """

    _kinds = {
        "autotune": AutotuneOptions,
        "dataset_name": str,
        "deterministic": bool,
        "experimental_distribute": DistributeOptions,
        "experimental_external_state_policy": ExternalStatePolicy,
        "experimental_optimization": OptimizationOptions,
        "experimental_service": ServiceOptions,
        "experimental_slack": bool,
        "experimental_symbolic_checkpoint": bool,
        "experimental_warm_start": bool,
        "framework_type": list,
        "threading": ThreadingOptions,
    }
    # Older names.
    _renamed = {
        "experimental_deterministic": "deterministic",
        "experimental_threading": "threading",
    }

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(self._renamed.get(name, name), value)

    def __getattr__(self, name: str) -> Any:
        renamed = self._renamed.get(name)
        if renamed is None:
            raise AttributeError(f"'Options' object has no attribute {name!r}")
        return getattr(self, renamed)

    def merge(self, options: Options) -> Options:
        """These options and others, which take the place of what both set."""
        merged: Options = self._merged(options)
        return merged


@dataset_method("with_options")
def with_options(self: Dataset, options: Options, name: str | None = None) -> Dataset:
    """This dataset with options, which are merged with those it has.

    Raises:
        AttributeError: `options` is no `tf.data.Options`.

    >>> dataset = tf.data.Dataset.range(2).with_options(tf.data.Options())
    >>> [int(x) for x in dataset]
    [0, 1]
    """
    if not isinstance(options, Options):
        raise AttributeError(
            f"`options` must be a tf.data.Options. Received: {type(options).__name__!r}"
        )
    result = Dataset(self._variant_tensor, self.element_spec, "_OptionsDataset")
    result._options = options_of(self).merge(options)
    return result


@dataset_method("options")
def options_of(self: Dataset) -> Options:
    """The options of this dataset and of those that it is made of."""
    return Options() if self._options is None else copy.deepcopy(self._options)
