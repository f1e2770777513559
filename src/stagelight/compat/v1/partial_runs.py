"""Runs of a session in parts: each goes on where the one before ended, with what was fed since.

The methods `partial_run_setup` and `partial_run` of sessions. A part runs every operation of the run that
has all it needs by then, whether the part asks for it or not: what has effects runs once, and random
numbers are the same in all parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, islice
from typing import Any, NoReturn

import numpy as np

from stagelight import errors, nest
from stagelight.compat.v1.session import (
    Session,
    _fed_array,
    _fetched,
    _single_feeds,
    _taken_apart,
)
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import GraphPart, needed_operations, part_of
from stagelight.ops.resources.resource_variables import CONTAINER
from stagelight.public import publish_method
from stagelight.runtime.host_plan import HostPlan

# Under this name a session has its unfinished runs, by their handles.
_RUNS = "_partial_runs"
_numbers = count()


class _PartialRun:
    """A run that goes on. Tensors are told by their `id`: the graph keeps them.

    Attributes:
        fetches: the tensors that were not asked for yet.
        feeds: the tensors that were not fed yet.
        values: what is known: fed, or computed by what has run.
    """

    def __init__(
        self,
        session: Session,
        tensors: Sequence[SymbolicTensor],
        operations: Sequence[Operation],
        feeds: Sequence[SymbolicTensor],
    ) -> None:
        self._session = session
        self.fetches = set(map(id, tensors))
        self.feeds = set(map(id, feeds))
        self.values: dict[int, np.ndarray] = {}
        part = part_of(session.graph, feeds, tensors, operations)
        self._waiting = needed_operations(part)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to feed, to run or to ask for."""
        return not self.feeds and not self.fetches and not self._waiting

    def go_on(self) -> None:
        """Runs what has all that it needs."""
        ready: dict[Operation, None] = {}
        waiting = set(self._waiting)
        for operation in self._waiting:
            if all(self._is_known(x, ready) for x in operation.inputs) and waiting.isdisjoint(
                operation.control_inputs
            ):
                ready[operation] = None
                waiting.remove(operation)
        if not ready:
            return
        self._waiting = [operation for operation in self._waiting if operation in waiting]
        wanted = {id(x) for operation in self._waiting for x in operation.inputs} | self.fetches
        outputs = [x for operation in ready for x in operation.outputs if id(x) in wanted]
        taken = {id(x): x for operation in ready for x in operation.inputs if id(x) in self.values}
        part = GraphPart(
            self._session.graph.name, list(ready), list(taken.values()), outputs, list(ready)
        )
        with CONTAINER.of_session(self._session._handles):
            arrays = HostPlan(part, self._session._states)(*[self.values[x] for x in taken])
        self.values.update(zip(map(id, outputs), arrays, strict=True))

    def _is_known(self, tensor: SymbolicTensor, ready: Mapping[Operation, None]) -> bool:
        """Whether a tensor has its value, or gets it of an operation that is about to run."""
        is_fed_later = id(tensor) in self.feeds
        return id(tensor) in self.values or (tensor.op in ready and not is_fed_later)


def partial_run_setup(self: Session, fetches: Any, feeds: Sequence[Any] | None = None) -> str:
    """Begins a run in parts.

    Args:
        fetches: what the parts will ask for, and operations to run, as for `run`.
        feeds: the tensors that they will be fed.

    Returns:
        The run's handle, for `partial_run`.

    Raises:
        InvalidArgumentError: nothing to fetch, or a tensor that is fed and fetched.
        RuntimeError: the session is closed.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     a, b = (tf.compat.v1.placeholder(tf.float32) for _ in range(2))
    ...     total = a + 1.0
    ...     product = total * b
    ...     run = session.partial_run_setup([total, product], [a, b])
    ...     first = session.partial_run(run, total, {a: 1.0})
    ...     session.partial_run(run, product, {b: first * 3.0})
    np.float32(12.0)
    """
    if self._is_closed:
        raise RuntimeError("Attempted to use a closed Session.")
    elements = [
        self._element(part) for fetch in nest.flatten(fetches) for part in _taken_apart(fetch)[0]
    ]
    fed = [self._fed(key).tensor for key in feeds or ()]
    if not elements:
        _refuse("Must specify at least one target to fetch or execute.")
    for element in elements:
        if id(element) in set(map(id, fed)):
            _refuse(f"{element.name} is both fed and fetched.")
    tensors = [x for x in elements if isinstance(x, SymbolicTensor)]
    operations = [x for x in elements if isinstance(x, Operation)]
    runs = self.__dict__.setdefault(_RUNS, {})
    handle = f"partial run {next(_numbers)} of {', '.join(x.name for x in elements)}"
    runs[handle] = _PartialRun(self, tensors, operations, fed)
    return handle


def partial_run(
    self: Session, handle: str, fetches: Any, feed_dict: Mapping[Any, Any] | None = None
) -> Any:
    """Goes on with a run: feeds tensors, and gives what can be computed now.

    Args:
        handle: what `partial_run_setup` gave.
        fetches: tensors of those that it was given, in a nested structure.
        feed_dict: tensor -> value, of the feeds that it was given.

    Returns:
        NumPy values in the structure of `fetches`.

    Raises:
        InvalidArgumentError: there is no such run, it is over, or it was not set up for a feed or fetch; or
            what a fetch needs is not fed yet. A run that failed is over.
        RuntimeError: an operation among the fetches, which `partial_run_setup` takes.
    """
    if self._is_closed:
        raise RuntimeError("Attempted to use a closed Session.")
    taken = [_taken_apart(fetch) for fetch in nest.flatten(fetches)]
    elements = [self._element(part) for parts, _ in taken for part in parts]
    targets = [x for x in elements if isinstance(x, Operation)]
    if targets:
        raise RuntimeError(
            f"partial_run() requires empty `target_list`. Received: target_list={targets} (non-empty)"
        )
    runs = self.__dict__.setdefault(_RUNS, {})
    run: _PartialRun | None = runs.pop(handle, None)
    if run is None:
        _refuse("Must run 'setup' before performing partial runs!")
    for key, value in _single_feeds(feed_dict or {}):
        tensor = self._fed(key).tensor
        if id(tensor) not in run.feeds:
            fault = (
                "was already fed"
                if id(tensor) in run.values
                else "was not specified in partial_run_setup"
            )
            _refuse(f"The feed {tensor.name} {fault}.")
        run.feeds.remove(id(tensor))
        run.values[id(tensor)] = _fed_array(tensor, value)
    for element in elements:
        if id(element) not in run.fetches:
            fault = (
                "was already fetched"
                if id(element) in run.values
                else "was not specified in partial_run_setup"
            )
            _refuse(f"The fetch {element.name} {fault}.")
    run.go_on()
    results = []
    for element in elements:
        if id(element) not in run.values:
            _refuse(
                f"Fetch {element.name} can't be computed from the feeds that have been fed so far."
            )
        results.append(_fetched(element, run.values[id(element)], {}))
    run.fetches.difference_update(map(id, elements))
    if not run.is_over:
        runs[handle] = run
    values = iter(results)
    made = [put_together(*islice(values, len(parts))) for parts, put_together in taken]
    return nest.pack_sequence_as(fetches, made)


def _refuse(text: str) -> NoReturn:
    raise errors.InvalidArgumentError(None, None, text)


for _method in (partial_run_setup, partial_run):
    publish_method(Session, _method.__name__, _method, "compat.v1.Session")
