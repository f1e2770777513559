"""`GradientTape.jacobian` and `batch_jacobian`: gradients of every element of a target.

A tape gives the gradient of a sum. For the Jacobian it is played back once for each element of the target,
all of them at once where the rules can be vectorized, else one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight import nest
from stagelight.autodiff.tape import GradientTape, UnconnectedGradients, gradient_key
from stagelight.control_flow.batched_steps import NotVectorizable
from stagelight.control_flow.functional import map_fn
from stagelight.control_flow.vectorized_map import rows_of_graph
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import trace_into
from stagelight.public import publish_method
from stagelight.types.specs import TensorSpec


def _attach(method: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a function a method of `GradientTape`, which stands on a lower floor."""
    publish_method(GradientTape, method.__name__, method)
    return method


@_attach
def jacobian(
    tape: GradientTape,
    target: Any,
    sources: Any,
    unconnected_gradients: str = UnconnectedGradients.NONE,
    parallel_iterations: int | None = None,
    experimental_use_pfor: bool = True,
) -> Any:
    """The derivatives of every element of a target with respect to every element of the sources.

    Args:
        tape: the tape that recorded them.
        target: tensor.
        sources: watched tensors or variables, perhaps nested.
        unconnected_gradients: "none" or "zero": what an independent source gets.
        parallel_iterations: a hint for other executors.
        experimental_use_pfor: whether all elements are computed at once; False takes them one by one.

    Returns:
        For each source a tensor of shape `target.shape + source.shape`.

    Raises:
        RuntimeError: a second use of a tape that is not persistent, or one by one of such a tape.

    >>> x = tf.constant([1.0, 2.0])
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * x
    >>> tape.jacobian(y, x).numpy()
    array([[2., 0.],
           [0., 4.]], dtype=float32)
    """
    value = convert_to_tensor(target)
    flat_sources = nest.flatten(sources)
    count = value.shape.num_elements()
    size: Any = raw.Size(value) if count is None else convert_to_tensor(count)
    shape = raw.Shape(value)

    def of_element(seed: Any) -> list[Any]:
        gradients = tape.gradient(
            # A variable depends on itself; its value was read where the tape may not see it.
            target if gradient_key(target) is not target else value,
            flat_sources,
            output_gradients=raw.Reshape(seed, shape),
            unconnected_gradients=unconnected_gradients,
        )
        return [None if g is None else convert_to_tensor(g) for g in gradients]

    seeds = _unit_vectors(size, value.dtype)
    rows = _all_rows(tape, of_element, seeds, count, size, experimental_use_pfor)
    results = [
        None if row is None else _shaped(row, value, source)
        for row, source in zip(rows, flat_sources, strict=True)
    ]
    return nest.pack_sequence_as(sources, results)


def _unit_vectors(size: Any, dtype: Any) -> Tensor:
    identity = raw.Equal(raw.Range(0, size, 1), raw.ExpandDims(raw.Range(0, size, 1), 1))
    return raw.Cast(identity, DstT=dtype)


def _shaped(rows: Tensor, target: Tensor, source: Any) -> Tensor:
    shape = raw.ConcatV2([raw.Shape(target), raw.Shape(convert_to_tensor(source))], 0)
    result = raw.Reshape(rows, shape)
    if CONTEXT.stage is not None:
        result.set_shape(target.shape.concatenate(source.shape))
    return result


def _all_rows(
    tape: GradientTape,
    of_row: Callable[[Any], list[Any]],
    seeds: Tensor,
    known: int | None,
    count: Any,
    at_once: bool,
) -> list[Tensor | None]:
    """The results of `of_row` for every row of `seeds`, None where it gives None."""
    if not at_once and not tape._persistent and CONTEXT.stage is None:
        raise RuntimeError(
            "GradientTape must be created with persistent=True to compute the jacobian with eager "
            "execution enabled and with experimental_use_pfor set to False."
        )
    if tape._used and not tape._persistent:
        raise RuntimeError(
            "A non-persistent GradientTape can only be used to compute one set of gradients (or "
            "jacobians). Use tf.GradientTape(persistent=True)."
        )
    was_recording = tape._recording
    if was_recording:
        tape._pop()
    was_persistent, tape._persistent = tape._persistent, True
    try:
        graph = FuncGraph("jacobian_row", CONTEXT.stage)
        seed = graph.add_input(seeds.dtype, seeds.shape[1:], "seed")
        structure = trace_into(graph, of_row, (seed,))
        try:
            # Of no rows a loop would not know the shape.
            if not at_once and known != 0:
                raise NotVectorizable("one by one, as asked for")
            found = iter(rows_of_graph(graph, [seeds], known, count))
        except NotVectorizable:
            specs = [TensorSpec(None, x.dtype) for x in structure if x is not None]
            found = iter(
                map_fn(
                    lambda row: [g for g in of_row(row) if g is not None],
                    seeds,
                    fn_output_signature=specs,
                )
                if specs
                else []
            )
        return [None if x is None else next(found) for x in structure]
    finally:
        tape._persistent = was_persistent
        if not was_persistent:
            tape._used = True
            tape.reset_recording()
        if was_recording and was_persistent:
            tape._push()


