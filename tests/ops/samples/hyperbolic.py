"""Samples of the hyperbolic functions."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, low=-0.9, high=0.9)
_above_one = random.floats(2, 3, low=1.1, high=3.0)
_complex = (_x + 1j * _above_one).astype(np.complex64)
_edges = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 2.0, 1e-30, 90.0], np.float32)
_half = np.array([0.5, -0.75, 0.25], np.float16)
_brain = _half.astype(ml_dtypes.bfloat16)
_empty = np.zeros((0, 3), np.float32)

_UNARY = {
    "Sinh": lambda tf, x: tf.sinh(x),
    "Cosh": lambda tf, x: tf.cosh(x),
    "Tanh": lambda tf, x: tf.tanh(x),
    "Asinh": lambda tf, x: tf.asinh(x),
    "Atanh": lambda tf, x: tf.atanh(x),
}


def _acosh(tf, x):
    return tf.acosh(x)


def _tanh_grad(tf, y, dy):
    return tf.raw_ops.TanhGrad(y=y, dy=dy)


SAMPLES = [
    *[Sample(op, f, (_x,)) for op, f in _UNARY.items()],
    *[Sample(op, f, (_x.astype(np.float64),)) for op, f in _UNARY.items()],
    # Complex functions go other ways through the plane's rounding.
    *[Sample(op, f, (_complex,), rtol=1e-5, atol=1e-5) for op, f in _UNARY.items()],
    *[Sample(op, f, (_empty,)) for op, f in _UNARY.items()],
    *[Sample(op, f, (_edges,), gradient=False) for op, f in _UNARY.items()],
    *[Sample(op, f, (_half,), gradient=False, rtol=2e-3) for op, f in _UNARY.items()],
    *[Sample(op, f, (_brain,), gradient=False, rtol=2e-2) for op, f in _UNARY.items()],
    *[Bad(op, f, (np.array([1], np.int32),)) for op, f in _UNARY.items()],
    Sample("Acosh", _acosh, (_above_one,)),
    Sample("Acosh", _acosh, (_complex,), rtol=1e-5),
    Sample("Acosh", _acosh, (_edges,), gradient=False),
    Bad("Acosh", _acosh, (np.array([1], np.int32),)),
    Sample("TanhGrad", _tanh_grad, (_x, _above_one)),
    Sample("TanhGrad", _tanh_grad, (_complex, _complex[::-1]), rtol=1e-5),
    Bad("TanhGrad", _tanh_grad, (np.array(["a"]), np.array(["b"]))),
]
