"""Gradients where slopes are infinite or undefined: the same in every executor, and 0 where rules promise it.

`tests/oracle/test_singular_gradients.py` compares the eager ones with TensorFlow's, op by op.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.core import registry
from stagelight.core.op_def import Trait
from stagelight.types import dtypes
from tests.ops.sample_runs import array_of

POINTS = (0.0, -0.0, 0.25, 1.0, -1.0, 2.0, np.inf, -np.inf, np.nan)
COTANGENTS = (0.0, 1.0, -2.0, np.inf, np.nan)
# TF: their gradients are 0 wherever the cotangent is, whatever the slope. Of other ops they are the product.
VANISHING = (
    "Elu", "Inv", "LeakyRelu", "Neg", "Reciprocal", "Relu", "Relu6", "Rsqrt", "Selu", "Sign", "Sqrt",
)  # fmt: skip


def unary_ops() -> list[tuple[str, str]]:
    """The differentiable elementwise ops of one floating argument, with its name."""
    found = []
    for name in registry.op_names():
        op = registry.lookup(name)
        if len(op.inputs) != 1 or op.gradient is None or not op.traits & Trait.ELEMENTWISE:
            continue
        attr = op.attrs.get(op.inputs[0].type_attr or "")
        if attr is not None and dtypes.float64 in (attr.allowed or ()):
            found.append((name, op.inputs[0].name))
    return found


def gradient_of(op: str, argument: str) -> Callable[[Any, Any], Any]:
    """The vector-Jacobian product of an op as a function of its argument and the cotangent."""

    def gradient(x: Any, cotangent: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = getattr(tf.raw_ops, op)(**{argument: x})
        return tape.gradient(y, x, tf.cast(cotangent, y.dtype))

    return gradient


def every_pair(dtype: Any) -> tuple[Any, Any]:
    """Each point with each cotangent: more than the lanes of a vector, and some left over."""
    points, cotangents = np.meshgrid(POINTS, COTANGENTS)
    return tf.constant(points.ravel(), dtype), tf.constant(cotangents.ravel(), dtype)


@pytest.mark.parametrize("executor", ["host", "native"])
@pytest.mark.parametrize(("op", "argument"), unary_ops())
def test_staged_gradients_at_singular_points_are_the_eager_ones(
    op: str, argument: str, executor: str
) -> None:
    gradient = gradient_of(op, argument)
    x, cotangents = every_pair(tf.float64)
    with config.changed(executor=executor):
        staged = tf.function(gradient)(x, cotangents)
    expected = gradient(x, cotangents)
    np.testing.assert_allclose(staged.numpy(), expected.numpy(), rtol=1e-12, atol=1e-300)


@pytest.mark.parametrize("way", ["eager", "host", "native", "rows", "recomputed"])
@pytest.mark.parametrize("dtype", [tf.float16, tf.float32, tf.float64, tf.complex64, tf.complex128])
@pytest.mark.parametrize("op", VANISHING)
def test_where_no_gradient_comes_in_none_goes_out(op: str, dtype: Any, way: str) -> None:
    """As behind `tf.where`, which has a cotangent of 0 for what it did not choose."""
    ((_, argument),) = [pair for pair in unary_ops() if pair[0] == op]
    allowed = registry.lookup(op).attrs[registry.lookup(op).inputs[0].type_attr].allowed
    if dtype not in allowed:
        return
    function = gradient_of(op, argument)
    x = tf.constant(np.tile(POINTS, 4), dtype)
    if dtype.is_complex:
        x = tf.constant(np.tile([0.0, 1.0, 2.0 - 1.0j], 8), dtype)
    zeros = tf.zeros_like(x)
    if way == "rows":
        found = tf.vectorized_map(lambda pair: function(*pair), (x, zeros))
    elif way == "recomputed":
        again = tf.recompute_grad(lambda x: getattr(tf.raw_ops, op)(**{argument: x}))
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = again(x)
        found = tape.gradient(y, x, zeros)
    else:
        with config.changed(executor="host" if way == "host" else "native"):
            found = (function if way == "eager" else tf.function(function))(x, zeros)
    assert not np.any(array_of(found)), array_of(found)
