"""Lowerability: a forward dataflow analysis of which operations can be compiled.

Each operation of a graph has a level of the lattice `HOST < STATIC < SYMBOLIC`:

- `HOST`: the host runs it;
- `STATIC`: it is lowered as soon as all sizes are known;
- `SYMBOLIC`: it can be in a program whose sizes are symbols, too.

Below `SYMBOLIC` there is the reason. What the analysis follows through the graph, and through the graphs that
it calls, is which values are *known* when a program is compiled: constants, and what follows from shapes. A
loop's variables are known if they are in every iteration, which is the greatest fixed point over its body.

    x: f32[?, 3];  n = Shape(x)[0];  y = Reshape(x, [n * 3]);  z = Unique(y)

    Shape, StridedSlice, Mul, Pack   SYMBOLIC   known
    Reshape                          SYMBOLIC
    Unique                           HOST       "no lowering takes Unique"

What is said of unknown sizes is a promise that the rules may break when the sizes are there; then
`is_resolved` is False. The result is kept with the graph, which has to be finished.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from stagelight.codegen.lowering.registry import LoweringRule, rule_of
from stagelight.codegen.lowering.tensor_forms import (
    is_forwarded_handle,
    is_static_result,
    known_array,
    result_obstacle,
    value_obstacle,
)
from stagelight.graph.effects import called_graphs, operations_with_calls
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.host_only import host_reason
from stagelight.graph.operation import Operation
from stagelight.passes.rewriting import hands_on_inputs, is_call, is_fixed, is_handle, is_loop
from stagelight.types import dtypes

# Ops whose results follow from the shapes of their inputs, whatever the elements are.
OF_SHAPES = frozenset({"Shape", "ShapeN", "Size", "Rank"})
SYMBOLIC_OF_SHAPES = OF_SHAPES | {"VariableShape", "BroadcastGradientArgs", "BroadcastArgs"}

# Ops whose kernels compute with polynomials as with integers.
SIZE_ARITHMETIC = frozenset(
    {"StridedSlice", "Slice", "Pack", "Unpack", "ConcatV2", "Reshape", "Squeeze", "ExpandDims", "Identity",
     "StopGradient", "GatherV2", "Prod", "Sum", "Max", "Min", "Add", "AddV2", "Sub", "Mul", "FloorDiv",
     "FloorMod", "Neg", "Maximum", "Minimum", "Range", "Transpose", "Cast", "Fill", "InvertPermutation"}
)  # fmt: skip

# With more operations in the graphs that it calls an operation stays a call: programs have no functions.
_MOST_OPERATIONS = 2_000

# Under this key of `derived` a graph keeps its analyses, by the positions of the inputs that are known.
_MEMO = "lowerability"


class Level(enum.IntEnum):
    """How far an operation can be compiled."""

    HOST = 0
    STATIC = 1
    SYMBOLIC = 2


@dataclass(frozen=True, slots=True)
class Lowerability:
    """What is known of an operation.

    Attributes:
        level: how far it can be compiled.
        is_resolved: whether it can be lowered as it stands, since all its sizes are known.
        reason: why the level is no higher; "" for `SYMBOLIC`.
    """

    level: Level
    is_resolved: bool
    reason: str


@dataclass(slots=True)
class GraphLowerability:
    """The analysis of a graph.

    Attributes:
        graph: which.
        known: ids of the tensors whose values are known when a program is compiled.
        found: by operation what is known of it, in program order: of those that compute something.
    """

    graph: FuncGraph
    known: set[int]
    found: dict[Operation, Lowerability] = field(default_factory=dict)
    _inside: dict[int, list[GraphLowerability]] = field(default_factory=dict)

    def inside(self, operation: Operation) -> list[GraphLowerability]:
        """The analyses of the graphs that an operation calls, for the inputs that it has."""
        return self._inside.get(id(operation), [])

    def obstacle(self, *, static: bool = False) -> str:
        """Why the graph cannot be a part of a program; "" if it can.

        Args:
            static: whether as it stands; or as soon as all sizes are known.
        """
        for tensor in (*self.graph.inputs, *self.graph.outputs):
            if tensor.dtype is not dtypes.resource and (
                reason := result_obstacle(tensor, static=static)
            ):
                return reason
        for operation, found in self.found.items():
            if found.level is Level.HOST or (static and not found.is_resolved):
                return found.reason or f"not all sizes of {operation.name} are known"
        return ""

    def program_obstacle(self, *, static: bool = False) -> str:
        """Why the graph cannot be a program of its own; "" if it can."""
        values = (value_obstacle(x, static=static) for x in self.graph.inputs)
        results = (result_obstacle(x, static=static) for x in self.graph.outputs)
        if not self.found:
            return "it computes nothing"
        return self.obstacle(static=static) or next(filter(None, (*values, *results)), "")


def lowerability_of(
    graph: FuncGraph, known: Iterable[bool] = (), active: frozenset[int] = frozenset()
) -> GraphLowerability:
    """The analysis of a finished graph; the same object each time.

    Args:
        graph: which.
        known: by input, whether its value is known when a program is compiled; none if not given.
        active: ids of the graphs around, of which it is a part.
    """
    memo = graph.derived.setdefault(_MEMO, {})
    positions = tuple(i for i, is_known in enumerate(known) if is_known)
    found: GraphLowerability | None = memo.get(positions)
    if found is None:
        found = _Analysis(graph, positions, active | {id(graph)}).run()
        memo[positions] = found
    return found


class _Analysis:
    """The forward walk over one graph."""

    def __init__(self, graph: FuncGraph, known: Iterable[int], active: frozenset[int]) -> None:
        self._result = GraphLowerability(graph, {id(graph.inputs[i]) for i in known})
        self._known = self._result.known
        self._active = active

    def run(self) -> GraphLowerability:
        """Analyzes all operations, in program order."""
        for operation in self._result.graph.operations:
            name = operation.op_def.name
            if name == "Const":
                self._known.add(id(operation.outputs[0]))
            elif name != "Placeholder":
                self._result.found[operation] = self._lowerability(operation)
        return self._result

    def _lowerability(self, operation: Operation) -> Lowerability:
        if is_call(operation.op_def):
            self._result._inside[id(operation)] = self._analyses_inside(operation)
        is_known = self._holds_known(operation) or self._follows_from_shapes(operation)
        if is_known:
            self._known.update(id(x) for x in operation.outputs)
        rule = rule_of(operation)
        tensors = (*operation.inputs, *operation.outputs)
        is_static = all(x.dtype is dtypes.resource or is_static_result(x) for x in tensors)
        static_obstacle = self._static_obstacle(operation, rule)
        if is_known:
            obstacle = ""
        elif is_static:
            obstacle = static_obstacle
        else:
            obstacle = self._obstacle_of_open_sizes(operation, rule)
        if obstacle:
            return Lowerability(Level.HOST, False, host_reason(operation) or obstacle)
        symbolic = self._symbolic_obstacle(operation)
        level = Level.STATIC if symbolic else Level.SYMBOLIC
        return Lowerability(level, not static_obstacle, symbolic)

    # ---------------------------------------------------------------------- known values

    def _holds_known(self, operation: Operation) -> bool:
        """Whether its lists hold what follows from shapes, as in gradients of loops."""
        name = operation.op_def.name
        if name == "EmptyTensorList":
            return not any(result_obstacle(x, static=False) for x in operation.outputs)
        return name in ("TensorListPushBack", "TensorListPopBack") and all(
            id(x) in self._known for x in operation.inputs
        )

    def _follows_from_shapes(self, operation: Operation) -> bool:
        if any(map(is_handle, (*operation.inputs, *operation.outputs))):
            return False  # Lists, too: how long they are does not follow.
        if operation.op_def.name in OF_SHAPES:
            return True
        # What follows from constants alone was computed beforehand, if it can be.
        return (
            not is_fixed(operation.op_def)
            and any(x.op.op_def.name != "Const" for x in operation.inputs)
            and all(id(x) in self._known for x in operation.inputs)
        )

    # ---------------------------------------------------------------------- levels

    def _static_obstacle(self, operation: Operation, rule: LoweringRule | None) -> str:
        """Why an operation cannot be lowered as it stands; "" if it can."""
        if rule is None or not rule.admits(operation):
            return f"no lowering takes {operation.type}"
        for tensor in operation.outputs:
            if not is_forwarded_handle(tensor) and (reason := result_obstacle(tensor)):
                return reason
        for position, tensor in enumerate(operation.inputs):
            if position in rule.constants:
                if known_array(tensor) is None:
                    return f"{tensor.name} is no constant"
            elif reason := value_obstacle(tensor):
                return reason
        if is_call(operation.op_def):
            inside = self._result.inside(operation)
            reasons = [_recursion_obstacle(operation, inside)]
            if operation.op_def.name == "PartitionedCall":
                reasons.append(_size_obstacle(operation))
            reasons += [x.obstacle(static=True) for x in inside]
            if reason := next(filter(None, reasons), ""):
                return reason
        return "" if rule.accepts(operation) else f"no lowering takes this form of {operation.type}"

    def _obstacle_of_open_sizes(self, operation: Operation, rule: LoweringRule | None) -> str:
        """Why an operation cannot be lowered when all sizes are known, of which some are not yet."""
        if rule is None or not rule.admits(operation):
            return f"no lowering takes {operation.type}"
        if is_call(operation.op_def):
            return self._obstacle_of_call(operation)
        for tensor in operation.outputs:
            if not is_forwarded_handle(tensor) and (
                reason := result_obstacle(tensor, static=False)
            ):
                return reason
        for position, tensor in enumerate(operation.inputs):
            if position in rule.constants:
                if id(tensor) not in self._known:
                    return f"{tensor.name} does not follow from shapes and constants"
            elif reason := value_obstacle(tensor, static=False):
                return reason
        return ""

    def _obstacle_of_call(self, operation: Operation) -> str:
        inside = self._result.inside(operation)
        if reason := _recursion_obstacle(operation, inside) or _size_obstacle(operation):
            return reason
        if is_loop(operation.op_def):
            (body,) = (x for x in inside if x.graph is operation.attrs["body"])
            for before, output in zip(body.graph.inputs, operation.outputs, strict=True):
                if id(before) in body.known:
                    self._known.add(id(output))
        return next(filter(None, (x.obstacle() for x in inside)), "")

    def _symbolic_obstacle(self, operation: Operation) -> str:
        """Why an operation cannot be in a program whose sizes are symbols; "" if it can."""
        if reason := symbolic_obstacle(operation):
            return reason
        for inner in self._result.inside(operation):
            for found in inner.found.values():
                if found.level is not Level.SYMBOLIC:
                    return found.reason
        return ""

    # ---------------------------------------------------------------------- graphs that are called

    def _analyses_inside(self, operation: Operation) -> list[GraphLowerability]:
        graphs = called_graphs(operation)
        if any(id(graph) in self._active for graph in graphs):
            return []
        known: Sequence[bool] = ()
        if graphs and hands_on_inputs(operation.op_def):
            given = operation.inputs[len(operation.inputs) - len(graphs[0].inputs) :]
            known = [id(x) in self._known for x in given]
        if is_loop(operation.op_def):
            known = self._known_in_iterations(operation, known)
        return [lowerability_of(graph, known, self._active) for graph in graphs]

    def _known_in_iterations(self, loop: Operation, known: Sequence[bool]) -> list[bool]:
        """Of the variables whose values are known before a loop, those known after each iteration, too."""
        body: FuncGraph = loop.attrs["body"]
        pairs = list(zip(body.inputs, body.outputs, strict=True))
        left = [
            is_known and (after is before or before.dtype is dtypes.variant)
            for is_known, (before, after) in zip(known, pairs, strict=True)
        ]
        while True:
            after_iteration = lowerability_of(body, left, self._active).known
            found = [
                is_known and id(after) in after_iteration
                for is_known, (_, after) in zip(left, pairs, strict=True)
            ]
            if found == left:
                return left
            left = found


def _recursion_obstacle(operation: Operation, inside: Sequence[GraphLowerability]) -> str:
    """Why the graphs that an operation calls cannot stand in its place: they call the graph around."""
    return "" if inside else f"{operation.name} is within a function that calls itself"


def _size_obstacle(operation: Operation) -> str:
    """Why the graphs that an operation calls cannot stand in its place: there is too much in them."""
    counts: dict[int, int] = {}
    most = max((operations_with_calls(x, counts) for x in called_graphs(operation)), default=0)
    if most <= _MOST_OPERATIONS:
        return ""
    return f"{operation.name} calls a graph of {most} operations, above {_MOST_OPERATIONS}"


def symbolic_obstacle(operation: Operation) -> str:
    """Why no lowering takes an operation by itself, whose sizes are symbols; "" if one does."""
    name = operation.op_def.name
    if name in SYMBOLIC_OF_SHAPES or name in SIZE_ARITHMETIC:
        return ""
    return rule_obstacle_to_symbols(operation)


def rule_obstacle_to_symbols(operation: Operation) -> str:
    """Why an operation's rule does not take sizes that are symbols; "" if it does."""
    rule = rule_of(operation)
    if rule is None or rule.is_symbolic is None:
        return f"no lowering takes {operation.type} of symbolic sizes"
    try:
        accepts = rule.is_symbolic(operation)
    except ValueError:
        return f"a rank is not known that the lowering of {operation.type} asks for"
    return "" if accepts else f"no lowering takes this form of {operation.type} of symbolic sizes"


def host_operations(graph: FuncGraph) -> Iterator[tuple[Operation, str]]:
    """The operations of a finished graph that the host runs, each with the reason.

    Of a call, conditional or loop it is the operations inside that are the cause, if there are any.
    """
    yield from _host_operations(lowerability_of(graph))


def _host_operations(analysis: GraphLowerability) -> Iterator[tuple[Operation, str]]:
    for operation, found in analysis.found.items():
        if found.level is Level.HOST:
            causes = [x for inner in analysis.inside(operation) for x in _host_operations(inner)]
            yield from causes or [(operation, found.reason)]
