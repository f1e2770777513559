"""`tf.get_static_value`: what is known of a tensor's value before the graph runs."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.inference import constant_value, known_dims
from stagelight.core.tensor import AbstractTensor, EagerTensor, Tensor
from stagelight.public import public

# TF: programs ask whether a value is known to choose between two ways, and take it for a tensor's rank,
# sizes and constants put together, not for a sum of them. Inference itself knows of more.
_LOOKED_THROUGH = frozenset(
    (
        *("Cast", "Concat", "ConcatV2", "Equal", "Fill", "Identity", "NotEqual", "OnesLike"),
        *("Pack", "Range", "Split", "SplitV", "StopGradient", "Unpack", "ZerosLike"),
    )
)
_OF_THE_SHAPE = frozenset(("Shape", "ShapeN", "Size", "Rank"))


@public("get_static_value")
def get_static_value(tensor: Any, partial: bool = False) -> Any:
    """The value of a tensor where it is a constant, or made of constants, ranks and sizes, else None.

    Looked through are constants that are joined, stacked, taken apart, repeated, cast and compared for
    equality. What is computed from them has no static value.

    Args:
        tensor: a tensor; a variable has no static value, anything else is given back.
        partial: whether a vector of which some elements are known is given too, with None for the others.

    Returns:
        A NumPy array; a NumPy scalar for an eager tensor of rank 0.

    >>> tf.get_static_value(tf.constant([1, 2]))
    array([1, 2], dtype=int32)
    """
    if not isinstance(tensor, Tensor):
        return None if isinstance(tensor, AbstractTensor) else tensor
    if tensor.dtype.name in ("resource", "variant"):
        return None
    if isinstance(tensor, EagerTensor):
        return tensor.numpy()
    known = constant_value(tensor) if _is_made_of_constants(tensor) else None
    if known is not None:
        return known.copy()
    if partial and tensor.shape.rank == 1 and tensor.dtype.is_integer:
        dims = known_dims(tensor)
        if dims is not None and any(dim is not None for dim in dims):
            return np.array(dims, object)
    return None


def _is_made_of_constants(tensor: Any) -> bool:
    waiting, seen = [tensor], set()
    while waiting:
        operation = waiting.pop().op
        if id(operation) in seen or operation.op_def.name in _OF_THE_SHAPE or not operation.inputs:
            continue
        if operation.op_def.name not in _LOOKED_THROUGH:
            return False
        seen.add(id(operation))
        waiting.extend(operation.inputs)
    return True
