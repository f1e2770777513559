"""What libraries ask of TensorFlow's control flow beside its public functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import stagelight as tf

# Conditionals and loops are operations that have functions.
ENABLE_CONTROL_FLOW_V2 = True


def in_xla_context(graph: Any) -> bool:
    """`GraphOrParentsInXlaContext`: whether a graph is compiled by XLA; none is."""
    return False


def pfor(
    loop_fn: Callable[[Any], Any],
    iters: Any,
    fallback_to_while_loop: bool = True,
    parallel_iterations: int | None = None,
    warn: bool = False,
) -> Any:
    """The results of a function of 0 to `iters - 1`, stacked."""
    return tf.vectorized_map(loop_fn, tf.range(iters), fallback_to_while_loop)


def with_dependencies(
    dependencies: Sequence[Any], output_tensor: Any, name: str | None = None
) -> Any:
    """The tensor, which has its value once the dependencies have run."""
    with tf.name_scope(name or "control_dependency"), tf.control_dependencies(dependencies):
        return tf.nest.map_structure(tf.identity, output_tensor, expand_composites=True)


def smart_constant_value(pred: Any) -> bool | None:
    """A condition as a Python bool if it is known, else None.

    Raises:
        TypeError: it is no boolean, no 0 or 1, and no boolean tensor.
    """
    if isinstance(pred, (bool, int)) and pred in (0, 1):
        return bool(pred)
    if isinstance(pred, tf.Tensor):
        value = tf.get_static_value(pred)
        return None if value is None else bool(value)
    raise TypeError(
        f"`pred` must be a Tensor, or a Python bool, or 1 or 0. Received: pred={pred} of type {type(pred)}"
    )


def smart_case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    name: str = "smart_case",
) -> Any:
    """`tf.case`, which calls one function alone where all conditions are known."""
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, dict) else pred_fn_pairs)
    known = [smart_constant_value(pred) for pred, _ in pairs]
    if None in known:
        return tf.case(pairs, default, exclusive, name=name)
    chosen = next(
        (function for value, (_, function) in zip(known, pairs, strict=True) if value), default
    )
    return chosen() if chosen is not None else None
