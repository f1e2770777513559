"""Drops variables of loops that nothing needs, with what computes them in each round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from stagelight.graph.cloning import clone_graph
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import GraphPart, needed_operations
from stagelight.passes.prune import PRUNE
from stagelight.passes.rewriting import is_loop


@dataclass(frozen=True)
class DropLoopVariables:
    """Leaves a loop those variables that its results, its condition or its effects depend on.

    before:  while i < n: i = i + 1; x = sin(x); xs = push(xs, x)      only x is used
    after:   while i < n: i = i + 1; x = sin(x)

    Gradients make many such variables: a round computes the gradients of all that it takes, and loops that
    assign to variables keep what gradients of every order would need.
    """

    name: str = "drop_loop_variables"
    switches: tuple[str, ...] = ("loop_optimization",)

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place."""
        if not any(is_loop(operation.op_def) for operation in graph.operations):
            return
        used = {id(tensor) for tensor in graph.outputs}
        needed = {*graph.control_outputs, *(tensor.op for tensor in graph.outputs)}
        for operation in reversed(graph.operations):  # What is needed stands before who needs it.
            if operation in needed:
                if is_loop(operation.op_def):
                    _drop_dead(operation, used)
                needed.update(operation.control_inputs)
                needed.update(tensor.op for tensor in operation.inputs)
                used.update(id(tensor) for tensor in operation.inputs)
        PRUNE.run(graph)


DROP_LOOP_VARIABLES = DropLoopVariables()


def live_variables(used: Collection[int], cond: FuncGraph, body: FuncGraph) -> list[int]:
    """The positions of the loop variables that a result, the condition or an effect depends on.

    Args:
        used: the positions of the results that are used.
        cond, body: the loop's graphs.
    """
    live = set(used) | _inputs_taken(cond, cond.outputs)
    while True:
        found = live | _inputs_taken(body, [body.outputs[i] for i in sorted(live)])
        if found == live:
            return sorted(live)
        live = found


def _inputs_taken(graph: FuncGraph, outputs: Sequence[SymbolicTensor]) -> set[int]:
    """The positions of the inputs that some outputs and the effects of a graph depend on."""
    part = GraphPart(graph.name, graph.operations, graph.inputs, outputs, graph.control_outputs)
    taken = {id(tensor) for tensor in outputs}
    for operation in needed_operations(part):
        taken.update(id(tensor) for tensor in operation.inputs)
    return {i for i, tensor in enumerate(graph.inputs) if id(tensor) in taken}


def _drop_dead(loop: Operation, used: Collection[int]) -> None:
    results = {i for i, tensor in enumerate(loop.outputs) if id(tensor) in used}
    live = live_variables(results, loop.attrs["cond"], loop.attrs["body"])
    if len(live) == len(loop.inputs):
        return
    loop.inputs = [loop.inputs[i] for i in live]
    loop.outputs = [loop.outputs[i] for i in live]
    for place, tensor in enumerate(loop.outputs):
        tensor.value_index = place
    for name in ("cond", "body"):
        graph, _ = clone_graph(loop.attrs[name])
        if name == "body":
            graph.outputs = [graph.outputs[i] for i in live]
        PRUNE.run(graph)
        graph.keep_inputs(live)
        loop.attrs[name] = graph
    if loop.attrs.get("output_shapes"):
        loop.attrs["output_shapes"] = [loop.attrs["output_shapes"][i] for i in live]
    # Those that are told beside the op's own attrs speak of positions that are others now.
    for name in ("_num_original_outputs", "_read_only_resource_inputs"):
        loop.attrs.pop(name, None)
