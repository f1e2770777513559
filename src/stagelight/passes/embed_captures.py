"""Writes the values of small captured eager tensors into the graph as constants."""

from __future__ import annotations

from dataclasses import dataclass

from stagelight.core.tensor import EagerTensor
from stagelight.graph.cloning import clone_graph
from stagelight.graph.effects import graphs_within
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.rewriting import Redirection, is_call, make_constant, replace_graphs

# Under this key of `derived` a graph of a branch, body or call keeps its rewritten form.
_EMBEDDED = "embedded_captures"


@dataclass(frozen=True)
class EmbedCaptures:
    """Lets operations take constants in place of captures whose values are known.

    before:  f(v; scale = 2.0):  y = Mul(v, scale)
    after:   f(v; scale = 2.0):  c = Const(2.0); y = Mul(v, c)

    A traced graph takes every eager tensor from outside as an input, so that gradients reach it. The value
    of an eager tensor never changes, so the compiler may use it. The input stays, and nothing takes it; a
    loop no longer carries it (`drop_loop_variables`). An output that is a capture stays that capture, by
    which a loop's body says that no iteration changes it.
    """

    name: str = "embed_captures"
    switches: tuple[str, ...] = ("constant_folding",)

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place, and the graphs of its branches, bodies and calls."""
        constants: list[Operation] = []
        redirection = Redirection()
        with graph.name_scope(None):
            for placeholder, value in _small_captures(graph):
                name = graph.unique_name(f"{placeholder.op.name}/value")
                constant = make_constant(placeholder.op, name, value._array, value.dtype)
                constants.append(constant)
                redirection.put(placeholder.op, constant.outputs, placeholder.op)
        for operation in graph.operations:
            redirection.redirect(operation)
            if is_call(operation.op_def):
                replace_graphs(operation, self._embedded)
        if constants:
            graph.operations = [*constants, *graph.operations]
            graph.replace_operations(lambda operation: True)

    def _embedded(self, graph: FuncGraph) -> FuncGraph:
        """The rewritten form of a graph among an operation's attrs; the graph itself stays as it is."""
        found = graph.derived.get(_EMBEDDED)
        if found is None:
            found = graph
            if any(map(_small_captures, graphs_within(graph))):
                found, _ = clone_graph(graph)
                self.run(found)
            graph.derived[_EMBEDDED] = found
            found.derived[_EMBEDDED] = found
        return found


EMBED_CAPTURES = EmbedCaptures()


def _small_captures(graph: FuncGraph) -> list[tuple[SymbolicTensor, EagerTensor]]:
    """The captures of eager tensors that become constants, with their values."""
    return [
        (placeholder, value)
        for placeholder in graph.internal_captures
        if (value := graph.small_constant(placeholder)) is not None
    ]
