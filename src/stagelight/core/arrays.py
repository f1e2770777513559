"""Arrays of Python and NumPy values, with TensorFlow's rules for dtypes: `to_array`.

Python numbers take the dtype that is asked for, else int32, float32, bool, complex128 or string; NumPy
values keep theirs. Numbers, arrays and lists of numbers of one kind, which is what programs mostly have,
are done at once by `plain_array`; `array_in_general` knows all the rest and says what is wrong.
"""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from typing import Any

import numpy as np

from stagelight.core.buffer_pool import LEAST_BYTES, copied
from stagelight.core.tensor import EagerTensor
from stagelight.errors import UnsupportedTypeError
from stagelight.types import dtypes
from stagelight.types.dtypes import BY_NUMPY_DTYPE, DType, from_numpy

_INT32_MIN, _INT32_MAX = -(2**31), 2**31 - 1


def to_array(value: Any, dtype: DType | None) -> tuple[np.ndarray, DType]:
    """A new array of a Python or NumPy value, and its dtype.

    Raises:
        ValueError: None, or rows of unequal lengths.
        TypeError: the dtype cannot hold the value, or it is no kind of number or string.
    """
    return plain_array(value, dtype) or array_in_general(value, dtype)


def plain_array(value: Any, dtype: DType | None) -> tuple[np.ndarray, DType] | None:
    """The array at once of a number, a list of numbers of one kind, or an array; None for all else.

    Only where the dtype is plain: the kind's own or another that takes every such number.
    """
    kind = type(value)
    if kind is np.ndarray:
        found = BY_NUMPY_DTYPE.get(value.dtype)
        if found is None or (dtype is not None and dtype is not found):
            return None
        if value.nbytes >= LEAST_BYTES:
            return copied(value), found
        return np.array(value, order="C"), found
    is_list = kind is list or kind is tuple
    if is_list:
        kinds = set(map(type, value))
        kind = kinds.pop() if len(kinds) == 1 else object
    if kind is int:
        dtype = dtype or dtypes.int32
        if id(dtype) in _FLOATS:
            low, high = (min(value), max(value)) if is_list else (value, value)
            if low < _INT32_MIN or high > _INT32_MAX:
                return None
        elif id(dtype) not in _INTEGERS:
            return None
    elif kind is float:
        dtype = dtype or dtypes.float32
        if id(dtype) not in _FLOATS:
            return None
    elif kind is bool and (dtype is None or dtype is dtypes.bool_):
        dtype = dtypes.bool_
    else:
        return None
    try:
        return np.array(value, dtype.numpy_dtype), dtype
    except (OverflowError, RuntimeWarning):
        return None  # The general way refuses it, takes another dtype, or infinity.


_INTEGERS = frozenset(map(id, dtypes.INTEGER))
_FLOATS = frozenset((id(dtypes.float32), id(dtypes.float64)))


def array_in_general(value: Any, dtype: DType | None) -> tuple[np.ndarray, DType]:
    """What `to_array` gives, found by all rules."""
    if isinstance(value, (np.ndarray, np.generic)):
        return _from_numpy_value(value, dtype)
    if isinstance(value, EagerTensor):
        return value._array, value._dtype
    if value is None:
        raise ValueError(
            "Attempt to convert a value (None) with an unsupported type "
            "(<class 'NoneType'>) to a Tensor."
        )
    if not isinstance(value, (bool, numbers.Number, str, bytes, list, tuple, range)):
        if hasattr(value, "__array__"):
            return _from_numpy_value(np.asarray(value), dtype)
        if hasattr(value, "__dlpack__"):
            return _from_numpy_value(np.from_dlpack(value), dtype)
        if isinstance(value, (memoryview, bytearray)) or hasattr(value, "__buffer__"):
            return _from_numpy_value(np.asarray(memoryview(value)), dtype)
        if _is_sequence(value):
            return array_in_general(list(value), dtype)
        raise UnsupportedTypeError(
            f"Attempt to convert a value ({value!r}) with an unsupported type ({type(value)}) "
            "to a Tensor. Required: a number, string, array, or nested lists of them."
        )
    kind = _first_leaf(value)
    if isinstance(kind, np.ndarray) and kind.dtype.kind in "USOT":
        value = _unpacked(value)
        kind = _first_leaf(value)
    if isinstance(kind, (str, bytes)):
        return _strings(value, dtype), dtypes.string
    if kind is not None and not isinstance(kind, (bool, numbers.Number, np.ndarray)):
        if _is_sequence(kind):
            return array_in_general(_with_lists(value), dtype)
        if hasattr(kind, "__array__"):
            value = _with_arrays(value)
        elif not isinstance(kind, np.generic):
            raise UnsupportedTypeError(
                f"Attempt to convert a value ({value!r}) with an unsupported type "
                f"({type(kind)}) to a Tensor."
            )
    return _numbers(value, kind, dtype)


