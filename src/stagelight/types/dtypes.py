"""Element types of tensors: `tf.float32` and its kin.

There is one `DType` instance for each dtype, so the package compares them with `is`. Each knows its
NumPy dtype (bfloat16, float8 and the 2 and 4 bit kinds come from ml_dtypes), its number in
TensorFlow's `DataType` enum, and to which groups it belongs. Strings, resources and variants live
in arrays of objects. Groups (`FLOATING`, `INTEGER`, ...) are what signatures of operations name.
Conversion between dtypes, and the dtype of a Python value, are matters of higher floors.
"""

from __future__ import annotations

import abc
import builtins
from collections.abc import Sequence
from typing import Any, Final, Union

import ml_dtypes
import numpy as np

from stagelight.boundary import guarded, guards_itself, leave
from stagelight.public import public, publish
from stagelight.types.trace_type import TensorFree, TraceType

_all: list[DType] = []
_by_enum: dict[int, DType] = {}
_by_numpy_type: dict[Any, DType] = {}
BY_NUMPY_DTYPE: dict[np.dtype[Any], DType] = {}
_by_anything: dict[Any, DType] = {}


_KERNEL_NAMES = {"float32": "float", "float64": "double", "float16": "half"}


@public("DType", "dtypes.DType")
class DType(TensorFree, metaclass=abc.ABCMeta):
    """The type of the elements of a tensor.

    Instances are the constants `tf.float32`, `tf.int64`, ... A DType equals whatever
    `tf.as_dtype` turns into it: its name, its NumPy type or dtype.

    >>> import stagelight as tf
    >>> tf.float32
    tf.float32
    >>> tf.float32 == "float32", tf.int8.max
    (True, 127)
    """

    __slots__ = (
        "_carries_gradients",
        "_category",
        "as_datatype_enum",
        "as_numpy_dtype",
        "is_bool",
        "is_complex",
        "is_floating",
        "is_integer",
        "is_numeric",
        "is_numpy_compatible",
        "is_quantized",
        "is_unsigned",
        "name",
        "numpy_dtype",
        "size",
    )

    _carries_gradients: builtins.bool
    _category: str
    name: str
    as_datatype_enum: int
    as_numpy_dtype: Any
    numpy_dtype: np.dtype[Any]
    size: int
    is_bool: builtins.bool
    is_complex: builtins.bool
    is_floating: builtins.bool
    is_integer: builtins.bool
    is_numeric: builtins.bool
    is_numpy_compatible: builtins.bool
    is_quantized: builtins.bool
    is_unsigned: builtins.bool

    def __new__(cls, type_value: Any) -> DType:
        """The one instance for `type_value`; the same as `tf.as_dtype`."""
        return as_dtype(type_value)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"A DType cannot be changed; tried to set {name!r} of {self!r}.")

    @property
    def base_dtype(self) -> DType:
        """Itself; there are no reference dtypes."""
        return self

    @property
    def real_dtype(self) -> DType:
        """The dtype of the real part: float32 of complex64, float64 of complex128, else itself."""
        if self is complex64:
            return float32
        if self is complex128:
            return float64
        return self

    @property
    def min(self) -> Any:
        """The lowest finite value.

        Raises:
            TypeError: values of this dtype have no order.
        """
        return self._limit("min", "minimum")

    @property
    def max(self) -> Any:
        """The highest finite value.

        Raises:
            TypeError: values of this dtype have no order.
        """
        return self._limit("max", "maximum")

    def _limit(self, end: str, word: str) -> Any:
        if self.is_integer:
            return int(getattr(ml_dtypes.iinfo(self.numpy_dtype), end))
        if self.is_floating:
            return getattr(ml_dtypes.finfo(self.numpy_dtype), end)
        message = f"Cannot find {word} value of {self}"
        if self.is_quantized:
            message += f" with quantized type {self}"
        elif self.is_numpy_compatible:
            message += f" with type {self}"
        raise TypeError(f"{message}.")

    @property
    @guarded
    def limits(self) -> tuple[Any, Any]:
        """The range of images of this dtype, from zero: `(0, 255)` for uint8, `(0, 1)` for floats.

        Raises:
            ValueError: images do not use this dtype.
        """
        if self.is_bool:
            return 0, True
        if self in (float32, float64):
            return 0, 1
        if self in SIGNED_INTEGER or self in UNSIGNED_INTEGER:
            return 0, self.max
        raise ValueError(f"{self} does not have defined limits.")

    @property
    def kernel_name(self) -> str:
        """The name that TensorFlow's kernels use in messages: "float" for float32, as in C++."""
        return _KERNEL_NAMES.get(self.name, self.name)

    def is_compatible_with(self, other: Any) -> builtins.bool:
        """Whether a tensor of `other` can stand where this dtype is asked for: they are equal."""
        return self is as_dtype(other)

    def is_subtype_of(self, other: Any) -> builtins.bool:
        """Whether `other` is this dtype."""
        return self == other

    def most_specific_common_supertype(self, others: Sequence[Any]) -> DType | None:
        """This dtype if all others are it too, else None."""
        return self if all(self == other for other in others) else None

    def __eq__(self, other: object) -> builtins.bool:
        if self is other:
            return True
        if other is None or isinstance(other, DType):
            return False
        try:
            return self is as_dtype(other)
        except TypeError:
            return False

    def __ne__(self, other: object) -> builtins.bool:
        return not self == other

    def __hash__(self) -> int:
        return self.as_datatype_enum

    def __repr__(self) -> str:
        return f"tf.{self.name}"

    def __str__(self) -> str:
        return f"<dtype: {self.name!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return as_dtype, (self.name,)


