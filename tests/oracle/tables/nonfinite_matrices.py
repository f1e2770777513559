"""Matrices with an element that is infinite or NaN, alone and beside others of a batch."""

from __future__ import annotations

import numpy as np

_NAN = {
    "first": [[np.nan, 1.0], [1.0, 1.0]],
    "beside": [[1.0, np.nan], [np.nan, 2.0]],
    "last": [[2.0, 1.0], [1.0, np.nan]],
    "middle": [[1.0, 0.0, 0.0], [0.0, np.nan, 0.0], [0.0, 0.0, 2.0]],
}
_INFINITE = {
    "infinite first": [[np.inf, 1.0], [1.0, 1.0]],
    "infinite beside": [[1.0, np.inf], [np.inf, 2.0]],
}
_FUNCTIONS = ("det", "slogdet", "eigh", "eigvalsh", "sqrtm", "svd", "pinv", "matrix_rank", "inv", "lu")
_COMPLEX = ("eigvalsh", "logm", "sqrtm", "det")


def _function_of(name, matrix, dtype, batched):
    def program(tf):
        x = np.asarray(matrix, dtype)
        if batched:
            x = np.stack([x, np.eye(len(x), dtype=dtype)])
        result = getattr(tf.linalg, name)(tf.constant(x))
        return tf.math.real(result) if dtype is np.complex64 else result

    return program


PROGRAMS = {
    f"{name} of {np.dtype(dtype).name}, {place}{', batched' * batched}": (
        _function_of(name, matrix, dtype, batched)
    )
    for dtype, names in ((np.float32, _FUNCTIONS), (np.float64, _FUNCTIONS), (np.complex64, _COMPLEX))
    for name in names
    for place, matrix in {**_NAN, **(_INFINITE if dtype is not np.complex64 else {})}.items()
    for batched in (False, True)
}


def _with_unused(value):
    def program(tf):
        above, main, below = ([1.0, 2.0, value], [4.0, 5.0, 6.0], [value, 2.0, 3.0])
        rhs = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        diagonals = tf.constant([above, main, below])
        return tf.linalg.tridiagonal_matmul(diagonals, rhs), tf.linalg.tridiagonal_solve(diagonals, rhs)

    return program


def _solved(matrix, adjoint):
    def program(tf):
        matrices = tf.constant([matrix, np.eye(len(matrix))])
        return tf.linalg.solve(matrices, tf.ones([2, len(matrix), 1], tf.float64), adjoint)

    return program


PROGRAMS |= {f"{value} beside the diagonals": _with_unused(value) for value in (np.nan, np.inf)}
PROGRAMS |= {
    f"solve, {place}{', adjoint' * adjoint}": _solved(matrix, adjoint)
    for place, matrix in {**_NAN, "zero before": [[0.0, 1.0], [np.nan, 2.0]]}.items()
    for adjoint in (False, True)
}
