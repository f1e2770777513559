"""Poisson numbers: the ops over `poisson`, `tf.random.poisson` and its stateless form."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import UNKNOWN, Inferred
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.random.drawn_shape import (
    check_ends_with,
    count,
    infer_drawn,
    shape_tensor,
    sizes_of,
)
from stagelight.ops.random.keys import philox_of_seed
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.poisson import poisson
from stagelight.ops.random.stateless_seeds import check_seed, infer_seed
from stagelight.ops.random.streams import StreamState, kernel_stream, make_state, op_seeds
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

_NUMBERS = (dtypes.float16, dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64)
_FLOATS = _NUMBERS[:3]


def drawn_counts(source: Philox, shape: np.ndarray, lam: np.ndarray, dtype: DType) -> np.ndarray:
    """Poisson numbers from a place in a stream, of a shape that ends with that of their rates.

    Raises:
        InvalidArgumentError: it does not.
    """
    sizes = sizes_of(shape)
    check_ends_with(sizes, lam.shape)
    if count(sizes) == 0:
        return np.empty(sizes, dtype.numpy_dtype)
    samples = count(sizes) // lam.size
    return poisson(source, samples, lam.reshape(-1), dtype.numpy_dtype).reshape(sizes)


def _random_poisson(
    xp: ModuleType,
    shape: np.ndarray,
    rate: np.ndarray,
    *,
    dtype: DType = dtypes.int64,
    seed: int = 0,
    seed2: int = 0,
    _state: StreamState | None = None,
) -> np.ndarray:
    sizes = sizes_of(shape)
    stream = kernel_stream("RandomPoissonV2", seed, seed2, _state, dtype, rate.dtype, shape.dtype)
    samples = count(sizes)
    source = stream.reserve_outputs(samples * rate.size)
    values = poisson(source, samples, rate.reshape(-1), dtype.numpy_dtype)
    return values.reshape((*sizes, *rate.shape))


def _infer_random_poisson(
    shape: Tensor, rate: Tensor, *, dtype: DType = dtypes.int64, **_seeds: Any
) -> Inferred:
    drawn = infer_drawn(shape, dtype).shape
    if drawn.rank is None or rate.shape.rank is None:
        return Inferred(UNKNOWN, dtype)
    return Inferred(drawn.concatenate(rate.shape), dtype)


define(
    "RandomPoissonV2",
    "shape: S, rate: R",
    "output: dtype",
    {
        "seed": 0,
        "seed2": 0,
        "S": types(dtypes.INDEX),
        "R": types(_NUMBERS, dtypes.float64),
        "dtype": types(_NUMBERS, dtypes.int64),
    },
    infer=_infer_random_poisson,
    kernel=_random_poisson,
    traits=Trait.RANDOM | Trait.HOST_ONLY,
    make_state=make_state,
)


def _stateless_poisson(
    xp: ModuleType, shape: np.ndarray, seed: np.ndarray, lam: np.ndarray, *, dtype: DType
) -> np.ndarray:
    check_seed(seed)
    return drawn_counts(philox_of_seed(seed), shape, lam, dtype)


def _infer_stateless(shape: Tensor, seed: Tensor, lam: Tensor, *, dtype: DType) -> Inferred:
    infer_seed(seed)
    return infer_drawn(shape, dtype)


define(
    "StatelessRandomPoisson",
    "shape: T, seed: Tseed, lam: Rtype",
    "output: dtype",
    {
        "Rtype": types(_NUMBERS),
        "dtype": types(_NUMBERS),
        "T": types(dtypes.INDEX),
        "Tseed": types(dtypes.INDEX, dtypes.int64),
    },
    infer=_infer_stateless,
    kernel=_stateless_poisson,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("random.poisson")
def random_poisson(
    shape: Any,
    lam: Any,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers of Poisson distributions, `shape` of each.

    Args:
        shape: how many, an integer vector.
        lam: the rates, a floating or integer tensor.
        dtype: float16, float32, float64, int32 or int64.
        seed: an integer that, with the global seed, chooses the numbers; see `tf.random.set_seed`.
        name: name of the operation.

    Returns:
        Tensor of `shape` followed by the shape of `lam`.

    Raises:
        InvalidArgumentError: a negative size.

    >>> tf.random.poisson([5], [0.5, 12.5]).shape
    TensorShape([5, 2])
    """
    with op_scope(name or "random_poisson"):
        shape = convert_to_tensor(shape, dtype_hint=dtypes.int32, name="shape")
        return raw.RandomPoissonV2(shape, lam, dtype=as_dtype(dtype), **op_seeds(seed))


@public("random.stateless_poisson")
def stateless_poisson(
    shape: Any, seed: Any, lam: Any, dtype: Any = dtypes.int32, name: str | None = None
) -> Tensor:
    """Numbers of Poisson distributions; `seed` alone decides them.

    Args:
        shape: the shape of the result, which ends in the shape of `lam`.
        seed: int32 or int64 tensor of shape `[2]`.
        lam: the rates, a floating or integer tensor.
        dtype: float16, float32, float64, int32 or int64.
        name: name of the operation.

    Returns:
        Tensor of that shape and dtype.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    >>> tf.random.stateless_poisson([3, 2], seed=[1, 2], lam=[0.5, 1.0]).shape
    TensorShape([3, 2])
    """
    with op_scope(name or "stateless_random_poisson"):
        return raw.StatelessRandomPoisson(shape_tensor(shape), seed, lam, dtype=as_dtype(dtype))
