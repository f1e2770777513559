"""`tf.distribute.MirroredStrategy`: the same computation on several devices of this machine, in step."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, pushed
from stagelight.core.placement import device
from stagelight.core.raw import raw
from stagelight.core.tensor import AbstractTensor
from stagelight.distribute.cross_device_ops import CrossDeviceOps
from stagelight.distribute.datasets import distributed, distributed_from_batches
from stagelight.distribute.reductions import copied, gathered, reduced, reduced_with_axis
from stagelight.distribute.replica import Place, entered_above, require_above
from stagelight.distribute.replica_threads import merged, run_replicas
from stagelight.distribute.strategies import InputContext, Strategy, StrategyExtended, ValueContext
from stagelight.distribute.values import (
    DistributedValues,
    Mirrored,
    PerReplica,
    ReduceOp,
    part_of,
    regrouped,
)
from stagelight.distribute.variables import (
    DistributedVariable,
    MirroredVariable,
    SyncOnReadVariable,
    synchronization_of,
)
from stagelight.graph.scopes import name_scope
from stagelight.public import public
from stagelight.staging.bound_function import BoundFunction
from stagelight.staging.function import Function
from stagelight.state.variable_creation import creators_set, current_creators
from stagelight.state.variable_replication import VariableAggregation, VariableSynchronization
from stagelight.types.devices import full_name
from stagelight.types.dtypes import int32
from stagelight.types.physical_devices import is_known, list_logical_devices, use


class MirroredExtended(StrategyExtended):
    """What libraries need of a `MirroredStrategy`."""

    def __init__(
        self,
        strategy: Strategy,
        devices: Sequence[str],
        cross_device_ops: CrossDeviceOps | None = None,
    ) -> None:
        super().__init__(strategy, devices[0])
        self._devices = tuple(devices)
        self._cross_device_ops = cross_device_ops
        self._staged: weakref.WeakKeyDictionary[Function, Function] = weakref.WeakKeyDictionary()

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The devices on which replicas run."""
        return self._devices

    # Variables.

    def variable_scope(self) -> AbstractContextManager[None]:
        """A scope in which variables are made for all replicas."""
        creators = current_creators()
        is_there = any(getattr(creator, "__self__", None) is self for creator in creators)
        return creators_set(creators if is_there else (*creators, self._create))

    def _create(self, next_creator: Callable[..., Any], **arguments: Any) -> Any:
        """Makes a variable for each replica, each with the first one's value."""
        synchronization = synchronization_of(arguments)
        aggregation = arguments.get("aggregation") or VariableAggregation.NONE
        arguments["synchronization"] = synchronization
        values: list[Any] = []
        for number, own_device in enumerate(self._devices):
            own = {**arguments}
            scope = CONTEXT.name_scope
            if values:
                own["name"], scope = f"{values[0]._name}/replica_{number}", ""
                own["initial_value"] = _value_of(values[0])
            with device(own_device), pushed(recorders=(), name_scope=scope):
                values.append(next_creator(**own))
        is_mirrored = synchronization is VariableSynchronization.ON_WRITE
        kind = MirroredVariable if is_mirrored else SyncOnReadVariable
        return kind(self._strategy, values, aggregation)

    def colocate_vars_with(self, colocate_with_variable: Any) -> AbstractContextManager[None]:
        """A scope in which variables are made where another one of this strategy is.

        Raises:
            ValueError: it is no variable of this strategy.
        """
        if not self.variable_created_in_scope(colocate_with_variable):
            raise ValueError(
                "`colocate_vars_with` must only be passed a variable created in this "
                f"tf.distribute.Strategy.scope(), not: {colocate_with_variable!r}"
            )
        return self.variable_scope()

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether a variable was made under this strategy."""
        return getattr(v, "distribute_strategy", None) is self._strategy

    def update(
        self,
        var: Any,
        fn: Callable[..., Any],
        args: tuple[Any, ...] = (),
        kwargs: Any = None,
        group: bool = True,
    ) -> Any:
        """Calls `fn(variable, *args)` for the variable of each replica, with that replica's arguments.

        Args:
            var: a variable made in the strategy's scope.
            fn: the function that changes it.
            args, kwargs: its further arguments.
            group: False gives the results of all replicas, a tuple.

        Raises:
            ValueError: `var` is no variable of a strategy.
        """
        if not isinstance(var, DistributedVariable):
            raise ValueError(
                f"`update` is for variables made in the scope of the strategy. Received: {var!r}"
            )
        own_args, own_kwargs = tuple(args), kwargs or {}
        if CONTEXT.place is None or CONTEXT.place.replica is None:
            return self._update_all(var, fn, own_args, own_kwargs, group)

        def update(_: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            return self._update_all(var, fn, args, kwargs, group)

        return self.merge(update, (own_args, own_kwargs), {})

    def _update_all(
        self,
        var: Any,
        fn: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        group: bool,
    ) -> Any:
        updates = []
        for number, variable in enumerate(var.values):
            place = Place(self._strategy, update=number)
            with device(variable.device), pushed(place=place), name_scope(f"update_{number}"):
                updates.append(fn(variable, *part_of(number, args), **part_of(number, kwargs)))
        if not group:
            return tuple(updates)
        return regrouped(updates, self._grouped)

    def _grouped(self, updates: Sequence[Any]) -> Any:
        """The values after an update of all: none is read before all are done."""
        if len(updates) == 1:
            return updates[0]
        graph = CONTEXT.stage
        is_value = all(isinstance(update, AbstractTensor) for update in updates)
        if graph is None:
            return Mirrored([convert_to_tensor(u) for u in updates] if is_value else updates)
        with graph.control_dependencies(updates):
            if not is_value:
                return raw.NoOp()
            return Mirrored([raw.Identity(convert_to_tensor(update)) for update in updates])

    # Running.

    def call(self, function: Callable[..., Any], args: Sequence[Any], kwargs: Any) -> Any:
        """Calls a function in each replica; a staged one becomes one graph for all."""
        if isinstance(function, (Function, BoundFunction)):
            staged: Any = getattr(function, "_function", function)
            return self._staged_for_all(staged)(tuple(args), dict(kwargs))
        return run_replicas(self._strategy, function, args, kwargs)

    def _staged_for_all(self, function: Function) -> Function:
        found = self._staged.get(function)
        if found is None:
            reference = weakref.ref(function)

            def for_all(args: Any, kwargs: Any) -> Any:
                own: Any = reference()
                in_place = lambda *args, **kwargs: own.in_place(args, kwargs)  # noqa: E731
                return run_replicas(self._strategy, in_place, args, kwargs)

            found = self._staged[function] = function.like_this(for_all)
        return found

    def merge(self, merge_fn: Callable[..., Any], args: tuple[Any, ...], kwargs: Any) -> Any:
        """Calls a function once for all replicas, above them."""
        if len(self._devices) == 1:
            return super().merge(merge_fn, args, kwargs)
        return merged(merge_fn, args, kwargs)

    # Reducing.

    def reduce_to(self, reduce_op: Any, value: Any, destinations: Any, options: Any = None) -> Any:
        """The sum or mean of the replicas' values, in each replica.

        Raises:
            ValueError: an unknown reduction, or the sum of what is no distributed value.
        """
        reduction = ReduceOp.named(reduce_op)

        def leaf(part: Any) -> Any:
            if reduction is ReduceOp.MEAN and not isinstance(part, PerReplica):
                return part
            result = self._reduced(reduction, part)
            others = [copied(result) for _ in self._devices[1:]]
            return Mirrored([result, *others])

        return nest.map_structure(leaf, value)

    def batch_reduce_to(
        self, reduce_op: Any, value_destination_pairs: Sequence[Any], options: Any = None
    ) -> list[Any]:
        """`reduce_to` of each pair of a value and its destinations, by the program's `cross_device_ops`.

        TF: whole numbers of 32 bits are added up whatever the program gave; so is all else on processors
        that is not reduced in a batch.
        """
        own = self._cross_device_ops
        leaves = [part for value, _ in value_destination_pairs for part in _parts_of(value)]
        if own is None or any(part.dtype is int32 for part in leaves):
            return super().batch_reduce_to(reduce_op, value_destination_pairs, options)
        reduced: list[Any] = own.batch_reduce(
            ReduceOp.named(reduce_op), value_destination_pairs, options
        )
        return reduced

    def _reduced(self, reduction: ReduceOp, value: Any) -> Any:
        is_one = len(self._devices) == 1 and not isinstance(value, DistributedValues)
        return value if is_one else reduced(reduction, value)

    def reduce(self, reduction: ReduceOp, value: Any, axis: Any) -> Any:
        """The replicas' values as one; see `Strategy.reduce`."""
        if axis is None:
            return nest.map_structure(lambda leaf: self._reduced(reduction, leaf), value)

        def leaf(part: Any) -> Any:
            is_distributed = isinstance(part, DistributedValues)
            parts = part.values if is_distributed else [part] * len(self._devices)
            return reduced_with_axis(reduction, parts, axis)

        return nest.map_structure(leaf, value)

    def gather(self, value: Any, axis: int) -> Any:
        """The replicas' values, joined; see `Strategy.gather`."""
        return nest.map_structure(lambda leaf: gathered(leaf, axis), value)


