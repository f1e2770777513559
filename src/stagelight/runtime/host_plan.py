"""The host plan: a function graph as straight-line Python code over kernels.

For a graph `y = (a + b) * c` the plan is the function

    def plan(a, b, c):
        t0 = k0(xp, a, b)
        t1 = k1(xp, t0, c)
        return (t1,)

compiled once, with kernels, attrs and constants as its globals. Operations that no output and no effect
needs are left out; what is left stands in program order, which keeps the order of effects. A value is
dropped after its last use. Line n of the plan belongs to one operation, so an error is told of the
operation that it comes from.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

import numpy as np

from stagelight.core.op_def import STATEFUL
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import GraphPart
from stagelight.runtime.plan_schedule import scheduled
from stagelight.runtime.step_errors import step_error
from stagelight.runtime.threads import submit

_plan_numbers = itertools.count()


def needed_operations(graph: FuncGraph | GraphPart) -> list[Operation]:
    """The operations that outputs and effects need, in program order."""
    needed: set[int] = set()
    brought = {id(tensor) for tensor in graph.inputs}
    waiting = [tensor.op for tensor in graph.outputs if id(tensor) not in brought]
    waiting.extend(graph.control_outputs)
    while waiting:
        operation = waiting.pop()
        if id(operation) in needed:
            continue
        needed.add(id(operation))
        waiting.extend(x.op for x in operation.inputs if id(x) not in brought)
        waiting.extend(operation.control_inputs)
    return [operation for operation in graph.operations if id(operation) in needed]


class HostPlan:
    """A graph ready to run: `plan(*arrays) -> tuple of arrays`, one for each input and output.

    Operations that go on from run to run, such as random ones, keep what they need for it in `states`;
    plans over the same operations that are given the same `states` go on together.
    """

    def __init__(
        self, graph: FuncGraph | GraphPart, states: dict[Operation, Any] | None = None
    ) -> None:
        self.name = graph.name
        operations = needed_operations(graph)
        self._operation_at_line: dict[int, Operation] = {}
        self._file = f"<plan {next(_plan_numbers)} of {graph.name}>"
        self.source, namespace = _PlanWriter(
            graph, operations, self._operation_at_line, {} if states is None else states
        ).write()
        exec(compile(self.source, self._file, "exec"), namespace)
        self._run: Callable[..., tuple[np.ndarray, ...]] = namespace["plan"]
        if any(operation.op_def.traits & STATEFUL for operation in operations):
            self._run = _quietly(self._run)  # It could not be run once more.

    def __call__(self, *arrays: np.ndarray) -> tuple[np.ndarray, ...]:
        try:
            return self._run(*arrays)
        except (FloatingPointError, RuntimeWarning):
            # Somebody made NumPy's warnings errors. Infinities and NaN are results here.
            self._run = _silently(self._run)
            return self(*arrays)
        except Exception as error:
            operation = self._operation_of(error.__traceback__)
            if operation is None:
                raise
            raise step_error(error, operation) from error

    def _operation_of(self, traceback: TracebackType | None) -> Operation | None:
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == self._file:
                return self._operation_at_line.get(traceback.tb_lineno)
            traceback = traceback.tb_next
        return None


def _quietly(run: Callable[..., Any]) -> Callable[..., Any]:
    """The plan without NumPy's warnings, which elsewhere a filter of `dispatch` hides."""

    def quiet(*arrays: np.ndarray) -> Any:
        with np.errstate(all="ignore"):
            return run(*arrays)

    return quiet


def _silently(run: Callable[..., Any]) -> Callable[..., Any]:
    """The plan without warnings of any library, for where the user makes them errors."""

    def silent(*arrays: np.ndarray) -> Any:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            return run(*arrays)

    return silent


