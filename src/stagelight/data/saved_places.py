"""The places of an iteration as bytes, for checkpoints; and arrays as bytes, for files.

uint64    length of the outline
bytes     the outline: JSON, in which containers are tagged, and bytes and arrays are numbers
then each of the bytes and arrays, these as `TensorProto`s, after its length as uint64
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.registry import lookup
from stagelight.types.dtypes import as_dtype

_LENGTH = struct.Struct("<Q")


def encoded(value: Any) -> bytes:
    """The bytes of numbers, texts, bytes, None, arrays, and lists, tuples and dicts of these.

    Raises:
        FailedPreconditionError: there is something else, such as a dataset that is an element.
    """
    pieces: list[bytes] = []
    outline = json.dumps(_outline(value, pieces), separators=(",", ":")).encode()
    return b"".join(_LENGTH.pack(len(part)) + part for part in (outline, *pieces))


def _outline(value: Any, pieces: list[bytes]) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return {"d": [[_outline(k, pieces), _outline(v, pieces)] for k, v in value.items()]}
    if isinstance(value, (list, tuple)):
        tag = "l" if isinstance(value, list) else "t"
        return {tag: [_outline(item, pieces) for item in value]}
    if isinstance(value, bytes):
        pieces.append(value)
        return {"b": len(pieces) - 1}
    if isinstance(value, (np.ndarray, np.generic)):
        pieces.append(array_bytes(np.asarray(value)))
        return {"a": len(pieces) - 1}
    raise _not_kept(value)


def _not_kept(value: Any) -> errors.FailedPreconditionError:
    return errors.FailedPreconditionError(
        None, None, f"What a pipeline has at hand cannot be written down: {type(value).__name__}"
    )


def decoded(data: bytes) -> Any:
    """What `encoded` made bytes of.

    Raises:
        DataLossError: they are damaged.
    """
    try:
        outline, *pieces = _parts(data)
        return _value(json.loads(outline), pieces)
    except (ValueError, KeyError, IndexError, TypeError, struct.error, errors.OpError) as error:
        raise errors.DataLossError(
            None, None, f"The saved place of an iterator is damaged: {error}"
        ) from error


def _parts(data: bytes) -> list[bytes]:
    parts, at = [], 0
    while at < len(data):
        (length,) = _LENGTH.unpack_from(data, at)
        at += _LENGTH.size
        if at + length > len(data):
            raise ValueError("it ends too early")
        parts.append(data[at : at + length])
        at += length
    return parts


def _value(outline: Any, pieces: Sequence[bytes]) -> Any:
    if not isinstance(outline, dict):
        return outline
    ((tag, content),) = outline.items()
    if tag == "d":
        return {_value(k, pieces): _value(v, pieces) for k, v in content}
    if tag in "lt":
        items = [_value(item, pieces) for item in content]
        return items if tag == "l" else tuple(items)
    return pieces[content] if tag == "b" else array_of(pieces[content])


def array_bytes(array: np.ndarray) -> bytes:
    """An array as a `TensorProto`.

    Raises:
        FailedPreconditionError: it holds something else than numbers and strings.
    """
    if array.dtype.hasobject:
        for item in array.reshape(-1):
            if not isinstance(item, bytes):
                raise _not_kept(item)
    data: bytes = lookup("SerializeTensor").kernel(np, array).item()
    return data


def array_of(data: bytes) -> np.ndarray:
    """The array of a `TensorProto` that `array_bytes` made: its dtype stands first.

    Raises:
        InvalidArgumentError: it is none.
    """
    if len(data) < 2 or data[0] != 8:
        raise errors.InvalidArgumentError(None, None, "An array has no dtype.")
    serialized = np.asarray(data, object)
    array: np.ndarray = lookup("ParseTensor").kernel(np, serialized, out_type=as_dtype(data[1]))
    return array
