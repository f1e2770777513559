"""Normal numbers between bounds of one's own: the ops over `bounded_normal`."""

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
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.ops.random.bounded_normal import bounded_normal, even_batches, reserved_blocks
from stagelight.ops.random.drawn_shape import (
    check_ends_with,
    count,
    infer_drawn,
    shape_tensor,
    sizes_of,
)
from stagelight.ops.random.keys import philox_of_seed
from stagelight.ops.random.stateless_seeds import check_seed, infer_seed
from stagelight.ops.random.streams import StreamState, kernel_stream, make_state, op_seeds
from stagelight.public import public
from stagelight.types import dtypes

_FLOATS = (dtypes.float16, dtypes.float32, dtypes.float64)

# ---------------------------------------------------------------------------- stateful


def _check_parameter(name: str, parameter: np.ndarray, batches: int) -> None:
    if parameter.ndim > 1:
        raise invalid(f"Input {name} should be a scalar or vector, got shape: {parameter.shape}")
    if parameter.ndim and parameter.size not in (1, batches):
        raise invalid(
            f"Input {name} should have length 1 or shape[0] = {batches}, got shape: "
            f"{list(parameter.shape)}"
        )


def _parameterized(
    xp: ModuleType,
    shape: np.ndarray,
    means: np.ndarray,
    stdevs: np.ndarray,
    minvals: np.ndarray,
    maxvals: np.ndarray,
    *,
    seed: int = 0,
    seed2: int = 0,
    _state: StreamState | None = None,
) -> np.ndarray:
    sizes = sizes_of(shape)
    if not sizes:
        raise invalid("Shape tensor must not be empty, got [].")
    named = {"means": means, "stdevs": stdevs, "minvals": minvals, "maxvals": maxvals}
    for name, parameter in named.items():
        _check_parameter(name, parameter, sizes[0])
    size = count(sizes)
    if size == 0:
        return np.empty(sizes, means.dtype)
    if all(parameter.size == 1 for parameter in named.values()):
        samples = even_batches(size)
        blocks = reserved_blocks(samples.size, 100)
    else:
        samples = np.full(sizes[0], size // sizes[0])
        blocks = reserved_blocks(sizes[0], size // sizes[0])
    parameters = [
        np.broadcast_to(parameter.reshape(-1), samples.shape) for parameter in named.values()
    ]
    stream = kernel_stream(
        "ParameterizedTruncatedNormal", seed, seed2, _state, means.dtype, shape.dtype
    )
    return bounded_normal(stream.reserve_blocks(blocks), samples, *parameters).reshape(sizes)


def _infer_parameterized(shape: Tensor, *parameters: Tensor, **_seeds: Any) -> Inferred:
    for name, parameter in zip(("means", "stdevs", "minvals", "maxvals"), parameters, strict=True):
        if (parameter.shape.rank or 0) > 1:
            raise invalid(
                f"Input {name} should be a scalar or vector, got shape: {parameter.shape}"
            )
    return infer_drawn(shape, parameters[0].dtype)


define(
    "ParameterizedTruncatedNormal",
    "shape: T, means: dtype, stdevs: dtype, minvals: dtype, maxvals: dtype",
    "output: dtype",
    {
        "seed": 0,
        "seed2": 0,
        "dtype": types((dtypes.bfloat16, *_FLOATS)),
        "T": types(dtypes.INDEX),
    },
    infer=_infer_parameterized,
    kernel=_parameterized,
    differentiable=False,
    traits=Trait.RANDOM | Trait.HOST_ONLY,
    make_state=make_state,
)


def parameterized_truncated_normal(
    shape: Any,
    means: Any = 0.0,
    stddevs: Any = 1.0,
    minvals: Any = -2.0,
    maxvals: Any = 2.0,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers of normal distributions between bounds. Not public, but libraries import it.

    Args:
        shape: the shape of the result.
        means, stddevs, minvals, maxvals: the parameters, each a scalar or `[shape[0]]`: one for each row.
        dtype: the floating dtype of the result.
        seed: a seed for the stream of numbers.
        name: name of the operation.
    """
    with op_scope(name or "parameterized_truncated_normal"):
        return raw.ParameterizedTruncatedNormal(
            shape_tensor(shape),
            convert_to_tensor(means, dtype, name="means"),
            convert_to_tensor(stddevs, dtype, name="stddevs"),
            convert_to_tensor(minvals, dtype, name="minvals"),
            convert_to_tensor(maxvals, dtype, name="maxvals"),
            **op_seeds(seed),
        )


# ---------------------------------------------------------------------------- stateless


def _stateless_parameterized(
    xp: ModuleType,
    shape: np.ndarray,
    seed: np.ndarray,
    means: np.ndarray,
    stddevs: np.ndarray,
    minvals: np.ndarray,
    maxvals: np.ndarray,
) -> np.ndarray:
    sizes = sizes_of(shape)
    check_seed(seed)
    parameters = np.broadcast_arrays(means, stddevs, minvals, maxvals)
    check_ends_with(sizes, parameters[0].shape)
    batches = parameters[0].size
    if count(sizes) == 0:
        return np.empty(sizes, means.dtype)
    samples = np.full(batches, count(sizes) // batches)
    flat = [parameter.reshape(-1) for parameter in parameters]
    values = bounded_normal(philox_of_seed(seed), samples, *flat)
    return np.ascontiguousarray(values.reshape(batches, -1).T).reshape(sizes)


def _infer_stateless(shape: Tensor, seed: Tensor, means: Tensor, *_rest: Tensor) -> Inferred:
    infer_seed(seed)
    return infer_drawn(shape, means.dtype)


def _cumulative(x: Tensor) -> Tensor:
    """The standard normal distribution function, which keeps its precision in the lower tail."""
    root = float(np.sqrt(0.5))
    return raw.Mul(raw.Erfc(raw.Mul(x, -root)), 0.5)


def _stateless_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    """By implicit differentiation: how a sample moves such that its place among all others stays.

    Figurnov, Mohamed and Mnih (2018), "Implicit Reparameterization Gradients".
    """
    _, _, means, stddevs, minvals, maxvals = op.inputs
    low = raw.RealDiv(raw.Sub(minvals, means), stddevs)
    high = raw.RealDiv(raw.Sub(maxvals, means), stddevs)
    sample = raw.RealDiv(raw.Sub(op.output, means), stddevs)
    below, bottom, top = _cumulative(sample), _cumulative(low), _cumulative(high)
    place = raw.RealDiv(raw.Sub(below, bottom), raw.Sub(top, bottom))
    limits = np.finfo(means.dtype.numpy_dtype)
    place = raw.Minimum(raw.Maximum(place, float(limits.tiny)), 1 - float(limits.eps))

    def moved_by(bound: Tensor, log_share: Tensor) -> Tensor:
        squares = raw.Sub(raw.Square(sample), raw.Square(bound))
        return raw.Exp(raw.Add(raw.Mul(squares, 0.5), log_share))

    terms = (
        (means, dy),
        (stddevs, raw.Mul(dy, sample)),
        (minvals, raw.Mul(dy, moved_by(low, raw.Log1p(raw.Neg(place))))),
        (maxvals, raw.Mul(dy, moved_by(high, raw.Log(place)))),
    )
    return [None, None, *(sum_to_shape_of(term, parameter) for parameter, term in terms)]


define(
    "StatelessParameterizedTruncatedNormal",
    "shape: S, seed: Tseed, means: dtype, stddevs: dtype, minvals: dtype, maxvals: dtype",
    "output: dtype",
    {
        "S": types(dtypes.INDEX),
        "Tseed": types(dtypes.INDEX, dtypes.int64),
        "dtype": types(_FLOATS),
    },
    infer=_infer_stateless,
    kernel=_stateless_parameterized,
    gradient=_stateless_gradient,
    traits=Trait.HOST_ONLY,
)


@public("random.stateless_parameterized_truncated_normal")
def stateless_parameterized_truncated_normal(
    shape: Any,
    seed: Any,
    means: Any = 0.0,
    stddevs: Any = 1.0,
    minvals: Any = -2.0,
    maxvals: Any = 2.0,
    name: str | None = None,
) -> Tensor:
    """Numbers of normal distributions between bounds; `seed` alone decides them.

    The samples are differentiable with respect to the four parameters.

    Args:
        shape: the shape of the result, which ends in the broadcast shape of the parameters.
        seed: int32 or int64 tensor of shape `[2]`.
        means: floating tensor.
        stddevs: the positive standard deviations before truncation, of the same dtype.
        minvals, maxvals: the bounds, of the same dtype; one of them may be infinite.
        name: name of the operation.

    Returns:
        Tensor of that shape, of the dtype of the parameters.

    Raises:
        InvalidArgumentError: shapes or parameters that do not fit.

    >>> draw = tf.random.stateless_parameterized_truncated_normal
    >>> x = draw([50], seed=[1, 2], minvals=0.0, maxvals=1.0)
    >>> bool(tf.reduce_all((x >= 0.0) & (x <= 1.0)))
    True
    """
    with op_scope(name or "stateless_parameterized_truncated_normal"):
        return raw.StatelessParameterizedTruncatedNormal(
            shape_tensor(shape),
            seed,
            convert_to_tensor(means, name="means"),
            convert_to_tensor(stddevs, name="stddevs"),
            convert_to_tensor(minvals, name="minvals"),
            convert_to_tensor(maxvals, name="maxvals"),
        )