def _is_sequence(value: Any) -> bool:
    """Whether an object of a class of its own can be read as a list."""
    kind = type(value)
    return (
        hasattr(kind, "__getitem__")
        and hasattr(kind, "__len__")
        and not isinstance(value, Mapping)
        and not hasattr(kind, "__array__")
        and not hasattr(kind, "_type_spec")
    )


def _with_lists(value: Any) -> Any:
    """Lists in place of sequences of other classes, at any depth."""
    if isinstance(value, (list, tuple)) or _is_sequence(value):
        if not isinstance(value, (str, bytes)):
            return [_with_lists(item) for item in value]
    return value


def _with_arrays(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_with_arrays(item) for item in value]
    return np.asarray(value)


def _unpacked(value: Any) -> Any:
    """Lists of strings and objects instead of arrays of them."""
    if isinstance(value, (list, tuple)):
        return [_unpacked(item) for item in value]
    return value.tolist() if isinstance(value, np.ndarray) else value


def _first_leaf(value: Any) -> Any:
    """The first element that is no list; None when there is none."""
    while isinstance(value, (list, tuple, range)):
        for item in value:
            leaf = _first_leaf(item) if isinstance(item, (list, tuple)) else item
            if leaf is not None:
                return leaf
            if item is None:
                raise ValueError(
                    "Attempt to convert a value (None) with an unsupported type "
                    "(<class 'NoneType'>) to a Tensor."
                )
        return None
    return value


def _numbers(value: Any, kind: Any, dtype: DType | None) -> tuple[np.ndarray, DType]:
    try:
        array = np.array(value)
    except ValueError as error:
        if "inhomogeneous" in str(error):
            raise ValueError("Can't convert non-rectangular Python sequence to Tensor.") from None
        raise
    if array.dtype == object and dtype is not None and (dtype.is_floating or dtype.is_complex):
        array = _wide_integers(array)
    if array.dtype == object:
        if all(isinstance(item, numbers.Number) for item in array.flat):
            raise ValueError(
                f"Can't convert Python sequence with out-of-range integer to Tensor: {value!r}"
            )
        raise UnsupportedTypeError("Can't convert Python sequence with mixed types to Tensor.")
    if array.dtype.kind in "US":
        raise UnsupportedTypeError("Can't convert Python sequence with mixed types to Tensor.")
    if dtype is None:
        dtype = _default_dtype(array, kind)
    elif not _can_hold(dtype, array):
        raise TypeError(f"Cannot convert {value!r} to EagerTensor of dtype {dtype.name}")
    if dtype.is_integer and array.dtype.kind in "iu" and array.size:
        low, high = int(array.min()), int(array.max())
        if low < dtype.min or high > dtype.max:
            raise ValueError(
                f"Can't convert {value!r} to a Tensor of dtype {dtype.name}: "
                f"required values in [{dtype.min}, {dtype.max}]."
            )
    # TF: the axes below an empty one are not looked at.
    shape = array.shape if array.size else array.shape[: array.shape.index(0) + 1]
    with np.errstate(all="ignore"):
        return np.ascontiguousarray(array.astype(dtype.numpy_dtype)).reshape(shape), dtype


def _wide_integers(array: np.ndarray) -> np.ndarray:
    """Integers of more than 64 bits as float64; what else objects are is left alone."""
    if not all(isinstance(item, int) for item in array.flat):
        return array
    try:
        return array.astype(np.float64)
    except OverflowError:
        return array


