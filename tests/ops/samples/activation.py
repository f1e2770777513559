"""Samples of relu and its kin."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, low=-3, high=8)
_small = random.floats(2, 3, low=-3, high=3)
_dy = random.floats(2, 3)
_edges = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 6.0, -100.0], np.float32)
_half = np.array([0.5, -0.75, 7.25], np.float16)
_brain = _half.astype(ml_dtypes.bfloat16)
_ints = np.array([-3, 0, 9], np.int32)

_ALL = {
    "Relu": lambda tf, x: tf.nn.relu(x),
    "Relu6": lambda tf, x: tf.nn.relu6(x),
    "LeakyRelu": lambda tf, x: tf.nn.leaky_relu(x, alpha=0.25),
    "Elu": lambda tf, x: tf.nn.elu(x),
    "Selu": lambda tf, x: tf.nn.selu(x),
    "Erfc": lambda tf, x: tf.nn.gelu(x),
    "Tanh": lambda tf, x: tf.nn.gelu(x, approximate=True),
    "ConcatV2": lambda tf, x: tf.nn.crelu(x),
}
_GRADIENT_OPS = {
    "ReluGrad": lambda tf, dy, x: tf.raw_ops.ReluGrad(gradients=dy, features=x),
    "Relu6Grad": lambda tf, dy, x: tf.raw_ops.Relu6Grad(gradients=dy, features=x),
    "LeakyReluGrad": lambda tf, dy, x: tf.raw_ops.LeakyReluGrad(
        gradients=dy, features=x, alpha=0.25
    ),
    "EluGrad": lambda tf, dy, x: tf.raw_ops.EluGrad(gradients=dy, outputs=x),
    "SeluGrad": lambda tf, dy, x: tf.raw_ops.SeluGrad(gradients=dy, outputs=x),
}

SAMPLES = [
    *[Sample(op, f, (_x,), atol=2e-6) for op, f in _ALL.items()],
    *[Sample(op, f, (_small.astype(np.float64),)) for op, f in _ALL.items()],
    *[Sample(op, f, (_x[:0],)) for op, f in _ALL.items()],
    *[Sample(op, f, (_edges,), gradient=False) for op, f in _ALL.items()],
    *[Sample(op, f, (_half,), gradient=False, rtol=4e-3, atol=1e-3) for op, f in _ALL.items()],
    *[Sample(op, f, (_brain,), gradient=False, rtol=2e-2, atol=1e-2) for op, f in _ALL.items()],
    *[Sample(op, f, (_dy, _small)) for op, f in _GRADIENT_OPS.items()],
    *[
        Sample(op, f, (np.ones(7, np.float32), _edges), gradient=False)
        for op, f in _GRADIENT_OPS.items()
    ],
    *[
        Bad(op, f, (np.array(["a"]),), error=("InvalidArgumentError", "ValueError"))
        for op, f in _ALL.items()
    ],
    *[Sample(op, _ALL[op], (_ints,)) for op in ("Relu", "Relu6", "LeakyRelu", "ConcatV2")],
    Sample("LeakyRelu", lambda tf, x: tf.nn.leaky_relu(x, alpha=2.0), (_x,)),
    Bad("Elu", _ALL["Elu"], (_ints,)),
    Bad("Erfc", _ALL["Erfc"], (_ints,), error=("ValueError",)),
    *[Bad(op, f, (np.array(["a"]), np.array(["b"]))) for op, f in _GRADIENT_OPS.items()],
]
