"""NumPy arrays to and from `TensorProto`: the values of constants in graphs and files.

A value stands in a proto in one of two forms. `tensor_content` is the array's memory. The typed
fields (`float_val`, `int_val`, ...) are lists of numbers; where a list is shorter than the shape,
its last number stands for all that are missing, and zero if the list is empty. `from_array` chooses
as TensorFlow does, so that the bytes are the same; `to_array` reads both.

Protos come from outside, so `to_array` trusts nothing: what it allocates is bounded by the size of
the proto, or, for a repeated last value, by `MOST_BYTES`.

Dtypes are given as numbers of the enum `DataType`. Strings are arrays of objects, each `bytes`;
quantized numbers are records with one field. Resources and variants are handles without a value
outside of their process, and are refused. How Python values become arrays is for higher floors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import ml_dtypes
import numpy as np

from stagelight.errors import invalid_argument
from stagelight.formats import schema
from stagelight.formats.string_rows import cut, read_lengths

# The largest proto that protobuf reads or writes. A value that is stored as one number and a shape
# may be as large as one that could have been stored in full.
MOST_BYTES: Final = 2**31 - 1

# NumPy's limit.
_MOST_AXES: Final = 64

_STRING: Final = 7


@dataclass(frozen=True)
class _Storage:
    """How a dtype is stored."""

    name: str  # in the enum
    dtype: np.dtype[Any]
    field: str  # of its typed values
    numbers: Any = None  # the type of what the field lists, where that is not `dtype` itself
    numbers_per_element: int = 1
    uses_content: bool = True  # when written, if there is more than one element
    bits: int | None = None  # of an element, where it does not fill its bytes


def _quantized(name: str, number: Any) -> np.dtype[Any]:
    return np.dtype([(name, number)])


_STORAGE: Final[dict[int, _Storage]] = {
    1: _Storage("DT_FLOAT", np.dtype(np.float32), "float_val"),
    2: _Storage("DT_DOUBLE", np.dtype(np.float64), "double_val"),
    3: _Storage("DT_INT32", np.dtype(np.int32), "int_val"),
    4: _Storage("DT_UINT8", np.dtype(np.uint8), "int_val"),
    5: _Storage("DT_INT16", np.dtype(np.int16), "int_val"),
    6: _Storage("DT_INT8", np.dtype(np.int8), "int_val"),
    7: _Storage("DT_STRING", np.dtype(object), "string_val", uses_content=False),
    8: _Storage("DT_COMPLEX64", np.dtype(np.complex64), "scomplex_val", np.float32, 2, False),
    9: _Storage("DT_INT64", np.dtype(np.int64), "int64_val"),
    10: _Storage("DT_BOOL", np.dtype(np.bool_), "bool_val", uses_content=False),
    11: _Storage("DT_QINT8", _quantized("qint8", np.int8), "int_val", np.int8),
    12: _Storage("DT_QUINT8", _quantized("quint8", np.uint8), "int_val", np.uint8),
    13: _Storage("DT_QINT32", _quantized("qint32", np.int32), "int_val", np.int32),
    14: _Storage("DT_BFLOAT16", np.dtype(ml_dtypes.bfloat16), "half_val", np.uint16),
    15: _Storage("DT_QINT16", _quantized("qint16", np.int16), "int_val", np.int16),
    16: _Storage("DT_QUINT16", _quantized("quint16", np.uint16), "int_val", np.uint16),
    17: _Storage("DT_UINT16", np.dtype(np.uint16), "int_val", uses_content=False),
    18: _Storage("DT_COMPLEX128", np.dtype(np.complex128), "dcomplex_val", np.float64, 2, False),
    19: _Storage("DT_HALF", np.dtype(np.float16), "half_val", np.uint16),
    22: _Storage("DT_UINT32", np.dtype(np.uint32), "uint32_val"),
    23: _Storage("DT_UINT64", np.dtype(np.uint64), "uint64_val"),
    24: _Storage("DT_FLOAT8_E5M2", np.dtype(ml_dtypes.float8_e5m2), "float8_val"),
    25: _Storage("DT_FLOAT8_E4M3FN", np.dtype(ml_dtypes.float8_e4m3fn), "float8_val"),
    26: _Storage("DT_FLOAT8_E4M3FNUZ", np.dtype(ml_dtypes.float8_e4m3fnuz), "float8_val"),
    27: _Storage("DT_FLOAT8_E4M3B11FNUZ", np.dtype(ml_dtypes.float8_e4m3b11fnuz), "float8_val"),
    28: _Storage("DT_FLOAT8_E5M2FNUZ", np.dtype(ml_dtypes.float8_e5m2fnuz), "float8_val"),
    29: _Storage("DT_INT4", np.dtype(ml_dtypes.int4), "int_val", uses_content=False, bits=4),
    30: _Storage("DT_UINT4", np.dtype(ml_dtypes.uint4), "int_val", uses_content=False, bits=4),
    31: _Storage("DT_INT2", np.dtype(ml_dtypes.int2), "int_val", uses_content=False, bits=2),
    32: _Storage("DT_UINT2", np.dtype(ml_dtypes.uint2), "int_val", uses_content=False, bits=2),
    33: _Storage("DT_FLOAT4_E2M1FN", np.dtype(ml_dtypes.float4_e2m1fn), "float8_val", bits=4),
}

_TYPED_FIELDS: Final = (
    *dict.fromkeys(storage.field for storage in _STORAGE.values()),
    "resource_handle_val",
    "variant_val",
)


def from_array(array: np.ndarray, data_type: int, shape: Sequence[int] | None = None) -> Any:
    """The `TensorProto` of an array, byte for byte what `tf.make_tensor_proto` makes of it.

    Args:
        array: Values of the NumPy dtype that belongs to `data_type`, of any byte order and layout.
            For strings, an array of `bytes` and `str` objects.
        data_type: The dtype as a number of the enum `DataType`.
        shape: The shape to write, by default the array's. If it has more elements than the array,
            the last one is repeated.

    Raises:
        TypeError: the dtype has no values that can be stored, or the array has another one.
        ValueError: `shape` has too few elements for the array, or the value exceeds protobuf's
            limit of two gigabytes.
    """
    storage = _STORAGE.get(data_type)
    if storage is None:
        raise TypeError(f"A tensor of dtype {_name(data_type)} cannot be stored in a TensorProto.")
    if data_type == _STRING:
        strings = [_as_bytes(element) for element in array.ravel().tolist()]
    elif array.dtype.newbyteorder("=") != storage.dtype:
        raise TypeError(
            f"A TensorProto of {storage.name} is made from an array of {storage.dtype}. "
            f"Received an array of {array.dtype}."
        )
    shape = array.shape if shape is None else tuple(shape)
    size = math.prod(shape)
    if array.size > size:
        raise ValueError(
            f"Too many elements provided. Takes at most {size}, but got {array.size}. "
            f"Received shape={list(shape)} for an array of shape {list(array.shape)}."
        )

    proto = schema.TensorProto(dtype=data_type)
    proto.tensor_shape.SetInParent()  # so that a scalar has a shape, an empty one
    for length in shape:
        proto.tensor_shape.dim.add(size=length)
    if data_type == _STRING:
        proto.string_val.extend(strings)
        return proto

    # Little-endian, the last axis varying fastest.
    flat = array.ravel().astype(storage.dtype.newbyteorder("<"), copy=False)
    if flat.nbytes > MOST_BYTES:
        raise ValueError(
            "Cannot create a tensor proto whose content is larger than 2GB. "
            f"Received {flat.nbytes} bytes of {storage.dtype}."
        )
    if (storage.uses_content and array.size == size > 1) or _has_only_content(storage, array):
        proto.tensor_content = flat.tobytes()
    elif storage.field == "float8_val":
        proto.float8_val = flat.tobytes()
    elif storage.numbers is not None:
        numbers = np.dtype(storage.numbers).newbyteorder("<")
        getattr(proto, storage.field).extend(flat.view(numbers).tolist())
    else:
        getattr(proto, storage.field).extend(flat.tolist())
    return proto


def to_array(proto: Any) -> tuple[np.ndarray, int]:
    """The array in a `TensorProto`, and its dtype as a number of the enum `DataType`.

    The array is new and writable; strings are an array of `bytes` objects.

    Raises:
        InvalidArgumentError: the dtype has no values that can be read; the shape is not known, too
            large, or of more than 64 axes; the values do not fit the shape or the dtype.
    """
    data_type = proto.dtype
    storage = _STORAGE.get(data_type)
    if storage is None:
        raise invalid_argument(
            f"TensorProto: a value of dtype {_name(data_type)} cannot be read; only numbers, "
            "booleans and strings can."
        )
    shape = _checked_shape(proto.tensor_shape, storage)
    if proto.tensor_content:
        flat = _from_content(proto.tensor_content, math.prod(shape), storage)
    else:
        flat = _from_typed_field(proto, math.prod(shape), storage)
    return flat.reshape(shape), data_type


def dtype_of(data_type: int) -> np.dtype[Any] | None:
    """The NumPy dtype of a number of the enum `DataType`; None if it has no values."""
    storage = _STORAGE.get(data_type)
    return None if storage is None else storage.dtype


def _name(data_type: int) -> str:
    """`DT_FLOAT`, or the number where there is no name for it."""
    known = schema.DataType.DESCRIPTOR.values_by_number.get(data_type)
    return known.name if known else str(data_type)


def _as_bytes(element: Any) -> bytes:
    if isinstance(element, str):
        return element.encode()
    if isinstance(element, bytes):
        return element
    raise TypeError(
        "A TensorProto of DT_STRING is made from an array of bytes and str. "
        f"Received an element of type {type(element).__name__}."
    )


def _has_only_content(storage: _Storage, array: np.ndarray) -> bool:
    # TF: its Python side does not know these three in a typed field, neither writing nor reading.
    return array.size > 0 and storage.name.endswith("FNUZ")


def _checked_shape(shape_proto: Any, storage: _Storage) -> tuple[int, ...]:
    """The shape, if an array can have it."""
    if shape_proto.unknown_rank:
        raise invalid_argument(
            "TensorProto: the shape of a value must be known. Received <unknown>."
        )
    axes = len(shape_proto.dim)
    if axes > _MOST_AXES:
        raise invalid_argument(
            f"TensorProto: a value can have at most {_MOST_AXES} axes. Received {axes}."
        )
    shape = tuple(dim.size for dim in shape_proto.dim)
    if any(size < 0 for size in shape):
        raise invalid_argument(
            f"TensorProto: sizes must not be negative. Received shape={list(shape)}."
        )
    # Axes of size 0 do not help: NumPy multiplies the others.
    if math.prod(size for size in shape if size) * storage.dtype.itemsize > np.iinfo(np.intp).max:
        raise invalid_argument(f"TensorProto: no array can be as large as shape={list(shape)}.")
    return shape


def _from_content(content: bytes, size: int, storage: _Storage) -> np.ndarray:
    """The elements from an array's memory."""
    if storage.dtype.hasobject:
        return _strings_from_content(content, size)
    required = size * storage.dtype.itemsize
    if len(content) != required:
        raise invalid_argument(
            f"TensorProto: {size} elements of {storage.name} take {required} bytes of "
            f"tensor_content. Received {len(content)} bytes."
        )
    numbers = np.frombuffer(content, np.uint8)
    if storage.bits is not None:
        # The bits above are arbitrary: -1 of four bits comes as 0x0f and as 0xff.
        return (numbers & ((1 << storage.bits) - 1)).view(storage.dtype)
    if storage.dtype == np.bool_ and numbers.max() > 1:
        raise invalid_argument(
            "TensorProto: tensor_content of DT_BOOL must be of bytes 0 and 1. "
            f"Received a byte {numbers.max()}."
        )
    stored = np.frombuffer(content, storage.dtype.newbyteorder("<"))
    return stored.astype(storage.dtype, copy=True)


