"""Samples of quotients, remainders and reciprocals."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3)
_y = random.floats(2, 3, low=0.5)
_row = random.floats(3, low=0.5)
_complex = (_x + 1j * _y).astype(np.complex64)
_edges = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 7.5, -7.5, 1.0, 0.0], np.float32)
_divisors = np.array([1.0, 2.0, 2.0, 0.0, 3.0, 2.0, -2.0, np.inf, -3.0], np.float32)
_ints = np.array([-7, 7, -7, 7, 0, -(2**31), 6, -6], np.int32)
_int_divisors = np.array([2, 2, -2, -2, 3, -1, 3, 3], np.int32)
_bytes = np.array([200, 7, 0, 255], np.uint8)
_byte_divisors = np.array([3, 2, 5, 16], np.uint8)
_half = np.array([7.5, -7.5, 3.0], np.float16)
_half_divisors = np.array([2.0, 2.0, -4.0], np.float16)
_brain, _brain_divisors = (a.astype(ml_dtypes.bfloat16) for a in (_half, _half_divisors))
_empty = np.zeros((0, 3), np.float32)
_wrong = (np.ones(2, np.float32), np.ones(3, np.float32))
_by_zero = (np.array([1, 2], np.int32), np.array([1, 0], np.int32))

_TRUE = {
    "RealDiv": lambda tf, x, y: tf.realdiv(x, y),
    "Div": lambda tf, x, y: tf.raw_ops.Div(x=x, y=y),
    "DivNoNan": lambda tf, x, y: tf.math.divide_no_nan(x, y),
}
_ROUNDED = {
    "FloorDiv": lambda tf, x, y: tf.math.floordiv(x, y),
    "TruncateDiv": lambda tf, x, y: tf.truncatediv(x, y),
    "FloorMod": lambda tf, x, y: tf.math.floormod(x, y),
    "TruncateMod": lambda tf, x, y: tf.truncatemod(x, y),
    "Mod": lambda tf, x, y: tf.raw_ops.Mod(x=x, y=y),
}
_ALL = {**_TRUE, **_ROUNDED}
# TensorFlow has no gradient for these.
_HAS_GRADIENT = {"RealDiv", "Div", "DivNoNan", "FloorMod"}

SAMPLES = [
    *[Sample(op, f, (_x, _y), gradient=op in _HAS_GRADIENT) for op, f in _ALL.items()],
    *[Sample(op, f, (_x, _row), gradient=op in _HAS_GRADIENT) for op, f in _ALL.items()],
    *[Sample(op, f, (_empty, _row), gradient=False) for op, f in _ALL.items()],
    *[Sample(op, f, (_edges, _divisors), gradient=False) for op, f in _ALL.items()],
    # TensorFlow has no kernel of these for floats of 16 bits.
    *[
        Sample(op, f, arrays, gradient=False, rtol=1e-2, oracle=op not in ("TruncateMod", "Mod"))
        for op, f in _ALL.items()
        for arrays in ((_half, _half_divisors), (_brain, _brain_divisors))
    ],
    *[Sample(op, f, (_complex, _complex[::-1])) for op, f in _TRUE.items()],
    *[Sample(op, f, (_ints, _int_divisors)) for op, f in {"Div": _TRUE["Div"], **_ROUNDED}.items()],
    *[
        Sample(op, f, (_bytes, _byte_divisors))
        for op, f in {"Div": _TRUE["Div"], **_ROUNDED}.items()
        if op not in ("TruncateMod", "Mod")
    ],
    *[Bad(op, f, _wrong) for op, f in _ALL.items()],
    # TF says InternalError for those that truncate.
    *[
        Bad(
            op,
            f,
            _by_zero,
            error=("InvalidArgumentError", "InternalError"),
            match="zero|integer div",
        )
        for op, f in {"Div": _TRUE["Div"], **_ROUNDED}.items()
    ],
    Sample("RealDiv", lambda tf, x, y: tf.truediv(x, y), (_ints, _int_divisors)),
    Sample("RealDiv", lambda tf, x, y: tf.divide(x, y), (_bytes, _byte_divisors)),
    Bad("RealDiv", lambda tf, x, y: tf.truediv(x, y), (_x, _ints), error=("TypeError",)),
    Bad("RealDiv", lambda tf, x: tf.truediv(x, x), (np.array(True),), error=("TypeError",)),
    Sample("DivNoNan", lambda tf, x, y: tf.math.divide_no_nan(x, y), (_ints, _int_divisors)),
    Sample(
        "DivNoNan",
        lambda tf, x: tf.math.reciprocal_no_nan(x),
        (np.float32([2.0, 0.0]),),
        gradient=False,
    ),
    *[
        Sample(op, call, arrays)
        for op, call in {
            "Reciprocal": lambda tf, x: tf.math.reciprocal(x),
            "Inv": lambda tf, x: tf.raw_ops.Inv(x=x),
        }.items()
        for arrays in ((_y,), (_complex,), (_empty,))
    ],
    Sample("Reciprocal", lambda tf, x: tf.math.reciprocal(x), (_edges,), gradient=False),
    Bad("Reciprocal", lambda tf, x: tf.math.reciprocal(x), (np.array(["a"]),)),
    *[
        Sample(op, call, arrays)
        for op, call in {
            "ReciprocalGrad": lambda tf, y, dy: tf.raw_ops.ReciprocalGrad(y=y, dy=dy),
            "InvGrad": lambda tf, y, dy: tf.raw_ops.InvGrad(y=y, dy=dy),
        }.items()
        for arrays in ((_x, _y), (_complex, _complex[::-1]))
    ],
    *[
        Bad(op, call, (np.array(["a"]),))
        for op, call in {
            "Inv": lambda tf, x: tf.raw_ops.Inv(x=x),
            "ReciprocalGrad": lambda tf, x: tf.raw_ops.ReciprocalGrad(y=x, dy=x),
            "InvGrad": lambda tf, x: tf.raw_ops.InvGrad(y=x, dy=x),
        }.items()
    ],
]
