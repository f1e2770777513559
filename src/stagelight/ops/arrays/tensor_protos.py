"""`tf.make_tensor_proto` and `tf.make_ndarray`: arrays as the messages in which graphs hold constants."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from stagelight.core.arrays import to_array
from stagelight.core.tensor import is_symbolic_tensor
from stagelight.formats import tensor_proto
from stagelight.public import public
from stagelight.types.dtypes import as_dtype
from stagelight.types.shapes import ShapeLike, as_shape


@public("make_tensor_proto", "compat.v1.make_tensor_proto")
def make_tensor_proto(
    values: Any,
    dtype: Any = None,
    shape: ShapeLike = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> Any:
    """A value as a `TensorProto`.

    Args:
        values: number, string, array, nested lists of them, or an eager tensor.
        dtype: the dtype; None infers it.
        shape: the shape. If it has more elements than the values, the last one is repeated.
        verify_shape: whether the values must have this very shape.
        allow_broadcast: whether a single value may stand for all, and nothing else be repeated.

    Returns:
        The message, byte for byte TensorFlow's.

    Raises:
        TypeError: the dtype cannot hold the values, or `verify_shape` and they have another shape.
        ValueError: the shape has too few elements, or both `verify_shape` and `allow_broadcast` are given.

    >>> tf.make_tensor_proto([1.0], shape=[3]).float_val
    [1.0]
    """
    if verify_shape and allow_broadcast:
        raise ValueError("allow_broadcast and verify_shape are not both allowed.")
    if is_symbolic_tensor(values):
        raise TypeError(
            f"A TensorProto holds values; {values!r} has none before its graph runs. "
            "Call make_tensor_proto eagerly."
        )
    array, found = to_array(values, None if dtype is None else as_dtype(dtype))
    if shape is None:
        return tensor_proto.from_array(array, found.as_datatype_enum)
    wanted = as_shape(shape).as_list()
    if tuple(wanted) != array.shape:
        count = math.prod(size or 0 for size in wanted)
        if verify_shape:
            raise TypeError(f"Expected Tensor's shape: {tuple(wanted)}, but got {array.shape}.")
        if allow_broadcast and array.size != 1 and array.size != count:
            raise TypeError(f"Expected Tensor's shape: {tuple(wanted)}, but got {array.shape}.")
        if array.size > count:
            raise ValueError(
                f"Too many elements provided. Takes at most {count}, but got {array.size}."
            )
    return tensor_proto.from_array(array, found.as_datatype_enum, [size or 0 for size in wanted])


@public("make_ndarray", "compat.v1.make_ndarray")
def make_ndarray(tensor: Any) -> np.ndarray:
    """The array of a `TensorProto`.

    Args:
        tensor: the message.

    Returns:
        An array of its dtype and shape; strings are `bytes` objects.

    Raises:
        InvalidArgumentError: the message contradicts itself.

    >>> tf.make_ndarray(tf.make_tensor_proto([[1, 2], [3, 4]]))
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    return tensor_proto.to_array(tensor)[0]
