"""Drops operations that no output and no effect needs."""

from __future__ import annotations

from dataclasses import dataclass

from stagelight.graph.func_graph import FuncGraph


@dataclass(frozen=True)
class Prune:
    """Keeps what the outputs and control outputs lead back to, and the inputs.

    Execution is non-strict: what nothing needs never runs, so it cannot fail, and dropping it
    changes nothing.
    """

    name: str = "prune"
    switches: tuple[str, ...] = ("dependency_optimization",)

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place."""
        needed = {id(tensor.op) for tensor in graph.inputs}
        waiting = [tensor.op for tensor in graph.outputs]
        waiting.extend(graph.control_outputs)
        while waiting:
            operation = waiting.pop()
            if id(operation) in needed:
                continue
            needed.add(id(operation))
            waiting.extend([x.op for x in operation.inputs])
            waiting.extend(operation.control_inputs)
        if len(needed) < len(graph.operations):
            graph.replace_operations(lambda operation: id(operation) in needed)


PRUNE = Prune()
