"""Messages of worker processes: what a call brings, and what it returns.

A request is pickled: it comes from the process that began the worker. An answer is not: its sender ran a
model of unknown origin. It is JSON and the bytes of arrays, and reading it makes arrays and nothing else.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from stagelight.types.dtypes import as_dtype

_LENGTH = struct.Struct("<Q")


class GraphForm(NamedTuple):
    """A function graph: its library, name there, what is known of its resources, and whether it runs once."""

    library: bytes
    name: str
    handle_data: list[Any]
    is_interim: bool
    settings: Any


class Request(NamedTuple):
    """A call.

    Attributes:
        graph: the number of the graph.
        form: the graph; None where the worker has it.
        arguments: an array for each input, or the number of a resource.
        states: by number, resources whose state the worker does not have.
        written: the numbers of resources whose state is wanted afterwards.
    """

    graph: int
    form: GraphForm | None
    arguments: list[Any]
    states: dict[int, Any]
    written: list[int]


class VariableState(NamedTuple):
    """A variable's name, dtype (as number), shape (as list), and value."""

    name: str
    dtype: int
    shape: list[int | None] | None
    value: np.ndarray | None


class TableState(NamedTuple):
    """A lookup table's dtypes (as numbers), options, and what it has; None before it is filled."""

    key_dtype: int
    value_dtype: int
    value_shape: tuple[int, ...]
    is_static: bool
    reserved: dict[Any, str]
    content: tuple[np.ndarray, np.ndarray] | None


def answer(groups: Sequence[Sequence[np.ndarray | None]]) -> bytes:
    """The bytes of an answer with arrays, in groups."""
    heads: list[list[Any]] = []
    parts: list[bytes] = []
    for group in groups:
        heads.append([])
        for array in group:
            head, content = _packed(array)
            heads[-1].append(head)
            parts.append(content)
    text = json.dumps({"groups": heads}).encode()
    return b"".join([_LENGTH.pack(len(text)), text, *parts])


def error_answer(kind: str, code: int, message: str) -> bytes:
    """The bytes of an answer that is an error."""
    text = json.dumps({"error": [kind, code, message]}).encode()
    return _LENGTH.pack(len(text)) + text


def read_answer(content: bytes | bytearray) -> tuple[list[list[np.ndarray | None]], Any]:
    """The groups of arrays of an answer, and its error: one of both is there.

    Raises:
        ValueError: it is malformed.
    """
    (length,) = _LENGTH.unpack_from(content)
    head = json.loads(content[_LENGTH.size : _LENGTH.size + length])
    if "error" in head:
        return [], head["error"]
    place = _LENGTH.size + length
    groups: list[list[np.ndarray | None]] = []
    for group in head["groups"]:
        groups.append([])
        for told in group:
            array, place = _unpacked(told, content, place)
            groups[-1].append(array)
    return groups, None


def _packed(array: np.ndarray | None) -> tuple[Any, bytes]:
    """What is told of an array, and its elements."""
    if array is None:
        return None, b""
    if array.dtype == object:
        texts = [x.encode() if isinstance(x, str) else bytes(x) for x in array.reshape(-1)]
        return ["text", list(array.shape), list(map(len, texts))], b"".join(texts)
    number = as_dtype(array.dtype).as_datatype_enum
    content = np.ascontiguousarray(array).tobytes()
    return [number, list(array.shape), len(content)], content


def _unpacked(told: Any, content: bytes | bytearray, place: int) -> tuple[np.ndarray | None, int]:
    """The array that is told of, and where the next one begins."""
    if told is None:
        return None, place
    kind, shape, lengths = told
    if kind == "text":
        array = np.empty(len(lengths), object)
        for i, length in enumerate(lengths):
            array[i] = bytes(content[place : place + length])
            place += length
        return array.reshape(shape), place
    dtype = as_dtype(int(kind)).as_numpy_dtype
    array = np.frombuffer(content, np.uint8, int(lengths), place).copy().view(dtype)
    return array.reshape(shape), place + int(lengths)
