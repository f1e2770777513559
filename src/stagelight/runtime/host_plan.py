"""The host plan: a function graph as straight-line Python code over kernels.

For a graph `y = tanh(a + b) @ c` the plan is the function

    def plan(x0, x1, x2):
        t0 = x0 + x1
        t1 = Tanh(xp, t0)
        t2 = MatMul(xp, t1, x2, transpose_a=False, transpose_b=False)
        return (t2,)

compiled once, with kernels, attrs and constants as its globals. Operations that no output and no effect
needs are left out; what is left stands in program order, which keeps the order of effects. A value is
dropped after its last use. Conditionals and loops are Python's, with the steps of their branches in place.
Line n of the plan belongs to one operation, so an error is told of the operation that it comes from.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

import numpy as np

from stagelight.codegen.lowering.lowerability import Lowerability
from stagelight.core.generated_code import define_function
from stagelight.garbage_collection import collect_rarely
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation
from stagelight.graph.part import GraphPart
from stagelight.ops.resources.mutexes import HeldLock
from stagelight.runtime.executors import HOST, Run
from stagelight.runtime.plan_text import Value
from stagelight.runtime.plan_writer import write_plan
from stagelight.runtime.step_errors import cause_of, step_error
from stagelight.runtime.structured_steps import STRUCTURED_STEPS


class HostPlan:
    """A graph ready to run: `plan(*arrays) -> tuple of arrays`, one for each input and output.

    Operations that go on from run to run, such as random ones, keep what they need for it in `states`;
    plans over the same operations that are given the same `states` go on together.

    Attributes:
        name: the graph's name.
        source: the plan's text.
        run: the compiled function. It is what a call of the plan calls.
    """

    def __init__(
        self, graph: FuncGraph | GraphPart, states: dict[Operation, Any] | None = None
    ) -> None:
        self.name = graph.name
        with collect_rarely():
            plan = write_plan(graph, STRUCTURED_STEPS, {} if states is None else states)
        self.source = "\n".join(plan.lines) + "\n"
        self._operation_at_line = plan.operation_at_line
        plan.namespace["recover"] = self._recover
        # Without the graph's number: CPython never lets go of the names of compiled files.
        file = f"<plan of {graph.name.rstrip('0123456789')}>"
        self.run: Any = define_function("plan", self.source, file, plan.namespace, plan.keywords)

    def __call__(self, *arrays: np.ndarray) -> tuple[np.ndarray, ...]:
        return self.run(*arrays)

    def _recover(self, error: Exception, *arrays: np.ndarray) -> tuple[np.ndarray, ...]:
        """Is called where a step of a run fails: tells of which operation it is."""
        self._release_locks(error.__traceback__)
        if isinstance(error, (FloatingPointError, RuntimeWarning)):
            # Somebody made NumPy's warnings errors. Infinities and NaN are results here.
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                return self.run(*arrays)
        step = self._step_of(error.__traceback__)
        if step is None:
            raise error
        raise step_error(error, *step) from cause_of(error)

    def _release_locks(self, traceback: TracebackType | None) -> None:
        """Releases the mutexes that the run holds: the operations that would do so do not run any more.

        The error's traceback keeps the values of the run for as long as somebody looks at it.
        """
        while traceback is not None:
            if traceback.tb_frame.f_code is self.run.__code__:
                for value in traceback.tb_frame.f_locals.values():
                    if isinstance(value, np.ndarray) and value.dtype.hasobject and not value.ndim:
                        held = value[()]
                        if isinstance(held, HeldLock):
                            held.release()
                return  # Runs of this plan within this one have released theirs.
            traceback = traceback.tb_next

    def _step_of(
        self, traceback: TracebackType | None
    ) -> tuple[Operation, list[np.ndarray | None]] | None:
        """The operation that failed, and the arrays that it took, where they are still there."""
        while traceback is not None:
            if traceback.tb_frame.f_code is self.run.__code__:
                found = self._operation_at_line.get(traceback.tb_lineno)
                if found is None:
                    return None
                names = {**self.run.__globals__, **traceback.tb_frame.f_locals}
                return found[0], [None if x is None else _array_of(x, names) for x in found[1]]
            traceback = traceback.tb_next
        return None


def _array_of(value: Value, names: dict[str, Any]) -> np.ndarray | None:
    """The array that a value has in a frame of the plan."""
    if value.constant is not None:
        return value.constant
    found = [names[name] for name in (value.array, value.number) if name in names]
    return np.asarray(found[0]) if found else None


class LateRun:
    """A function over arrays that is made when it is first called, since most are never called."""

    def __init__(self, make: Callable[[], Run]) -> None:
        self._make = make
        self._run: Run | None = None

    def __call__(self, *arrays: Any) -> Any:
        if self._run is None:
            self._run = self._make()
        return self._run(*[np.asarray(array) for array in arrays])


class HostExecutor:
    """Runs every op, by host plans; it is the reference for the others."""

    name = HOST

    def lowerable(self, graph: FuncGraph) -> Mapping[Operation, Lowerability]:
        """None: there are no regions."""
        return {}

    def compile(self, graph: FuncGraph) -> Run:
        """The plan of an optimized graph."""
        return HostPlan(graph).run


EXECUTOR = HostExecutor()