def _strings_from_content(content: bytes, size: int) -> np.ndarray:
    """Strings as the lengths of all, each a varint, and then the bytes of all."""
    # Each length takes a byte at least, so the claimed size is bounded by what is there.
    if size > len(content):
        raise invalid_argument(
            f"TensorProto: {size} elements of DT_STRING take at least as many bytes of "
            f"tensor_content. Received {len(content)} bytes."
        )
    try:
        lengths, position = read_lengths(content, size)
    except ValueError as error:
        raise invalid_argument(
            "TensorProto: tensor_content of DT_STRING must begin with the lengths of the strings. "
            f"Received something else: {error}."
        ) from None
    if len(content) - position != sum(lengths):
        raise invalid_argument(
            f"TensorProto: tensor_content of DT_STRING announces {sum(lengths)} bytes of text. "
            f"Received {len(content) - position} bytes."
        )
    return cut(content[position:], lengths)


def _from_typed_field(proto: Any, size: int, storage: _Storage) -> np.ndarray:
    """The elements from the list of numbers that belongs to the dtype."""
    field = getattr(proto, storage.field)
    count, left_over = divmod(len(field), storage.numbers_per_element)
    if left_over:
        raise invalid_argument(
            f"TensorProto: {storage.field} must have pairs of numbers. "
            f"Received {len(field)} numbers."
        )
    if count > size:
        raise invalid_argument(
            f"TensorProto: {storage.field} can have at most one value for each of the {size} "
            f"elements of the shape. Received {count} values."
        )
    if not count and size:
        _check_no_other_values(proto, storage)
    if count < size and size * storage.dtype.itemsize > MOST_BYTES:
        raise invalid_argument(
            f"TensorProto: a value that repeats its last element can take {MOST_BYTES} bytes "
            f"at most. Received {size} elements of {storage.name} by {count} values."
        )

    elements = _elements(field, storage)
    if count == size:
        return elements
    padded = np.empty(size, storage.dtype)
    padded[:count] = elements
    if count:
        padded[count:] = elements[-1]
    else:
        padded[:] = b"" if storage.dtype.hasobject else np.zeros((), storage.dtype)
    return padded


