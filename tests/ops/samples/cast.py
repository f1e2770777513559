"""Samples of changes of dtype."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, low=-20, high=20)
_ints = np.array([[-1, 0, 300], [70000, 2, -129]], np.int32)
_edges = np.array([np.nan, np.inf, -np.inf, 1.5, -2.7, 1e10, -0.0], np.float32)
_complex = (_x + 2j).astype(np.complex64)

_TO = ("float16", "bfloat16", "float64", "int32", "int64", "complex64", "bool", "int16")
# Where a float leaves the range of an integer the result is the machine's; only those are compared
# that machines agree upon.
_TO_FROM_INTS = (*(name for name in _TO if name != "int32"), "uint8", "int8", "uint16", "uint32")


def _cast_to(name):
    return lambda tf, x: tf.cast(x, name)


def _saturate_to(name):
    return lambda tf, x: tf.saturate_cast(x, name)


def _bits_as(name):
    return lambda tf, x: tf.bitcast(x, getattr(tf, name))


SAMPLES = [
    *[Sample("Cast", _cast_to(name), (_x,)) for name in ("float64", "complex64", "complex128")],
    *[Sample("Cast", _cast_to(name), (_x,), gradient=False) for name in _TO],
    *[Sample("Cast", _cast_to(name), (_ints,)) for name in _TO_FROM_INTS],
    *[
        Sample("Cast", _cast_to(name), (_complex,), gradient=False)
        for name in ("float32", "int32", "bool")
    ],
    *[Sample("Cast", _cast_to(name), (_complex,)) for name in ("float32", "complex128")],
    *[
        Sample("Cast", _cast_to(name), (np.array([True, False]),))
        for name in ("int32", "float32", "complex64")
    ],
    *[
        Sample("Cast", _cast_to(name), (_edges,), gradient=False)
        for name in ("float64", "bool", "int32", "int64", "float16")
    ],
    Sample("Cast", _cast_to("float32"), (_x.astype(ml_dtypes.bfloat16),), gradient=False),
    Sample("Cast", _cast_to("float32"), (np.zeros((0, 2), np.int64),)),
    Sample(
        "Cast",
        lambda tf, x: tf.raw_ops.Cast(x=x, DstT=tf.bfloat16, Truncate=True),
        (_x,),
        gradient=False,
    ),
    Sample(
        "Cast",
        lambda tf, x: tf.raw_ops.Cast(x=x, DstT=tf.float16, Truncate=True),
        (_x,),
        gradient=False,
    ),
    Sample(
        "Cast",
        lambda tf, x: tf.raw_ops.Cast(x=x, DstT=tf.float32, Truncate=True),
        (_x.astype(np.float64) / 3,),
        gradient=False,
    ),
    Sample("Cast", lambda tf, x: tf.cast(tf.cast(x, tf.qint8), tf.int32), (_ints[:, :2] % 100,)),
    Bad(
        "Cast",
        _cast_to("int32"),
        (np.array(["1"]),),
        error=("UnimplementedError",),
        staged_error=("UnimplementedError",),
    ),
    Bad(
        "Cast",
        _cast_to("string"),
        (np.array([1]),),
        error=("UnimplementedError",),
        staged_error=("UnimplementedError",),
    ),
    *[
        Sample("Cast", _saturate_to(name), (_ints,))
        for name in ("uint8", "int8", "int64", "float32", "uint32")
    ],
    *[
        Sample("Cast", _saturate_to(name), (_edges[1:],), gradient=False)
        for name in ("uint8", "int32", "float16", "int64")
    ],
    Sample("Cast", _saturate_to("uint8"), (_complex,), gradient=False),
    Sample("Bitcast", _bits_as("int32"), (_x,), gradient=False),
    Sample("Bitcast", _bits_as("float32"), (np.array([[-1, 0], [1 << 30, -(1 << 31)]], np.int32),)),
    Sample("Bitcast", _bits_as("uint16"), (_x.astype(np.float16),), gradient=False),
    Sample("Bitcast", _bits_as("int64"), (_x.astype(np.float64),), gradient=False),
    Sample(
        "Bitcast",
        lambda tf, x: tf.bitcast(tf.cast(x, tf.bfloat16), tf.int16),
        (_x,),
        gradient=False,
    ),
    Sample("Bitcast", _bits_as("uint8"), (_x,), gradient=False),
    Sample("Bitcast", _bits_as("float64"), (np.zeros((3, 2), np.float32),), gradient=False),
    Sample("Bitcast", _bits_as("int16"), (np.array([[1, 2], [3, 4]], np.uint8),)),
    Bad("Bitcast", _bits_as("int16"), (np.array([1, 2, 3], np.uint8),)),
    Bad("Bitcast", _bits_as("int16"), (np.array(1, np.uint8),)),
    Bad("Bitcast", _bits_as("int8"), (np.array([True]),)),
]
