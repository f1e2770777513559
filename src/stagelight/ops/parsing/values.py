"""Values of the features of examples, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.inference import invalid
from stagelight.formats import schema
from stagelight.types.dtypes import DType, float32, int64, string

_KINDS = {float32: "float_list", int64: "int64_list", string: "bytes_list"}
_NAMES = {"float_list": "float", "int64_list": "int64", "bytes_list": "string", None: "nothing"}


def message_of(message_class: Any, data: bytes, where: str) -> Any:
    """The message in bytes.

    Raises:
        InvalidArgumentError: they are none.
    """
    try:
        return schema.parsed(message_class, data)
    except ValueError as error:
        raise invalid(
            f"{where}: Could not parse example input, {len(data)} bytes that are no "
            f"{message_class.__name__}."
        ) from error


def values_of(feature: Any, dtype: DType, where: str) -> Sequence[Any]:
    """The values of a feature; none if it has no kind.

    Raises:
        InvalidArgumentError: they are of another dtype.
    """
    kind = feature.WhichOneof("kind")
    if kind is None:
        return ()
    if kind != _KINDS[dtype]:
        raise invalid(
            f"{where}.  Data types don't match. Data type: {_NAMES[kind]} but expected type: "
            f"{_NAMES[_KINDS[dtype]]}"
        )
    values: Sequence[Any] = getattr(feature, kind).value
    return values


def array_of(values: Sequence[Any], dtype: DType) -> np.ndarray:
    """Values as a vector."""
    array = np.empty(len(values), dtype.numpy_dtype)
    array[:] = values
    return array


def require_kind(dtype: DType, what: str) -> None:
    """Refuses dtypes that features do not have."""
    if dtype not in _KINDS:
        raise invalid(
            f"Value for attr '{what}' of {dtype.name} is not in the list of allowed values: float, "
            "int64, string"
        )


def sparse_parts(
    rows: Sequence[Sequence[Any]], dtype: DType
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows of values as the indices, values and shape of a sparse matrix."""
    counts = np.array([len(row) for row in rows], np.int64)
    of_row = np.repeat(np.arange(len(rows)), counts)
    in_row = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    indices = np.stack([of_row, in_row], 1).astype(np.int64)
    shape = np.array([len(rows), counts.max(initial=0)], np.int64)
    return indices, joined(rows, dtype), shape


def joined(rows: Sequence[Sequence[Any]], dtype: DType) -> np.ndarray:
    """Rows of values, one after the other."""
    return array_of([value for row in rows for value in row], dtype)


def splits_of(rows: Sequence[Sequence[Any]], dtype: DType) -> np.ndarray:
    """Where rows begin and end."""
    counts = [len(row) for row in rows]
    return np.concatenate([[0], np.cumsum(counts)]).astype(dtype.numpy_dtype)


def padded_rows(
    rows: Sequence[Sequence[Any]], shape: Sequence[int], default: np.ndarray, dtype: DType, key: str
) -> np.ndarray:
    """Rows of any number of items of a shape, padded to the longest."""
    size = int(np.prod(shape, dtype=np.int64))
    for i, row in enumerate(rows):
        if size == 0 or len(row) % size:
            raise invalid(
                f"Key: {key}, Index: {i}.  Number of values is not a multiple of stride length. Values "
                f"size: {len(row)} but stride is {size}"
            )
    most = max((len(row) for row in rows), default=0)
    result = np.empty((len(rows), most), dtype.numpy_dtype)
    result[...] = default.reshape(-1)[0] if default.size else (b"" if dtype is string else 0)
    for i, row in enumerate(rows):
        result[i, : len(row)] = row
    return result.reshape(len(rows), most // size if size else 0, *shape)
