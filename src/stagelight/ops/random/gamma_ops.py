"""Gamma numbers: the ops over `gamma`, `tf.random.gamma` and `tf.random.stateless_gamma`.

Samples are differentiable with respect to their parameter, by implicit differentiation (Figurnov,
Mohamed and Mnih, 2018, "Implicit Reparameterization Gradients"): when the parameter changes, a
sample moves such that the distribution function of it stays what it was.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import UNKNOWN, Inferred, broadcast_of_inputs, broadcast_shapes
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.ops.random.drawn_shape import (
    check_ends_with,
    count,
    infer_drawn,
    shape_tensor,
    sizes_of,
)
from stagelight.ops.random.gamma import gamma
from stagelight.ops.random.gamma_slope import sample_slope
from stagelight.ops.random.keys import philox_of_seed
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.stateless_seeds import (
    check_seed,
    infer_keyed,
    infer_seeded,
    key_counter_alg,
    philox_at,
)
from stagelight.ops.random.streams import StreamState, kernel_stream, make_state, op_seeds
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import as_dtype

_FLOATS = (dtypes.float16, dtypes.float32, dtypes.float64)

# ---------------------------------------------------------------------------- how a sample moves


def _gamma_gradient(xp: ModuleType, alpha: np.ndarray, sample: np.ndarray) -> np.ndarray:
    alpha, sample = np.broadcast_arrays(alpha, sample)
    wide = [array.astype(np.float64).reshape(-1) for array in (alpha, sample)]
    with np.errstate(all="ignore"):
        return sample_slope(*wide).astype(sample.dtype).reshape(sample.shape)


define(
    "RandomGammaGrad",
    "alpha: T, sample: T",
    "output: T",
    {"T": types((dtypes.float32, dtypes.float64))},
    infer=broadcast_of_inputs,
    kernel=_gamma_gradient,
    traits=Trait.ELEMENTWISE | Trait.HOST_ONLY,
)

# ---------------------------------------------------------------------------- stateful


def _random_gamma(
    xp: ModuleType,
    shape: np.ndarray,
    alpha: np.ndarray,
    *,
    seed: int = 0,
    seed2: int = 0,
    _state: StreamState | None = None,
) -> np.ndarray:
    sizes = sizes_of(shape)
    stream = kernel_stream("RandomGamma", seed, seed2, _state, alpha.dtype, shape.dtype)
    samples = count(sizes)
    source = stream.reserve_outputs(samples * alpha.size)
    return gamma(source, samples, alpha.reshape(-1)).reshape((*sizes, *alpha.shape))


def _infer_random_gamma(shape: Tensor, alpha: Tensor, **_seeds: Any) -> Inferred:
    drawn = infer_drawn(shape, alpha.dtype).shape
    if drawn.rank is None or alpha.shape.rank is None:
        return Inferred(UNKNOWN, alpha.dtype)
    return Inferred(drawn.concatenate(alpha.shape), alpha.dtype)


def _moved_with_alpha(dy: Tensor, alpha: Tensor, sample: Tensor) -> Tensor:
    """The gradient of alpha, whose shape is the end of the sample's."""
    return sum_to_shape_of(raw.Mul(dy, raw.RandomGammaGrad(alpha, sample)), alpha)


def _random_gamma_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    return [None, _moved_with_alpha(dy, op.inputs[1], op.output)]


define(
    "RandomGamma",
    "shape: S, alpha: T",
    "output: T",
    {"seed": 0, "seed2": 0, "S": types(dtypes.INDEX), "T": types(_FLOATS)},
    infer=_infer_random_gamma,
    kernel=_random_gamma,
    gradient=_random_gamma_gradient,
    traits=Trait.RANDOM | Trait.HOST_ONLY,
    make_state=make_state,
)

# ---------------------------------------------------------------------------- stateless


