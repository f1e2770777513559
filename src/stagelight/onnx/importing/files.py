"""Files of ONNX, read as what strangers wrote: sizes, places and names are checked before they are used."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import numpy as np

from stagelight.onnx.protos import array_of, dtype_of_number, onnx
from stagelight.public import public
from stagelight.types import dtypes

# What an element of such a dtype takes in a file, in bits, where that is not a multiple of 8.
_BITS = {"int4": 4, "uint4": 4}


@public("onnx.read")
def read_model(path: str | os.PathLike[str]) -> Any:
    """The message of a file of ONNX, without the values that it keeps in other files.

    Args:
        path: of the file.

    Returns:
        The `onnx.ModelProto`.

    Raises:
        FileNotFoundError: there is no such file.
        ValueError: it is no model of ONNX.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "double.onnx")
    >>> double = tf.function(lambda x: x * 2.0, input_signature=[tf.TensorSpec([None], tf.float32)])
    >>> _ = tf.onnx.export(double, path)
    >>> [node.op_type for node in tf.onnx.read(path).graph.node]
    ['Mul']
    """
    model = onnx.ModelProto()
    content = Path(path).read_bytes()
    try:
        model.ParseFromString(content)
        if not model.opset_import or not model.HasField("graph"):
            raise ValueError("it has no graph, or no opset")
        if not _has_external(model):
            onnx.checker.check_model(model)
    except Exception as error:  # protobuf's and the checker's errors have no common class
        raise ValueError(f"{path} is no model of ONNX: {error}") from error
    return model


def _has_external(model: Any) -> bool:
    external = onnx.TensorProto.EXTERNAL
    return any(x.data_location == external for x in model.graph.initializer)


def array_in(tensor: Any, folder: Path, file: str) -> np.ndarray:
    """The value of an initializer or attribute.

    Args:
        tensor: the message.
        folder: where files may be that the message names.
        file: for messages.

    Raises:
        ValueError: what it says of its size is not so, or it leads out of the folder.
    """
    where = f"{file}: the tensor {tensor.name!r}"
    if any(size < 0 for size in tensor.dims):
        raise ValueError(f"{where} has a negative size: {list(tensor.dims)}")
    count = math.prod(tensor.dims)
    try:
        dtype = dtype_of_number(tensor.data_type)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    if dtype is dtypes.string:
        if len(tensor.string_data) != count:
            raise ValueError(f"{where} has {len(tensor.string_data)} strings, not {count}")
        return array_of(tensor)
    size = (count * _BITS.get(dtype.name, dtype.numpy_dtype.itemsize * 8) + 7) // 8
    if tensor.data_location == onnx.TensorProto.EXTERNAL:
        content = _outside(tensor, size, folder, where)
        kept = onnx.TensorProto(data_type=tensor.data_type, dims=tensor.dims, raw_data=content)
        return array_of(kept)
    if tensor.HasField("raw_data") and len(tensor.raw_data) != size:
        raise ValueError(f"{where} has {len(tensor.raw_data)} bytes, not {size}")
    try:
        return array_of(tensor)
    except Exception as error:  # NumPy's and onnx's errors have no common class
        raise ValueError(f"{where} is broken: {error}") from error


def _outside(tensor: Any, size: int, folder: Path, where: str) -> bytes:
    """The bytes of a tensor in a file beside the model's."""
    entries = {entry.key: entry.value for entry in tensor.external_data}
    location = entries.get("location", "")
    path = (folder / location).resolve()
    if not location or not path.is_relative_to(folder.resolve()):
        raise ValueError(f"{where} leads out of the model's folder: {location!r}")
    if not path.is_file():
        raise ValueError(f"{where} is in {location!r}, which is not there")
    try:
        offset, length = int(entries.get("offset", 0)), int(entries.get("length", size))
    except ValueError:
        raise ValueError(f"{where} has an offset or length that is no number") from None
    if length != size or offset < 0 or offset + length > path.stat().st_size:
        raise ValueError(f"{where} is not in {location!r} at {offset}, with {length} bytes")
    with open(path, "rb") as stream:
        stream.seek(offset)
        return stream.read(length)
