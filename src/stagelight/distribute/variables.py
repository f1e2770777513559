"""Variables of a strategy: a variable for each replica, kept alike (mirrored) or brought together when read.

in a replica             the replica's own variable; an assignment to a mirrored one with an aggregation
                         waits for all replicas, and assigns the sum, mean or first of their values
above the replicas       a mirrored one reads its first variable, and assigns to all; one that is
                         synchronised on reading reads the sum or mean of all
in `extended.update`     the variable whose turn it is
"""

from __future__ import annotations

import copy
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from stagelight.core.dispatch import CONTEXT, pushed
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.distribute.replica import ReplicaContext, entered_above, require_same
from stagelight.distribute.values import DistributedValues, Mirrored, PerReplica, ReduceOp
from stagelight.state.variable import Variable
from stagelight.state.variable_creation import creators_set
from stagelight.state.variable_replication import VariableAggregation, VariableSynchronization
from stagelight.state.variable_saving import VALUE


class ReplicaVariable(Variable):
    """The variable of one replica. Knows the variable of all."""

    _container: Callable[[], Any]

    def _distributed_container(self) -> Any:
        return self._container()

    def _tell_access(self) -> None:
        """To tapes it is the variable of all, where that stands for this one."""
        container = self._container()
        if container is None or container._here() is not self:
            super()._tell_access()
            return
        if self._trainable:
            for recorder in CONTEXT.recorders:
                recorder.variable_accessed(container)
        if CONTEXT.stage is not None:
            CONTEXT.stage.variable_accessed(self)


