"""Samples of the logistic function and what is made of it."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, low=-4, high=4)
_dy = random.floats(2, 3)
_edges = np.array([np.nan, np.inf, -np.inf, 0.0, 80.0, -80.0, 1000.0, -1000.0], np.float32)
_half = np.array([0.5, -0.75, 7.25], np.float16)
_brain = _half.astype(ml_dtypes.bfloat16)
# Of few bits, so that products are exact whether or not a machine fuses them with sums.
_complex = (np.round(8 * (_x + 1j * _dy)) / 8).astype(np.complex64)

_ALL = {
    "Sigmoid": lambda tf, x: tf.sigmoid(x),
    "Neg": lambda tf, x: tf.math.log_sigmoid(x),
    "Mul": lambda tf, x: tf.nn.silu(x),
    "Softplus": lambda tf, x: tf.math.softplus(x),
    "Softsign": lambda tf, x: tf.nn.softsign(x),
}
_GRADIENT_OPS = {
    "SigmoidGrad": lambda tf, y, dy: tf.raw_ops.SigmoidGrad(y=y, dy=dy),
    "SoftplusGrad": lambda tf, dy, x: tf.raw_ops.SoftplusGrad(gradients=dy, features=x),
}


def _softsign_grad(tf, dy, x):
    return tf.raw_ops.SoftsignGrad(gradients=dy, features=x)


SAMPLES = [
    *[Sample(op, f, (_x,)) for op, f in _ALL.items()],
    *[Sample(op, f, (_x.astype(np.float64),)) for op, f in _ALL.items()],
    *[Sample(op, f, (_x[:0],)) for op, f in _ALL.items()],
    *[Sample(op, f, (_edges,), gradient=False) for op, f in _ALL.items()],
    *[Sample(op, f, (_half,), gradient=False, rtol=4e-3, atol=1e-3) for op, f in _ALL.items()],
    *[Sample(op, f, (_brain,), gradient=False, rtol=2e-2, atol=1e-2) for op, f in _ALL.items()],
    *[Bad(op, f, (np.array([1], np.int32),)) for op, f in _ALL.items()],
    *[Sample(op, f, (_dy, _x)) for op, f in _GRADIENT_OPS.items()],
    *[Sample(op, f, (_dy[:0], _x[:0])) for op, f in _GRADIENT_OPS.items()],
    # TensorFlow has no gradient of this gradient.
    Sample("SoftsignGrad", _softsign_grad, (_dy, _x), gradient=False),
    Sample("SoftsignGrad", _softsign_grad, (_dy[:0], _x[:0]), gradient=False),
    Sample("Sigmoid", _ALL["Sigmoid"], (_complex,), rtol=1e-5),
    Sample("SigmoidGrad", _GRADIENT_OPS["SigmoidGrad"], (_complex, _complex[::-1]), rtol=1e-5),
    Sample("Mul", lambda tf, x: tf.nn.silu(x, beta=2.0), (_x,)),
    *[Bad(op, f, (np.array(["a"]), np.array(["b"]))) for op, f in _GRADIENT_OPS.items()],
    Bad("SoftsignGrad", _softsign_grad, (np.array(["a"]), np.array(["b"]))),
]