def _drawn(source: Philox, sizes: tuple[int, ...], alpha: np.ndarray) -> np.ndarray:
    if count(sizes) == 0:
        return np.empty(sizes, alpha.dtype)  # TF: then they need not fit.
    check_ends_with(sizes, alpha.shape)
    return gamma(source, count(sizes) // alpha.size, alpha.reshape(-1)).reshape(sizes)


def _stateless_gamma(
    xp: ModuleType, shape: np.ndarray, seed: np.ndarray, alpha: np.ndarray
) -> np.ndarray:
    return _drawn(philox_of_seed(check_seed(seed)), sizes_of(shape), alpha)


define(
    "StatelessRandomGammaV2",
    "shape: T, seed: Tseed, alpha: dtype",
    "output: dtype",
    {
        "dtype": types(_FLOATS),
        "T": types(dtypes.INDEX),
        "Tseed": types(dtypes.INDEX, dtypes.int64),
    },
    infer=lambda shape, seed, alpha: infer_seeded(shape, seed, dtype=alpha.dtype),
    kernel=_stateless_gamma,
    gradient=lambda op, dy: [None, None, _moved_with_alpha(dy, op.inputs[2], op.output)],
    traits=Trait.HOST_ONLY,
)


def _keyed_gamma(
    xp: ModuleType,
    shape: np.ndarray,
    key: np.ndarray,
    counter: np.ndarray,
    alg: np.ndarray,
    alpha: np.ndarray,
) -> np.ndarray:
    return _drawn(philox_at(key, counter, alg), sizes_of(shape), alpha)


def _infer_keyed_gamma(
    shape: Tensor, key: Tensor, counter: Tensor, alg: Tensor, alpha: Tensor
) -> Inferred:
    return infer_keyed(shape, key, counter, alg, dtype=alpha.dtype)


define(
    "StatelessRandomGammaV3",
    "shape: shape_dtype, key: uint64, counter: uint64, alg: int32, alpha: dtype",
    "output: dtype",
    {"dtype": types(_FLOATS), "shape_dtype": types(dtypes.INDEX, dtypes.int32)},
    infer=_infer_keyed_gamma,
    kernel=_keyed_gamma,
    gradient=lambda op, dy: [None] * 4 + [_moved_with_alpha(dy, op.inputs[4], op.output)],
    traits=Trait.HOST_ONLY,
)

# ---------------------------------------------------------------------------- public functions


def _parameters(alpha: Any, beta: Any, dtype: Any) -> tuple[Tensor, Tensor]:
    """alpha in the broadcast shape of both, and beta."""
    alpha = convert_to_tensor(alpha, dtype, name="alpha")
    beta = convert_to_tensor(1 if beta is None else beta, dtype, name="beta")
    shape = raw.BroadcastArgs(raw.Shape(alpha), raw.Shape(beta))
    spread = raw.BroadcastTo(alpha, shape)
    if CONTEXT.stage is not None:
        spread.set_shape(broadcast_shapes(alpha.shape, beta.shape))
    return spread, beta


def _divided(numbers: Tensor, beta: Tensor) -> Tensor:
    # A sample that is too small for the dtype must not be zero: its logarithm is asked for.
    tiny = np.finfo(numbers.dtype.numpy_dtype).tiny
    return raw.Maximum(tiny, raw.RealDiv(numbers, beta, name="truediv"))


@public("random.gamma")
def random_gamma(
    shape: Any,
    alpha: Any,
    beta: Any = None,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers of gamma distributions, `shape` of each.

    The samples are differentiable with respect to `alpha` and `beta`.

    Args:
        shape: how many, an integer vector.
        alpha: the shape parameters, a floating tensor.
        beta: the inverse scales, of the same dtype and a shape that broadcasts with alpha's; 1 if
        None.
        dtype: float16, float32 or float64.
        seed: an integer that, with the global seed, chooses the numbers; see `tf.random.set_seed`.
        name: name of the operation.

    Returns:
        Tensor of `shape` followed by the broadcast shape of `alpha` and `beta`.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    >>> tf.random.gamma([5], alpha=[0.5, 1.5]).shape
    TensorShape([5, 2])
    """
    dtype = as_dtype(dtype)
    with op_scope(name or "random_gamma"):
        shape = convert_to_tensor(shape, dtype_hint=dtypes.int32, name="shape")
        alpha, beta = _parameters(alpha, beta, dtype)
        return _divided(raw.RandomGamma(shape, alpha, **op_seeds(seed)), beta)


@public("random.stateless_gamma")
def stateless_gamma(
    shape: Any,
    seed: Any,
    alpha: Any,
    beta: Any = None,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Numbers of gamma distributions; `seed` alone decides them.

    The samples are differentiable with respect to `alpha` and `beta`.

    Args:
        shape: the shape of the result, which ends in the broadcast shape of `alpha` and `beta`.
        seed: int32 or int64 tensor of shape `[2]`.
        alpha: the shape parameters, a floating tensor.
        beta: the inverse scales, of the same dtype; 1 if None.
        dtype: float16, float32 or float64.
        name: name of the operation.

    Returns:
        Tensor of that shape and dtype.

    Raises:
        InvalidArgumentError: shapes that do not fit.

    >>> tf.random.stateless_gamma([5, 2], seed=[1, 2], alpha=[0.5, 1.5]).shape
    TensorShape([5, 2])
    """
    dtype = as_dtype(dtype)
    with op_scope(name or "stateless_random_gamma"):
        shape = shape_tensor(shape)
        alpha, beta = _parameters(alpha, beta, dtype)
        key = key_counter_alg(seed, None)
        return _divided(raw.StatelessRandomGammaV3(shape, *key, alpha), beta)
