"""The static shape that tracing infers for a function's result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import stagelight as tf


def inferred(function: Callable[..., Any], *shapes: Any, dtype: Any = tf.float32) -> Any:
    """The shape of `function(*placeholders)`, as a list; None when the rank is unknown."""
    signature = [tf.TensorSpec(shape, dtype) for shape in shapes]
    traced = tf.function(function, autograph=False).get_concrete_function(*signature)
    shape = traced.outputs[0].shape
    return None if shape.rank is None else shape.as_list()