class _PlanWriter:
    """Writes the source of a plan and the globals that it names."""

    def __init__(
        self,
        graph: FuncGraph | GraphPart,
        operations: Sequence[Operation],
        lines: dict[int, Operation],
        states: dict[Operation, Any],
    ) -> None:
        self._graph = graph
        self._states = states
        self._operations, self._threaded = scheduled(operations)
        self._begun: dict[int, tuple[str, Operation]] = {}  # threaded steps nobody waited for yet
        self._operation_at_line = lines
        self._namespace: dict[str, Any] = {
            "__name__": "stagelight.runtime.plan",  # where dispatch's filter of warnings looks
            "xp": np,
            "asarray": np.asarray,
            "ndarray": np.ndarray,
            "submit": submit,
        }
        self._name_of: dict[int, str] = {}
        self._lines: list[str] = []

    def write(self) -> tuple[str, dict[str, Any]]:
        parameters = []
        for i, tensor in enumerate(self._graph.inputs):
            self._name_of[id(tensor)] = f"a{i}"
            parameters.append(f"a{i}")
        self._lines.append(f"def plan({', '.join(parameters)}):")
        last_uses = self._last_uses()
        for number, operation in enumerate(self._operations):
            self._write_step(number, operation)
            for tensor in last_uses.get(id(operation), ()):
                self._lines.append(f"    del {self._name_of[id(tensor)]}")
        for tensor in self._graph.outputs:
            self._wait_for(tensor)
        for waiting, operation in self._begun.values():
            self._emit(f"{waiting}.result()", operation)
        results = [self._name_of[id(tensor)] for tensor in self._graph.outputs]
        self._lines.append(f"    return ({' '.join(name + ',' for name in results)})")
        return "\n".join(self._lines) + "\n", self._namespace

    def _last_uses(self) -> dict[int, list[SymbolicTensor]]:
        """By operation, the tensors whose last use it is; only those that may be large."""
        last: dict[int, tuple[Operation, SymbolicTensor]] = {}
        for operation in self._operations:
            for tensor in operation.inputs:
                last[id(tensor)] = (operation, tensor)
        kept = {id(tensor) for tensor in (*self._graph.outputs, *self._graph.inputs)}
        by_operation: dict[int, list[SymbolicTensor]] = {}
        for key, (operation, tensor) in last.items():
            if key not in kept and tensor.op.op_def.name != "Const" and tensor.shape.rank != 0:
                by_operation.setdefault(id(operation), []).append(tensor)
        return by_operation

    def _write_step(self, number: int, operation: Operation) -> None:
        if operation.outputs and id(operation.outputs[0]) in self._name_of:
            return  # an input
        op_def = operation.op_def
        if not operation.outputs and not op_def.is_stateful and not operation.inputs:
            return  # It only holds control inputs together.
        if op_def.name == "Const":
            name = f"c{number}"
            self._namespace[name] = operation.attrs["value"]._array
            self._name_of[id(operation.outputs[0])] = name
            return
        for tensor in operation.inputs:
            self._wait_for(tensor)
        kernel = f"k{number}"
        self._namespace[kernel] = op_def.kernel
        arguments = ["xp", *(self._name_of[id(x)] for x in operation.inputs)]
        for key, value in operation.attrs.items():
            attr = f"{key}_{number}"
            self._namespace[attr] = value
            arguments.append(f"{key}={attr}")
        if op_def.make_state is not None:
            if operation not in self._states:
                self._states[operation] = op_def.make_state(**operation.attrs)
            state = f"state_{number}"
            self._namespace[state] = self._states[operation]
            arguments.append(f"_state={state}")
        call = f"{kernel}({', '.join(arguments)})"
        names = [f"t{number}_{i}" for i in range(len(operation.outputs))]
        for name, tensor in zip(names, operation.outputs, strict=True):
            self._name_of.setdefault(id(tensor), name)
        if id(operation) in self._threaded:
            self._emit(f"f{number} = submit({kernel}, {', '.join(arguments)})", operation)
            self._begun[id(operation)] = (f"f{number}", operation)
        else:
            self._take(call, operation)

    def _take(self, call: str, operation: Operation) -> None:
        """Writes what gives the operation's outputs, and puts them under their names."""
        names = [self._name_of[id(tensor)] for tensor in operation.outputs]
        if not names:
            self._emit(call, operation)
            return
        is_row = not operation.op_def.has_one_output and len(names) == 1
        self._emit(f"{', '.join(names)}{',' if is_row else ''} = {call}", operation)
        for name, tensor in zip(names, operation.outputs, strict=True):
            self._normalize(name, tensor)

    def _wait_for(self, tensor: SymbolicTensor) -> None:
        """Before a first use: waits for the threaded step that gives the tensor."""
        begun = self._begun.pop(id(tensor.op), None)
        if begun is not None:
            self._take(f"{begun[0]}.result()", begun[1])

    def _emit(self, line: str, operation: Operation) -> None:
        self._lines.append(f"    {line}")
        self._operation_at_line[len(self._lines)] = operation

    def _normalize(self, name: str, tensor: SymbolicTensor) -> None:
        """NumPy gives scalars, not arrays, where the rank is 0: kernels and callers want arrays."""
        rank = tensor.shape.rank
        if rank == 0 or rank is None:
            self._lines.append(f"    if type({name}) is not ndarray: {name} = asarray({name})")