def _check_no_other_values(proto: Any, storage: _Storage) -> None:
    """Values in the wrong field are a mistake, not the value zero."""
    wrong = [name for name in _TYPED_FIELDS if name != storage.field and len(getattr(proto, name))]
    if wrong:
        raise invalid_argument(
            f"TensorProto: the values of {storage.name} must be in {storage.field}. "
            f"Received them in {', '.join(wrong)}."
        )


def _elements(field: Any, storage: _Storage) -> np.ndarray:
    """The values of a typed field as a flat array of the dtype."""
    if storage.dtype.hasobject:
        strings = np.empty(len(field), object)
        strings[:] = list(field)
        return strings
    if storage.field == "float8_val":
        return _from_content(field, len(field), storage) if field else np.empty(0, storage.dtype)
    if storage.field not in ("int_val", "half_val"):
        return np.array(field, storage.numbers or storage.dtype).view(storage.dtype)

    # These two hold several dtypes, and so numbers that are none of the dtype's.
    numbers = np.array(field, np.int32)
    if storage.bits is not None:
        limits: Any = ml_dtypes.iinfo(storage.dtype)
    else:
        limits = np.iinfo(storage.numbers or storage.dtype)
    if numbers.size and (numbers.min() < limits.min or numbers.max() > limits.max):
        raise invalid_argument(
            f"TensorProto: {storage.field} of {storage.name} must be from {limits.min} to "
            f"{limits.max}. Received numbers from {numbers.min()} to {numbers.max()}."
        )
    return numbers.astype(storage.numbers or storage.dtype).view(storage.dtype)
