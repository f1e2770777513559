"""Runs of graphs in a worker process, with limits that hold whatever an operation does.

One operation is not interrupted, and memory that libraries take is not counted, within a process. So the
graphs of a model of unknown origin are sent to a process of their own (`worker.py`), once, and called there:
its memory is limited by the system, and it is killed when a call takes longer than it may. The next call
begins another one.

Variables and tables stay here. The worker has copies: what changed here since is sent with a call, what the
call may have written comes back with its results, so a call that fails changes nothing. Arrays go through a
socket. Graphs with other values at their boundary, such as the tensor lists of gradients of loops, and all
graphs on systems without such limits, run here (`limited_runs.py`).
"""

from __future__ import annotations

import builtins
import itertools
import math
import os
import pickle
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import numpy as np

from stagelight import config, errors
from stagelight.core import registry
from stagelight.core.budget import Limits, check_time, extend_deadline
from stagelight.fork_safety import renewed_in_child
from stagelight.formats import schema
from stagelight.graph.effects import effects_of_graph, graphs_within
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.graph_def_export import graph_def_with_functions
from stagelight.ops.resources.lookup import LookupTable
from stagelight.ops.resources.resource_variables import VariableResource
from stagelight.runtime.message_channel import MessageChannel
from stagelight.runtime.worker_messages import (
    GraphForm,
    Request,
    TableState,
    VariableState,
    read_answer,
)
from stagelight.types import dtypes

# How much later than the worker's own answer the process is killed.
_GRACE_SECONDS = 0.25
_MOST_SECONDS_TO_START = 120.0
# Errors of Python's own that kernels raise.
_PYTHONS = ("ValueError", "TypeError", "NotImplementedError", "OverflowError", "ZeroDivisionError")

_SUPPORTED = sys.platform.startswith("linux")

_PROGRAM = "import stagelight; from stagelight.runtime.worker import main; main()"


