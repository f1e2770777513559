"""What a legal graph is. Tests run this after each pass.

- Names are unique, and every operation knows its graph.
- Inputs and control inputs are of the graph and stand before the operation that takes them.
- Attrs are those of the op's signature (or begin with "_"), and the required ones are there.
- The op's own inference accepts the inputs; dtypes and number of its outputs agree, and shapes do
  not contradict each other.
- A function graph's inputs, outputs and control outputs are of the graph; inputs are placeholders.
- The graphs among attrs are legal too.
- In a function graph a path leads from each effect to the later ones that conflict with it (`effect_order`).

`PassVerifier` also checks that a pass keeps the order of effects that the graph had before it.
"""

from __future__ import annotations

from collections.abc import Iterable

from stagelight.core.inference import all_inferred
from stagelight.core.op_def import REQUIRED, Trait
from stagelight.errors import InternalError, OpError
from stagelight.graph.effect_order import conflicts, unordered_effects
from stagelight.graph.effects import called_graphs
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.operation import Operation
from stagelight.graph.part import needed_operations


def verify(graph: Graph, after: str = "") -> None:
    """Checks that a graph is legal.

    Args:
        graph: the graph.
        after: what was done to it last, for the message.

    Raises:
        InternalError: it is not; the message names the operation.
    """
    _Verifier(graph, f" after {after}" if after else "", set()).verify()


class PassVerifier:
    """An observer of `optimize` that verifies the graph after each pass.

    Args:
        graph: the graph that is optimized.
    """

    def __init__(self, graph: FuncGraph) -> None:
        self._conflicts = _names_of(conflicts(graph.operations))

    def __call__(self, name: str, graph: FuncGraph) -> None:
        """Checks the graph that a pass left.

        Raises:
            InternalError: it is not legal, or two effects have lost their order.
        """
        verify(graph, after=name)
        place = {operation.name: i for i, operation in enumerate(graph.operations)}
        for earlier, later in self._conflicts:
            if earlier in place and later in place and place[earlier] > place[later]:
                raise InternalError(
                    None,
                    None,
                    f"Graph {graph.name!r} is not legal after {name}: {earlier!r} and {later!r} read and "
                    "write the same resource, and the pass has changed their order.",
                )
        self._conflicts = _names_of(conflicts(graph.operations))


def _names_of(pairs: Iterable[tuple[Operation, Operation]]) -> list[tuple[str, str]]:
    return [(earlier.name, later.name) for earlier, later in pairs]


class _Verifier:
    def __init__(self, graph: Graph, after: str, verified: set[int]) -> None:
        self._graph = graph
        self._verified = verified  # Graphs that are called from several places are verified once.
        self._after = after
        self._seen: set[int] = set()
        self._names: set[str] = set()

    def verify(self) -> None:
        for operation in self._graph.operations:
            self._verify_place(operation)
            self._verify_attrs(operation)
            self._verify_outputs(operation)
            self._seen.add(id(operation))
            for inner in called_graphs(operation):
                if id(inner) not in self._verified:
                    self._verified.add(id(inner))
                    within = f" within {operation.name!r}{self._after}"
                    _Verifier(inner, within, self._verified).verify()
        if isinstance(self._graph, FuncGraph):
            self._verify_function(self._graph)

    def _require(self, condition: bool, message: str) -> None:
        if not condition:
            raise InternalError(
                None, None, f"Graph {self._graph.name!r} is not legal{self._after}: {message}"
            )

    def _verify_place(self, operation: Operation) -> None:
        name = operation.name
        self._require(operation.graph is self._graph, f"operation {name!r} is of another graph.")
        self._require(name not in self._names, f"two operations have the name {name!r}.")
        self._names.add(name)
        for tensor in operation.inputs:
            self._require(
                id(tensor.op) in self._seen,
                f"operation {name!r} takes {tensor.name!r}, which is not made before it.",
            )
            outputs = tensor.op.outputs
            self._require(
                tensor.value_index < len(outputs) and outputs[tensor.value_index] is tensor,
                f"operation {name!r} takes {tensor.name!r}, which is no output of its operation.",
            )
        for control in operation.control_inputs:
            self._require(
                id(control) in self._seen,
                f"operation {name!r} waits for {control.name!r}, which does not stand before it.",
            )

    def _verify_attrs(self, operation: Operation) -> None:
        known = operation.op_def.attrs
        for key in operation.attrs:
            self._require(
                key in known or key.startswith("_"),
                f"operation {operation.name!r} has the attr {key!r}, unknown to {operation.type}.",
            )
        for key in operation.op_def.explicit_attrs:
            self._require(
                key in operation.attrs
                or known[key].default is not REQUIRED
                or key in operation.op_def.types_of_lists,  # Lists of inputs tell them.
                f"operation {operation.name!r} misses the attr {key!r} of {operation.type}.",
            )

    def _verify_outputs(self, operation: Operation) -> None:
        if operation.op_def.has(Trait.INPUT):
            return
        place = f"operation {operation.name!r} ({operation.type})"
        attrs = {k: v for k, v in operation.attrs.items() if k in operation.op_def.attrs}
        try:
            inferred = all_inferred(operation.op_def.infer(*operation.inputs, **attrs))
        except (OpError, TypeError, ValueError) as error:
            self._require(False, f"{place} does not accept its inputs: {error}")
        self._require(
            len(inferred) == len(operation.outputs),
            f"{place} has {len(operation.outputs)} outputs, but its op gives {len(inferred)}.",
        )
        for tensor, result in zip(operation.outputs, inferred, strict=True):
            self._require(
                tensor.dtype is result.dtype and tensor.shape.is_compatible_with(result.shape),
                f"{place}: output {tensor.value_index} is {tensor.dtype.name}{tensor.shape}, "
                f"but its op gives {result.dtype.name}{result.shape}.",
            )

    def _verify_order(self, graph: FuncGraph) -> None:
        # A read that nothing needs never runs, so it may stand anywhere until it is pruned.
        for earlier, later in unordered_effects(needed_operations(graph)):
            self._require(
                False,
                f"operation {later.name!r} ({later.type}) has to come after {earlier.name!r} "
                f"({earlier.type}), whose effects conflict with its own, but no edge says so.",
            )

    def _verify_function(self, graph: FuncGraph) -> None:
        self._verify_order(graph)
        for kind, tensors in (("input", graph.inputs), ("output", graph.outputs)):
            for tensor in tensors:
                self._require(
                    id(tensor.op) in self._seen, f"{kind} {tensor.name!r} is not in the graph."
                )
        for tensor in graph.inputs:
            self._require(
                tensor.op.op_def.has(Trait.INPUT), f"input {tensor.name!r} is no placeholder."
            )
        for operation in graph.control_outputs:
            self._require(
                id(operation) in self._seen,
                f"control output {operation.name!r} is not in the graph.",
            )
