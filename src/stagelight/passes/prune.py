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
        needed = {tensor.op for tensor in (*graph.inputs, *graph.outputs)}
        needed.update(graph.control_outputs)
        for operation in reversed(graph.operations):  # What is needed stands before who needs it.
            if operation in needed:
                needed.update([x.op for x in operation.inputs])
                if operation.control_inputs:
                    needed.update(operation.control_inputs)
        if len(needed) < len(graph.operations):
            graph.replace_operations(needed.__contains__)


PRUNE = Prune()
