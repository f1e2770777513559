"""The `shape` that random ops draw: as an argument, in inference and in kernels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, shape_from
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.dtypes import DType


def shape_tensor(shape: Any) -> Tensor:
    """A shape argument as an integer vector, of int32 unless it says otherwise."""
    is_empty = isinstance(shape, (list, tuple)) and not shape
    return convert_to_tensor(shape, dtypes.int32 if is_empty else None, name="shape")


def infer_drawn(shape: Tensor, dtype: DType) -> Inferred:
    """What is known of an output that has the shape in the vector `shape`."""
    if shape.shape.rank not in (None, 1):
        raise invalid(
            f"shape must be a vector of {{int32,int64}}, got shape {shape.shape}. "
            "For one axis of size n write [n]."
        )
    return Inferred(shape_from(shape), dtype)


def sizes_of(shape: np.ndarray) -> tuple[int, ...]:
    """The sizes in a shape vector.

    Raises:
        InvalidArgumentError: it is no vector, or a size is negative.
    """
    if shape.ndim != 1:
        raise invalid(
            f"shape must be a vector of {{int32,int64}}, got shape {list(shape.shape)}. "
            "For one axis of size n write [n]."
        )
    sizes = tuple(shape.tolist())
    if sizes and min(sizes) < 0:
        raise invalid(f"Dimension {min(sizes)} must be >= 0. Received shape: {list(sizes)}")
    return sizes


def count(sizes: Sequence[int]) -> int:
    """How many values a shape holds."""
    return math.prod(sizes)


def check_ends_with(sizes: tuple[int, ...], batch: tuple[int, ...]) -> None:
    """Checks that a shape ends in the shape of the distributions' parameters.

    Raises:
        InvalidArgumentError: it does not.
    """
    if sizes[len(sizes) - len(batch) :] != batch or len(sizes) < len(batch):
        raise invalid(
            "Shape passed in must end with broadcasted shape. "
            f"Received shape {list(sizes)}, and parameters of shape {list(batch)}."
        )
