"""`tf.CriticalSection`: what is executed in it is executed by one thread at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from stagelight import nest
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.graph.graph import Graph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.scopes import control_dependencies, init_scope, name_scope
from stagelight.ops.arrays.identity import group, identity
from stagelight.public import public
from stagelight.state.tensor_array import TensorArray
from stagelight.types import dtypes


@dataclass(frozen=True)
class _Execution:
    """What a critical section executes in a graph: by names, so that it does not keep the graph.

    Attributes:
        token: of the section.
        section: the section as messages show it.
        resources: the names of what it uses.
        is_exclusive: whether no other section may use them.
    """

    token: Any
    section: str
    resources: frozenset[str]
    is_exclusive: bool


_executions: WeakKeyDictionary[Graph, list[_Execution]] = WeakKeyDictionary()


class _Entered(threading.local):
    """The tokens of the critical sections that this thread is in."""

    def __init__(self) -> None:
        self.tokens: list[Any] = []


_ENTERED = _Entered()


@public("CriticalSection", "compat.v1.CriticalSection")
class CriticalSection:
    """A lock around functions: those that are executed in it run one after the other.

    Threads that each read a variable and then assign what follows from it lose updates of one another, unless
    they do it here. In a function that is staged the lock is taken when the graph runs.

    Args:
        name: of its operation.
        shared_name: sections of one name, in one session of TensorFlow 1, are one.
        critical_section_def, import_scope: not available.

    Raises:
        ValueError: `critical_section_def` is given.

    >>> section = tf.CriticalSection()
    >>> v = tf.Variable(0)
    >>> @tf.function
    ... def count():
    ...     return section.execute(lambda: v.assign_add(1).read_value())
    >>> count().numpy(), count().numpy()
    (np.int32(1), np.int32(2))
    """

    def __init__(
        self,
        name: str | None = None,
        shared_name: str | None = None,
        critical_section_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if critical_section_def is not None:
            raise ValueError("critical_section_def is not supported.")
        with init_scope(), name_scope(name or "CriticalSection") as scope:
            told = scope.rstrip("/") if CONTEXT.stage is not None else ""
            self._handle = raw.MutexV2(shared_name=shared_name or told, name=scope or None)
        self._token: Any = shared_name or object()
        self._shown = shared_name or told or name or "CriticalSection"

    @property
    def name(self) -> str:
        """The name of its operation, in a graph."""
        name: str = self._handle.op.name
        return name

    def execute(
        self,
        fn: Callable[[], Any],
        exclusive_resource_access: bool = True,
        name: str | None = None,
    ) -> Any:
        """Calls a function while no other one is executed here; gives its result.

        Args:
            fn: takes no arguments, gives tensors or a structure of them.
            exclusive_resource_access: whether no other section of the graph may execute what uses the
                same variables and the like.
            name: of the operations' scope.

        Raises:
            ValueError: it is executed within this critical section, which would wait for itself; or another
                section executes what uses the same resources.
        """
        with name_scope(name or "critical_section_execute"), self._entered():
            lock = raw.MutexLock(self._handle)
            if CONTEXT.stage is None:
                try:
                    return fn()
                finally:
                    raw.ConsumeMutexLock(lock)
            return self._staged(fn, lock, exclusive_resource_access)

    def _staged(self, fn: Callable[[], Any], lock: SymbolicTensor, is_exclusive: bool) -> Any:
        graph = lock.graph
        before = len(graph.operations)
        with control_dependencies([lock]):
            result = fn()
        made = graph.operations[before:]
        resources = [x.name for op in made for x in op.inputs if x.dtype is dtypes.resource]
        self._require_access(graph, frozenset(resources), is_exclusive)
        # What nobody reads is executed too, before the lock is given back.
        with control_dependencies(made):
            given_back = raw.ConsumeMutexLock(lock)
        with control_dependencies([given_back]):
            return nest.map_structure(_same, result)

    def _require_access(self, graph: Graph, resources: frozenset[str], is_exclusive: bool) -> None:
        executions = _executions.setdefault(graph, [])
        for other in executions:
            shared = other.resources & resources
            if shared and other.token != self._token and (is_exclusive or other.is_exclusive):
                raise ValueError(
                    f"This execution would access resources: {sorted(shared)}. Either this lock "
                    f"(CriticalSection: {self._shown}) or lock (CriticalSection: {other.section}) requested "
                    "exclusive resource access of this resource. Did you mean to call execute with "
                    "keyword argument exclusive_resource_access=False? (AG413)"
                )
        executions.append(_Execution(self._token, self._shown, resources, is_exclusive))

    @contextmanager
    def _entered(self) -> Iterator[None]:
        if self._token in _ENTERED.tokens:
            raise ValueError(
                "Attempting to lock a CriticalSection in which we are already running. This is illegal and "
                "may cause deadlocks."
            )
        _ENTERED.tokens.append(self._token)
        try:
            yield
        finally:
            _ENTERED.tokens.pop()


def _same(result: Any) -> Any:
    """A result that is there after all that has to come before it."""
    if isinstance(result, TensorArray):
        return result.identity()
    if isinstance(result, Operation):
        return group(result)
    return None if result is None else identity(result)
