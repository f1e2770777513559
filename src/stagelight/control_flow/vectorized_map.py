"""`tf.vectorized_map`: a function of one row applied to all rows at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight import nest
from stagelight.control_flow.batched_steps import NotVectorizable, Value
from stagelight.control_flow.calls import tell_variables
from stagelight.control_flow.functional import map_fn
from stagelight.control_flow.vectorization import as_rows, returning_dense, vectorized
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.extension_types.batching import encoded
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import trace_into
from stagelight.logs import get_logger
from stagelight.public import public
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec


@public("vectorized_map")
def vectorized_map(
    fn: Callable[[Any], Any],
    elems: Any,
    fallback_to_while_loop: bool = True,
    warn: bool = True,
) -> Any:
    """`stack([fn(elems[0]), fn(elems[1]), ...])`, computed for all rows at once.

    The function is traced for one row, and every operation is applied to all rows. Where an operation has
    no such form, or is random or has effects, the function is applied row by row.

    Args:
        fn: function of one row of `elems`, in their structure; it returns nested tensors.
        elems: tensor of shape `[n, ...]`, or nested ones with the same `n`. A size of 1 stands for any.
        fallback_to_while_loop: False makes it an error where the rows cannot be computed at once.
        warn: whether a warning tells of a loop that is taken instead.

    Returns:
        Tensors of shape `[n, ...]` in the structure that `fn` returns.

    Raises:
        ValueError: `elems` have no rows or different numbers of them, or the rows cannot be computed at
            once and a loop is not allowed.

    >>> tf.vectorized_map(lambda x: x @ x, tf.ones([3, 2, 2])).shape
    TensorShape([3, 2, 2])
    """
    structure = encoded(elems, minimum_rank=1)
    flat = [convert_to_tensor(x) for x in nest.flatten(structure)]
    known, count = _row_count(flat)
    graph = FuncGraph("loop_body", CONTEXT.stage)
    inputs = []
    for i, x in enumerate(flat):
        row = TensorShape(None) if x.shape.rank is None else x.shape[1:]
        inputs.append(graph.add_input(x.dtype, row, f"row_{i}"))
    trace_into(graph, returning_dense(fn), (nest.pack_sequence_as(structure, inputs),))
    tell_variables(graph)
    try:
        outputs = rows_of_graph(graph, flat, known, count)
    except NotVectorizable as error:
        if not fallback_to_while_loop:
            raise ValueError(
                f"The function cannot be vectorized: {error}. Leave out fallback_to_while_loop=False, or "
                "use tf.map_fn. (AG308)"
            ) from None
        if warn:
            get_logger().warning("Using a while_loop for converting: %s", error)
        specs = nest.map_structure(lambda t: TensorSpec(None, t.dtype), graph.structured_outputs)
        return map_fn(
            lambda row: fn(nest.pack_sequence_as(structure, row)),
            [_with_count(x, count) for x in flat],
            fn_output_signature=specs,
        )
    remaining = iter(outputs)
    leaves = [
        None if leaf is None else next(remaining)
        for leaf in nest.flatten(graph.structured_outputs, expand_composites=True)
    ]
    return nest.pack_sequence_as(graph.structured_outputs, leaves, expand_composites=True)


def rows_of_graph(graph: FuncGraph, elems: Any, known: int | None, count: Any) -> list[Tensor]:
    """The results of a graph of one row, for all rows.

    Raises:
        NotVectorizable: it has an operation without a rule.
    """
    values = []
    for x in elems:
        rank = None if x.shape.rank is None else x.shape.rank - 1
        if x.shape.rank is not None and x.shape[0] == 1 and known != 1:
            values.append(Value(raw.Squeeze(x, squeeze_dims=[0]), False, rank))
        else:
            values.append(Value(x, True, rank))
    values += [Value(x, False, x.shape.rank) for x in graph.external_captures]
    if graph.control_outputs:
        raise NotVectorizable("the function has effects")
    return [as_rows(value, count) for value in vectorized(graph, values, count)]


def _row_count(flat: Any) -> tuple[int | None, Any]:
    """The number of rows, as a number where it is known, and as what ops take."""
    if not flat:
        raise ValueError("elems must hold at least one tensor.")
    sizes: set[Any] = set()
    for x in flat:
        if x.shape.rank == 0:
            raise ValueError(f"elems must have rows along a first axis. Received a scalar: {x!r}")
        sizes.add(None if x.shape.rank is None else x.shape[0])
    known = sizes - {None, 1}
    if len(known) > 1:
        raise ValueError(f"elems have different numbers of rows: {sorted(known)}")
    if known:
        return (size := known.pop()), convert_to_tensor(size)
    if None not in sizes:
        return 1, convert_to_tensor(1)
    unknown = next(x for x in flat if x.shape.rank is None or x.shape[0] is None)
    return None, raw.StridedSlice(raw.Shape(unknown), [0], [1], [1], shrink_axis_mask=1)


def _with_count(x: Tensor, count: Any) -> Tensor:
    """The tensor with as many rows."""
    if x.shape.rank is None or x.shape[0] != 1:
        return x
    shape = raw.ConcatV2(
        [raw.Pack([count], axis=0), raw.StridedSlice(raw.Shape(x), [1], [0], [1], end_mask=1)], 0
    )
    filled: Tensor = raw.BroadcastTo(x, shape)
    return filled
