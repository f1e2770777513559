"""A region run by XLA: its program, the variables that it takes, and what it falls back to.

    the program    one `jax.jit`; JAX keeps a compiled form for each shape that comes
    by value       one for each value of the integers among the inputs that rules need to know, such as sizes
    in parts       cut around the operations that a rule refused when the sizes were there
    the host       where tracing fails otherwise, so that the host tells of the error and the user's line, and
                   where two handles lead to one variable

Each leaves to the next what it cannot do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from stagelight.graph.effects import effects_of_graph
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.part import GraphPart
from stagelight.ops.lists.list_handles import handle_of, list_behind
from stagelight.ops.lists.list_value import ListValue
from stagelight.ops.resources.resource_variables import VariableResource
from stagelight.passes.pipeline import optimize
from stagelight.passes.specialize import specialized
from stagelight.runtime.executors import Run
from stagelight.runtime.host_plan import HostPlan, LateRun
from stagelight.runtime.xla.engine import jax, jnp, wide_numbers
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.values import Cell, NotLowered, Rows
from stagelight.runtime.xla.variables import buffer_of, keep_buffer, note_lost
from stagelight.types import dtypes

# Inputs of at most so many integers may be known when a program is compiled, which is then for their values;
# of so many values.
_MOST_INTEGERS = 16
_MOST_PROGRAMS = 16

# Runs the parts of a graph around operations of some names: `cut(graph, refused) -> run`.
Cut = Callable[[FuncGraph, dict[str, str]], Run]


class XlaRegion:
    """Runs a graph by a program of XLA's.

    Args:
        graph: an optimized graph, all of whose operations may be in a program as far as one sees.
        refused: takes what a rule refuses, by operation the reason.
        cut: runs the graph in parts then.
    """

    def __init__(self, graph: FuncGraph, refused: dict[str, str], cut: Cut) -> None:
        self._graph = graph
        self._refused = refused
        self._cut = cut
        kinds = [x.dtype for x in graph.inputs]
        writes = effects_of_graph(graph).writes
        handles = [i for i, kind in enumerate(kinds) if kind is dtypes.resource]
        self._written = [i for i in handles if i in writes]
        self._handles = [*self._written, *(i for i in handles if i not in writes)]
        self._lists = [i for i, kind in enumerate(kinds) if kind is dtypes.variant]
        self._plain = [i for i in range(len(kinds)) if i not in handles and i not in self._lists]
        self._list_outputs = [
            (i, x.handle_data) for i, x in enumerate(graph.outputs) if x.dtype is dtypes.variant
        ]
        self._is_static = all(graph.inputs[i].shape.is_fully_defined() for i in self._plain)
        self._bound = _Bound((), 0)
        self._host = LateRun(lambda: HostPlan(self._graph).run)
        self._in_parts: Run | None = None
        self._known: list[int] = []
        self._programs: dict[tuple[bytes, ...], Run] = {}
        self._program = self._compiled({})
        is_plain = not (self._handles or self._lists or self._list_outputs)
        self._call: Run = self._program if is_plain else self._call_with_handles

    def _compiled(self, known: dict[int, np.ndarray]) -> Run:
        """The program for some values of inputs."""
        program: Run = jax.jit(
            partial(self.trace, known=known), donate_argnums=tuple(range(len(self._written)))
        )
        return program

    @property
    def host_reasons(self) -> dict[str, str]:
        """By operation, why it, or the region around it, is not in the program after all."""
        return self._refused

    def run(self, *arrays: Any) -> Sequence[Any]:
        """Runs it: flat values in, flat values out."""
        if self._in_parts is not None:
            return self._in_parts(*arrays)
        try:
            with wide_numbers():
                results = self._call(*arrays)
        except NotLowered as error:
            if not self._takes_by_value(error, arrays):
                self._note(error)
            return self.run(*arrays)
        except Exception as error:  # noqa: BLE001 (the host meets it too, or gives what is right)
            return self._after_error(error, arrays)
        return [x if type(x) is np.ndarray else np.asarray(x) for x in results]

    # ---------------------------------------------------------------------- the program

    def trace(self, *given: Any, known: dict[int, np.ndarray]) -> tuple[Any, ...]:
        """What the program computes, for JAX to trace.

        Args:
            *given: values of written variables, of others, arrays, and the rows of lists.
            known: by position, the values of inputs that are known.

        Returns:
            The written variables' new values, then the outputs.

        Raises:
            NotLowered: an operation, which the error names, cannot be in it.
        """
        values: list[Any] = [None] * len(self._graph.inputs)
        row = iter(given)
        for i in self._handles:
            values[i] = Cell(next(row))
        for i in self._plain:
            values[i] = known[i] if i in known else next(row)
        for i in self._lists:
            rows = next(row)
            values[i] = Rows(rows, np.int32(rows.shape[0]), tuple(rows.shape[1:]), rows.dtype)
        graph = self._graph
        if not self._is_static:
            shapes = [x.shape for x in graph.inputs]
            for i in self._plain:
                shapes[i] = values[i].shape
            graph = optimize(specialized(_whole(graph), shapes))
        outputs = Lowering().lower_graph(graph, values)
        for i, _ in self._list_outputs:
            outputs[i] = _leaving(outputs[i], graph.outputs[i].op)
        return (*[values[i].value for i in self._written], *map(jnp.asarray, outputs))

    # ---------------------------------------------------------------------- calls

    def _call_with_handles(self, *arrays: Any) -> Sequence[Any]:
        bound = self._bound
        handles = tuple([arrays[i] for i in self._handles])
        if bound.handles != handles:  # Tuples compare what is in them by identity first.
            bound = self._bound = _Bound(handles, len(self._written))
        if bound.is_shared:
            return self._host(*arrays)
        lists = [self._rows_of(arrays[i], i) for i in self._lists]
        if any(x is None for x in lists):
            return self._host(*arrays)
        others = [*[arrays[i] for i in self._plain if i not in self._known], *lists]
        program = self._program_for(arrays) if self._known else self._program
        if program is None:
            return self._host(*arrays)
        results = self._run_locked(program, bound, others) if handles else program(*others)
        if results is None:
            return self._host(*arrays)
        outputs = list(results)
        for i, (shape, dtype) in self._list_outputs:
            rows = np.asarray(outputs[i])
            outputs[i] = handle_of(ListValue.of_rows(rows, dtype, shape))
        return outputs

    def _program_for(self, arrays: Sequence[Any]) -> Run | None:
        """The program for the values of those inputs that must be known; None if that were too many."""
        key = tuple([arrays[i].tobytes() for i in self._known])
        program = self._programs.get(key)
        if program is None and len(self._programs) < _MOST_PROGRAMS:
            known = {i: np.array(arrays[i]) for i in self._known}
            program = self._programs[key] = self._compiled(known)
        return program

    def _run_locked(self, program: Run, bound: _Bound, others: list[Any]) -> Sequence[Any] | None:
        """Runs the program with the variables' values, and puts the new ones in; None if one has no value.

        The locks also of those that are only read are held: another program must not be given the memory
        between here and the start.
        """
        held = []
        try:
            for lock in bound.locks:
                lock.acquire()
                held.append(lock)
            values = [x.value if is_stream else buffer_of(x) for x, is_stream in bound.variables]
            if any(x is None for x in values):
                return None
            try:
                results = program(*values, *others)
            except BaseException:
                for variable, is_stream in bound.written:
                    if not is_stream:
                        note_lost(variable)
                raise
            for (variable, is_stream), value in zip(bound.written, results, strict=False):
                if is_stream:
                    variable.value = np.asarray(value)
                else:
                    keep_buffer(variable, value)
            return results[len(bound.written) :]
        finally:
            for lock in held:
                lock.release()

    def _rows_of(self, handle: Any, position: int) -> np.ndarray | None:
        """The elements of a list as an array; None where it is not what the graph says."""
        value = list_behind(handle)
        shape, dtype = self._graph.inputs[position].handle_data
        if not isinstance(value, ListValue) or not shape.is_fully_defined():
            return None
        return value.rows(tuple(shape), dtype.numpy_dtype)

    # ---------------------------------------------------------------------- what could not be

    def _takes_by_value(self, error: NotLowered, arrays: Sequence[Any]) -> bool:
        """Whether there are integers, of which the refused operation is computed, that can be known."""
        assert error.operation is not None
        sources = _sources_of(self._graph, error.operation.name)
        found = [
            i
            for i in self._plain
            if i not in self._known
            and id(self._graph.inputs[i]) in sources
            and self._graph.inputs[i].dtype.is_integer
            and arrays[i].size <= _MOST_INTEGERS
        ]
        self._known = sorted([*self._known, *found])
        self._programs.clear()
        self._call = self._call_with_handles
        return bool(found)

    def _note(self, error: NotLowered) -> None:
        """Cuts the region around what was refused, from now on."""
        operation = error.operation
        assert operation is not None
        self._refused[operation.name] = error.reason
        if any(x.name == operation.name for x in self._graph.operations):
            self._in_parts = self._cut(self._graph, self._refused)
        else:  # It came with the sizes, by a pass.
            self._in_parts = self._host

    def _after_error(self, error: Exception, arrays: Sequence[Any]) -> Any:
        """Runs on the host: it tells of a mistake in the program with the user's line, as always."""
        results = self._host(*arrays)
        self._refused[self._graph.name] = f"{type(error).__name__}: {error}"
        return results


