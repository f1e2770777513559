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
_FUNCTIONS = ("det", "slogdet", "eigh", "eigvalsh", "sqrtm", "svd", "pinv", "matrix_rank")
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
