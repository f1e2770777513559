"""Samples of running sums, products and log-sums."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, 4)
_positive = random.floats(3, 4, low=0.5, high=2.0)
_integers = random.integers(3, 4, low=1)
_complex = (random.floats(2, 3) + 1j * random.floats(2, 3)).astype(np.complex64)

_FUNCTIONS = {
    "Cumsum": "cumsum",
    "Cumprod": "cumprod",
    "CumulativeLogsumexp": "cumulative_logsumexp",
}


def _scan(op, axis=0, **options):
    return lambda tf, x: getattr(tf.math, _FUNCTIONS[op])(x, axis, **options)


def _finite_scan(op, axis, **options):
    """The logarithm of an empty sum is -inf, which no difference can be taken of."""
    scan = _scan(op, axis, **options)
    return (lambda tf, x: tf.maximum(scan(tf, x), -50.0)) if "Log" in op else scan


SAMPLES = [
    *[Sample(op, _scan(op), (_x[0, 0],), rtol=1e-5) for op in _FUNCTIONS],
    *[
        Sample(op, _finite_scan(op, axis, exclusive=exclusive, reverse=reverse), (_x,), rtol=1e-5)
        for op in _FUNCTIONS
        for axis in (0, 1, -1)
        for exclusive in (False, True)
        for reverse in (False, True)
    ],
    *[
        Sample(op, _scan(op, 1, exclusive=True), (_integers.astype(dtype),))
        for op in ("Cumsum", "Cumprod")
        for dtype in (np.int8, np.int32, np.int64, np.uint8, np.float64)
    ],
    # TF's gradient of complex products misses a conjugate; test_differences.py checks ours.
    *[
        Sample(op, _scan(op, 1), (_complex,), gradient=op == "Cumsum")
        for op in ("Cumsum", "Cumprod")
    ],
    *[
        Sample(op, _scan(op, 1), (_positive.astype(dtype),), gradient=False, rtol=3e-2)
        for op in _FUNCTIONS
        for dtype in (np.float16, ml_dtypes.bfloat16)
    ],
    *[Sample(op, _scan(op, 0), (np.zeros((0, 3), np.float32),)) for op in _FUNCTIONS],
    *[
        Sample(op, _scan(op, 1, exclusive=True), (np.zeros((3, 0), np.float32),))
        for op in _FUNCTIONS
    ],
    Sample(
        "CumulativeLogsumexp",
        _scan("CumulativeLogsumexp"),
        (np.array([-np.inf, -np.inf, 1, 1000, 1000], np.float32),),
        gradient=False,
    ),
    *[Bad(op, _scan(op, 3), (_x,), match=r"range \[-3, 3\)") for op in _FUNCTIONS],
    *[Bad(op, _scan(op, -4), (_x,)) for op in _FUNCTIONS],
    *[Bad(op, _scan(op, 0), (np.float32(1),)) for op in _FUNCTIONS],
    *[Bad(op, _scan(op, [0]), (_x,), match="scalar") for op in _FUNCTIONS],
    *[Bad(op, _scan(op), (np.array([True]),)) for op in _FUNCTIONS],
    Bad("CumulativeLogsumexp", _scan("CumulativeLogsumexp"), (_integers,)),
]
