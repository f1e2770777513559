"""Long runs of random numbers: the evaluator of large arrays draws them, if it can.

The numbers are those of this package's kernels, bit for bit; NumPy takes 5 to 20 times as long for them.
"""

from __future__ import annotations

import math

import numpy as np

from stagelight.core import registry
from stagelight.core.dispatch import LARGE, evaluate_large
from stagelight.core.tensor import EagerTensor
from stagelight.ops.random.keys import Algorithm
from stagelight.ops.random.philox import Philox
from stagelight.types import dtypes
from stagelight.types.dtypes import as_dtype


def draw_long(
    op: str, source: Philox, shape: tuple[int, ...], dtype: np.dtype, *bounds: int
) -> np.ndarray | None:
    """The numbers that a stateless op draws; None if the kernel has to draw them.

    Args:
        op: the op, with a key and a counter as inputs: `StatelessRandomNormalV2` and its siblings.
        source: where in the stream to begin.
        shape: the shape of the result.
        dtype: of the numbers, 4 or 8 bytes long.
        bounds: of integers: the least one, and the one that is too great.
    """
    size = math.prod(shape)
    if size < LARGE or dtype.itemsize < dtypes.int32.size:
        return None
    kind = as_dtype(dtype)
    inputs = [
        EagerTensor(np.array([size]), dtypes.int64),
        *[EagerTensor(array, dtypes.uint64) for array in source.arrays()],
        EagerTensor(np.array(Algorithm.PHILOX.value, np.int32), dtypes.int32),
        *[EagerTensor(np.array(bound, dtype), kind) for bound in bounds],
    ]
    drawn = evaluate_large(registry.lookup(op), inputs, {} if bounds else {"dtype": kind})
    return None if drawn is None else drawn.reshape(shape)