@_attach
def batch_jacobian(
    tape: GradientTape,
    target: Any,
    source: Any,
    unconnected_gradients: str = UnconnectedGradients.NONE,
    parallel_iterations: int | None = None,
    experimental_use_pfor: bool = True,
) -> Any:
    """The Jacobian of each row: of `target[i]` with respect to `source[i]`, which alone it depends on.

    Args:
        tape: the tape that recorded them.
        target: tensor of shape `[batch, y...]`.
        source: watched tensor of shape `[batch, x...]`.
        unconnected_gradients: "none" or "zero": what an independent source gets.
        parallel_iterations: a hint for other executors.
        experimental_use_pfor: whether all elements are computed at once; False takes them one by one.

    Returns:
        Tensor of shape `[batch, y..., x...]`.

    Raises:
        RuntimeError: as for `jacobian`; or `parallel_iterations` in a graph with a tape that is not
            persistent.
        ValueError: the first axes of target and source differ, or one of them has less than two axes.

    >>> x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * x
    >>> tape.batch_jacobian(y, x)[1].numpy()
    array([[6., 0.],
           [0., 8.]], dtype=float32)
    """
    target, source_value = convert_to_tensor(target), convert_to_tensor(source)
    for tensor in (target, source_value):
        if tensor.shape.rank is not None and tensor.shape.rank < 2:
            raise ValueError(f"Shape {tensor.shape} must have rank at least 2")
    if parallel_iterations is not None and CONTEXT.stage is not None and not tape._persistent:
        raise RuntimeError(
            "GradientTape must be created with persistent=True to compute the batch_jacobian with "
            "parallel_iterations."
        )
    if (
        target.shape.rank is None
        or source_value.shape.rank is None
        or not target.shape[:1].is_compatible_with(source_value.shape[:1])
    ):
        raise ValueError(
            "Need first dimension of target shape and source shape to match. "
            f"Received: target.shape={target.shape}, source.shape={source_value.shape}"
        )
    shape = raw.Shape(target)
    batch = raw.StridedSlice(shape, [0], [1], [1], shrink_axis_mask=1)
    flat_shape = raw.Pack([batch, raw.Cast(-1, DstT="int32")], axis=0)
    count = target.shape[1:].num_elements()
    size: Any = (
        raw.Prod(raw.StridedSlice(shape, [1], [0], [1], end_mask=1), 0)
        if count is None
        else convert_to_tensor(count)
    )

    def of_element(seed: Any) -> list[Any]:
        # The same element of every row.
        seeds = raw.BroadcastTo(seed, raw.Pack([batch, size], axis=0))
        gradient = tape.gradient(
            target,
            source,
            output_gradients=raw.Reshape(seeds, shape),
            unconnected_gradients=unconnected_gradients,
        )
        if gradient is None:
            return [None]
        return [raw.Reshape(convert_to_tensor(gradient), flat_shape)]

    seeds = _unit_vectors(size, target.dtype)
    (rows,) = _all_rows(tape, of_element, seeds, count, size, experimental_use_pfor)
    result_shape = raw.ConcatV2(
        [shape, raw.StridedSlice(raw.Shape(source_value), [1], [0], [1], end_mask=1)], 0
    )
    if rows is None:
        # TF: rows that the source does not reach are zeros, whatever `unconnected_gradients` says.
        return raw.Fill(result_shape, convert_to_tensor(0, target.dtype))
    by_batch = raw.Transpose(rows, [1, 0, 2])
    result = raw.Reshape(by_batch, result_shape)
    if CONTEXT.stage is not None:
        result.set_shape(target.shape.concatenate(source_value.shape[1:]))
    return result
