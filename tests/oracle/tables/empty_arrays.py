"""Empty arrays of one kind as tensors of another."""

from __future__ import annotations

import numpy as np

_ARRAYS = {
    "floats": np.array([]),
    "rows of floats": np.zeros((0, 2)),
    "integers": np.array([], np.int64),
    "truths": np.array([], bool),
    "objects": np.array([], object),
    "texts": np.array([], "U1"),
    "bytes": np.array([], "S1"),
    "rows of objects": np.zeros((2, 0), object),
    "a list": [],
    "a list of lists": [[], []],
}


def _program(array, dtype, function):
    return lambda tf: getattr(tf, function)(array, getattr(tf, dtype))


PROGRAMS = {
    f"{function} of {name} as {dtype}": _program(array, dtype, function)
    for name, array in _ARRAYS.items()
    for dtype in ("int32", "int64", "float32", "float64", "bool", "string", "complex64")
    for function in ("constant", "convert_to_tensor")
}
