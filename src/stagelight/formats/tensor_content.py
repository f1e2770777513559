"""Arrays as `TensorProto`s whose values all stand as content, strings too.

The form in which TensorFlow's kernels write tensors into files; constants of graphs are written by
`tensor_proto`, which also reads both forms.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.formats import schema
from stagelight.formats.varints import varint


def content_message(array: np.ndarray, data_type: int) -> Any:
    """The `TensorProto` of an array.

    Args:
        array: numbers, booleans, or `bytes` objects.
        data_type: its dtype, as a number of the enum `DataType`.
    """
    proto = schema.TensorProto(dtype=data_type)
    proto.tensor_shape.SetInParent()  # so that a scalar has a shape, an empty one
    for size in array.shape:
        proto.tensor_shape.dim.add(size=size)
    if array.dtype.hasobject:
        items = array.reshape(-1).tolist()
        proto.tensor_content = b"".join([*(varint(len(item)) for item in items), *items])
    else:
        little = array.astype(array.dtype.newbyteorder("<"), copy=False)
        proto.tensor_content = little.tobytes()
    return proto
