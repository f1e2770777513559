"""Class indices: the ops over `categorical`, `tf.random.categorical` and its stateless form."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, constant_value, invalid, require_rank
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.random.categorical import categorical, reserved_outputs
from stagelight.ops.random.keys import philox_of_seed
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.stateless_seeds import check_seed, infer_seed
from stagelight.ops.random.streams import StreamState, kernel_stream, make_state, op_seeds
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

_REAL = tuple(dtype for dtype in dtypes.NUMERIC if not dtype.is_complex)


def _check(logits: np.ndarray, num_samples: np.ndarray) -> int:
    """The number of samples, if all fits."""
    if logits.ndim != 2:
        raise invalid(f"logits should be a matrix, got shape {list(logits.shape)}")
    if num_samples.ndim:
        raise invalid(f"num_samples should be a scalar, got shape {list(num_samples.shape)}")
    samples = int(num_samples)
    if samples < 0:
        raise invalid(f"num_samples should be non-negative, got {samples}")
    if samples and logits.shape[0] and not logits.shape[1]:
        raise invalid("num_classes should be positive, got 0")
    return samples


def drawn_classes(
    source: Philox, logits: np.ndarray, num_samples: np.ndarray, dtype: DType
) -> np.ndarray:
    """Classes drawn from a place in a stream.

    Raises:
        InvalidArgumentError: the arguments do not fit.
    """
    samples = _check(logits, num_samples)
    batch = logits.shape[0]
    if not batch * samples:
        return np.empty((batch, samples), dtype.numpy_dtype)
    return categorical(source, logits, samples, dtype.numpy_dtype)


def _multinomial(
    xp: ModuleType,
    logits: np.ndarray,
    num_samples: np.ndarray,
    *,
    seed: int = 0,
    seed2: int = 0,
    output_dtype: DType = dtypes.int64,
    _state: StreamState | None = None,
) -> np.ndarray:
    samples = _check(logits, num_samples)
    batch = logits.shape[0]
    stream = kernel_stream("Multinomial", seed, seed2, _state, output_dtype, logits.dtype)
    source = stream.reserve_outputs(reserved_outputs(batch, samples))
    return drawn_classes(source, logits, num_samples, output_dtype)


def infer_classes(logits: Tensor, num_samples: Tensor, dtype: DType) -> Inferred:
    """What is known of classes that are drawn."""
    batch = require_rank(logits, 2, "logits")[0]
    if num_samples.shape.rank not in (None, 0):
        raise invalid(f"num_samples should be a scalar, got shape {num_samples.shape}")
    samples = constant_value(num_samples)
    if samples is not None and samples < 0:
        raise invalid(f"num_samples should be non-negative, got {samples}")
    return Inferred(TensorShape([batch, None if samples is None else int(samples)]), dtype)


def _infer_multinomial(
    logits: Tensor, num_samples: Tensor, *, output_dtype: DType = dtypes.int64, **_seeds: Any
) -> Inferred:
    return infer_classes(logits, num_samples, output_dtype)


define(
    "Multinomial",
    "logits: T, num_samples: int32",
    "output: output_dtype",
    {"seed": 0, "seed2": 0, "T": types(_REAL), "output_dtype": types(dtypes.INDEX, dtypes.int64)},
    infer=_infer_multinomial,
    kernel=_multinomial,
    differentiable=False,
    traits=Trait.RANDOM | Trait.HOST_ONLY,
    make_state=make_state,
)


def _stateless_multinomial(
    xp: ModuleType,
    logits: np.ndarray,
    num_samples: np.ndarray,
    seed: np.ndarray,
    *,
    output_dtype: DType = dtypes.int64,
) -> np.ndarray:
    check_seed(seed)
    return drawn_classes(philox_of_seed(seed), logits, num_samples, output_dtype)


def _infer_stateless(
    logits: Tensor, num_samples: Tensor, seed: Tensor, *, output_dtype: DType = dtypes.int64
) -> Inferred:
    infer_seed(seed)
    return infer_classes(logits, num_samples, output_dtype)


define(
    "StatelessMultinomial",
    "logits: T, num_samples: int32, seed: Tseed",
    "output: output_dtype",
    {
        "T": types(_REAL),
        "Tseed": types(dtypes.INDEX, dtypes.int64),
        "output_dtype": types(dtypes.INDEX, dtypes.int64),
    },
    infer=_infer_stateless,
    kernel=_stateless_multinomial,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

# ---------------------------------------------------------------------------- public functions


def _index_dtype(dtype: Any) -> DType:
    dtype = dtypes.int64 if dtype is None else as_dtype(dtype)
    if dtype not in dtypes.INDEX:
        raise ValueError(
            f"Argument `dtype` got invalid value {dtype!r}. Accepted dtypes are {dtypes.INDEX}."
        )
    return dtype


@public("random.categorical")
def random_categorical(
    logits: Any,
    num_samples: Any,
    dtype: Any = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Class indices, drawn from unnormalised log probabilities.

    Args:
        logits: floating tensor of shape `[batch, classes]`.
        num_samples: how many to draw for each row, an integer scalar.
        dtype: int32 or int64; int64 if None.
        seed: an integer that, with the global seed, chooses the numbers; see `tf.random.set_seed`.
        name: name of the operation.

    Returns:
        Tensor of shape `[batch, num_samples]`, of indices below `classes`.

    Raises:
        ValueError: another dtype.
        InvalidArgumentError: `logits` is no matrix, or has no classes.

    >>> tf.random.categorical(tf.math.log([[0.5, 0.5]]), 5).shape
    TensorShape([1, 5])
    """
    with op_scope(name or "categorical"):
        logits = convert_to_tensor(logits, name="logits")
        dtype = _index_dtype(dtype)
        return raw.Multinomial(logits, num_samples, output_dtype=dtype, **op_seeds(seed))


@public("random.stateless_categorical")
def stateless_categorical(
    logits: Any, num_samples: Any, seed: Any, dtype: Any = dtypes.int64, name: str | None = None
) -> Tensor:
    """Class indices, drawn from unnormalised log probabilities; `seed` alone decides them.

    Args:
        logits: floating tensor of shape `[batch, classes]`.
        num_samples: how many to draw for each row, an integer scalar.
        seed: int32 or int64 tensor of shape `[2]`.
        dtype: int32 or int64.
        name: name of the operation.

    Returns:
        Tensor of shape `[batch, num_samples]`, of indices below `classes`.

    Raises:
        ValueError: another dtype.
        InvalidArgumentError: `logits` is no matrix, or has no classes; a seed of another shape.

    >>> tf.random.stateless_categorical(tf.math.log([[0.5, 0.5]]), 5, seed=[7, 17]).shape
    TensorShape([1, 5])
    """
    with op_scope(name or "stateless_categorical"):
        logits = convert_to_tensor(logits, name="logits")
        return raw.StatelessMultinomial(logits, num_samples, seed, output_dtype=_index_dtype(dtype))
