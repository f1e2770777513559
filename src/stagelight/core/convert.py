"""Tensors of Python values: `convert_to_tensor` and TensorFlow's rules for dtypes.

Python numbers take the dtype that is asked for or hinted at, else int32, float32, bool, complex128 or
string; NumPy values keep theirs. Where a stage is pushed a constant becomes a `Const` operation.
Classes of higher floors (variables, indexed slices, ragged tensors) register how they convert.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.core import registry
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype, from_numpy

# function(value, dtype, name) -> Tensor, or NotImplemented to let the next one try.
Conversion = Callable[[Any, DType | None, str | None], Any]

_conversions: list[tuple[type | tuple[type, ...], Conversion, int]] = []
_INT32 = np.iinfo(np.int32)


def register_conversion(
    python_type: type | tuple[type, ...], conversion: Conversion, priority: int = 100
) -> None:
    """Says how values of a class become tensors; lower priorities are asked first."""
    _conversions.append((python_type, conversion, priority))
    _conversions.sort(key=lambda entry: entry[2])


@public("convert_to_tensor")
def convert_to_tensor(
    value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None
) -> Tensor:
    """Converts a value to a tensor.

    Args:
        value: a tensor, array, number, string, or nested lists of them (of one shape), or an object of
            a class registered for conversion, such as a variable.
        dtype: the dtype wanted; None keeps or infers it.
        dtype_hint: used where `dtype` is None and the value can take it.
        name: the name of the constant in a graph.

    Returns:
        The value itself if it is a tensor of that dtype, else a new tensor.

    Raises:
        ValueError: a tensor of another dtype, None, or rows of unequal lengths.
        TypeError: a value that the dtype cannot hold.

    >>> tf.convert_to_tensor([1, 2])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
    """
    if isinstance(value, Tensor):
        if dtype is not None and not as_dtype(dtype).is_compatible_with(value.dtype):
            raise ValueError(
                f"Tensor conversion requested dtype {as_dtype(dtype).name} for Tensor with dtype "
                f"{value.dtype.name}: {value!r}. Use tf.cast to change the dtype."
            )
        return value
    dtype = None if dtype is None else as_dtype(dtype)
    kind = type(value)
    if kind in _PLAIN:
        number = _plain_number(value, kind, dtype if dtype_hint is None else as_dtype(dtype_hint))
        if number is not None and (dtype is None or number._dtype is dtype):
            return number if CONTEXT.stage is None else make_constant(number, name)
        return _constant(value, dtype, dtype_hint, name)
    for python_type, conversion, _ in _conversions:
        if isinstance(value, python_type):
            tensor = conversion(value, dtype, name)
            if tensor is not NotImplemented:
                return tensor
    tensor_method = getattr(value, "__tf_tensor__", None)
    if tensor_method is not None:
        return tensor_method(dtype, name)
    if isinstance(value, (list, tuple)) and _has_tensors(value):
        return _packed(value, dtype, dtype_hint, name)
    return _constant(value, dtype, dtype_hint, name)


_PLAIN = frozenset({bool, int, float, complex, str, bytes, np.ndarray})


def _plain_number(value: Any, kind: type, dtype: DType | None) -> EagerTensor | None:
    """An int, float or bool at once, where its dtype is plain; None for all else."""
    if kind is int:
        dtype = dtype or dtypes.int32
        fits = dtype is dtypes.int32 or dtype is dtypes.int64 or dtype is dtypes.float32
        if fits and _INT32.min <= value <= _INT32.max:
            return EagerTensor(np.array(value, dtype.numpy_dtype), dtype)
    elif kind is float:
        dtype = dtype or dtypes.float32
        if dtype is dtypes.float32 or dtype is dtypes.float64:
            return EagerTensor(np.array(value, dtype.numpy_dtype), dtype)
    elif kind is bool and (dtype is None or dtype is dtypes.bool_):
        return EagerTensor(np.array(value), dtypes.bool_)
    return None


def _constant(value: Any, dtype: DType | None, dtype_hint: Any, name: str | None) -> Tensor:
    if dtype is None and dtype_hint is not None:
        try:
            array, dtype = to_array(value, as_dtype(dtype_hint))
        except (TypeError, ValueError):
            array, dtype = to_array(value, None)
    else:
        array, dtype = to_array(value, dtype)
    return make_constant(EagerTensor(array, dtype), name)


def make_constant(value: EagerTensor, name: str | None = None) -> Tensor:
    """The value as a tensor of the current stage: a `Const` operation while a graph is built."""
    if CONTEXT.stage is None:
        return value
    attrs = {"value": value, "dtype": value.dtype}
    return apply(registry.lookup("Const"), (), attrs, name or "Const")


def _has_tensors(value: Any) -> bool:
    return any(
        _has_tensors(item) if isinstance(item, (list, tuple)) else _is_tensor_like(item)
        for item in value
    )


def _is_tensor_like(item: Any) -> bool:
    if type(item) in _PLAIN:
        return False
    return isinstance(item, Tensor) or any(isinstance(item, kind) for kind, _, _ in _conversions)


def _packed(value: Sequence[Any], dtype: DType | None, hint: Any, name: str | None) -> Tensor:
    """A list that holds tensors, stacked along a new first axis."""
    if dtype is None:
        dtype = _first_dtype(value)
    items = [
        _packed(item, dtype, hint, None)
        if isinstance(item, (list, tuple)) and _has_tensors(item)
        else convert_to_tensor(item, dtype)
        for item in value
    ]
    return apply(registry.lookup("Pack"), items, {"axis": 0}, name or "packed")


def _first_dtype(value: Any) -> DType | None:
    for item in value:
        if isinstance(item, (list, tuple)):
            found = _first_dtype(item)
            if found is not None:
                return found
        elif _is_tensor_like(item):
            return convert_to_tensor(item).dtype
    return None


# ---------------------------------------------------------------------------- values to arrays


def to_array(value: Any, dtype: DType | None) -> tuple[np.ndarray, DType]:
    """A new array of a Python or NumPy value, and its dtype.

    Raises:
        ValueError: None, or rows of unequal lengths.
        TypeError: the dtype cannot hold the value, or it is no kind of number or string.
    """
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
        raise ValueError(
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
        if hasattr(kind, "__array__"):
            value = _with_arrays(value)
        elif not isinstance(kind, np.generic):
            raise ValueError(
                f"Attempt to convert a value ({value!r}) with an unsupported type "
                f"({type(kind)}) to a Tensor."
            )
    return _numbers(value, kind, dtype)


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
    if array.dtype == object:
        if isinstance(kind, int):
            raise ValueError(
                f"Can't convert Python sequence with out-of-range integer to Tensor: {value!r}"
            )
        raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
    if array.dtype.kind in "US":
        raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
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


def _default_dtype(array: np.ndarray, kind: Any) -> DType:
    """The dtype of a number or list. TF: NumPy's integers in a list count as Python's do."""
    if not array.size:
        return dtypes.float32
    if array.dtype.kind in "iu":
        fits = _INT32.min <= array.min() and array.max() <= _INT32.max
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
            raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
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
            raise TypeError(f"Cannot convert a string array to EagerTensor of dtype {dtype.name}")
        return items, dtypes.string
    try:
        native = value.dtype.newbyteorder("=")
        found = from_numpy(native)
    except (TypeError, KeyError):
        raise ValueError(
            f"Failed to convert a NumPy array to a Tensor (Unsupported NumPy type {value.dtype})."
        ) from None
    dtype = found if dtype is None else dtype
    if dtype is dtypes.string:
        raise TypeError(f"Cannot convert {value!r} to EagerTensor of dtype string")
    with np.errstate(all="ignore"):
        return np.array(value, dtype=dtype.numpy_dtype, order="C", copy=True), dtype