TraceType.register(DType)

# What `as_dtype` takes.
DTypeLike = Union[DType, str, int, type, np.dtype[Any]]


@public("as_dtype", "dtypes.as_dtype")
@guards_itself
def as_dtype(type_value: Any) -> DType:
    """Converts a name, NumPy dtype or type, or enum number to a `DType`.

    Args:
        type_value: A `DType`; a name such as "float32", "half" or "double"; a NumPy dtype or scalar
            type; one of Python's `float` (float32), `bool` and `object` (string); a number of
            TensorFlow's `DataType` enum; or anything with a `dtype`.

    Returns:
        The `DType`.

    Raises:
        TypeError: there is no such dtype. Python's `int` is ambiguous and has none.

    >>> import stagelight as tf
    >>> tf.as_dtype("half"), tf.as_dtype(float)
    (tf.float16, tf.float32)
    """
    try:
        if type(type_value) is DType:
            return type_value
        try:
            found = _by_anything.get(type_value)
        except TypeError:  # not hashable, such as an array
            found = None
        if found is None and type(type_value) is int:
            found = _by_enum.get(type_value)
        if found is not None:
            return found
        numpy_dtype = getattr(type_value, "dtype", type_value)
        if isinstance(numpy_dtype, DType):
            return numpy_dtype
        if isinstance(numpy_dtype, np.dtype):
            found = _by_numpy_type.get(_numpy_key(numpy_dtype))
            if found is not None:
                return found
        raise TypeError(
            f"Cannot convert the argument `type_value`: {type_value!r} to a TensorFlow DType."
        )
    except BaseException as error:
        leave(error)
        raise


def from_numpy(numpy_dtype: np.dtype[Any]) -> DType:
    """The dtype of arrays of `numpy_dtype`; string for arrays of objects, bytes or str.

    Raises:
        TypeError: tensors cannot hold such elements.
    """
    found = BY_NUMPY_DTYPE.get(numpy_dtype)
    return as_dtype(numpy_dtype) if found is None else found


def _numpy_key(numpy_dtype: np.dtype[Any]) -> Any:
    """A NumPy dtype without byte order and string length; a quantized kind is its own key."""
    return numpy_dtype if numpy_dtype.names else numpy_dtype.type


def _define(enum: int, name: str, category: str, numpy_type: Any, *also: str) -> DType:
    """Makes the one instance of a dtype and enters it under all its names."""
    numpy_dtype = np.dtype(numpy_type)
    is_handle = category == "handle"
    is_array_of_objects = numpy_dtype == np.dtype(object)
    is_narrow = numpy_dtype.itemsize == 1 and numpy_dtype.isbuiltin != 1
    fields = {
        "_category": category,
        # Through a handle they flow to the values behind it.
        "_carries_gradients": category in ("floating", "complex", "handle"),
        "name": name,
        "as_datatype_enum": enum,
        "as_numpy_dtype": numpy_type,
        "numpy_dtype": numpy_dtype,
        "size": 0 if is_array_of_objects else numpy_dtype.itemsize,
        "is_bool": category == "bool",
        "is_complex": category == "complex",
        "is_floating": category == "floating",
        "is_integer": category in ("signed", "unsigned"),
        # TF: the float8, 4 bit and 2 bit kinds only store; arithmetic on them is not offered.
        "is_numeric": category == "quantized"
        or (category in ("signed", "unsigned", "floating", "complex") and not is_narrow),
        "is_numpy_compatible": not is_handle,
        "is_quantized": category == "quantized",
        "is_unsigned": category == "unsigned",
    }
    dtype = object.__new__(DType)
    for field, value in fields.items():
        object.__setattr__(dtype, field, value)
    _all.append(dtype)
    _by_enum[enum] = dtype
    for key in (name, *also):
        _by_anything[key] = dtype
    if not is_handle:
        _by_anything[_numpy_key(numpy_dtype)] = dtype
        _by_numpy_type[_numpy_key(numpy_dtype)] = dtype
        if not numpy_dtype.hasobject:  # which strings share with resources and variants
            BY_NUMPY_DTYPE[numpy_dtype] = dtype
    return dtype


