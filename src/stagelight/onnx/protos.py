"""ONNX's messages, by the library `onnx`: dtypes and arrays both ways, and what its operators take.

The library is asked for here, with the package `stagelight.onnx`; nothing else of Stagelight needs it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

try:
    import onnx
    from onnx import numpy_helper
except ImportError as error:
    raise ImportError(
        "stagelight.onnx needs the package onnx: pip install 'stagelight[onnx]'"
    ) from error

# The versions of ONNX's operators that models are written in; the first that is tried is what ONNX Runtime
# has had since 1.17.
LEAST_OPSET, USUAL_OPSET, MOST_OPSET = 18, 20, 23

_NUMBERS = {
    "float32": 1, "uint8": 2, "int8": 3, "uint16": 4, "int16": 5, "int32": 6, "int64": 7, "string": 8,
    "bool": 9, "float16": 10, "float64": 11, "uint32": 12, "uint64": 13, "complex64": 14,
    "complex128": 15, "bfloat16": 16, "float8_e4m3fn": 17, "float8_e5m2": 19, "uint4": 21, "int4": 22,
}  # fmt: skip
_NAMES = {number: name for name, number in _NUMBERS.items()}

# What a dtype is called in the types of an operator's signature, where that is another name.
_SIGNATURE_NAMES = {
    "float32": "float", "float64": "double", "float8_e4m3fn": "float8e4m3fn", "float8_e5m2": "float8e5m2",
}  # fmt: skip


def dtype_number(dtype: DType) -> int:
    """ONNX's number of a dtype.

    Raises:
        KeyError: ONNX does not have it.
    """
    return _NUMBERS[dtype.name]


@public("onnx.as_dtype")
def dtype_of_number(number: int) -> DType:
    """The dtype of ONNX's number of it, as messages have it.

    Raises:
        ValueError: there is no such dtype here.

    >>> import stagelight as tf
    >>> tf.onnx.as_dtype(7)
    tf.int64
    """
    if number not in _NAMES:
        raise ValueError(f"ONNX's element type {number} has no dtype")
    return as_dtype(_NAMES[number])


def signature_type(dtype: DType) -> str:
    """A dtype as signatures of operators name it: "tensor(float)"."""
    return f"tensor({_SIGNATURE_NAMES.get(dtype.name, dtype.name)})"


_BY_SIGNATURE_TYPE = {signature_type(as_dtype(name)): as_dtype(name) for name in _NUMBERS}


def dtype_of_signature(text: str) -> DType | None:
    """The dtype of "tensor(float)"; None for a name of a type that differs from use to use."""
    return _BY_SIGNATURE_TYPE.get(text)


def tensor_proto(array: np.ndarray, name: str = "") -> Any:
    """An array as a `TensorProto`."""
    return numpy_helper.from_array(np.ascontiguousarray(array).reshape(array.shape), name)


def array_of(tensor: Any) -> np.ndarray:
    """The array of a `TensorProto` that has its values with it; strings are bytes.

    Raises:
        ValueError: the message contradicts itself.
    """
    if dtype_of_number(tensor.data_type) is dtypes.string:
        values = np.empty(len(tensor.string_data), object)
        values[:] = list(tensor.string_data)
        return values.reshape(tuple(tensor.dims))
    return np.asarray(numpy_helper.to_array(tensor))


@cache
def schema_of(operator: str, opset: int, domain: str = "") -> Any:
    """The signature of an operator in a version of ONNX; None if it has none in it."""
    try:
        return onnx.defs.get_schema(operator, opset, domain)
    except onnx.defs.SchemaError:
        return None
