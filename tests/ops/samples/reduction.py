"""Samples of sums, means, products, extremes and logical folds."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, 4)
_positive = random.floats(3, 4, low=0.5, high=2.0)
_integers = random.integers(3, 4, low=1)
_booleans = random.booleans(3, 4)
_complex = (random.floats(2, 3) + 1j * random.floats(2, 3)).astype(np.complex64)
_zeros = np.array([[1, 0, 2, 3], [0, 0, 2, 1], [1, 2, 3, 4]], np.float32)
_ties = np.array([[1, 1, 0], [2, 3, 3], [-1, -1, -1]], np.float32)
_edges = np.array([[np.nan, 1, 2], [np.inf, -np.inf, 0], [np.inf, 1, 2]], np.float32)


def _reduce(name, **options):
    return lambda tf, x: getattr(tf.math, name)(x, **options)


def _over(name, axes, **options):
    return lambda tf, x: getattr(tf.math, name)(x, axis=tf.constant(axes), **options)


_NUMERIC = {
    "Sum": "reduce_sum",
    "Mean": "reduce_mean",
    "Prod": "reduce_prod",
    "Max": "reduce_max",
    "Min": "reduce_min",
    "EuclideanNorm": "reduce_euclidean_norm",
}
_SUMS = {op: _NUMERIC[op] for op in ("Sum", "Mean", "Prod", "EuclideanNorm")}
_LOGICAL = {"All": "reduce_all", "Any": "reduce_any"}

SAMPLES = [
    *[Sample(op, _reduce(name), (_x,)) for op, name in _NUMERIC.items()],
    *[
        Sample(op, _reduce(name, axis=axis), (_x,))
        for op, name in _NUMERIC.items()
        for axis in (0, -1, [0, 2], [-1, 0, 1], [])
        if not (op == "EuclideanNorm" and axis == [])
    ],
    *[
        Sample(op, _reduce(name, axis=axis, keepdims=True), (_x,))
        for op, name in _NUMERIC.items()
        for axis in (None, 1, (0, 1))
    ],
    *[Sample(op, _over(name, [0, -1]), (_x,)) for op, name in _NUMERIC.items()],
    *[
        Sample(op, _reduce(name, axis=1), (_integers.astype(dtype),))
        for op, name in _NUMERIC.items()
        for dtype in (np.int8, np.uint8, np.int16, np.int32, np.int64, np.float64)
    ],
    # TF's gradient of complex norms takes an imaginary part that means nothing.
    *[
        Sample(op, _reduce(name, axis=0), (_complex,), gradient=op != "EuclideanNorm")
        for op, name in _SUMS.items()
    ],
    *[Sample(op, _reduce(name), (np.float32(2),)) for op, name in _NUMERIC.items()],
    *[
        # Means and extremes of nothing are NaN and infinite.
        Sample(op, _reduce(name, axis=0), (np.zeros((0, 3), np.float32),), gradient=False)
        for op, name in _NUMERIC.items()
    ],
    *[
        Sample(op, _reduce(name, axis=1), (np.zeros((0, 3), np.float32),))
        for op, name in _NUMERIC.items()
    ],
    *[Sample(op, _reduce(name), (np.zeros(0, np.int32),)) for op, name in _NUMERIC.items()],
    *[
        Sample(op, _reduce(name, axis=1), (_positive.astype(dtype),), gradient=False, rtol=1e-2)
        for op, name in _NUMERIC.items()
        for dtype in (np.float16, ml_dtypes.bfloat16)
    ],
    *[
        Sample(op, _reduce(name, axis=1), (_edges,), gradient=False)
        for op, name in _NUMERIC.items()
    ],
    # Equal extremes have no derivative, and TF's second one of products with zeros is not theirs.
    *[Sample(op, _reduce(name, axis=1), (_ties,), numeric=False) for op, name in _NUMERIC.items()],
    Sample("Prod", _reduce("reduce_prod", axis=1), (_zeros,), numeric=False),
    Sample("Prod", _reduce("reduce_prod"), (_zeros,), numeric=False),
    Sample("Mean", _reduce("reduce_mean"), (np.array([1, -2, -2, -2], np.int32),)),
    Sample("Mean", _reduce("reduce_mean"), (np.array([100, 100, 100, 99], np.int8),)),
    Sample("Mean", _reduce("reduce_mean"), (np.array([2**31 - 1] * 2, np.int32),)),
    Sample("Sum", _reduce("reduce_sum"), (np.array([2**31 - 1, 1], np.int32),)),
    *[Sample(op, _reduce(name), (_booleans,)) for op, name in _LOGICAL.items()],
    *[
        Sample(op, _reduce(name, axis=axis, keepdims=keep), (_booleans,))
        for op, name in _LOGICAL.items()
        for axis in (0, -1, [0, 1])
        for keep in (False, True)
    ],
    *[Sample(op, _reduce(name), (np.zeros(0, bool),)) for op, name in _LOGICAL.items()],
    Sample("Sum", _reduce("reduce_logsumexp"), (_x,)),
    Sample("Sum", _reduce("reduce_logsumexp", axis=1, keepdims=True), (_x,)),
    Sample("Sum", _reduce("reduce_logsumexp", axis=0), (_x * 1000,), gradient=False),
    Sample("Sum", _reduce("reduce_logsumexp"), (np.full(3, -np.inf, np.float32),), gradient=False),
    Sample("Sum", _reduce("reduce_logsumexp"), (np.zeros(0, np.float32),), gradient=False),
    *[
        Bad(op, _reduce(name, axis=axis), (_x,), match=match)
        for op, name in _NUMERIC.items()
        for axis, match in (
            (3, r"Invalid reduction dimension \(3 for input with 3 dimension"),
            (-4, "Invalid reduction dimension"),
            ([0, 0], "Axes contains duplicate dimension: 0"),
            ([0, -3], "Axes contains duplicate dimension: 0"),
        )
    ],
    *[Bad(op, _reduce(name, axis=0), (np.float32(1),)) for op, name in _NUMERIC.items()],
    *[Bad(op, _reduce(name), (_booleans,)) for op, name in _NUMERIC.items()],
    *[Bad(op, _reduce(name), (_complex,)) for op, name in _NUMERIC.items() if op in ("Max", "Min")],
    *[Bad(op, _reduce(name, axis=2), (_booleans,)) for op, name in _LOGICAL.items()],
    *[Bad(op, _reduce(name), (_integers,)) for op, name in _LOGICAL.items()],
    *[
        Bad(op, _reduce(name, axis=1.0), (_x,), error=("TypeError",))
        for op, name in _NUMERIC.items()
    ],
]
