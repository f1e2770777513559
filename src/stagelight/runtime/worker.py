"""The worker process: runs the graphs of a model of unknown origin within the system's limits.

It is sent graphs, arrays, and the states of variables and tables, and answers with arrays. Its memory is
limited by the system; it is killed by its parent when its time is over (`isolated_runs.py`), and ends by
itself when the parent is gone.
"""

from __future__ import annotations

import os
import pickle
import resource
import socket
import sys
import threading
import time
from typing import Any

import numpy as np

from stagelight import config, errors
from stagelight.core import registry
from stagelight.core.budget import Limits
from stagelight.formats import schema
from stagelight.graph.function_library import FunctionLibrary
from stagelight.ops.resources.lookup import LookupTable
from stagelight.ops.resources.resource_variables import VariableResource, make_handle
from stagelight.runtime.executable import executable, interim_executable
from stagelight.runtime.executors import executor_named
from stagelight.runtime.limited_runs import limited
from stagelight.runtime.message_channel import MessageChannel
from stagelight.runtime.worker_messages import (
    GraphForm,
    Request,
    VariableState,
    answer,
    error_answer,
)
from stagelight.types.dtypes import as_dtype
from stagelight.types.shapes import TensorShape

# Beside the model's: code of libraries that are imported later, and of the compiler.
_OWN_MEMORY = 512 << 20


class _Worker:
    """The graphs and resources that this process has, by their numbers."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._graphs: dict[int, Any] = {}
        self._forms: dict[int, GraphForm] = {}
        self._handles: dict[int, np.ndarray] = {}

    def run(self, request: Request) -> bytes:
        """Answers a call."""
        if request.form is not None:
            self._forms[request.graph] = request.form
        for number, state in request.states.items():
            self._handles[number] = make_handle(_resource(state))._array
        form = self._forms[request.graph]
        with config.changed(**vars_of(form.settings)), limited(self._limits):
            if request.graph not in self._graphs:
                self._graphs[request.graph] = _graph(form)
            graph = self._graphs[request.graph]
            run = (interim_executable if form.is_interim else executable)(graph)
            arguments = [self._handles[x] if isinstance(x, int) else x for x in request.arguments]
            outputs = list(run(*arguments))
        states: list[np.ndarray | None] = []
        for number in request.written:
            held: Any = self._handles[number][()]
            states += _state(held)
        return answer([[np.asarray(x) for x in outputs], states])


def vars_of(settings: Any) -> dict[str, Any]:
    """The fields of settings."""
    return {name: getattr(settings, name) for name in settings.__dataclass_fields__}


def _graph(form: GraphForm) -> Any:
    library = schema.FunctionDefLibrary.FromString(form.library)
    return FunctionLibrary(library).graph(form.name, form.handle_data)


def _resource(state: Any) -> VariableResource | LookupTable:
    if isinstance(state, VariableState):
        shape = TensorShape(state.shape)
        variable = VariableResource(state.name, as_dtype(state.dtype), shape)
        variable.value = state.value
        return variable
    dtypes = as_dtype(state.key_dtype), as_dtype(state.value_dtype)
    table = LookupTable(*dtypes, state.value_shape, state.is_static, state.reserved)
    if state.content is not None:
        table.replace(*state.content)
    return table


def _state(held: VariableResource | LookupTable) -> list[np.ndarray | None]:
    """What a call may have changed of a resource."""
    if isinstance(held, VariableResource):
        return [held.value]
    return list(held.export()) if held.is_filled else [None, None]


def _answered(worker: _Worker, content: bytearray) -> bytes:
    try:
        return worker.run(pickle.loads(content))
    except errors.OpError as error:
        return error_answer("OpError", error.error_code, error.message)
    except MemoryError as error:
        return error_answer("OpError", errors.RESOURCE_EXHAUSTED, f"not enough memory. {error}")
    except Exception as error:  # noqa: BLE001 - told to the parent, which raises it
        return error_answer(type(error).__name__, errors.INTERNAL, str(error))


def _end_with_parent() -> None:
    """Ends this process when the one that began it is gone, also while an operation runs."""
    parent = os.getppid()

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=look, daemon=True).start()


def _limit_memory(size: int) -> None:
    """Limits the memory of this process to what it has now, and so many bytes more."""
    with open("/proc/self/statm", encoding="ascii") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = now + size + _OWN_MEMORY
    wanted = wanted if most < 0 else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, wanted))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# Ops whose modules most models need; the others are imported by the models that have them.
_USUAL_OPS = ("AddV2", "Cast", "MatMul", "Sum", "Reshape", "While", "If", "PartitionedCall")


def _prepare(limits: Limits) -> None:
    """Imports and compiles what all calls need, so that none of them waits for it."""
    executor_named(config.current.executor)
    for name in (*_USUAL_OPS, "ReadVariableOp", "StringJoin", "TensorListReserve"):
        registry.lookup(name)
    with limited(limits):  # What counts memory is machine code, which is made now.
        np.linalg.svd(np.ones((2, 2)))


def main() -> None:
    """Answers calls until the parent hangs up. The arguments: the channel's descriptor, and limits."""
    descriptor, memory, seconds, whose = sys.argv[1:]
    channel = MessageChannel(socket.socket(fileno=int(descriptor)))
    limits = Limits(int(memory), float(seconds), whose)
    _end_with_parent()
    _prepare(limits)
    _limit_memory(limits.memory)
    worker = _Worker(limits)
    channel.send(b"ready")
    while True:
        try:
            content = channel.receive()
        except (EOFError, ConnectionError, TimeoutError):
            return
        channel.send(_answered(worker, content))
