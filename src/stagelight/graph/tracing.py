"""Running a Python function into a graph: what `tf.function`, `tf.cond` and their like share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight import nest
from stagelight.core import registry
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import apply
from stagelight.garbage_collection import collect_rarely
from stagelight.graph.effect_order import order_effects
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.origins import call_with_origins
from stagelight.graph.source_places import place_of_result, user_code_message
from stagelight.tracebacks import is_library_file

# Called with each graph when the function that it is the graph of has been run.
_listeners: list[Callable[[FuncGraph], None]] = []


def when_traced(listener: Callable[[FuncGraph], None]) -> None:
    """Has a function called with every graph once its tracing is over, with or without an error."""
    _listeners.append(listener)


def trace_into(
    graph: FuncGraph,
    function: Callable[..., Any],
    args: Sequence[Any] = (),
    kwargs: dict[str, Any] | None = None,
) -> Any:
    """Calls a function with the graph as the stage, and finishes the graph.

    The graph's `outputs` become the tensors among the results, each behind an `Identity` of its own;
    `structured_outputs` keeps the form, with None where the function gave None.

    Returns:
        The structured outputs.
    """
    with collect_rarely():
        try:
            with graph.as_default():
                result = call_with_origins(function, args, kwargs or {})
                parts = nest.flatten(result, expand_composites=True)
                leaves = [_output(leaf, function) for leaf in parts]
                structured = nest.pack_sequence_as(result, leaves, expand_composites=True)
        finally:
            for listener in _listeners:
                listener(graph)
        graph.outputs = [leaf for leaf in leaves if leaf is not None]
        graph.structured_outputs = structured
        order_effects(graph)
    return structured


def _output(leaf: Any, function: Callable[..., Any]) -> SymbolicTensor | None:
    if leaf is None or isinstance(leaf, Operation):
        return None
    try:
        tensor = convert_to_tensor(leaf)
    except (TypeError, ValueError) as error:
        raise _refused(leaf, function, error) from None
    return apply(registry.lookup("Identity"), (tensor,), name="Identity")


def _refused(leaf: Any, function: Callable[..., Any], error: Exception) -> TypeError:
    """The error for a result that is no tensor. Of a function of the user's it tells the line."""
    text = (
        "To be compatible with tf.function, Python functions must return zero or more Tensors or "
        f"ExtensionTypes or None values; got a return value of type {type(leaf).__name__}, which "
        f"is not a Tensor or ExtensionType. ({error}) (AG406)"
    )
    place = place_of_result(function)
    if place is None or is_library_file(place.filename):
        return TypeError(text)
    return TypeError(user_code_message([place], f"TypeError: {text}"))


def finish(graph: FuncGraph, outputs: Sequence[SymbolicTensor]) -> None:
    """Finishes a graph that was built by ops, not by a traced function."""
    graph.outputs = list(outputs)
    order_effects(graph)
