"""Puts the operations of called graphs in the place of the calls."""

from __future__ import annotations

from dataclasses import dataclass

from stagelight.graph.cloning import TensorMap, copy_operations
from stagelight.graph.func_graph import FuncGraph
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
    """

    name: str = "inline_calls"
    switches: tuple[str, ...] = ("function_optimization",)
    most_operations: int = 50_000

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place."""
        if any(operation.op_def.name in CALLS for operation in graph.operations):
            _Inlining(graph, self.most_operations).run()


INLINE_CALLS = InlineCalls()


class _Inlining:
    """One walk over a graph, in which calls are replaced by what they run."""

    def __init__(self, graph: FuncGraph, most_operations: int) -> None:
        self._graph = graph
        self._room = most_operations - len(graph.operations)
        self._result: list[Operation] = []
        self._redirection = Redirection()
        # By call, what must have run once the call is over.
        self._effects: dict[int, list[Operation]] = {}

    def run(self) -> None:
        graph = self._graph
        with graph.name_scope(None):
            self._walk(graph.operations)
        self._redirection.redirect_outputs(graph)
        graph.control_outputs = self._spread(graph.control_outputs)
        graph.operations = self._result
        graph.replace_operations(lambda operation: True)

    def _walk(self, operations: list[Operation]) -> None:
        for operation in operations:
            self._redirection.redirect(operation)
            if operation.control_inputs:
                operation.control_inputs = self._spread(operation.control_inputs)
            called = operation.attrs["f"] if operation.op_def.name in CALLS else None
            if called is None or len(called.operations) > self._room:
                self._result.append(operation)
            else:
                self._room -= len(called.operations)
                self._inline(operation, called)

    def _inline(self, call: Operation, called: FuncGraph) -> None:
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
            for control in call.control_inputs:
                if not any(control is known for known in copy.control_inputs):
                    copy.control_inputs.append(control)
        self._walk(list(copies.values()))
        outputs = [self._redirection.of(tensors[id(tensor)]) for tensor in called.outputs]
        self._redirection.put(call, outputs, call)
        must_run = [copies[id(operation)] for operation in called.control_outputs]
        # Who waits for the call waits for its values as well.
        values = [tensor.op for tensor in outputs]
        self._effects[id(call)] = self._spread([*must_run, *values])

    def _spread(self, operations: list[Operation]) -> list[Operation]:
        """The operations with calls that are gone replaced by what they ran."""
        spread: dict[int, Operation] = {}
        for operation in operations:
            for real in self._effects.get(id(operation), (operation,)):
                spread[id(real)] = real
        return list(spread.values())
