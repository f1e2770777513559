"""`UnravelIndex`: numbers of elements as their places along each axis."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import int32
from stagelight.types.shapes import TensorShape


def _unravel(xp: ModuleType, indices: np.ndarray, dims: np.ndarray) -> np.ndarray:
    if dims.ndim != 1:
        raise invalid(f'The indices can only be 1-D, got "{list(dims.shape)}"')
    if indices.ndim > 1:
        raise invalid(f'The indices can only be scalar or vector, got "{list(indices.shape)}"')
    if not indices.size:
        raise invalid(f"received empty tensor indices: shape {list(indices.shape)}")
    if not dims.all():
        raise invalid(f"Input dims cannot contain a dim of zero, but dims contains {dims.tolist()}")
    limits, count = np.iinfo(dims.dtype), math.prod(dims.tolist())
    if not limits.min <= count <= limits.max:
        raise invalid(
            f"Input dims product is causing integer overflow: ({' '.join(map(str, dims.tolist()))})"
        )
    if (indices >= count).any():
        raise invalid("index is out of bound as with dims")
    places, rest = [], indices
    for size in dims[::-1]:
        # TF: division truncates, so that what is negative has places that are.
        places.append(np.fmod(rest, size))
        rest = (rest - np.fmod(rest, size)) // size
    return np.stack(places[::-1])


def _infer(indices: Tensor, dims: Tensor) -> Inferred:
    if dims.shape.rank not in (None, 1):
        raise invalid(f'The indices can only be 1-D, got "{dims.shape}"')
    rank = indices.shape.rank
    if rank is None:
        return Inferred(TensorShape(None), indices.dtype)
    if rank > 1:
        raise invalid(f'The indices can only be scalar or vector, got "{indices.shape}"')
    if indices.shape.num_elements() == 0:
        raise invalid(f"received empty tensor indices: shape {indices.shape}")
    axes = None if dims.shape.rank is None else dims.shape[0]
    return Inferred(TensorShape([axes]).concatenate(indices.shape), indices.dtype)


define(
    "UnravelIndex",
    "indices: Tidx, dims: Tidx",
    "output: Tidx",
    {"Tidx": types(dtypes.INDEX, int32)},
    infer=_infer,
    kernel=_unravel,
    differentiable=False,
)


@public("unravel_index", "compat.v1.unravel_index")
def unravel_index(indices: Any, dims: Any, name: str | None = None) -> Tensor:
    """The places along each axis of elements that are counted row by row.

    Args:
        indices: int32 or int64 scalar or vector of numbers of elements.
        dims: integer vector, the sizes of the axes.
        name: name of the operation.

    Returns:
        A tensor of the dtype of `indices`: a vector of one place an axis for a scalar, else a matrix with a
        column for each index.

    Raises:
        InvalidArgumentError: an index is not less than the number of elements, there are none, a size is 0,
            or a rank is wrong.

    >>> tf.unravel_index([2, 5, 7], [3, 3]).numpy()
    array([[0, 1, 2],
           [2, 2, 1]], dtype=int32)
    """
    return raw.UnravelIndex(indices, dims, name=name)
