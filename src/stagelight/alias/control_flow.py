"""What libraries ask of TensorFlow's control flow beside its public functions."""

from __future__ import annotations

from collections.abc import Callable
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
