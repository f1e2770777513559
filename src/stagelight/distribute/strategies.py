"""`tf.distribute.Strategy` and its kinds of one replica."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from stagelight.autograph.api import convert_callback
from stagelight.autograph.context import control_status
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import pushed
from stagelight.distribute.reductions import reduced_with_axis
from stagelight.distribute.replica import (
    Place,
    entered_above,
    has_strategy,
    is_default,
    require_above,
    set_default,
)
from stagelight.distribute.values import ReduceOp
from stagelight.public import public
from stagelight.types.devices import LOCAL_CPU, full_name


@public("distribute.StrategyExtended")
class StrategyExtended:
    """What libraries need of a strategy beside what users call.

    Attributes:
        experimental_between_graph, experimental_require_static_shapes, should_checkpoint,
            should_save_summary: how this one process works, which is all that there is.
        _global_batch_size: Keras 2 asks whether datasets are batched for all replicas together: they are.
    """

    experimental_between_graph = False
    experimental_require_static_shapes = False
    should_checkpoint = True
    should_save_summary = True
    _global_batch_size = True

    def __init__(self, strategy: Strategy, device: str) -> None:
        self._strategy = strategy
        self._device = device

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The devices on which replicas run."""
        return (self._device,)

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The devices on which variables are."""
        return self.worker_devices

    def non_slot_devices(self, var_list: Any) -> tuple[str, ...]:
        """The devices for what an optimizer keeps beside variables."""
        return self.worker_devices

    def variable_scope(self) -> AbstractContextManager[None]:
        """A scope in which variables are made for all replicas: with one, as anywhere."""
        return nullcontext()

    def call(self, function: Callable[..., Any], args: Sequence[Any], kwargs: Any) -> Any:
        """Calls a function in each replica."""
        place = None if is_default(self._strategy) else Place(self._strategy, replica=0)
        with pushed(place=place):
            return function(*args, **kwargs)

    def call_for_each_replica(
        self, fn: Callable[..., Any], args: Sequence[Any] = (), kwargs: Any = None
    ) -> Any:
        """Calls a function in each replica: `Strategy.run` without conversion."""
        return self.call(fn, args, kwargs or {})

    def _in_multi_worker_mode(self) -> bool:
        """Whether there are several machines."""
        return False

    def merge(self, merge_fn: Callable[..., Any], args: tuple[Any, ...], kwargs: Any) -> Any:
        """Calls a function once for all replicas, above them."""
        with pushed(place=Place(self._strategy)):
            return merge_fn(self._strategy, *args, **kwargs)

    def colocate_vars_with(self, colocate_with_variable: Any) -> AbstractContextManager[None]:
        """A scope in which variables are made where another one is."""
        return nullcontext()

    def value_container(self, value: Any) -> Any:
        """The variable of all replicas that a variable belongs to; any other value itself."""
        container = getattr(value, "_distributed_container", None)
        found = None if container is None else container()
        return value if found is None else found

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether a variable was made under this strategy: there is one place for all."""
        return True

    def update(
        self,
        var: Any,
        fn: Callable[..., Any],
        args: tuple[Any, ...] = (),
        kwargs: Any = None,
        group: bool = True,
    ) -> Any:
        """Calls `fn(var, *args)` where the variable is.

        Args:
            var: the variable.
            fn: the function that changes it.
            args, kwargs: its further arguments.
            group: False gives the results of all replicas, a tuple of one.
        """
        result = fn(var, *args, **(kwargs or {}))
        return result if group else (result,)

    def reduce_to(self, reduce_op: Any, value: Any, destinations: Any, options: Any = None) -> Any:
        """The sum or mean of the replicas' values: with one, the value."""
        ReduceOp.named(reduce_op)
        return value

    def reduce(self, reduction: ReduceOp, value: Any, axis: Any) -> Any:
        """The replicas' values as one; see `Strategy.reduce`."""
        return value if axis is None else reduced_with_axis(reduction, [value], axis)

    def gather(self, value: Any, axis: int) -> Any:
        """The replicas' values, joined; see `Strategy.gather`."""
        return convert_to_tensor(value)

    def batch_reduce_to(
        self, reduce_op: Any, value_destination_pairs: Sequence[Any], options: Any = None
    ) -> list[Any]:
        """`reduce_to` of each pair of a value and its destinations."""
        return [self.reduce_to(reduce_op, v, d, options) for v, d in value_destination_pairs]