class DistributedVariable(DistributedValues, Variable):
    """A variable for each replica of a strategy, as one variable."""

    # What it is, as its first variable says it.
    _ALIKE = (
        "_name", "_number", "_dtype", "_shape", "_trainable", "_constraint", "_read_attrs", "synchronization",
    )  # fmt: skip

    def __init__(
        self, strategy: Any, values: Sequence[Variable], aggregation: VariableAggregation
    ) -> None:
        if aggregation is VariableAggregation.MEAN and not values[0].dtype.is_floating:
            raise ValueError(
                "creating distributed tf.Variable with aggregation=MEAN and a non-floating dtype is not "
                "supported, please use a different aggregation or dtype"
            )
        super().__init__(values)
        self._strategy = strategy
        self.aggregation = aggregation
        for attribute in self._ALIKE:
            setattr(self, attribute, getattr(values[0], attribute))
        for value in values:
            value.__class__ = ReplicaVariable
            value._container = weakref.ref(self)  # type: ignore[attr-defined]

    @property
    def distribute_strategy(self) -> Any:
        """The strategy in whose scope it was made."""
        return self._strategy

    def _here(self) -> Any:
        """The variable of the replica that runs or is updated; above all, that of the device in scope."""
        place = CONTEXT.place
        if place is not None:
            require_same(self._strategy)
            if place.part is not None and place.strategy is self._strategy:
                return self._values[place.part]
        return next((v for v in self._values if v.device == CONTEXT.device), self._values[0])

    # What else a variable is asked for: that of the replica.

    @property
    def handle(self) -> Tensor:  # type: ignore[override]
        """The handle of the replica's variable; above the replicas, that of the first one."""
        handle: Tensor = self._here().handle
        return handle

    @property
    def _resource(self) -> Any:  # type: ignore[override]
        return self._values[0]._resource

    @property
    def device(self) -> str:
        """The device of the replica's variable."""
        device: str = self._here().device
        return device

    @property
    def op(self) -> Any:
        """The operation of the first variable's handle in a graph."""
        return self._values[0].op

    @property
    def graph(self) -> Any:
        """The graph of the handles."""
        return self._values[0].graph

    @property
    def initializer(self) -> Any:
        """The operation that sets all initial values, in a graph."""
        with self.graph.control_dependencies([value.initializer for value in self._values]):
            return raw.NoOp()

    @property
    def initial_value(self) -> Tensor | None:
        """The tensor of the initial value, in a graph."""
        return self._values[0].initial_value

    def _as_graph_element(self) -> Tensor:
        return self._values[0]._as_graph_element()

    def _tell_access(self) -> None:
        self._here()._tell_access()

    def is_initialized(self, name: str | None = None) -> Tensor:
        """Whether all have a value: a bool scalar."""
        initialized = self._values[0].is_initialized()
        for value in self._values[1:]:
            initialized = raw.LogicalAnd(initialized, value.is_initialized())
        return initialized

    def sparse_read(self, indices: Any, name: str | None = None) -> Tensor:
        """The rows at the indices of the replica's variable."""
        rows: Tensor = self._here().sparse_read(indices, name)
        return rows

    # Assigning.

    def assign(
        self,
        value: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Sets the value of the replica's variable, or of all."""
        return self._changed("assign", value, name=name, read_value=read_value)

    def assign_add(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Adds to the value of the replica's variable, or of all."""
        return self._changed("assign_add", delta, name=name, read_value=read_value)

    def assign_sub(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Subtracts from the value of the replica's variable, or of all."""
        return self._changed("assign_sub", delta, name=name, read_value=read_value)

    def _scatter(self, word: str, slices: Any, name: str | None) -> Any:
        return self._changed(f"scatter_{word.lower()}", slices, name=name)

    def _changed(self, method: str, value: Any, **options: Any) -> Any:
        """Changes the replica's variable, or all, by a method of variables."""
        raise NotImplementedError

    def __deepcopy__(self, memo: dict[int, Any]) -> DistributedVariable:
        with entered_above(self._strategy), creators_set(()):
            copies = []
            for value in self._values:
                with pushed(device=value.device, name_scope=""):
                    copies.append(copy.deepcopy(value, memo))
        copied = type(self)(self._strategy, copies, self.aggregation)
        memo[id(self)] = copied
        return copied


class MirroredVariable(DistributedVariable, Mirrored):
    """A variable whose values are kept alike: assignments go to all."""

    def read_value(self) -> Tensor:
        """The value of the replica's variable."""
        value: Tensor = self._here().read_value()
        return value

    value = read_value

    def _changed(self, method: str, value: Any, **options: Any) -> Any:
        with entered_above(self._strategy):
            if CONTEXT.place.update is not None:
                return getattr(self._here(), method)(value, **options)
            if CONTEXT.place.replica is None:
                return self._change_all(method, value, options)
            if self.aggregation is VariableAggregation.NONE:
                return getattr(self._here(), method)(value, **options)
            self._require_scatter(method)
            merge = lambda _, value: self._change_together(method, value, options)  # noqa: E731
            return ReplicaContext(self._strategy, CONTEXT.place.replica).merge_call(merge, (value,))

    def _change_together(self, method: str, value: Any, options: Any) -> Any:
        """Changes all by what the replicas give."""
        strategy = self._strategy
        is_mean = self.aggregation is VariableAggregation.MEAN
        if is_mean and not self.dtype.is_floating and isinstance(value, PerReplica):
            raise ValueError(
                "Cannot update non-float variables with tf.VariableAggregation.MEAN aggregation in replica "
                "context. Either change the variable dtype to float or update it in cross-replica context."
            )
        if self.aggregation is VariableAggregation.ONLY_FIRST_REPLICA:
            together = strategy.experimental_local_results(value)[0]
        else:
            together = strategy.extended.reduce_to(reduction_of(self.aggregation), value, self)
        return self._change_all(method, together, options)

    def _change_all(self, method: str, value: Any, options: Any) -> Any:
        self._require_scatter(method)
        change = lambda variable, value: getattr(variable, method)(value, **options)  # noqa: E731
        return self._strategy.extended.update(self, change, (value,))

    def _require_scatter(self, method: str) -> None:
        """Refuses scattering that has no meaning for a sum or mean of the replicas' slices."""
        alike = (VariableAggregation.NONE, VariableAggregation.ONLY_FIRST_REPLICA)
        if method in _NOT_OF_SUMS and self.aggregation not in alike:
            raise NotImplementedError(
                f"{method} is only supported for mirrored variable (variable created within certain "
                "`tf.distribute.Strategy` scope) with NONE or `ONLY_FIRST_REPLICA` aggregation, got: "
                f"{self.aggregation}."
            )

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        for value in self._values:
            value._restore_from_tensors(restored_tensors)


_NOT_OF_SUMS = ("scatter_min", "scatter_max", "scatter_update")


class SyncOnReadVariable(DistributedVariable):
    """A variable whose values differ among replicas, and are brought together when it is read above them."""

    def read_value(self) -> Tensor:
        """The value of the replica's variable; above the replicas, the sum, mean or first of all.

        Raises:
            ValueError: above the replicas, without an aggregation.
        """
        with entered_above(self._strategy):
            if CONTEXT.place.part is not None:
                own: Tensor = self._here().read_value()
                return own
            if self.aggregation is VariableAggregation.ONLY_FIRST_REPLICA:
                return self._values[0].read_value()
            parts = PerReplica([value.read_value() for value in self._values])
            together: Tensor = self._strategy.reduce(
                reduction_of(self.aggregation), parts, axis=None
            )
            return together

    value = read_value

    def _changed(self, method: str, value: Any, **options: Any) -> Any:
        if method.startswith("scatter"):
            raise NotImplementedError(
                f"Variables with `synchronization=ON_READ` doesn't support `{method}`"
            )
        with entered_above(self._strategy):
            if CONTEXT.place.part is not None:
                return getattr(self._here(), method)(value, **options)
            if self.aggregation is VariableAggregation.SUM:
                if method != "assign":
                    raise ValueError(
                        f"SyncOnReadVariable does not support `{method}` in cross-replica context when "
                        "aggregation is set to `tf.VariableAggregation.SUM`."
                    )
                value = self._share(value)
            for variable in self._values:
                getattr(variable, method)(value, read_value=False)
            return self.read_value() if options["read_value"] else None

    def _share(self, value: Any) -> Tensor:
        """A replica's share of a sum."""
        count = self._strategy.num_replicas_in_sync
        return raw.Cast(value / count, DstT=self._dtype)

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        tensors = restored_tensors
        if self.aggregation is VariableAggregation.SUM:
            tensors = {VALUE: self._share(restored_tensors[VALUE])}
        for value in self._values:
            value._restore_from_tensors(tensors)


def reduction_of(aggregation: VariableAggregation) -> ReduceOp:
    """The reduction by which a variable's values become one.

    Raises:
        ValueError: there is none.
    """
    if aggregation not in (VariableAggregation.SUM, VariableAggregation.MEAN):
        raise ValueError(
            f"Could not convert from `tf.VariableAggregation` {aggregation} to`tf.distribute.ReduceOp` "
            "type. Give the variable an aggregation, SUM or MEAN, or read the values of the replicas "
            "by strategy.experimental_local_results."
        )
    return ReduceOp[aggregation.name]


def synchronization_of(arguments: dict[str, Any]) -> VariableSynchronization:
    """The synchronization of a variable that is made in a strategy's scope.

    Args:
        arguments: those of `tf.Variable`.

    Raises:
        ValueError: NONE, which there is not.
    """
    given = arguments.get("synchronization", VariableSynchronization.AUTO)
    if given is VariableSynchronization.NONE:
        raise ValueError(
            "`NONE` variable synchronization mode is not supported with tf.distribute strategy. Please "
            f"change the `synchronization` for variable: {arguments.get('name')}"
        )
    if not isinstance(given, VariableSynchronization):
        raise ValueError(
            f"Invalid variable synchronization mode: {given} for variable: {arguments.get('name')}"
        )
    is_auto = given is VariableSynchronization.AUTO
    return VariableSynchronization.ON_WRITE if is_auto else given
