"""Second derivatives in graphs: `tf.hessians`."""

from __future__ import annotations

from typing import Any

from stagelight import nest
from stagelight.autodiff.graph_gradients import gradients, product_with_jacobian
from stagelight.control_flow.batched_steps import NotVectorizable
from stagelight.control_flow.functional import map_fn
from stagelight.control_flow.vectorized_map import rows_of_graph
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.tracing import trace_into
from stagelight.public import public
from stagelight.types.specs import TensorSpec


@public("hessians")
def hessians(
    ys: Any,
    xs: Any,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    name: str = "hessians",
) -> list[Tensor]:
    """The second derivatives of `sum(ys)` with respect to each x alone, as tensors of the graph.

    Args:
        ys: tensor or list of tensors of the graph.
        xs: tensor or variable, or list of them.
        gate_gradients, aggregation_method: as for `tf.gradients`.
        name: the name scope of the operations added.

    Returns:
        For each x a tensor of shape `x.shape + x.shape`.

    Raises:
        RuntimeError: eagerly, where there is no graph.
        ValueError: an x on which no y, or whose gradient no x, depends.

    >>> @tf.function
    ... def bend(x):
    ...     return tf.hessians(x[0] * x[1], x)[0]
    >>> bend(tf.constant([3.0, 4.0])).numpy()
    array([[0., 1.],
           [1., 0.]], dtype=float32)
    """
    sources = nest.flatten(xs)
    with op_scope(name):
        found = gradients(ys, sources, None, "gradients", gate_gradients, aggregation_method)
        return [_of_gradient(g, x) for g, x in zip(found, sources, strict=True)]


def _of_gradient(gradient: Any, x: Any) -> Tensor:
    graph = CONTEXT.stage
    assert isinstance(graph, Graph)
    _require_some(gradient, x)
    gradient = convert_to_tensor(gradient)
    shape = raw.Shape(gradient)
    seeds = _unit_rows(gradient)

    def of_row(seed: Any) -> Any:
        seed = raw.Reshape(seed, shape)
        row = product_with_jacobian(graph, gradient, x, seed)
        _require_some(row, x)
        return convert_to_tensor(row)

    rows = FuncGraph("hessian_row", CONTEXT.stage)
    traced = trace_into(rows, of_row, (rows.add_input(seeds.dtype, seeds.shape[1:], "seed"),))
    try:
        (found,) = rows_of_graph(rows, [seeds], seeds.shape[0], raw.Size(gradient))
    except NotVectorizable:
        signature = TensorSpec(traced.shape, traced.dtype)
        found = map_fn(of_row, seeds, fn_output_signature=signature)
    result = raw.Reshape(found, raw.ConcatV2([shape, shape], 0))
    result.set_shape(gradient.shape.concatenate(gradient.shape))
    return result


def _require_some(gradient: Any, x: Any) -> None:
    if gradient is None:
        raise ValueError(
            "None values not supported: tf.hessians needs second derivatives, but those with respect to "
            f"{x!r} are zero everywhere. Leave it out."
        )


def _unit_rows(x: Tensor) -> Tensor:
    """The rows of the identity matrix, one for each element of x."""
    count = x.shape.num_elements()
    size: Any = raw.Size(x) if count is None else convert_to_tensor(count)
    places = raw.Range(0, size, 1)
    return raw.Cast(raw.Equal(places, raw.ExpandDims(places, 1)), DstT=x.dtype)
