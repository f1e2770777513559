"""Gradients where a slope is infinite or undefined are TensorFlow's, above all where no gradient comes in."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

VALUES = np.array([0.0, -0.0, 0.25, 1.0, -1.0, 2.0, np.inf, -np.inf, np.nan], np.float32)
COTANGENTS = (0.0, 1.0, -2.0, np.inf, np.nan)
# Ours are the derivative at 0, or its limit; those of relu6 are 0 where it is constant.
OTHERWISE = frozenset({"BesselI1", "BesselY0", "BesselY1", "Relu6"})


def _unary_ops():
    """The differentiable elementwise ops of one floating argument, with the name of that."""
    registry = importlib.import_module("stagelight.core.registry")
    op_def = importlib.import_module("stagelight.core.op_def")
    dtypes = importlib.import_module("stagelight.types.dtypes")
    for name in registry.op_names():
        op = registry.lookup(name)
        if len(op.inputs) != 1 or op.gradient is None or name in OTHERWISE:
            continue
        attr = op.attrs.get(op.inputs[0].type_attr)
        allowed = () if attr is None else attr.allowed or ()
        if op.traits & op_def.Trait.ELEMENTWISE and dtypes.float32 in allowed:
            yield name, op.inputs[0].name


def _gradients(tf, name, argument, cotangent):
    x = tf.constant(VALUES)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = getattr(tf.raw_ops, name)(**{argument: x})
    return tape.gradient(y, x, tf.fill(y.shape, tf.cast(cotangent, y.dtype))).numpy()


@pytest.mark.parametrize("cotangent", COTANGENTS)
def test_gradients_at_singular_points(tensorflow, stagelight, cotangent):
    wrong = []
    for name, argument in _unary_ops():
        try:
            expected = _gradients(tensorflow, name, argument, cotangent)
        except (LookupError, AttributeError, TypeError, tensorflow.errors.OpError):
            continue  # TensorFlow has no gradient, or no kernel.
        actual = _gradients(stagelight, name, argument, cotangent)
        if not np.allclose(actual, expected, rtol=1e-4, atol=1e-6, equal_nan=True):
            wrong.append(f"{name}: {actual}, TensorFlow {expected}")
    assert not wrong, "\n".join(wrong)