class _Bound:
    """The variables of a call.

    Attributes:
        handles: as they are given; those of written variables first.
        variables: each with whether it is a random stream, whose place is the host's.
        written: those that are written.
        locks: in the order in which all regions take them.
        is_shared: whether two handles lead to one variable.
    """

    def __init__(self, handles: tuple[Any, ...], written: int) -> None:
        self.handles = handles
        resources = [handle[()] for handle in handles]
        self.variables = [(x, not isinstance(x, VariableResource)) for x in resources]
        self.written = self.variables[:written]
        self.locks = [x.lock for x in sorted(resources, key=id)]
        self.is_shared = len(set(map(id, resources))) != len(resources)


def _whole(graph: FuncGraph) -> GraphPart:
    """All that a graph does, to be specialized: its inputs are brought."""
    operations = [x for x in graph.operations if x.op_def.name != "Placeholder"]
    return GraphPart(graph.name, operations, graph.inputs, graph.outputs, graph.control_outputs)


def _sources_of(graph: FuncGraph, name: str) -> set[int]:
    """The ids of the tensors that an operation is computed of, at any distance."""
    found: set[int] = set()
    waiting = [
        x for operation in graph.operations if operation.name == name for x in operation.inputs
    ]
    while waiting:
        tensor = waiting.pop()
        if id(tensor) not in found:
            found.add(id(tensor))
            waiting += tensor.op.inputs
    return found


def _leaving(value: Any, operation: Any) -> Any:
    """The elements of a list that leaves the program."""
    try:
        length = value.known_length
        if length and value.rows is None:
            value = value.with_room(length)
    except NotLowered as error:
        error.operation = operation
        raise
    if value.rows is None:
        return jnp.zeros((0, *(value.element or ())), value.dtype)
    return value.rows[:length]
