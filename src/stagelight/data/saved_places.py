"""The places of an iteration as bytes, for checkpoints.

uint64    length of the outline
bytes     the outline: JSON, in which containers and listed elements are tagged, and bytes and arrays are
          numbers
then each of the bytes and arrays, these as `TensorProto`s, after its length as uint64
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.data.component_bytes import array_of, bytes_of, not_kept
from stagelight.data.elements import Listed, in_variant

_LENGTH = struct.Struct("<Q")


def encoded(value: Any) -> bytes:
    """The bytes of numbers, texts, bytes, None, arrays, windows, and lists, tuples and dicts of these.

    Raises:
        FailedPreconditionError: there is something else, such as an element that is a mapped dataset.
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
    if isinstance(value, np.ndarray) and value.dtype.hasobject and not value.ndim:
        elements = value[()]
        if isinstance(elements, Listed):
            return {"e": _outline(elements.items, pieces)}
    if isinstance(value, (np.ndarray, np.generic)):
        pieces.append(bytes_of(np.asarray(value)))
        return {"a": len(pieces) - 1}
    raise not_kept(value)


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
    if tag == "e":
        return in_variant(Listed(_value(content, pieces)))
    return pieces[content] if tag == "b" else array_of(pieces[content])
