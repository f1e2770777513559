"""Bytes as numbers, and compressed bytes: `tf.io.decode_raw`, `tf.io.decode_compressed`."""

from __future__ import annotations

import zlib
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import UNKNOWN, Inferred, constant_value, invalid, same_as_input
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.strings.string_arrays import mapped
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

# ---------------------------------------------------------------------------- DecodeRaw

_RAW_TYPES = (
    *dtypes.INEXACT,
    *dtypes.SIGNED_INTEGER,
    dtypes.uint8,
    dtypes.uint16,
    dtypes.bool_,
)


def _infer_raw(data: Tensor, *, out_type: DType, little_endian: bool = True) -> Inferred:
    shape = UNKNOWN if data.shape.rank is None else data.shape.concatenate([None])
    return Inferred(shape, out_type)


def _as_numbers(
    rows: list[bytes], shape: tuple[int, ...], size: int, dtype: DType, little_endian: bool
) -> np.ndarray:
    """Strings of `size` bytes each as rows of numbers."""
    order = "<" if little_endian else ">"
    stored = dtype.numpy_dtype
    numbers = np.frombuffer(b"".join(rows), np.uint8)
    if stored.itemsize > 1 and order == ">":
        # The parts of a complex number are turned each by itself.
        part = stored.itemsize // (2 if stored.kind == "c" else 1)
        numbers = numbers.reshape(-1, part)[:, ::-1].reshape(-1)
    if dtype.is_bool:
        numbers = numbers != 0
    counts = (*shape, size // stored.itemsize)
    return np.ascontiguousarray(numbers).view(stored).reshape(counts).copy()


def _decode_raw(
    xp: ModuleType, data: np.ndarray, *, out_type: DType, little_endian: bool = True
) -> np.ndarray:
    rows = list(data.flat)
    size = len(rows[0]) if rows else 0
    width = out_type.numpy_dtype.itemsize
    for index, row in enumerate(rows):
        if len(row) != size:
            raise invalid(
                "DecodeRaw requires input strings to all be the same size, but element "
                f"{index} has size {size} != {len(row)}"
            )
    if size % width:
        raise invalid(
            f"Input to DecodeRaw has length {size} that is not a multiple of {width}, the size of "
            f"{out_type.name}"
        )
    return _as_numbers(rows, data.shape, size, out_type, little_endian)


define(
    "DecodeRaw",
    "bytes: string",
    "output: out_type",
    {"out_type": types(_RAW_TYPES), "little_endian": True},
    infer=_infer_raw,
    kernel=_decode_raw,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


# ---------------------------------------------------------------------------- DecodePaddedRaw


def _row_length(fixed_length: int, dtype: DType) -> int:
    """How many numbers a row has."""
    width = dtype.numpy_dtype.itemsize
    if fixed_length <= 0:
        raise invalid(f"fixed_length ({fixed_length}) must be greater than zero.")
    if fixed_length % width:
        raise invalid(
            f"fixed_length ({fixed_length}) must be a multiple of the size of out_type ({width})"
        )
    return fixed_length // width


def _infer_padded(
    data: Tensor, fixed_length: Tensor, *, out_type: DType, little_endian: bool = True
) -> Inferred:
    if data.shape.rank is None:
        return Inferred(UNKNOWN, out_type)
    known = constant_value(fixed_length)
    count = None if known is None else _row_length(int(known), out_type)
    return Inferred(data.shape.concatenate([count]), out_type)


def _decode_padded(
    xp: ModuleType,
    data: np.ndarray,
    fixed_length: np.ndarray,
    *,
    out_type: DType,
    little_endian: bool = True,
) -> np.ndarray:
    size = int(fixed_length)
    _row_length(size, out_type)
    rows = [row[:size].ljust(size, b"\0") for row in data.flat]
    return _as_numbers(rows, data.shape, size, out_type, little_endian)


define(
    "DecodePaddedRaw",
    "input_bytes: string, fixed_length: int32",
    "output: out_type",
    {"out_type": types(_RAW_TYPES), "little_endian": True},
    infer=_infer_padded,
    kernel=_decode_padded,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("io.decode_raw")
def decode_raw(
    input_bytes: Any,
    out_type: Any,
    little_endian: bool = True,
    fixed_length: Any = None,
    name: str | None = None,
) -> Tensor:
    """The bytes of each string as a row of numbers.

    Args:
        input_bytes: string tensor, all strings of one length unless `fixed_length` is given.
        out_type: the dtype of the numbers.
        little_endian: whether the byte with the lowest value comes first.
        fixed_length: the number of bytes that are read of each string; zeros are put behind shorter
            ones.
        name: name of the operation.

    Returns:
        Tensor of that dtype with one more axis than `input_bytes`.

    Raises:
        InvalidArgumentError: lengths that differ, or are no multiple of the dtype's size.

    >>> tf.io.decode_raw(["ab", "cd"], tf.uint8).numpy()
    array([[ 97,  98],
           [ 99, 100]], dtype=uint8)
    """
    options: dict[str, Any] = {"out_type": as_dtype(out_type), "little_endian": little_endian}
    if fixed_length is None:
        return raw.DecodeRaw(input_bytes, name=name, **options)
    return raw.DecodePaddedRaw(input_bytes, fixed_length, name=name, **options)


# ---------------------------------------------------------------------------- DecodeCompressed

# What zlib is told of the header that comes before the data.
_WINDOW_BITS = {"ZLIB": zlib.MAX_WBITS, "GZIP": 16 + zlib.MAX_WBITS}


def _decompress(xp: ModuleType, data: np.ndarray, *, compression_type: str = "") -> np.ndarray:
    if compression_type in ("", "NONE"):
        return data
    window_bits = _WINDOW_BITS.get(compression_type)
    if window_bits is None:
        raise invalid(
            "Only ZLIB, GZIP or NONE are supported compressions. "
            f"Received compression_type={compression_type!r}."
        )

    def decompressed(each: bytes) -> bytes:
        try:
            return zlib.decompress(each, window_bits)
        except zlib.error as error:
            raise errors.DataLossError(None, None, f"inflate() failed: {error}") from error

    return mapped(decompressed, data)


define(
    "DecodeCompressed",
    "bytes: string",
    "output: string",
    {"compression_type": ""},
    infer=same_as_input,
    kernel=_decompress,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("io.decode_compressed", "compat.v1.decode_compressed")
def decode_compressed(bytes: Any, compression_type: str = "", name: str | None = None) -> Tensor:
    """Decompresses each string.

    Args:
        bytes: string tensor.
        compression_type: "ZLIB", "GZIP", or "" for strings as they are.
        name: name of the operation.

    Returns:
        string tensor of the same shape.

    Raises:
        InvalidArgumentError: another kind of compression.
        DataLossError: a string is not compressed so.

    >>> import zlib
    >>> tf.io.decode_compressed(zlib.compress(b"text"), "ZLIB").numpy()
    b'text'
    """
    return raw.DecodeCompressed(bytes, compression_type=compression_type, name=name)
