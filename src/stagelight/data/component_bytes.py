"""The components of elements as bytes, for files: a `TensorProto` each, as TensorFlow's kernels write them.

Ragged and sparse tensors are variants, which hold tensors themselves. Other variants stand in files only if
what they hold says how it is made again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, Protocol, runtime_checkable

import numpy as np

from stagelight import errors
from stagelight.data.blocks import Components
from stagelight.formats import schema, tensor_proto
from stagelight.formats.record_files import read_records
from stagelight.formats.tensor_content import content_message
from stagelight.ops.ragged.variants import EncodedRagged
from stagelight.types.dtypes import from_numpy, string, variant

# The names by which TensorFlow knows what a variant holds.
_RAGGED = "RaggedTensorVariant"
_TENSOR = "tensorflow::Tensor"

_VARIANT = variant.as_datatype_enum

# What makes an object again of what it told of itself, by the name that it told.
STORED: dict[str, Callable[[bytes], Any]] = {}


@runtime_checkable
class Stored(Protocol):
    """What a variant may hold beside tensors: an object that says how it is made again."""

    def stored(self) -> tuple[str, bytes]:
        """A name in `STORED`, and what is handed to the function there."""


def not_kept(value: Any) -> errors.FailedPreconditionError:
    """The error about something that has no form in a file."""
    return errors.FailedPreconditionError(
        None, None, f"What a pipeline has at hand cannot be written down: {type(value).__name__}"
    )


def bytes_of(array: np.ndarray) -> bytes:
    """A component as bytes.

    Raises:
        FailedPreconditionError: it holds something else than numbers, strings and tensors of them.
    """
    data: bytes = _message(array).SerializeToString(deterministic=True)
    return data


def _message(array: np.ndarray) -> Any:
    items = array.reshape(-1).tolist() if array.dtype.hasobject else ()
    if all(isinstance(item, bytes) for item in items):
        return content_message(array, from_numpy(array.dtype).as_datatype_enum)
    entries = np.empty(array.shape, object)
    entries.reshape(-1)[:] = [_entry(item).SerializeToString(deterministic=True) for item in items]
    return content_message(entries, _VARIANT)


def _entry(item: Any) -> Any:
    """What a variant holds, as a message."""
    if isinstance(item, EncodedRagged):
        name, tensors = _RAGGED, [*item.splits, item.values]
    elif isinstance(item, np.ndarray):
        name, tensors = _TENSOR, [item]
    elif isinstance(item, Stored):
        name, metadata = item.stored()
        return schema.VariantTensorDataProto(type_name=name, metadata=metadata)
    else:
        raise not_kept(item)
    return schema.VariantTensorDataProto(type_name=name, tensors=map(_message, tensors))


def array_of(data: bytes) -> np.ndarray:
    """The component that some bytes are.

    Raises:
        InvalidArgumentError: they are none.
    """
    return _array(_parsed(schema.TensorProto, data))


def _parsed(message_class: Any, data: bytes) -> Any:
    try:
        return schema.parsed(message_class, data)
    except ValueError:
        raise _damaged(f"the bytes are no {message_class.__name__}") from None


def _array(proto: Any) -> np.ndarray:
    if proto.dtype != _VARIANT:
        return tensor_proto.to_array(proto)[0]
    # Messages stand as strings do.
    proto.dtype = string.as_datatype_enum
    array = tensor_proto.to_array(proto)[0]
    for index, data in np.ndenumerate(array):
        array[index] = _item(_parsed(schema.VariantTensorDataProto, data))
    return array


def _item(entry: Any) -> Any:
    if entry.type_name in STORED:
        return STORED[entry.type_name](entry.metadata)
    tensors = [_array(tensor) for tensor in entry.tensors]
    if entry.type_name == _RAGGED and tensors:
        *splits, values = tensors
        return EncodedRagged(tuple(splits), values)
    if entry.type_name == _TENSOR and len(tensors) == 1:
        return tensors[0]
    raise _damaged(f"a variant of type {entry.type_name!r} with {len(tensors)} tensors")


def _damaged(what: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, f"A component cannot be read: {what}.")


def element_records(
    path: bytes, compression: str, width: int, position: int = 0, is_whole: bool = True
) -> Iterator[tuple[Components, int]]:
    """The elements in a file that has a record for each component, each with the position behind it.

    Args:
        path: a file of TFRecords.
        compression: "", "GZIP", "ZLIB" or "SNAPPY".
        width: how many components an element has.
        position: that of the first element that is read.
        is_whole: see `read_records`.

    Raises:
        DataLossError: while reading, when the file is damaged or ends within an element.
    """
    row: list[np.ndarray] = []
    for record, at in read_records(path, compression, position, is_whole):
        try:
            row.append(array_of(record))
        except errors.InvalidArgumentError as error:
            message = f"{error.message} In {os.fsdecode(path)}, the record that ends at {at}"
            raise errors.DataLossError(None, None, message) from None
        if len(row) == width:
            yield tuple(row), at
            row = []
    if row:
        message = f"{os.fsdecode(path)} ends within an element of {width} components"
        raise errors.DataLossError(None, None, message)
