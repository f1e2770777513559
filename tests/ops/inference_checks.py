"""Whether what an op infers holds, for several degrees of knowledge of its inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import stagelight as tf
from stagelight.core.convert import make_constant
from stagelight.core.dispatch import apply
from stagelight.core.op_def import Trait
from stagelight.core.tensor import EagerTensor
from stagelight.graph.func_graph import FuncGraph
from tests.ops.sample_runs import Application, array_of


def misfit(symbol: Any, value: Any) -> str | None:
    """How a value contradicts what was inferred of it, or None."""
    if symbol.dtype != value.dtype:
        return f"inferred dtype {symbol.dtype.name}, but it is {value.dtype.name}"
    if not symbol.shape.is_compatible_with(array_of(value).shape):
        return f"inferred shape {symbol.shape}, but it is {list(array_of(value).shape)}"
    return None


def constants_known(graph: FuncGraph, tensor: Any) -> Any:
    """Integers, which may stand for shapes and axes, are constants."""
    if tensor.dtype.is_integer and tensor.shape.rank < 3:
        return make_constant(EagerTensor(tensor._array, tensor.dtype))
    return sizes_known(graph, tensor)


def sizes_known(graph: FuncGraph, tensor: Any) -> Any:
    return graph.placeholder(tensor.dtype, tensor.shape, "input")


def ranks_known(graph: FuncGraph, tensor: Any) -> Any:
    return graph.placeholder(tensor.dtype, tf.TensorShape([None] * tensor.shape.rank), "input")


def nothing_known(graph: FuncGraph, tensor: Any) -> Any:
    return graph.placeholder(tensor.dtype, tf.TensorShape(None), "input")


def inference_misfits(
    application: Application, known: Callable[[FuncGraph, Any], Any]
) -> list[str]:
    """Stages the op alone, knowing so much of its inputs, and compares with what it gave."""
    op_def, inputs, attrs, outputs = application
    handles = [t.dtype.name in ("resource", "variant") for t in (*inputs, *outputs)]
    if op_def.has(Trait.CALLS) or any(handles):
        return []  # What handles lead to is not in their shapes.
    if known is ranks_known and attrs.get("incompatible_shape_error") is False:
        return []  # As with TensorFlow, two unknown sizes are taken for equal.
    graph = FuncGraph("inference")
    try:
        with graph.as_default():
            inferred = apply(op_def, [known(graph, tensor) for tensor in inputs], attrs)
    except (tf.errors.OpError, ValueError, TypeError) as error:
        return [f"refuses what the kernel takes: {type(error).__name__}: {error}"]
    symbols = [inferred] if op_def.has_one_output else list(inferred) if outputs else []
    pairs = zip(symbols, outputs, strict=True)
    return [text for symbol, value in pairs if (text := misfit(symbol, value))]
