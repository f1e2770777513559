"""Where a program stands: under which strategy, in a replica, above all, or in a variable's update."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from stagelight import nest
from stagelight.autodiff.custom_gradient import custom_gradient
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, pushed
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.raw import raw
from stagelight.distribute.values import PerReplica, ReduceOp
from stagelight.public import public
from stagelight.types.dtypes import int32


@dataclass(frozen=True)
class Place:
    """A place in a strategy: `CONTEXT.place`, by which traces are kept apart.

    Attributes:
        strategy: the strategy.
        replica: the replica that runs; None above the replicas.
        update: the replica whose part of a variable is updated, above the replicas; None elsewhere.
    """

    strategy: Any
    replica: int | None = None
    update: int | None = None

    @property
    def part(self) -> int | None:
        """Which part of distributed values is meant; None above the replicas."""
        return self.update if self.replica is None else self.replica

    def __str__(self) -> str:
        if self.replica is not None:
            return f"replica {self.replica}"
        return "above the replicas" if self.update is None else f"update of replica {self.update}"


_default: list[Any] = []  # The strategy outside of all scopes; set by `strategies`.


def set_default(strategy: Any) -> None:
    """Says which strategy holds outside of all scopes."""
    _default[:] = [strategy]


def is_default(strategy: Any) -> bool:
    """Whether it is the strategy outside of all scopes."""
    return bool(_default) and strategy is _default[0]


@public("distribute.get_strategy")
def get_strategy() -> Any:
    """The strategy in whose scope the program is; the default one outside.

    >>> tf.distribute.get_strategy().num_replicas_in_sync
    1
    """
    return _default[0] if CONTEXT.place is None else CONTEXT.place.strategy


@public("distribute.has_strategy")
def has_strategy() -> bool:
    """Whether the program is in the scope of a strategy other than the default one.

    >>> tf.distribute.has_strategy()
    False
    """
    return get_strategy() is not _default[0]


@public("distribute.in_cross_replica_context")
def in_cross_replica_context() -> bool:
    """Whether the program is in the scope of a strategy, and in none of its replicas.

    >>> tf.distribute.in_cross_replica_context()
    False
    """
    return CONTEXT.place is not None and CONTEXT.place.replica is None


def require_same(strategy: Any) -> None:
    """Refuses to go on under a strategy while another one holds.

    Raises:
        RuntimeError: another one holds.
    """
    if has_strategy() and get_strategy() is not strategy:
        raise RuntimeError(
            f"Mixing different tf.distribute.Strategy objects: {get_strategy()!r} is not {strategy!r}"
        )


def require_above(strategy: Any) -> None:
    """Refuses what only the program above the replicas can do.

    Raises:
        RuntimeError: a replica runs, or another strategy holds.
    """
    require_same(strategy)
    if CONTEXT.place is not None and CONTEXT.place.replica is not None:
        raise RuntimeError(
            "Method requires being in cross-replica context, use get_replica_context().merge_call()"
        )


@contextmanager
def entered_above(strategy: Any) -> Iterator[None]:
    """Stands above the replicas of a strategy, unless the program stands in one of its places already."""
    if has_strategy():
        require_same(strategy)
        yield
    else:
        with pushed(place=Place(strategy)):
            yield


@public("distribute.get_replica_context")
def get_replica_context() -> ReplicaContext | None:
    """The context of the replica that runs; None above the replicas.

    >>> tf.distribute.get_replica_context().num_replicas_in_sync
    1
    """
    if in_cross_replica_context():
        return None
    place = CONTEXT.place
    return ReplicaContext(get_strategy(), 0 if place is None else place.replica)


@public("distribute.ReplicaContext")
class ReplicaContext:
    """What a function that runs in a replica may ask of the others.

    >>> def in_a_replica():
    ...     context = tf.distribute.get_replica_context()
    ...     return context.all_reduce("sum", tf.constant(2.0))
    >>> float(tf.distribute.MirroredStrategy(["CPU:0"]).run(in_a_replica))
    2.0
    """

    def __init__(self, strategy: Any, replica_id_in_sync_group: Any = 0) -> None:
        self._strategy = strategy
        self._replica_id = replica_id_in_sync_group

    @property
    def strategy(self) -> Any:
        """The strategy that runs the replica."""
        return self._strategy

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas there are."""
        count: int = self._strategy.num_replicas_in_sync
        return count

    @property
    def replica_id_in_sync_group(self) -> Any:
        """The number of this replica: an int32 scalar; outside of all strategies the Python number 0."""
        if is_default(self._strategy) or not isinstance(self._replica_id, int):
            return self._replica_id
        return convert_to_tensor(self._replica_id, int32)

    @property
    def devices(self) -> tuple[str, ...]:
        """The device of this replica."""
        number: int = int(self._replica_id)
        return (self._strategy.extended.worker_devices[number],)

    def merge_call(
        self, merge_fn: Callable[..., Any], args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Calls `merge_fn(strategy, *args)` once for all replicas, above them.

        The replicas wait for each other. Of each argument the function gets the values of all; of what it
        returns each replica gets its own.

        Args:
            merge_fn: the function.
            args, kwargs: its further arguments.

        Raises:
            RuntimeError: a replica ends without the call, or it is in the graph of a function within.
        """
        return self._strategy.extended.merge(merge_fn, tuple(args), kwargs or {})

    def all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """The sum or mean of the replicas' values, in each of them.

        Gradients go through it: that of a sum is the sum of the replicas' gradients. A tensor that all
        replicas have from outside, one and the same object, counts once.

        Args:
            reduce_op: a `tf.distribute.ReduceOp`, or "SUM" or "MEAN".
            value: tensor, `tf.IndexedSlices`, or a structure of them.
            options: accepted for compatibility.

        Raises:
            ValueError: an unknown reduction.
        """
        reduction = ReduceOp.named(reduce_op)
        if self.num_replicas_in_sync == 1:
            return value
        leaves = nest.flatten(value)
        reduced = list(leaves)
        dense = [i for i, leaf in enumerate(leaves) if not isinstance(leaf, IndexedSlices)]
        for i, leaf in enumerate(leaves):
            if i not in dense:
                reduced[i] = self.merge_call(_reduced_leaf, (reduction, leaf))
        if dense:
            tensors = [convert_to_tensor(leaves[i]) for i in dense]
            for i, tensor in zip(dense, self._all_reduced(reduction, tensors), strict=True):
                reduced[i] = tensor
        return nest.pack_sequence_as(value, reduced)

    def _all_reduced(self, reduction: ReduceOp, tensors: list[Any]) -> list[Any]:
        @custom_gradient
        def reduced(*values: Any) -> Any:
            results = self.merge_call(_reduced_leaves, (reduction, list(values)))

            def gradient(*gradients: Any) -> Any:
                return self._all_reduced(reduction, list(gradients))

            return results, gradient

        return list(reduced(*tensors))

    def all_gather(self, value: Any, axis: int, options: Any = None) -> Any:
        """The replicas' values, joined along an axis, in each of them. Gradients go through it.

        Args:
            value: tensor of rank 1 or more, or a structure of them; along `axis` sizes may differ.
            axis: the axis.
            options: accepted for compatibility.
        """
        if self.num_replicas_in_sync == 1:
            return value
        return nest.map_structure(lambda leaf: self._gathered(convert_to_tensor(leaf), axis), value)

    def _gathered(self, tensor: Any, axis: int) -> Any:
        @custom_gradient
        def gathered(value: Any) -> Any:
            result, sizes = self.merge_call(_gathered_and_sizes, (value, axis))

            def gradient(gradient_of_all: Any) -> Any:
                (total,) = self._all_reduced(ReduceOp.SUM, [gradient_of_all])
                return raw.SplitV(total, sizes, axis, num_split=self.num_replicas_in_sync)[
                    int(self._replica_id)
                ]

            return result, gradient

        return gathered(tensor)


def _reduced_leaves(strategy: Any, reduction: ReduceOp, values: list[Any]) -> list[Any]:
    # TF: what is one object in all replicas counts once.
    pairs = [(value, value) for value in values if isinstance(value, PerReplica)]
    reduced = iter(strategy.extended.batch_reduce_to(reduction, pairs) if pairs else [])
    return [next(reduced) if isinstance(value, PerReplica) else value for value in values]


def _reduced_leaf(strategy: Any, reduction: ReduceOp, value: Any) -> Any:
    return _reduced_leaves(strategy, reduction, [value])[0]


def _gathered_and_sizes(strategy: Any, value: Any, axis: int) -> tuple[Any, Any]:
    sizes = [raw.Shape(part)[axis] for part in strategy.experimental_local_results(value)]
    return strategy.gather(value, axis), raw.Pack(sizes)


@public("__internal__.distribute.interim.maybe_merge_call")
def maybe_merge_call(function: Callable[..., Any], strategy: Any, *args: Any, **kwargs: Any) -> Any:
    """Calls `function(strategy, *args)` once for all replicas; here, where there is no other replica.

    >>> call = tf.__internal__.distribute.interim.maybe_merge_call
    >>> call(lambda strategy, x: x + 1, tf.distribute.get_strategy(), 2)
    3
    """
    if in_cross_replica_context() or strategy.num_replicas_in_sync == 1:
        return function(strategy, *args, **kwargs)
    return ReplicaContext(strategy).merge_call(function, args, kwargs)


@public("__internal__.distribute.strategy_supports_no_merge_call")
def strategy_supports_no_merge_call() -> bool:
    """Whether the strategy updates variables without `merge_call`: with one replica, it does.

    >>> tf.__internal__.distribute.strategy_supports_no_merge_call()
    True
    """
    return bool(get_strategy().num_replicas_in_sync == 1)
