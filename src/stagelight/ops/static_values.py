"""`tf.get_static_value`: what is known of a tensor's value before the graph runs."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.inference import constant_value, known_dims
from stagelight.core.tensor import Tensor
from stagelight.public import public


@public("get_static_value")
def get_static_value(tensor: Any, partial: bool = False) -> Any:
    """The value of a tensor where it follows from constants, else None.

    Args:
        tensor: a tensor; None for anything else.
        partial: whether a vector of which some elements are known is given too, with None for the others.

    Returns:
        A NumPy array, or a NumPy scalar for rank 0.

    >>> tf.get_static_value(tf.constant([1, 2]) + 1)
    array([2, 3], dtype=int32)
    """
    if not isinstance(tensor, Tensor) or tensor.dtype.name in ("resource", "variant"):
        return None
    known = constant_value(tensor)
    if known is not None:
        return known.copy() if known.ndim else known[()]
    if partial and tensor.shape.rank == 1 and tensor.dtype.is_integer:
        dims = known_dims(tensor)
        if dims is not None and any(dim is not None for dim in dims):
            return np.array(dims, object)
    return None
