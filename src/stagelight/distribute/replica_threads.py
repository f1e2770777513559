"""The replicas of a strategy as threads that take turns.

A replica runs until it ends or asks for all replicas' values (`merge_call`); then the next one runs. When all
ask, the thread that called for them answers, and they run on. So one thread runs at any time, in an order
that is always the same, and a replica's part of a graph is built in the place where the strategy was called.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from stagelight.core.dispatch import CONTEXT, inherited_context, pushed
from stagelight.core.placement import device
from stagelight.distribute.replica import Place
from stagelight.distribute.values import part_of, regrouped
from stagelight.graph.scopes import name_scope
from stagelight.state.variable_creation import creators_set, current_creators
from stagelight.summary.writers import STATE as SUMMARY_STATE

_OTHER_GRAPH = (
    "`merge_call` called while defining a new graph or a tf.function. This can often happen if the function "
    "`fn` passed to `strategy.run()` contains a nested `@tf.function`, and that contains a synchronization "
    "point, such as aggregating gradients (e.g, optimizer.apply_gradients), or if the function `fn` uses a "
    "control flow statement which contains a synchronization point in the body. Such behaviors are not yet "
    "supported. Instead, wrap the `fn` passed to `strategy.run` or the entire `strategy.run` inside a "
    "`tf.function`, or move the control flow out of `fn`."
)


class _Abandoned(BaseException):
    """Ends a replica whose answer will not come."""


class _Current(threading.local):
    replica: _Replica | None = None


_current = _Current()


class _SharedVariables:
    """The variables that the first replica made: the others, which make the same, are given these."""

    def __init__(self) -> None:
        self._made: dict[Any, list[Any]] = {}

    def creator(self, replica: int) -> Callable[..., Any]:
        """The creator of variables in a replica."""
        taken: dict[Any, int] = {}

        def create(next_creator: Callable[..., Any], **arguments: Any) -> Any:
            name = arguments.get("name")
            made = self._made.setdefault(name, [])
            number = taken[name] = taken.get(name, 0) + 1
            if number > len(made):
                made.append(next_creator(**arguments))
            return made[number - 1]

        return create


class _Replica(threading.Thread):
    """One replica. It and the thread that made it take turns: each runs while the other one waits."""

    def __init__(
        self, strategy: Any, number: int, call: Callable[[], Any], shared: _SharedVariables
    ) -> None:
        super().__init__(name=f"replica {number}", daemon=True)
        self.result: Any = None
        self.error: BaseException | None = None
        self.is_done = False
        self.question: Any = None
        self._answer: Any = None
        self._is_abandoned = False
        self._call = call
        self._strategy = strategy
        self._number = number
        self._creator = shared.creator(number)
        self._turn, self._pause = threading.Semaphore(0), threading.Semaphore(0)
        self._context = inherited_context()
        self._creators = current_creators()
        self._summaries = (SUMMARY_STATE.writer, SUMMARY_STATE.step, SUMMARY_STATE.is_recording)
        self._graph = CONTEXT.stage
        self.scopes = None if self._graph is None else self._graph.open_scopes

    # In the thread that made it.

    def advance(self, answer: Any = None) -> None:
        """Lets it run until it asks or ends.

        Raises:
            BaseException: what its function raised.
        """
        self._answer = answer
        around = None if self._graph is None else self._graph.open_scopes
        if self._graph is not None:
            self._graph.open_scopes = self.scopes
        if self.ident is None:
            self.start()
        else:
            self._turn.release()
        self._pause.acquire()
        if self._graph is not None:
            self.scopes, self._graph.open_scopes = self._graph.open_scopes, around
        if self.error is not None:
            raise self.error

    def abandon(self) -> None:
        """Ends it, wherever it waits."""
        if self.ident is None or self.is_done:
            return
        self._is_abandoned = True
        self._turn.release()
        self.join()

    # In the replica's own thread.

    def run(self) -> None:
        """The replica's function, in the context of the thread that called for it."""
        CONTEXT.update(**self._context)
        SUMMARY_STATE.writer, SUMMARY_STATE.step, SUMMARY_STATE.is_recording = self._summaries
        _current.replica = self
        try:
            self.result = self._run()
        except _Abandoned:
            pass
        except BaseException as error:  # noqa: BLE001, raised again in the thread that waits
            self.error = error
        finally:
            self.is_done = True
            self._pause.release()

    def _run(self) -> Any:
        place = Place(self._strategy, replica=self._number)
        own_device = self._strategy.extended.worker_devices[self._number]
        scope = self._name_scope()
        creators = creators_set((*self._creators, self._creator))
        with pushed(place=place), device(own_device), creators, scope:
            return self._call()

    def _name_scope(self) -> Any:
        around = CONTEXT.name_scope
        if self._graph is not None:
            around = f"{self._graph.name_stack}/" if self._graph.name_stack else ""
        return name_scope(f"{around}replica_{self._number}/" if self._number else around)

    def ask(self, question: Any) -> Any:
        """Waits until all replicas ask, and for the answer.

        Raises:
            RuntimeError: it is in the graph of a function within.
        """
        if CONTEXT.stage is not self._graph:
            raise RuntimeError(_OTHER_GRAPH)
        self.question = question
        self._pause.release()
        self._turn.acquire()
        if self._is_abandoned:
            raise _Abandoned
        return self._answer


def run_replicas(
    strategy: Any, function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]
) -> Any:
    """Calls a function in each replica, each with its part of the arguments.

    Returns:
        The results, as distributed values.

    Raises:
        RuntimeError: some replicas end while others wait for them.
    """
    shared = _SharedVariables()
    replicas = []
    for i in range(strategy.num_replicas_in_sync):
        own_args, own_kwargs = part_of(i, tuple(args)), part_of(i, dict(kwargs))
        call = _call_of(function, own_args, own_kwargs)
        replicas.append(_Replica(strategy, i, call, shared))
    try:
        for replica in replicas:
            replica.advance()
        while not all(replica.is_done for replica in replicas):
            _answer(strategy, replicas)
    finally:
        for replica in replicas:
            replica.abandon()
    return regrouped([replica.result for replica in replicas])


def _call_of(function: Callable[..., Any], args: Any, kwargs: Any) -> Callable[[], Any]:
    return lambda: function(*args, **kwargs)


def _answer(strategy: Any, replicas: Sequence[_Replica]) -> None:
    """Answers the question that all replicas ask, and lets them run on."""
    if any(replica.is_done for replica in replicas):
        raise RuntimeError(
            "Some replicas made a different number of replica_context().merge_call() calls."
        )
    merge = replicas[0].question[0]
    args, kwargs = regrouped([replica.question[1:] for replica in replicas])
    graph = CONTEXT.stage
    around = None if graph is None else graph.open_scopes
    try:
        if graph is not None:
            graph.open_scopes = replicas[0].scopes
        answer = merge(strategy, *args, **kwargs)
    finally:
        if graph is not None:
            graph.open_scopes = around
    for i, replica in enumerate(replicas):
        replica.advance(part_of(i, answer))


def merged(merge: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """In a replica: this replica's part of what `merge` gives for all.

    Raises:
        RuntimeError: no replica runs in this thread.
    """
    replica = _current.replica
    if replica is None:
        raise RuntimeError(
            "merge_call is for functions that strategy.run runs, in their own thread."
        )
    return replica.ask((merge, args, kwargs))
