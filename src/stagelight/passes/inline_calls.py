"""Puts the operations of called graphs in the place of the calls."""

from __future__ import annotations

from dataclasses import dataclass

from stagelight.core.budget import check_time
from stagelight.graph.cloning import TensorMap, copy_operations
from stagelight.graph.func_graph import FuncGraph, has_own_limits
from stagelight.graph.operation import Operation
from stagelight.graph.origins import placed
from stagelight.passes.rewriting import Redirection

# The ops that only call: attr `f`, one input and output for each of the graph's.
CALLS = frozenset({"PartitionedCall", "StatefulPartitionedCall"})


@dataclass(frozen=True)
class InlineCalls:
    """Copies a called graph's operations to where the call stands, and those of the calls in it.

    What had to wait for the call waits for all that the call had to run; what the call had to wait
    for, its operations wait for. Copies are named after the call and keep the user's lines.

    Attributes:
        most_operations: calls that would make the graph larger than this stay calls.
        most_copies: so do those of graphs that were called before, where more operations than these would
            be copied once more: a function that calls another twice, which does so too, doubles without end.
    """

    name: str = "inline_calls"
    switches: tuple[str, ...] = ("function_optimization",)
    most_operations: int = 50_000
    most_copies: int = 10_000

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place."""
        if any(operation.op_def.name in CALLS for operation in graph.operations):
            _Inlining(graph, self.most_operations, self.most_copies).run()


INLINE_CALLS = InlineCalls()


class _Inlining:
    """One walk over a graph, in which calls are replaced by what they run."""

    def __init__(self, graph: FuncGraph, most_operations: int, most_copies: int) -> None:
        self._graph = graph
        self._room = most_operations - len(graph.operations)
        self._room_for_copies = most_copies
        self._called: set[int] = set()  # ids of graphs
        self._result: list[Operation] = []
        self._redirection = Redirection()
        # By call, what must run of it; and what runs last of that, so that who waits for it waits for all.
        self._effects: dict[int, list[Operation]] = {}
        self._last: dict[int, list[Operation]] = {}
        # By call, what must be over once the call is: what runs last, and its values.
        self._over: dict[int, list[Operation]] = {}

    def run(self) -> None:
        graph = self._graph
        with graph.name_scope(None):
            self._walk(graph.operations)
        self._redirection.redirect_outputs(graph)
        graph.control_outputs = _spread(graph.control_outputs, self._effects)
        graph.operations = self._result
        graph.replace_operations(lambda operation: True)

    def _walk(self, operations: list[Operation]) -> None:
        for operation in operations:
            self._redirection.redirect(operation)
            if operation.control_inputs:
                operation.control_inputs = _spread(operation.control_inputs, self._over)
            called = operation.attrs["f"] if operation.op_def.name in CALLS else None
            if called is None or not self._takes_room(called):
                self._result.append(operation)
            else:
                self._inline(operation, called)

    def _takes_room(self, called: FuncGraph) -> bool:
        """Whether there is room for a graph's operations, which is taken.

        What has limits of its own stays a call: they hold for that.
        """
        if has_own_limits(called, self._graph):
            return False
        count = len(called.operations)
        copies = count if id(called) in self._called else 0
        if count > self._room or copies > self._room_for_copies:
            return False
        self._called.add(id(called))
        self._room -= count
        self._room_for_copies -= copies
        return True

    def _inline(self, call: Operation, called: FuncGraph) -> None:
        check_time()
        tensors: TensorMap = {
            id(placeholder): tensor
            for placeholder, tensor in zip(called.inputs, call.inputs, strict=True)
        }
        inputs = {id(placeholder.op) for placeholder in called.inputs}
        body = [operation for operation in called.operations if id(operation) not in inputs]
        scope = call.name
        copies = copy_operations(
            body, self._graph, tensors, lambda name: self._graph.unique_name(f"{scope}/{name}")
        )
        for copy in copies.values():
            copy.origins = placed(copy.origins, call.origins)
            known = set(map(id, copy.control_inputs))
            copy.control_inputs += [x for x in call.control_inputs if id(x) not in known]
        self._walk(list(copies.values()))
        outputs = [self._redirection.of(tensors[id(tensor)]) for tensor in called.outputs]
        self._redirection.put(call, outputs, call)
        must_run = [copies[id(operation)] for operation in called.control_outputs]
        self._effects[id(call)] = _spread(must_run, self._effects)
        last = _spread(must_run, self._last)
        waited = {id(x) for each in last for x in _waited_for(each)}
        self._last[id(call)] = [x for x in last if id(x) not in waited]
        values = {id(tensor.op): tensor.op for tensor in outputs if id(tensor.op) not in waited}
        over = {id(x): x for x in self._last[id(call)]}
        self._over[id(call)] = list({**over, **values}.values())


def _waited_for(operation: Operation) -> list[Operation]:
    """What runs before an operation, because of it."""
    return [*operation.control_inputs, *(tensor.op for tensor in operation.inputs)]


def _spread(operations: list[Operation], run: dict[int, list[Operation]]) -> list[Operation]:
    """The operations with calls that are gone replaced by what they ran, by id."""
    spread = {
        id(real): real for operation in operations for real in run.get(id(operation), (operation,))
    }
    return list(spread.values())
