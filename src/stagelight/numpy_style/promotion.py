"""Which dtype values take together, and how they become tensors of it.

By default the rules are NumPy's: a Python number takes the dtype of the arrays beside it where it can, and
is int64 or float64 alone. In the modes "safe" and "all" they are those of `lattice`.
"""

from __future__ import annotations

import numbers
from typing import Any

import ml_dtypes
import numpy as np

from stagelight import config, nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor, TensorValue
from stagelight.numpy_style import lattice
from stagelight.ops.elementwise.cast import cast
from stagelight.public import public, publish
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

# NumPy's own classes, so that they can be used with NumPy, as in `np.dtype(tnp.int64)`.
SCALAR_TYPES = {
    name: getattr(np, name)
    for name in (
        "bool_", "complex128", "complex64", "float16", "float32", "float64", "inexact", "int16", "int32",
        "int64", "int8", "int_", "object_", "uint16", "uint32", "uint64", "uint8",
    )
}  # fmt: skip
SCALAR_TYPES |= {
    "complex_": np.complex128,
    "float_": np.float64,
    "string_": np.bytes_,
    "unicode_": np.str_,
}
for _name, _value in {
    **SCALAR_TYPES,
    "e": np.e,
    "iinfo": np.iinfo,
    "inf": np.inf,
    "issubdtype": np.issubdtype,
    "ndarray": Tensor,
    "newaxis": None,
    "pi": np.pi,
}.items():
    publish(f"experimental.numpy.{_name}", _value)


@public("experimental.numpy.finfo")
def finfo(dtype: Any) -> Any:
    """The limits of a floating dtype, as NumPy tells them.

    >>> float(tf.experimental.numpy.finfo(tf.float32).eps)
    1.1920928955078125e-07
    """
    return ml_dtypes.finfo(_numpy_dtype(dtype))


# ---------------------------------------------------------------------------- dtypes


def _numpy_dtype(dtype: Any) -> np.dtype[Any]:
    return dtype.numpy_dtype if isinstance(dtype, DType) else np.dtype(dtype)


@public("experimental.numpy.result_type")
def result_type(*arrays_and_dtypes: Any) -> DType:
    """The dtype that arrays, Python numbers and dtypes take together.

    Args:
        *arrays_and_dtypes: tensors, arrays, numbers, dtypes, and lists of them. Python numbers give way to
            the rest.

    Returns:
        `tf.DType`; float64 for none.

    Raises:
        TypeError: there is no such dtype, or the mode "safe" does not allow it.

    >>> tf.experimental.numpy.result_type(tf.constant(1), 2.5)
    tf.float64
    >>> tf.experimental.numpy.result_type(tf.float16, 2.5)
    tf.float16
    """
    if lattice.is_in_use():
        return lattice.result_type(*nest.flatten(arrays_and_dtypes))[0]
    values = nest.flatten(arrays_and_dtypes)
    if len(values) > 1 and all(isinstance(value, (str, bytes)) for value in values):
        return dtypes.string
    return numpy_result_type(*(values or [np.float64]))


def numpy_result_type(*values: Any) -> DType:
    """NumPy's `result_type` of tensors, arrays, numbers and dtypes, in all modes."""
    return as_dtype(np.result_type(*map(_for_numpy, values)))


def _for_numpy(value: Any) -> Any:
    if isinstance(value, (numbers.Real, complex)):
        if config.current.prefers_float32:
            if isinstance(value, float):
                return np.float32(value)
            if isinstance(value, complex):
                return np.complex64(value)
        return value
    if isinstance(value, TensorValue):
        # The variables of libraries may have a dtype's name.
        return as_dtype(value.dtype).numpy_dtype  # type: ignore[attr-defined]
    return value.numpy_dtype if isinstance(value, DType) else value


@public("experimental.numpy.promote_types")
def promote_types(type1: Any, type2: Any) -> np.dtype[Any]:
    """The smallest dtype to which both can be cast without loss, by NumPy's rules.

    Returns:
        NumPy's dtype.

    >>> tf.experimental.numpy.promote_types(tf.int32, tf.float32)
    dtype('float64')
    """
    return np.promote_types(_numpy_dtype(type1), _numpy_dtype(type2))


def default_float() -> DType:
    """The dtype that stands for `float`: float64, float32 in the modes "safe" and "all"."""
    return result_type(float)


def numpy_float() -> DType:
    """The dtype of Python's floats by NumPy's rules, in all modes."""
    return dtypes.float32 if config.current.prefers_float32 else dtypes.float64


def chosen(dtype: Any) -> DType | None:
    """The dtype that a `dtype` argument asks for, None for none."""
    return result_type(dtype) if dtype else None


def is_inexact(x: Tensor) -> bool:
    """Whether the elements are floating or complex."""
    return x.dtype.is_floating or x.dtype.is_complex


# ---------------------------------------------------------------------------- tensors


def as_array(value: Any, dtype: DType | None = None) -> Any:
    """The value as a tensor of a dtype, of its own by NumPy's rules for None."""
    if isinstance(value, Tensor):
        return value if dtype is None or value.dtype is dtype else cast(value, dtype)
    if dtype is None:
        dtype = dtypes.string if isinstance(value, (str, bytes)) else result_type(value)
    if type(value) is int and value > _INT64_MAX:
        return cast(convert_to_tensor(value, dtypes.uint64), dtype)
    return cast(convert_to_tensor(value, dtype_hint=dtype), dtype)


_INT64_MAX = np.iinfo(np.int64).max


def as_float(value: Any) -> Any:
    """The value as a tensor, of the default floating dtype if it is not floating or complex."""
    x = as_array(value)
    return x if is_inexact(x) else cast(x, default_float())


def promoted(*values: Any) -> list[Any]:
    """The values as tensors of the dtype that they take together."""
    dtype = result_type(*values)
    return [as_array(value, dtype) for value in values]


def promoted_arrays(*values: Any) -> list[Any]:
    """The values, each first made an array, in one dtype: a number does not give way, unless it is weak."""
    return promoted(*(values if lattice.is_in_use() else map(as_array, values)))


def promoted_pair(x: Any, y: Any) -> list[Any]:
    """Two values as tensors of one dtype.

    TF: for two values NumPy's rules hold in all modes, unless one is a list.
    """
    if isinstance(x, (list, tuple)) or isinstance(y, (list, tuple)):
        return promoted(x, y)
    dtype = numpy_result_type(x, y)
    return [as_array(x, dtype), as_array(y, dtype)]
