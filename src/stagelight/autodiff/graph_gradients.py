"""`tf.gradients`: the reverse walk over the operations of a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight import nest
from stagelight.autodiff.backward import Application, is_differentiable_dtype, walk
from stagelight.autodiff.tape import UnconnectedGradients, check_unconnected, gradient_key
from stagelight.core import registry
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.operation import Operation
from stagelight.public import public


@public("AggregationMethod")
class AggregationMethod:
    """How gradients that meet are added. All ways give their sum; it is chosen for TensorFlow's memory.

    >>> tf.AggregationMethod.DEFAULT
    0
    """

    ADD_N = DEFAULT = 0
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


@public("gradients")
def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: str = UnconnectedGradients.NONE,
) -> list[Any]:
    """The gradients of `sum(ys)` with respect to each x, as tensors of the graph.

    Args:
        ys: tensor or list of tensors of the graph.
        xs: tensor or variable, or list of them.
        grad_ys: for each y what its gradient starts from; ones if None.
        name: the name scope of the operations added.
        gate_gradients, aggregation_method: accepted for compatibility.
        stop_gradients: tensors through which nothing flows.
        unconnected_gradients: "none" or "zero": what an x gets that no y depends on.

    Returns:
        A list with a gradient (or None) for each x.

    Raises:
        RuntimeError: eagerly, where there is no graph.
        LookupError: an op on the way has no gradient.

    >>> @tf.function
    ... def slope(x):
    ...     return tf.gradients(x * x, x)[0]
    >>> slope(tf.constant(3.0)).numpy()
    np.float32(6.0)
    """
    graph = CONTEXT.stage
    if graph is None:
        raise RuntimeError(
            "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead. "
            "(AG409)"
        )
    check_unconnected(unconnected_gradients)
    targets = [_target(y) for y in nest.flatten(ys)]
    sources = nest.flatten(xs)
    keys = [gradient_key(x) for x in sources]
    stops = {id(gradient_key(t)) for t in nest.flatten(stop_gradients or [])}
    starts = _starts(grad_ys, len(targets))
    with graph.name_scope(name):
        seeds = [
            (y, raw.OnesLike(y) if start is None else _as_gradient(start, y))
            for y, start in zip(targets, starts, strict=True)
        ]
        return [
            _result(found, source, unconnected_gradients)
            for found, source in zip(_walked(graph, seeds, keys, stops), sources, strict=True)
        ]


def _walked(
    graph: Graph, seeds: Sequence[tuple[Tensor, Tensor]], keys: Sequence[Any], stops: set[int]
) -> list[Any]:
    found = walk(applications_between(graph, keys, stops), seeds, keys)
    return [found.of(key) for key in keys]


def product_with_jacobian(graph: Graph, y: Tensor, x: Any, seed: Tensor) -> Any:
    """The gradient of `sum(y * seed)` with respect to x, both of `graph`, as operations of the current graph.

    Args:
        graph: where y was computed from x; the current one, or one that it captures tensors of.
        y: tensor of that graph.
        x: tensor or variable.
        seed: tensor like y.

    Returns:
        The gradient; None where y does not depend on x.
    """
    (found,) = _walked(graph, [(y, seed)], [gradient_key(x)], set())
    return found


def _starts(grad_ys: Any, count: int) -> list[Any]:
    """What the gradient of each of `count` targets starts from; a nested list is the value of one."""
    if grad_ys is None:
        return [None] * count
    starts = list(grad_ys) if isinstance(grad_ys, (list, tuple)) else [grad_ys]
    if len(starts) != count:
        starts = nest.flatten(grad_ys)
    if len(starts) != count:
        raise ValueError(f"Passed {len(starts)} grad_ys for {count} ys: required one for each.")
    return starts


def _as_gradient(start: Any, y: Tensor) -> Any:
    return start if isinstance(start, IndexedSlices) else convert_to_tensor(start, y.dtype)


def _target(y: Any) -> Tensor:
    return y if isinstance(y, Tensor) else convert_to_tensor(y)


def _result(gradient: Any, source: Any, unconnected: str) -> Any:
    if gradient is None and unconnected == UnconnectedGradients.ZERO:
        return raw.ZerosLike(convert_to_tensor(source))
    return gradient


def applications_between(
    graph: Graph, sources: Sequence[Any], stops: set[int] | frozenset[int] = frozenset()
) -> list[Operation | Application]:
    """What depends on the sources, in the order in which it is computed.

    A function graph goes on with what the graphs around it computed: each tensor that it captures is
    followed to where it comes from, as if it were passed on by an `Identity`.

    Args:
        graph: where the targets stand.
        sources: tensors of that graph or of one around it; those captured, eager ones too.
        stops: ids of tensors taken as given: what computes them is left out.
    """
    reached = {id(source) for source in sources}
    found: list[Operation | Application] = []
    for part in _from_outermost(graph):
        applications: list[Operation | Application] = [*_captures(part), *part.operations]
        for application in applications:
            if stops and any(id(output) in stops for output in application.outputs):
                continue
            if any(id(x) in reached for x in application.inputs):
                found.append(application)
                reached.update(
                    id(output)
                    for output in application.outputs
                    if is_differentiable_dtype(output.dtype)
                )
    return found


def _from_outermost(graph: Graph) -> list[Graph]:
    around = [graph]
    while isinstance(graph, FuncGraph) and graph.enclosing_graph is not None:
        graph = graph.enclosing_graph
        around.append(graph)
    return around[::-1]


def _captures(graph: Graph) -> list[Application]:
    if not isinstance(graph, FuncGraph):
        return []
    identity = registry.lookup("Identity")
    return [Application(identity, (outside,), {}, (inside,)) for outside, inside in graph.captures]