def _default_dtype(array: np.ndarray, kind: Any) -> DType:
    """The dtype of a number or list. TF: NumPy's integers in a list count as Python's do."""
    if not array.size:
        return dtypes.float32
    if array.dtype.kind in "iu":
        fits = array.min() >= _INT32_MIN and array.max() <= _INT32_MAX
        return dtypes.int32 if fits else dtypes.int64
    found = from_numpy(array.dtype)
    if found.is_floating:
        # TF: the first element decides, where it is one of NumPy's.
        first = from_numpy(kind.dtype) if isinstance(kind, (np.generic, np.ndarray)) else None
        return first if first is not None and first.is_floating else dtypes.float32
    return dtypes.complex128 if found.is_complex else found


def _can_hold(dtype: DType, array: np.ndarray) -> bool:
    """Whether a Python number of this kind may become the dtype: no float to int, no int to bool.

    A bool may become a number, as it is one in Python.
    """
    kind = array.dtype.kind
    if not array.size:
        return True
    if dtype.is_bool:
        return kind == "b"
    if dtype.is_integer or dtype.is_quantized:
        return kind in "biu"
    if dtype.is_floating:
        return kind in "biuf" or from_numpy(array.dtype).is_floating
    if dtype.is_complex:
        return kind in "biufc"
    return False


def _strings(value: Any, dtype: DType | None) -> np.ndarray:
    if dtype is not None and dtype is not dtypes.string:
        raise TypeError(f"Cannot convert {value!r} to EagerTensor of dtype {dtype.name}")
    if isinstance(value, (str, bytes)):
        array = np.empty((), object)
        array[()] = as_bytes(value)
        return array
    try:
        array = np.array(_unpacked(value), dtype=object)
    except ValueError:
        raise ValueError("Can't convert non-rectangular Python sequence to Tensor.") from None
    flat = array.reshape(-1)
    for i, item in enumerate(flat):
        if isinstance(item, (list, tuple)):
            raise ValueError("Can't convert non-rectangular Python sequence to Tensor.")
        if not isinstance(item, (str, bytes)):
            raise UnsupportedTypeError("Can't convert Python sequence with mixed types to Tensor.")
        flat[i] = as_bytes(item)
    return array


def as_bytes(text: str | bytes) -> bytes:
    """UTF-8 bytes of a string."""
    return text.encode() if isinstance(text, str) else bytes(text)


def _from_numpy_value(value: Any, dtype: DType | None) -> tuple[np.ndarray, DType]:
    if value.dtype.kind in "USOT":
        items = np.empty(value.shape, object)
        flat, source = items.reshape(-1), np.asarray(value).reshape(-1)
        for i, item in enumerate(source):
            if not isinstance(item, (str, bytes)):
                if value.dtype.kind == "O":
                    return to_array(value.tolist(), dtype)
                raise ValueError(
                    f"Failed to convert a NumPy array to a Tensor (Unsupported object "
                    f"type {type(item).__name__})."
                )
            flat[i] = as_bytes(item)
        if dtype is not None and dtype is not dtypes.string:
            if not items.size:
                return np.zeros(items.shape, dtype.numpy_dtype), dtype
            raise TypeError(f"Cannot convert a string array to EagerTensor of dtype {dtype.name}")
        return items, dtypes.string
    if value.dtype.kind in "mM" and dtype is not None and dtype is not dtypes.string:
        # TF: dates and durations are the numbers of their units, where numbers are asked for.
        value = np.asarray(value).astype(np.float64 if dtype.is_floating else np.int64)
    try:
        native = value.dtype.newbyteorder("=")
        found = from_numpy(native)
    except (TypeError, KeyError):
        raise ValueError(
            f"Failed to convert a NumPy array to a Tensor (Unsupported NumPy type {value.dtype})."
        ) from None
    dtype = found if dtype is None else dtype
    if dtype is dtypes.string:
        if not value.size:
            return np.empty(value.shape, object), dtype
        raise TypeError(f"Cannot convert {value!r} to EagerTensor of dtype string")
    with np.errstate(all="ignore"):
        return np.array(value, dtype=dtype.numpy_dtype, order="C", copy=True), dtype


def array_in_rows(tensor: Any) -> Any:
    """What a captured tensor holds, as machine code reads it in each call: a copy where it is a view."""
    array = tensor._array
    if array.flags.c_contiguous:
        return array
    try:
        return array.copy()
    except MemoryError:  # A view may stand for far more than there is; who reads it tells.
        return array