float32: Final = _define(1, "float32", "floating", np.float32, "float")
float64: Final = _define(2, "float64", "floating", np.float64, "double")
int32: Final = _define(3, "int32", "signed", np.int32)
uint8: Final = _define(4, "uint8", "unsigned", np.uint8)
int16: Final = _define(5, "int16", "signed", np.int16)
int8: Final = _define(6, "int8", "signed", np.int8)
string: Final = _define(7, "string", "string", object)
complex64: Final = _define(8, "complex64", "complex", np.complex64)
int64: Final = _define(9, "int64", "signed", np.int64)
bool_: Final = _define(10, "bool", "bool", np.bool_)
qint8: Final = _define(11, "qint8", "quantized", np.dtype([("qint8", np.int8)]))
quint8: Final = _define(12, "quint8", "quantized", np.dtype([("quint8", np.uint8)]))
qint32: Final = _define(13, "qint32", "quantized", np.dtype([("qint32", np.int32)]))
bfloat16: Final = _define(14, "bfloat16", "floating", ml_dtypes.bfloat16)
qint16: Final = _define(15, "qint16", "quantized", np.dtype([("qint16", np.int16)]))
quint16: Final = _define(16, "quint16", "quantized", np.dtype([("quint16", np.uint16)]))
uint16: Final = _define(17, "uint16", "unsigned", np.uint16)
complex128: Final = _define(18, "complex128", "complex", np.complex128)
float16: Final = _define(19, "float16", "floating", np.float16, "half")
resource: Final = _define(20, "resource", "handle", object)
variant: Final = _define(21, "variant", "handle", object)
uint32: Final = _define(22, "uint32", "unsigned", np.uint32)
uint64: Final = _define(23, "uint64", "unsigned", np.uint64)
float8_e5m2: Final = _define(24, "float8_e5m2", "floating", ml_dtypes.float8_e5m2)
float8_e4m3fn: Final = _define(25, "float8_e4m3fn", "floating", ml_dtypes.float8_e4m3fn)
float8_e4m3fnuz: Final = _define(26, "float8_e4m3fnuz", "floating", ml_dtypes.float8_e4m3fnuz)
float8_e4m3b11fnuz: Final = _define(
    27, "float8_e4m3b11fnuz", "floating", ml_dtypes.float8_e4m3b11fnuz
)
float8_e5m2fnuz: Final = _define(28, "float8_e5m2fnuz", "floating", ml_dtypes.float8_e5m2fnuz)
int4: Final = _define(29, "int4", "signed", ml_dtypes.int4)
uint4: Final = _define(30, "uint4", "unsigned", ml_dtypes.uint4)
int2: Final = _define(31, "int2", "signed", ml_dtypes.int2)
uint2: Final = _define(32, "uint2", "unsigned", ml_dtypes.uint2)
float4_e2m1fn: Final = _define(33, "float4_e2m1fn", "floating", ml_dtypes.float4_e2m1fn)
half: Final = float16
double: Final = float64

_by_anything.update({float: float32, bool: bool_, object: string})
for _text_type in (np.object_, np.str_, np.bytes_):
    _by_anything[_text_type] = _by_numpy_type[_text_type] = string
# C's `long long` and `long` are two NumPy types, both of 64 bits on some platforms.
for _c_name in ("intc", "uintc", "longlong", "ulonglong", "int_", "uint"):
    _c_type = np.dtype(_c_name)
    _by_anything[_c_type.type] = _by_numpy_type[_c_type.type] = BY_NUMPY_DTYPE[
        np.dtype(f"{_c_type.kind}{_c_type.itemsize}")
    ]

FLOATING: Final = (float16, bfloat16, float32, float64)
COMPLEX: Final = (complex64, complex128)
INEXACT: Final = FLOATING + COMPLEX
SIGNED_INTEGER: Final = (int8, int16, int32, int64)
UNSIGNED_INTEGER: Final = (uint8, uint16, uint32, uint64)
INTEGER: Final = SIGNED_INTEGER + UNSIGNED_INTEGER
INDEX: Final = (int32, int64)
REAL: Final = FLOATING + INTEGER
NUMERIC: Final = REAL + COMPLEX
QUANTIZED: Final = (qint8, quint8, qint16, quint16, qint32)
FLOAT8: Final = (float8_e5m2, float8_e4m3fn, float8_e4m3fnuz, float8_e4m3b11fnuz, float8_e5m2fnuz)
# Stored in one byte an element; TF computes nothing on them but casts.
NARROW: Final = (int2, uint2, int4, uint4, float4_e2m1fn, *FLOAT8)
ALL: Final = tuple(_all)

for _dtype in ALL:
    if _dtype in NARROW:
        publish(f"dtypes.experimental.{_dtype.name}", _dtype)
    else:
        publish(_dtype.name, _dtype)
        publish(f"dtypes.{_dtype.name}", _dtype)
for _alias, _dtype in (("half", float16), ("double", float64)):
    publish(_alias, _dtype)
    publish(f"dtypes.{_alias}", _dtype)
QUANTIZED_DTYPES: Final = frozenset(QUANTIZED)
publish("dtypes.QUANTIZED_DTYPES", QUANTIZED_DTYPES)
