"""Tensors as strings of bytes: `tf.io.serialize_tensor`, `tf.io.parse_tensor`.

The bytes are those of a `TensorProto` (see `formats.tensor_proto`).
"""

from __future__ import annotations

import base64
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import SCALAR, UNKNOWN, Inferred, invalid, shape_text
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.formats import schema, tensor_proto
from stagelight.formats.tensor_content import content_message
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype, from_numpy


def _infer_serialize(x: Tensor) -> Inferred:
    return Inferred(SCALAR, dtypes.string)


def _serialize(xp: ModuleType, array: np.ndarray) -> np.ndarray:
    # TF: other than in a constant of a graph, even one number stands as memory.
    message = tensor_proto.from_array if array.dtype.hasobject else content_message
    proto = message(array, from_numpy(array.dtype).as_datatype_enum)
    return np.asarray(proto.SerializeToString(deterministic=True), object)


define(
    "SerializeTensor",
    "tensor: T",
    "serialized: string",
    {"T": types()},
    infer=_infer_serialize,
    kernel=_serialize,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("io.serialize_tensor", "compat.v1.serialize_tensor")
def serialize_tensor(tensor: Any, name: str | None = None) -> Tensor:
    """A tensor as a string of bytes, with its dtype and shape.

    Args:
        tensor: numeric, bool or string tensor.
        name: name of the operation.

    Returns:
        string of rank 0.

    >>> text = tf.io.serialize_tensor(tf.constant([1, 2]))
    >>> tf.io.parse_tensor(text, tf.int32).numpy()
    array([1, 2], dtype=int32)
    """
    return raw.SerializeTensor(convert_to_tensor(tensor, name="tensor"), name=name)


def _infer_parse(serialized: Tensor, *, out_type: DType) -> Inferred:
    if serialized.shape.rank not in (0, None):
        raise invalid(
            f"Expected `serialized` to be a scalar, got shape: {shape_text(serialized.shape)}"
        )
    return Inferred(UNKNOWN, out_type)


def _parse(xp: ModuleType, serialized: np.ndarray, *, out_type: DType) -> np.ndarray:
    if serialized.ndim:
        raise invalid(
            f"Expected `serialized` to be a scalar, got shape: {shape_text(serialized.shape)}"
        )
    text: bytes = serialized.item()
    try:
        proto = schema.parsed(schema.TensorProto, text)
    except ValueError as error:
        shown = base64.b64encode(text).decode()
        raise invalid(f"Could not parse `serialized` as TensorProto, base64: {shown}") from error
    try:
        array, enum = tensor_proto.to_array(proto)
    except errors.InvalidArgumentError as error:
        raise invalid(f"Cannot parse tensor from proto: {error.message}") from None
    found = as_dtype(enum)
    if found is not out_type:
        raise invalid(
            f"Type mismatch between parsed tensor ({found.name}) and dtype ({out_type.name})"
        )
    return array


define(
    "ParseTensor",
    "serialized: string",
    "output: out_type",
    {"out_type": types()},
    infer=_infer_parse,
    kernel=_parse,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("io.parse_tensor", "compat.v1.parse_tensor")
def parse_tensor(serialized: Any, out_type: Any, name: str | None = None) -> Tensor:
    """The tensor in a string made by `tf.io.serialize_tensor`, or by TensorFlow.

    Args:
        serialized: string of rank 0: a `TensorProto`.
        out_type: the dtype that the tensor must have.
        name: name of the operation.

    Returns:
        The tensor, of a shape that is not known while tracing.

    Raises:
        InvalidArgumentError: the string is no such proto, or the dtype is another.

    >>> tf.io.parse_tensor(tf.io.serialize_tensor(2.5), tf.float32).numpy()
    np.float32(2.5)
    """
    return raw.ParseTensor(serialized, out_type=as_dtype(out_type), name=name)
