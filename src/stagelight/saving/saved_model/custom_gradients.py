"""Gradients that the user wrote, in saved models: functions of the library, as others.

An `IdentityN` with a gradient of its own has the name of that gradient as an attr; the library says which
function it is. The function takes the gradients of the operation's outputs. What else it needs it captures:
variables and constants, as functions do, and tensors of the function in which the operation is. Of gradients
of gradients there are none, as they may need each other without end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from stagelight import nest
from stagelight.autodiff.custom_gradient import IDENTITY_N
from stagelight.control_flow.calls import call_graph
from stagelight.control_flow.linearization import LOCK, BackwardGraph
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph_def_export import graphs_among
from stagelight.graph.operation import Operation
from stagelight.graph.tracing import finish
from stagelight.staging.call_signature import CallSignature
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.types.specs import TensorSpec

# The attr of a node that names its gradient.
GRADIENT_NAME = "_gradient_op_type"
_FUNCTION = "_gradient_function"


class SavedGradient(NamedTuple):
    """The gradient of an operation.

    Attributes:
        operation: an `IdentityN`.
        name: what its node calls the gradient.
        function: what computes it; None if that is not saved.
    """

    operation: Operation
    name: str
    function: ConcreteFunction | None


def gradients_of(
    functions: Sequence[ConcreteFunction], with_functions: bool
) -> list[SavedGradient]:
    """The gradients of operations in functions, and in the functions that these call."""
    found: dict[int, SavedGradient] = {}
    for operation in _operations([function.graph for function in functions]):
        function = _traced(operation, len(found)) if with_functions else None
        found[id(operation)] = SavedGradient(operation, _name(len(found)), function)
    # Those within gradients have names, so that nobody takes them for plain identities.
    traced = [x.function.graph for x in found.values() if x.function is not None]
    for operation in _operations(traced):
        if id(operation) not in found:
            found[id(operation)] = SavedGradient(operation, _name(len(found)), None)
    return list(found.values())


def _name(number: int) -> str:
    return f"CustomGradient-{number}"


def _operations(graphs: list[FuncGraph]) -> Iterator[Operation]:
    met: set[int] = set()
    while graphs:
        graph = graphs.pop()
        if id(graph) in met:
            continue
        met.add(id(graph))
        for operation in graph.operations:
            graphs += graphs_among(operation)
            if _FUNCTION in operation.attrs:
                yield operation


def _traced(operation: Operation, number: int) -> ConcreteFunction:
    """The gradient as a function; its captures may be tensors of the operation's graph."""
    forward: Any = operation.graph
    # No tensor costs anything to bring: what was traced is not changed.
    free = {id(x) for made in forward.operations for x in made.outputs}
    with LOCK:
        graph = BackwardGraph(f"__inference_internal_grad_fn_{number}", forward, free)
        specs = [
            TensorSpec(x.shape, x.dtype, f"result_grads_{i}")
            for i, x in enumerate(operation.outputs)
        ]
        with graph.as_default():
            given = [
                graph.add_input(spec.dtype, spec.shape, str(spec.name), x.handle_data)
                for spec, x in zip(specs, operation.outputs, strict=True)
            ]
            found = operation.attrs[_FUNCTION](*given)
            # TensorFlow's gradients are tensors where they leave a function.
            found = [None if x is None else graph.capture(_tensor(x)) for x in found]
        finish(graph, [x for x in found if x is not None])
    graph.structured_input_signature = ((None, *specs), {})
    graph.structured_outputs = found

    def internal_grad_fn(unused: Any, *result_grads: Any) -> None: ...

    return ConcreteFunction(graph, CallSignature(internal_grad_fn))


def _tensor(gradient: Any) -> Tensor:
    return raw.Identity(gradient if isinstance(gradient, Tensor) else gradient.to_tensor())


def give_gradient(
    operation: Operation,
    name: str,
    function: Callable[[], tuple[FuncGraph, Sequence[Tensor], Any]] | None,
) -> None:
    """Gives an `IdentityN` that was loaded its gradient.

    Args:
        operation: the operation.
        name: of the gradient.
        function: gives the graph, the tensors that it captures and the form of its results; None if
            the model does not have it.
    """

    def gradient(*output_gradients: Any) -> list[Any]:
        if function is None:
            raise LookupError(
                f"No gradient defined for operation {operation.name!r} (op type: {operation.type}): it has "
                f"a gradient of its own, {name}, which was not saved with the model."
            )
        graph, captured, form = function()
        given = [
            _given(output, x) for output, x in zip(operation.outputs, output_gradients, strict=True)
        ]
        remaining = iter(call_graph(graph, [*given, *captured]))
        return [None if x is None else next(remaining) for x in nest.flatten(form)]

    operation.op_def = IDENTITY_N
    operation.attrs[_FUNCTION] = gradient


def _given(output: Any, gradient: Any) -> Any:
    """What a gradient function gets: zeros where there is no gradient, and handles as they are."""
    if output.dtype.name in ("resource", "variant"):
        return output
    return raw.ZerosLike(output) if gradient is None else gradient
