"""Points that fill a cube evenly: `tf.math.sobol_sample`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, constant_value, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

_MOST_AXES = 21200  # for which there are direction numbers
_MOST_POINTS = 2**31 - 1


def _infer(
    dim: Tensor, num_results: Tensor, skip: Tensor, *, dtype: DType = dtypes.float32
) -> Inferred:
    for name, tensor in (("dim", dim), ("num_results", num_results), ("skip", skip)):
        if tensor.shape.rank not in (None, 0):
            raise invalid(f"{name} must be a scalar. Received shape: {tensor.shape}")
    sizes = [constant_value(num_results), constant_value(dim)]
    return Inferred(TensorShape([None if size is None else int(size) for size in sizes]), dtype)


def _sample(
    xp: ModuleType,
    dim: np.ndarray,
    num_results: np.ndarray,
    skip: np.ndarray,
    *,
    dtype: DType = dtypes.float32,
) -> np.ndarray:
    for name, array in (("dim", dim), ("num_results", num_results), ("skip", skip)):
        if array.ndim:
            raise invalid(f"{name} must be a scalar. Received shape: {list(array.shape)}")
    axes, count, first = int(dim), int(num_results), int(skip)
    if axes < 1:
        raise invalid("dim must be at least one")
    if axes > _MOST_AXES:
        raise invalid(f"dim must be at most {_MOST_AXES}")
    if count < 1:
        raise invalid("num_results must be at least one")
    if first < 0:
        raise invalid("skip must be non-negative")
    if count + first >= _MOST_POINTS:
        raise invalid(f"num_results+skip must be less than {_MOST_POINTS}")

    from scipy.stats import qmc

    # The origin, which SciPy begins with, is left out.
    points = qmc.Sobol(axes, scramble=False, bits=31).fast_forward(first + 1)
    return points.random(count).astype(dtype.numpy_dtype)


define(
    "SobolSample",
    "dim: int32, num_results: int32, skip: int32",
    "samples: dtype",
    {"dtype": types((dtypes.float32, dtypes.float64), dtypes.float32)},
    infer=_infer,
    kernel=_sample,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("math.sobol_sample")
def sobol_sample(
    dim: Any,
    num_results: Any,
    skip: Any = 0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Points of the Sobol sequence, which fill the unit cube more evenly than random ones.

    The direction numbers are those of Joe and Kuo, 2008, "Constructing Sobol sequences with better
    two-dimensional projections".

    Args:
        dim: how many axes a point has, from 1 to 21200.
        num_results: how many points.
        skip: how many of the first ones are left out.
        dtype: float32 or float64.
        name: the operation's name.

    Returns:
        Tensor `[num_results, dim]` of numbers from 0 to 1.

    Raises:
        InvalidArgumentError: a number is out of range.

    >>> tf.math.sobol_sample(2, 2).numpy()
    array([[0.5 , 0.5 ],
           [0.75, 0.25]], dtype=float32)
    """
    return raw.SobolSample(dim, num_results, skip, dtype=as_dtype(dtype), name=name)
