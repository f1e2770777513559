"""Binomial numbers: the ops over `binomial`, and `tf.random.stateless_binomial`.

`tf.random.Generator.binomial` calls the stateful op, whose state is the generator's variable.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.random.binomial import binomial
from stagelight.ops.random.drawn_shape import (
    check_ends_with,
    count,
    infer_drawn,
    shape_tensor,
    sizes_of,
)
from stagelight.ops.random.generator_ops import advanced, check_algorithm
from stagelight.ops.random.generator_state import binomial_draws, stream_of
from stagelight.ops.random.keys import philox_of_seed
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.stateless_seeds import check_seed, infer_seed
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

_NUMBERS = (dtypes.float16, dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64)


def _batches(
    sizes: tuple[int, ...], counts: np.ndarray, probs: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The parameters of all distributions, each `[n]`."""
    try:
        counts, probs = np.broadcast_arrays(counts, probs)
    except ValueError:
        raise invalid(
            "counts and probs must have compatible batch dimensions: "
            f"{list(counts.shape)} vs. {list(probs.shape)}"
        ) from None
    check_ends_with(sizes, counts.shape)
    return counts.reshape(-1), probs.reshape(-1)


def _drawn(
    source: Philox, sizes: tuple[int, ...], counts: np.ndarray, probs: np.ndarray, dtype: DType
) -> np.ndarray:
    samples = count(sizes) // counts.size
    return binomial(source, samples, counts, probs, dtype.numpy_dtype).reshape(sizes)


def _stateless_binomial(
    xp: ModuleType,
    shape: np.ndarray,
    seed: np.ndarray,
    counts: np.ndarray,
    probs: np.ndarray,
    *,
    dtype: DType = dtypes.int64,
) -> np.ndarray:
    sizes = sizes_of(shape)
    check_seed(seed)
    counts, probs = _batches(sizes, counts, probs)
    if count(sizes) == 0:
        return np.empty(sizes, dtype.numpy_dtype)
    return _drawn(philox_of_seed(seed), sizes, counts, probs, dtype)


def _infer_stateless(
    shape: Tensor, seed: Tensor, counts: Tensor, probs: Tensor, *, dtype: DType = dtypes.int64
) -> Inferred:
    infer_seed(seed)
    return infer_drawn(shape, dtype)


define(
    "StatelessRandomBinomial",
    "shape: S, seed: Tseed, counts: T, probs: T",
    "output: dtype",
    {
        "S": types(dtypes.INDEX),
        "Tseed": types(dtypes.INDEX, dtypes.int64),
        "T": types(_NUMBERS, dtypes.float64),
        "dtype": types(_NUMBERS, dtypes.int64),
    },
    infer=_infer_stateless,
    kernel=_stateless_binomial,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _stateful_binomial(
    xp: ModuleType,
    resource: np.ndarray,
    algorithm: np.ndarray,
    shape: np.ndarray,
    counts: np.ndarray,
    probs: np.ndarray,
    *,
    dtype: DType = dtypes.int64,
) -> np.ndarray:
    check_algorithm(algorithm)
    sizes = sizes_of(shape)
    counts, probs = _batches(sizes, counts, probs)
    if count(sizes) == 0:
        return np.empty(sizes, dtype.numpy_dtype)
    state = advanced(resource, binomial_draws(counts.size, count(sizes) // counts.size))
    return _drawn(stream_of(state), sizes, counts, probs, dtype)


def _infer_stateful(
    resource: Tensor,
    algorithm: Tensor,
    shape: Tensor,
    counts: Tensor,
    probs: Tensor,
    *,
    dtype: DType = dtypes.int64,
) -> Inferred:
    return infer_drawn(shape, dtype)


define(
    "StatefulRandomBinomial",
    "resource: resource, algorithm: int64, shape: S, counts: T, probs: T",
    "output: dtype",
    {
        "S": types(dtypes.INDEX),
        "T": types(_NUMBERS, dtypes.float64),
        "dtype": types(_NUMBERS, dtypes.int64),
    },
    infer=_infer_stateful,
    kernel=_stateful_binomial,
    traits=Trait.READS | Trait.WRITES | Trait.HOST_ONLY,
)


@public("random.stateless_binomial")
def stateless_binomial(
    shape: Any,
    seed: Any,
    counts: Any,
    probs: Any,
    output_dtype: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Numbers of binomial distributions; `seed` alone decides them.

    Args:
        shape: the shape of the result, which ends in the broadcast shape of the parameters.
        seed: int32 or int64 tensor of shape `[2]`.
        counts: the numbers of trials.
        probs: the probabilities of success, of the dtype of `counts`.
        output_dtype: float16, float32, float64, int32 or int64.
        name: name of the operation.

    Returns:
        Tensor of that shape and dtype.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    >>> tf.random.stateless_binomial([3], seed=[1, 2], counts=5.0, probs=0.5).numpy()
    array([3, 3, 3], dtype=int32)
    """
    with op_scope(name or "stateless_random_binomial"):
        shape = shape_tensor(shape)
        probs = convert_to_tensor(probs, dtype_hint=dtypes.float32, name="probs")
        counts = convert_to_tensor(counts, dtype_hint=probs.dtype, name="counts")
        return raw.StatelessRandomBinomial(shape, seed, counts, probs, dtype=as_dtype(output_dtype))