def _parts_of(value: Any) -> tuple[Any, ...]:
    return value.values if isinstance(value, DistributedValues) else (convert_to_tensor(value),)


def _value_of(variable: Any) -> Callable[[], Any]:
    """The initial value of the variables of other replicas."""
    return lambda: variable.initial_value if variable._resource is None else variable.read_value()


@public("distribute.MirroredStrategy")
class MirroredStrategy(Strategy):
    """The same computation on several devices of this machine, in step: each computes on a part of the data.

    A variable made in `scope` is a variable for each replica, kept alike. `run` calls a function in each
    replica; a batch of a distributed dataset is divided among them. The replicas run one after the other,
    each with all cores: a program for several devices gives the same numbers here, in the time of one.

    Args:
        devices: names of devices; None for all. `tf.config.set_logical_device_configuration` makes several
            of the CPU. A replica on one that is not there is on the first.
        cross_device_ops: what brings together the values of `ReplicaContext.all_reduce`, such as gradients:
            a `tf.distribute.CrossDeviceOps`.

    Raises:
        AssertionError: a device is named twice.
        ValueError: `cross_device_ops` is none.

    >>> strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    >>> with strategy.scope():
    ...     v = tf.Variable(1.0)
    >>> v
    MirroredVariable:{
      0: <tf.Variable 'Variable:0' shape=() dtype=float32, numpy=1.0>
    }
    """

    def __init__(self, devices: Sequence[str] | None = None, cross_device_ops: Any = None) -> None:
        given = devices or [known.name for known in list_logical_devices("CPU")]
        names = [full_name(name) for name in given]
        if len(set(names)) < len(names):
            raise AssertionError(f"No duplicates allowed in `devices` argument: {tuple(names)}")
        if cross_device_ops is not None and not isinstance(cross_device_ops, CrossDeviceOps):
            raise ValueError(
                f"cross_device_ops must be a tf.distribute.CrossDeviceOps. Received: {cross_device_ops!r}"
            )
        super().__init__(MirroredExtended(self, names, cross_device_ops))
        if len(names) > 1:
            use([name for name in names if is_known(name)])

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas there are, one on each device."""
        return len(self.extended.worker_devices)

    @contextmanager
    def _scope(self) -> Iterator[Strategy]:
        require_above(self)
        with entered_above(self), self.extended.variable_scope():
            yield self

    def scope(self) -> AbstractContextManager[Any]:
        """A scope in which variables are made for all replicas.

        Raises:
            RuntimeError: in a replica, or in the scope of another strategy.
        """
        return self._scope()

    def update_config_proto(self, config_proto: Any) -> Any:
        """A copy of a session's configuration, for a session that shares no variables."""
        updated = super().update_config_proto(config_proto)
        updated.isolate_session_state = True
        return updated

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """A dataset whose batches are divided among the replicas: rows in order, as many to each.

        Args:
            dataset: a dataset of batches.
            options: accepted for compatibility.

        Raises:
            ValueError: its elements are no batches.
        """
        return distributed(dataset, self.num_replicas_in_sync)

    def distribute_datasets_from_function(
        self, dataset_fn: Callable[..., Any], options: Any = None
    ) -> Any:
        """The dataset that `dataset_fn(input_context)` makes, of which each replica gets the next element."""
        context = InputContext(num_replicas_in_sync=self.num_replicas_in_sync)
        return distributed_from_batches(dataset_fn(context), self.num_replicas_in_sync)

    def experimental_distribute_values_from_function(
        self, value_fn: Callable[[ValueContext], Any]
    ) -> Any:
        """What `value_fn(value_context)` gives for each replica, as distributed values."""
        count = self.num_replicas_in_sync
        made = [value_fn(ValueContext(number, count)) for number in range(count)]
        return regrouped(made, always=True)

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The parts of a distributed value, or of a structure of them: a tuple, of one for other values."""
        leaves = nest.flatten(value)
        counts = [len(leaf.values) for leaf in leaves if isinstance(leaf, DistributedValues)]
        if not counts:
            return (value,)

        def part(number: int) -> Any:
            return nest.map_structure(
                lambda leaf: leaf.values[number] if isinstance(leaf, DistributedValues) else leaf,
                value,
            )

        return tuple(part(number) for number in range(counts[0]))
