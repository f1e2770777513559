"""What a function with `jit_compile=True` must not hold.

TensorFlow refuses what XLA has no kernel for. Here an operation is refused if it is none that any compiler
could have: it works on text, calls Python, prints, or uses datasets, tables and files. What is left to NumPy
only because its result's shape depends on values, or for want of a lowering, runs as in other functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stagelight.core.op_def import Trait
from stagelight.errors import InvalidArgumentError
from stagelight.graph.effects import called_graphs
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.host_only import host_reason
from stagelight.graph.operation import Operation
from stagelight.types import dtypes

# TF: asserts compile, to nothing. Here they hold; their messages are text.
_PASSES = frozenset({"Assert", "Const", "NoOp"})


def refuse_what_cannot_be_compiled(graph: FuncGraph) -> None:
    """Sees that a graph, and those that it calls, can be compiled where that is asked for.

    Raises:
        InvalidArgumentError: an operation cannot be compiled; the message names it and the user's lines.
    """
    for asked in _asked(graph):
        found = [*_refused(asked)]
        if found:
            raise _error(asked, found)


def _asked(graph: FuncGraph) -> Iterator[FuncGraph]:
    """The graph, or those that it calls, that must be compiled."""
    return (x for x in _with_called(graph, set(), lambda x: x.must_compile) if x.must_compile)


def _with_called(
    graph: FuncGraph, seen: set[int], is_last: Callable[[FuncGraph], bool] = lambda _: False
) -> Iterator[FuncGraph]:
    """The graph, and those that it calls; not those that a graph calls which is the last."""
    if id(graph) in seen:  # It calls itself.
        return
    seen.add(id(graph))
    yield graph
    if is_last(graph):
        return
    for operation in graph.operations:
        if operation.op_def.traits & Trait.CALLS:
            for inner in called_graphs(operation):
                yield from _with_called(inner, seen, is_last)


def _refused(graph: FuncGraph) -> Iterator[tuple[Operation, str]]:
    """The operations that cannot be compiled, each with the reason."""
    for each in _with_called(graph, set()):
        for operation in each.operations:
            reason = _reason(operation)
            if reason:
                yield operation, reason
        for output in each.outputs:
            if output.dtype is dtypes.string and output.op.op_def.name == "Const":
                yield output.op, "its result is text"


def _reason(operation: Operation) -> str:
    return "" if operation.op_def.name in _PASSES else host_reason(operation)


def _error(graph: FuncGraph, found: list[tuple[Operation, str]]) -> InvalidArgumentError:
    reasons: dict[str, str] = {}
    for operation, reason in found:
        reasons.setdefault(operation.type, reason)
    said = ", ".join(f"{type_} ({reason})" for type_, reason in reasons.items())
    first, _ = found[0]
    lines = [
        f'  File "{f}", line {line}, in {function}' for f, line, function in reversed(first.frames)
    ]
    created = "\n".join(["The op is created at:", *lines])
    error = InvalidArgumentError(
        None,
        None,
        f"Detected unsupported operations when trying to compile graph {graph.name} with "
        f"jit_compile=True: {said} {{{{node {first.name}}}}}\n{created}\n"
        "Leave jit_compile out: then the rest is compiled, and this runs on the host. "
        f"[Op:{graph.name}]",
    )
    error.is_located = True  # type: ignore[attr-defined]
    return error