@public("distribute.Strategy")
class Strategy:
    """How a program runs on devices. This one has one replica.

    >>> strategy = tf.distribute.get_strategy()
    >>> strategy.run(lambda x: x + 1, args=(2,))
    3
    """

    # Whether a coordinator hands work to machines.
    _should_use_with_coordinator = False

    def __init__(self, extended: StrategyExtended | None = None) -> None:
        self._extended = extended or StrategyExtended(self, LOCAL_CPU)

    @property
    def extended(self) -> StrategyExtended:
        """What libraries need."""
        return self._extended

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas there are: one."""
        return 1

    def scope(self) -> AbstractContextManager[Any]:
        """A scope in which variables belong to this strategy."""
        return nullcontext(self) if is_default(self) else _scope_of(self)

    def run(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Any = None,
        options: Any = None,
    ) -> Any:
        """Calls a function in each replica, and gives what it returns.

        Args:
            fn: the function. Where it differs among replicas, what it returns becomes distributed values.
            args, kwargs: its arguments. Of distributed values each replica gets its part.
            options: accepted for compatibility.

        Raises:
            ValueError: `args` is no tuple or list.
            RuntimeError: in a replica, or in the scope of another strategy.
        """
        if not isinstance(args, (list, tuple)):
            raise ValueError(f"positional args must be a list or tuple, got {type(args)}")
        with self.scope():
            function = convert_callback(fn, control_status(), convert_by_default=False)
            return self._extended.call(function, args, kwargs or {})

    def reduce(self, reduce_op: Any, value: Any, axis: Any) -> Any:
        """The replicas' values as one.

        Args:
            reduce_op: a `tf.distribute.ReduceOp`, or "SUM" or "MEAN".
            value: what `run` gave.
            axis: the axis along which the values are reduced too, where the replicas' sizes may differ; None
                leaves them as they are.

        Raises:
            ValueError: an unknown reduction, or the sum of what is not distributed over several replicas.
            RuntimeError: in a replica.
        """
        reduction = ReduceOp.named(reduce_op)
        require_above(self)
        return self._extended.reduce(reduction, value, axis)

    def gather(self, value: Any, axis: int) -> Any:
        """The replicas' values, joined along an axis: with one, the value.

        Raises:
            RuntimeError: in a replica.
        """
        require_above(self)
        return self._extended.gather(value, axis)

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """A dataset spread over the replicas: with one, itself."""
        return dataset

    def distribute_datasets_from_function(
        self, dataset_fn: Callable[..., Any], options: Any = None
    ) -> Any:
        """What `dataset_fn(input_context)` gives for the one worker."""
        return dataset_fn(InputContext())

    def experimental_distribute_datasets_from_function(
        self, dataset_fn: Callable[..., Any], options: Any = None
    ) -> Any:
        """The older name of `distribute_datasets_from_function`."""
        return self.distribute_datasets_from_function(dataset_fn, options)

    def update_config_proto(self, config_proto: Any) -> Any:
        """A copy of a session's configuration: a strategy of one machine adds nothing."""
        return copy.deepcopy(config_proto)

    def experimental_distribute_values_from_function(
        self, value_fn: Callable[[ValueContext], Any]
    ) -> Any:
        """What `value_fn(value_context)` gives for each replica: with one, the value itself.

        >>> strategy = tf.distribute.get_strategy()
        >>> strategy.experimental_distribute_values_from_function(lambda c: c.num_replicas_in_sync)
        1
        """
        return value_fn(ValueContext(num_replicas_in_sync=self.num_replicas_in_sync))

    @property
    def cluster_resolver(self) -> None:
        """What knows the machines of a cluster: there is one machine, and none."""
        return None

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The values of the replicas: a tuple, of one with one replica."""
        return (value,)

    def unwrap(self, value: Any) -> tuple[Any, ...]:
        """The parts of a value, one for each replica: the older name of `experimental_local_results`."""
        return self.experimental_local_results(value)


_set_globally: list[AbstractContextManager[Any]] = []  # The scope that a program entered for good.


@public("distribute.experimental_set_strategy")
def experimental_set_strategy(strategy: Strategy | None) -> None:
    """Enters the scope of a strategy for good, in place of the one that was set so before.

    Args:
        strategy: the strategy; None for the default one.

    Raises:
        RuntimeError: in the scope of a strategy.

    >>> tf.distribute.experimental_set_strategy(tf.distribute.OneDeviceStrategy("/cpu:0"))
    >>> tf.distribute.has_strategy()
    True
    >>> tf.distribute.experimental_set_strategy(None)
    """
    if _set_globally:
        _set_globally.pop().__exit__(None, None, None)
    if has_strategy():
        raise RuntimeError("Must not be called inside a `tf.distribute.Strategy` scope.")
    if strategy is not None:
        scope = strategy.scope()
        scope.__enter__()
        _set_globally.append(scope)


@contextmanager
def _scope_of(strategy: Strategy) -> Iterator[Strategy]:
    require_above(strategy)
    with entered_above(strategy):
        yield strategy


@public("distribute.experimental.ValueContext")
class ValueContext:
    """Which replica a value is made for.

    >>> tf.distribute.experimental.ValueContext().replica_id_in_sync_group
    0
    """

    def __init__(self, replica_id_in_sync_group: int = 0, num_replicas_in_sync: int = 1) -> None:
        self.replica_id_in_sync_group = replica_id_in_sync_group
        self.num_replicas_in_sync = num_replicas_in_sync


@public("distribute.InputContext")
class InputContext:
    """Which part of the input a worker reads.

    >>> tf.distribute.InputContext().get_per_replica_batch_size(32)
    32
    """

    def __init__(
        self,
        num_input_pipelines: int = 1,
        input_pipeline_id: int = 0,
        num_replicas_in_sync: int = 1,
    ) -> None:
        self.num_input_pipelines = num_input_pipelines
        self.input_pipeline_id = input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """The part of a batch that a replica gets.

        Raises:
            ValueError: it cannot be divided among them.
        """
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size} is not divisible by "
                f"`num_replicas_in_sync` {self.num_replicas_in_sync}."
            )
        return global_batch_size // self.num_replicas_in_sync


@public("distribute.OneDeviceStrategy")
class OneDeviceStrategy(Strategy):
    """Runs everything on one device.

    >>> tf.distribute.OneDeviceStrategy("/cpu:0").run(lambda: 1)
    1
    """

    def __init__(self, device: str) -> None:
        super().__init__(StrategyExtended(self, full_name(device)))


class _Unavailable(Strategy):
    """A strategy of several machines or of accelerators, which programs only ask `isinstance` of."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            f"{type(self).__name__} is not available. Use tf.distribute.MirroredStrategy or "
            "tf.distribute.OneDeviceStrategy."
        )


@public(
    "distribute.MultiWorkerMirroredStrategy", "distribute.experimental.MultiWorkerMirroredStrategy"
)
class MultiWorkerMirroredStrategy(_Unavailable):
    """Replicas on several machines: not available."""


@public("distribute.ParameterServerStrategy", "distribute.experimental.ParameterServerStrategy")
class ParameterServerStrategy(_Unavailable):
    """Workers with variables on servers: not available."""


@public("distribute.experimental.CentralStorageStrategy")
class CentralStorageStrategy(_Unavailable):
    """Variables on one device, replicas on others: not available."""


@public("distribute.TPUStrategy", "distribute.experimental.TPUStrategy")
class TPUStrategy(_Unavailable):
    """Replicas on the cores of TPUs: not available."""


@public(
    "distribute.coordinator.ClusterCoordinator",
    "distribute.experimental.coordinator.ClusterCoordinator",
)
class ClusterCoordinator(_Unavailable):
    """Hands work to machines: not available."""


@public("distribute.coordinator.RemoteValue", "distribute.experimental.coordinator.RemoteValue")
class RemoteValue(_Unavailable):
    """A value on another machine: not available."""


set_default(Strategy())
