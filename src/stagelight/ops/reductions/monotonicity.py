"""Tests of order along a tensor: `tf.math.is_non_decreasing`, `tf.math.is_strictly_increasing`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public

_FIRST_AXIS = np.zeros(1, np.int32)


def _holds_for_neighbours(holds: Callable[[Any, Any], Tensor], x: Any, name: str) -> Tensor:
    """Whether `holds(x[i], x[i + 1])` for all neighbours in the order of memory."""
    with op_scope(name):
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_numeric:
            raise TypeError(f"Expected x to be numeric, instead found: {x}")
        flat = raw.Reshape(x, np.array([-1], np.int32))
        size = raw.Size(flat)
        count = raw.Reshape(raw.Maximum(raw.Sub(size, 1), 0), np.array([1], np.int32))
        start = raw.Reshape(raw.Minimum(size, 1), np.array([1], np.int32))
        earlier = raw.Slice(flat, _FIRST_AXIS, count)
        later = raw.Slice(flat, start, count)
        return raw.All(holds(earlier, later), _FIRST_AXIS)


@public("math.is_non_decreasing")
def is_non_decreasing(x: Any, name: str | None = None) -> Tensor:
    """Whether no element is smaller than the one before it, in the order of memory.

    Args:
        x: real numeric tensor.
        name: name of the operation.

    Returns:
        bool of rank 0; True for less than two elements.

    Raises:
        TypeError: the dtype is not numeric.

    >>> tf.math.is_non_decreasing([1, 2, 2]).numpy()
    np.True_
    """
    return _holds_for_neighbours(raw.LessEqual, x, name or "is_non_decreasing")


@public("math.is_strictly_increasing")
def is_strictly_increasing(x: Any, name: str | None = None) -> Tensor:
    """Whether each element is greater than the one before it, in the order of memory.

    Args:
        x: real numeric tensor.
        name: name of the operation.

    Returns:
        bool of rank 0; True for less than two elements.

    Raises:
        TypeError: the dtype is not numeric.

    >>> tf.math.is_strictly_increasing([1, 2, 2]).numpy()
    np.False_
    """
    return _holds_for_neighbours(raw.Less, x, name or "is_strictly_increasing")
