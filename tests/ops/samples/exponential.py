"""Samples of exponentials, logarithms, powers and roots."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3)
_positive = random.floats(2, 3, low=0.2)
_row = random.floats(3, low=0.2)
_complex = (_x + 1j * _positive).astype(np.complex64)
_edges = np.array(
    [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e30, -1e30, 1e-30, 88.0, 89.0, -104.0, 1.0], np.float32
)
_half = np.array([0.5, 1.25, 2.0], np.float16)
_brain = _half.astype(ml_dtypes.bfloat16)
_empty = np.zeros((0, 3), np.float32)
_wrong = (np.ones(2, np.float32), np.ones(3, np.float32))

_UNARY = {
    "Exp": lambda tf, x: tf.exp(x),
    "Expm1": lambda tf, x: tf.math.expm1(x),
    "Log": lambda tf, x: tf.math.log(x),
    "Log1p": lambda tf, x: tf.math.log1p(x),
    "Square": lambda tf, x: tf.square(x),
    "Sqrt": lambda tf, x: tf.sqrt(x),
    "Rsqrt": lambda tf, x: tf.math.rsqrt(x),
}
_PRODUCTS = {
    "Xlogy": lambda tf, x, y: tf.math.xlogy(x, y),
    "Xlog1py": lambda tf, x, y: tf.math.xlog1py(x, y),
    "Xdivy": lambda tf, x, y: tf.math.xdivy(x, y),
}
_GRADIENT_OPS = {
    "SqrtGrad": lambda tf, y, dy: tf.raw_ops.SqrtGrad(y=y, dy=dy),
    "RsqrtGrad": lambda tf, y, dy: tf.raw_ops.RsqrtGrad(y=y, dy=dy),
}


def _pow(tf, x, y):
    return tf.pow(x, y)


SAMPLES = [
    *[Sample(op, f, (_positive,)) for op, f in _UNARY.items()],
    # Complex functions go other ways through the plane's rounding.
    *[Sample(op, f, (_complex,), rtol=1e-5) for op, f in _UNARY.items()],
    *[Sample(op, f, (_empty,)) for op, f in _UNARY.items()],
    *[Sample(op, f, (_edges,), gradient=False) for op, f in _UNARY.items()],
    *[Sample(op, f, (_half,), gradient=False, rtol=2e-3) for op, f in _UNARY.items()],
    *[Sample(op, f, (_brain,), gradient=False, rtol=2e-2) for op, f in _UNARY.items()],
    *[Bad(op, f, (np.array(["a"]),)) for op, f in _UNARY.items()],
    *[Bad(op, f, (np.array([1], np.int32),)) for op, f in _UNARY.items() if op != "Square"],
    Sample("Square", _UNARY["Square"], (np.array([-3, 50000], np.int32),)),
    Sample("Square", _UNARY["Square"], (np.array([200, 3], np.uint8),)),
    *[Sample(op, f, (_x, _positive), rtol=1e-5) for op, f in _GRADIENT_OPS.items()],
    *[Sample(op, f, (_complex, _complex[::-1]), rtol=1e-5) for op, f in _GRADIENT_OPS.items()],
    Sample("Pow", _pow, (_positive, _x)),
    Sample("Pow", _pow, (_positive, _row)),
    Sample("Pow", _pow, (_row, _x[:, :1])),
    Sample("Pow", _pow, (_complex, _complex[::-1]), rtol=1e-5),
    Sample("Pow", _pow, (_x, np.float32(2.0)), gradient=False),
    Sample("Pow", _pow, (_empty, _row)),
    Sample(
        "Pow",
        _pow,
        (
            np.array([0, 0, -1, -8, np.inf, np.nan, 1, 0, -0.0], np.float32),
            np.array([0, -1, np.inf, 1 / 3, -1, 0, np.nan, np.inf, -1], np.float32),
        ),
        gradient=False,
    ),
    Sample(
        "Pow", _pow, (np.array([2, -3, 0, 10, 2], np.int32), np.array([5, 3, 0, 9, 33], np.int32))
    ),
    Sample("Pow", _pow, (_half, _half), gradient=False, rtol=2e-3),
    Sample("Pow", _pow, (_brain, _brain), gradient=False, rtol=2e-2),
    Bad("Pow", _pow, _wrong),
    Bad("Pow", _pow, (np.array([2], np.int32), np.array([-1], np.int32)), match="negative integer"),
    Bad("Pow", _pow, (np.array([2], np.uint8), np.array([1], np.uint8))),
    *[Sample(op, f, (_x, _positive)) for op, f in _PRODUCTS.items()],
    *[Sample(op, f, (_x, _row)) for op, f in _PRODUCTS.items()],
    # TensorFlow's gradients lack the conjugates.
    *[
        Sample(op, f, (_complex, _complex[::-1]), gradient=False, rtol=1e-5)
        for op, f in _PRODUCTS.items()
    ],
    *[
        Sample(
            op,
            f,
            (
                np.array([0, 0, 0, 0, 1, 1, np.nan], np.float32),
                np.array([0, -1, np.nan, np.inf, 0, -1, 1], np.float32),
            ),
            gradient=False,
        )
        for op, f in _PRODUCTS.items()
    ],
    *[Bad(op, f, _wrong) for op, f in _PRODUCTS.items()],
    Sample("Mul", lambda tf, x: tf.math.polyval([x, x * 2.0, 3.0], x), (_x,)),
    Sample("ZerosLike", lambda tf, x: tf.math.polyval([], x), (_x,)),
    Bad("Mul", lambda tf, x: tf.math.polyval(3, x), (_x,), error=("ValueError",)),
    *[Bad(op, f, (np.array(["a"]), np.array(["b"]))) for op, f in _GRADIENT_OPS.items()],
]