class Worker:
    """A worker process, which is begun when it is first needed. One call at a time.

    Args:
        limits: of its calls.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lock = renewed_in_child(threading.RLock())
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Any = None
        self._owner = os.getpid()
        self._numbers = itertools.count()
        self._number_of: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        # What the process has: graphs, and of resources what tells whether they changed since.
        self._graphs: set[int] = set()
        self._known: dict[int, Any] = {}

    def new_number(self) -> int:
        """A number for a graph."""
        return next(self._numbers)

    def call(
        self,
        number: int,
        make_form: Callable[[], GraphForm],
        arguments: list[Any],
        written: list[Any],
    ) -> list[np.ndarray]:
        """Runs a graph; variables and tables that it writes have new values afterwards.

        Args:
            number: of the graph.
            make_form: gives the graph.
            arguments: arrays, and resources.
            written: the resources among them that the graph may write.

        Raises:
            DeadlineExceededError: it took longer than it may.
            ResourceExhaustedError: it took more memory than it may.
            OpError: an operation failed.
        """
        with self._lock, ExitStack() as locks:
            for held in written:
                if isinstance(held, VariableResource):
                    locks.enter_context(held.lock)
            self._start()
            form = None if number in self._graphs else make_form()
            states: dict[int, Any] = {}
            sent = [x if isinstance(x, np.ndarray) else self._tell(x, states) for x in arguments]
            numbers = [self._number_of[x] for x in written]
            answer = self._exchange(Request(number, form, sent, states, numbers))
            self._graphs.add(number)
            groups, error = read_answer(answer)
            if error is not None:
                for key in numbers:
                    self._known.pop(key, None)  # It may be half done there.
                raise _error(*error)
            outputs, changed = groups
            self._take(written, iter(changed))
            return outputs  # type: ignore[return-value]

    def _tell(self, held: Any, states: dict[int, Any]) -> int:
        """The number of a resource; adds its state where the process does not have it."""
        number = self._number_of.get(held)
        if number is None:
            number = self._number_of[held] = next(self._numbers)
        mark = _mark(held)
        if number not in self._known or not _is_same(self._known[number], mark):
            states[number] = _state_of(held)
            self._known[number] = mark
        return number

    def _take(self, written: list[Any], changed: Any) -> None:
        """Gives resources the values that they have in the process."""
        for held in written:
            if isinstance(held, VariableResource):
                held.value = next(changed)
            else:
                keys, values = next(changed), next(changed)
                if keys is not None:
                    held.replace(keys, values)
            self._known[self._number_of[held]] = _mark(held)

    def _exchange(self, request: Request) -> bytearray:
        limits = self._limits
        try:
            self._channel.send(pickle.dumps(request, protocol=5))
            wait = None if math.isinf(limits.seconds) else limits.seconds + _GRACE_SECONDS
            content: bytearray = self._channel.receive(wait)
            return content
        except TimeoutError:
            self.end()
            raise errors.DeadlineExceededError(
                None,
                None,
                f"{limits.whose} may run for {limits.seconds:g} seconds a call, and took longer. If you "
                "know where it comes from, load it with trust='full', or with other `seconds`.",
            ) from None
        except (EOFError, ConnectionError):
            self.end()
            raise errors.ResourceExhaustedError(
                None,
                None,
                f"{limits.whose} ended its process; there may be too little memory: it may take "
                f"{limits.memory} bytes a call. If you know where it comes from, load it with "
                "trust='full', or with more `memory`.",
            ) from None
        except BaseException:  # Ctrl-C: what runs there would go on.
            self.end()
            raise

    def _start(self) -> None:
        if self._owner != os.getpid():  # A forked child begins its own.
            self._process, self._channel, self._owner = None, None, os.getpid()
        if self._process is not None and self._process.poll() is None:
            return
        began = time.monotonic()
        self._begin()
        extend_deadline(time.monotonic() - began)

    def _begin(self) -> None:
        self.end()
        own, other = socket.socketpair()
        limits = self._limits
        arguments = [str(other.fileno()), str(limits.memory), str(limits.seconds), limits.whose]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            pass_fds=[other.fileno()],
            start_new_session=True,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                "MALLOC_ARENA_MAX": "2",
            },
        )
        other.close()
        self._channel = MessageChannel(own)
        weakref.finalize(self, _kill, self._process, self._channel, self._owner)
        try:
            self._channel.receive(_MOST_SECONDS_TO_START)
        except TimeoutError:
            self.end()
            raise errors.UnavailableError(
                None, None, f"No worker process began in {_MOST_SECONDS_TO_START:.0f} seconds."
            ) from None
        except (EOFError, ConnectionError):
            self.end()
            raise errors.UnavailableError(
                None, None, f"The worker process for {limits.whose} ended at its start."
            ) from None

    def end(self) -> None:
        """Ends the process; the next call begins another one."""
        if self._process is not None:
            _kill(self._process, self._channel, self._owner)
        self._process = self._channel = None
        self._graphs.clear()
        self._known.clear()


def _kill(process: subprocess.Popen[bytes], channel: MessageChannel, owner: int) -> None:
    channel.close()
    if owner == os.getpid():
        process.kill()
        process.wait()


def _mark(held: Any) -> Any:
    """What is another one when a resource has changed."""
    return held.value if isinstance(held, VariableResource) else held.version


def _is_same(a: Any, b: Any) -> bool:
    return a is b or (isinstance(a, int) and a == b)


def _state_of(held: Any) -> VariableState | TableState:
    if isinstance(held, VariableResource):
        shape = None if held.shape.rank is None else held.shape.as_list()
        return VariableState(held.name, held.dtype.as_datatype_enum, shape, held.value)
    return TableState(
        held.key_dtype.as_datatype_enum,
        held.value_dtype.as_datatype_enum,
        held.value_shape,
        held.is_static,
        dict(held.reserved),
        held.export() if held.is_filled else None,
    )


def _error(kind: str, code: int, message: str) -> Exception:
    """The error of a worker, of its class."""
    if kind in _PYTHONS:
        made: Exception = getattr(builtins, kind)(message)
        return made
    if kind != "OpError":
        return errors.InternalError(None, None, f"{kind}: {message}")
    error = errors.exception_type_from_error_code(code)(None, None, message)
    error.is_located = True  # type: ignore[attr-defined]
    return error


_workers: weakref.WeakValueDictionary[Limits, Worker] = weakref.WeakValueDictionary()
_lock = renewed_in_child(threading.Lock())


def worker_of(limits: Limits) -> Worker:
    """The worker of all graphs of the same limits, which are those of one model."""
    with _lock:
        found = _workers.get(limits)
        if found is None:
            found = _workers[limits] = Worker(limits)
        return found


def _can_be_sent(graph: FuncGraph) -> bool:
    """Whether all operations have registered ops: what was compiled here already has others."""
    return all(registry.is_known(x.type) for each in graphs_within(graph) for x in each.operations)


def isolated_run(
    graph: FuncGraph, make_here: Callable[[], Callable[..., Any]], is_interim: bool
) -> Callable[..., Any] | None:
    """A function over arrays that runs a graph in a worker; None where it cannot.

    Args:
        graph: the graph, with limits.
        make_here: gives what runs it in this process, for handles of other resources.
        is_interim: whether it may never run again.
    """
    limits: Any = graph.limits
    inputs, outputs = graph.inputs, graph.outputs
    ends = [*inputs, *outputs]
    if not (limits.is_isolated and _SUPPORTED) or any(x.dtype is dtypes.variant for x in ends):
        return None
    if any(x.dtype is dtypes.resource for x in outputs) or not _can_be_sent(graph):
        return None
    worker = worker_of(limits)
    number = worker.new_number()
    handles = [i for i, x in enumerate(inputs) if x.dtype is dtypes.resource]
    effects = effects_of_graph(graph)
    written = [i for i in handles if effects.touches_all or i in effects.writes]
    here: list[Callable[..., Any]] = []

    def make_form() -> GraphForm:
        message, (name,), _ = graph_def_with_functions(Graph(), [graph], {})
        library = schema.FunctionDefLibrary(function=message.library.function)
        data = [x.handle_data if x.dtype is dtypes.resource else None for x in inputs]
        return GraphForm(library.SerializeToString(), name, data, is_interim, config.current)

    def run(*arrays: Any) -> tuple[np.ndarray, ...]:
        check_time()
        arguments = list(arrays)
        for i in handles:
            arguments[i] = arrays[i][()]
            if not isinstance(arguments[i], (VariableResource, LookupTable)):
                if not here:
                    here.append(make_here())
                results: tuple[np.ndarray, ...] = here[0](*arrays)
                return results
        changed = list({id(arguments[i]): arguments[i] for i in written}.values())
        return tuple(worker.call(number, make_form, arguments, changed))

    return run
