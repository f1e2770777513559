"""Where a program stands: inside a replica, or above all replicas; and under which strategy."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from stagelight.distribute.values import ReduceOp
from stagelight.public import public


class _Place(threading.local):
    """The strategies whose scopes are entered, each with whether its replica runs."""

    def __init__(self) -> None:
        self.stack: tuple[tuple[Any, bool], ...] = ()


_place = _Place()
_default: list[Any] = []  # The strategy outside of all scopes; set by `strategies`.


@contextmanager
def entered(strategy: Any, *, in_replica: bool) -> Iterator[Any]:
    """Stands under a strategy: above its replicas, or in one."""
    before = _place.stack
    _place.stack = (*before, (strategy, in_replica))
    try:
        yield strategy
    finally:
        _place.stack = before


def set_default(strategy: Any) -> None:
    """Says which strategy holds outside of all scopes."""
    _default[:] = [strategy]


@public("distribute.get_strategy")
def get_strategy() -> Any:
    """The strategy in whose scope the program is; the default one outside.

    >>> tf.distribute.get_strategy().num_replicas_in_sync
    1
    """
    return _place.stack[-1][0] if _place.stack else _default[0]


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
    return has_strategy() and not _place.stack[-1][1]


@public("distribute.get_replica_context")
def get_replica_context() -> ReplicaContext | None:
    """The context of the replica that runs; None above the replicas.

    >>> tf.distribute.get_replica_context().num_replicas_in_sync
    1
    """
    return None if in_cross_replica_context() else ReplicaContext(get_strategy())


@public("distribute.ReplicaContext")
class ReplicaContext:
    """What a function that runs in a replica may ask of the others. Here there are no others."""

    def __init__(self, strategy: Any, replica_id_in_sync_group: int = 0) -> None:
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
    def replica_id_in_sync_group(self) -> int:
        """The number of this replica."""
        return self._replica_id

    @property
    def devices(self) -> list[str]:
        """The devices of this replica."""
        return list(self._strategy.extended.worker_devices)

    def all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """The sum or mean of the replicas' values, in each of them: with one, the value.

        Raises:
            ValueError: an unknown reduction.
        """
        ReduceOp.named(reduce_op)
        return value

    def all_gather(self, value: Any, axis: int, options: Any = None) -> Any:
        """The replicas' values, joined along an axis: with one, the value."""
        return value

    def merge_call(
        self, merge_fn: Callable[..., Any], args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Calls `merge_fn(strategy, *args)` once for all replicas."""
        with entered(self._strategy, in_replica=False):
            return merge_fn(self._strategy, *args, **(kwargs or {}))


@public("__internal__.distribute.interim.maybe_merge_call")
def maybe_merge_call(function: Callable[..., Any], strategy: Any, *args: Any, **kwargs: Any) -> Any:
    """Calls `function(strategy, *args)`: with one replica there is nothing to merge.

    >>> call = tf.__internal__.distribute.interim.maybe_merge_call
    >>> call(lambda strategy, x: x + 1, tf.distribute.get_strategy(), 2)
    3
    """
    return function(strategy, *args, **kwargs)


@public("__internal__.distribute.strategy_supports_no_merge_call")
def strategy_supports_no_merge_call() -> bool:
    """Whether the strategy updates variables without `merge_call`: with one replica, it does.

    >>> tf.__internal__.distribute.strategy_supports_no_merge_call()
    True
    """
    return True
