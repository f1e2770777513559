"""Uniform numbers: the ops over `uniform`, `tf.random.uniform` and its stateless form."""

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
from stagelight.ops.random import threefry
from stagelight.ops.random.drawn_shape import count, infer_drawn, shape_tensor, sizes_of
from stagelight.ops.random.keys import Algorithm, philox_of_seed
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.stateless_seeds import (
    check_seed,
    infer_keyed,
    infer_seeded,
    key_counter_alg,
    philox_at,
)
from stagelight.ops.random.streams import StreamState, kernel_stream, make_state, op_seeds
from stagelight.ops.random.uniform import full_int, uniform, uniform_int
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

_RANDOM_FLOATS = (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)
_ALL_INTEGERS = (dtypes.int32, dtypes.int64, dtypes.uint32, dtypes.uint64)

# ---------------------------------------------------------------------------- floats


def _random_uniform(
    xp: ModuleType,
    shape: np.ndarray,
    *,
    dtype: DType,
    seed: int = 0,
    seed2: int = 0,
    _state: StreamState | None = None,
) -> np.ndarray:
    sizes = sizes_of(shape)
    stream = kernel_stream("RandomUniform", seed, seed2, _state, dtype, shape.dtype)
    return uniform(stream.reserve_outputs(count(sizes)), sizes, dtype.numpy_dtype)


define(
    "RandomUniform",
    "shape: T",
    "output: dtype",
    {"seed": 0, "seed2": 0, "dtype": types(_RANDOM_FLOATS), "T": types(dtypes.INDEX)},
    infer=lambda shape, *, dtype, **_seeds: infer_drawn(shape, dtype),
    kernel=_random_uniform,
    differentiable=False,
    traits=Trait.RANDOM | Trait.HOST_ONLY,
    make_state=make_state,
)


def _stateless_uniform(
    xp: ModuleType, shape: np.ndarray, seed: np.ndarray, *, dtype: DType = dtypes.float32
) -> np.ndarray:
    sizes = sizes_of(shape)
    return uniform(philox_of_seed(check_seed(seed)), sizes, dtype.numpy_dtype)


define(
    "StatelessRandomUniform",
    "shape: T, seed: Tseed",
    "output: dtype",
    {
        "dtype": types(_RANDOM_FLOATS, dtypes.float32),
        "T": types(dtypes.INDEX, dtypes.int32),
        "Tseed": types(dtypes.INDEX, dtypes.int64),
    },
    infer=infer_seeded,
    kernel=_stateless_uniform,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _keyed_uniform(
    xp: ModuleType,
    shape: np.ndarray,
    key: np.ndarray,
    counter: np.ndarray,
    alg: np.ndarray,
    *,
    dtype: DType = dtypes.float32,
) -> np.ndarray:
    sizes = sizes_of(shape)
    return uniform(philox_at(key, counter, alg), sizes, dtype.numpy_dtype)


define(
    "StatelessRandomUniformV2",
    "shape: Tshape, key: uint64, counter: uint64, alg: int32",
    "output: dtype",
    {"dtype": types(_RANDOM_FLOATS, dtypes.float32), "Tshape": types(dtypes.INDEX, dtypes.int32)},
    infer=infer_keyed,
    kernel=_keyed_uniform,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

# ---------------------------------------------------------------------------- integers in a range


def _check_ranks(minval: np.ndarray, maxval: np.ndarray) -> None:
    for name, bound in (("minval", minval), ("maxval", maxval)):
        if bound.ndim:
            raise invalid(f"{name} must be 0-D, got shape {list(bound.shape)}")


def _infer_bound(name: str, bound: Tensor) -> None:
    if bound.shape.rank not in (None, 0):
        raise invalid(f"{name} must be 0-D, got shape {bound.shape}")


def _infer_range(shape: Tensor, minval: Tensor, maxval: Tensor) -> Inferred:
    _infer_bound("minval", minval)
    _infer_bound("maxval", maxval)
    return infer_drawn(shape, minval.dtype)


def _between(
    source: Philox, sizes: tuple[int, ...], minval: np.ndarray, maxval: np.ndarray
) -> np.ndarray:
    if count(sizes) == 0:
        return np.empty(sizes, minval.dtype)
    if minval >= maxval:
        raise invalid(f"Need minval < maxval, got {minval} >= {maxval}")
    return uniform_int(source, sizes, int(minval), int(maxval), minval.dtype)


def _random_uniform_int(
    xp: ModuleType,
    shape: np.ndarray,
    minval: np.ndarray,
    maxval: np.ndarray,
    *,
    seed: int = 0,
    seed2: int = 0,
    _state: StreamState | None = None,
) -> np.ndarray:
    sizes = sizes_of(shape)
    _check_ranks(minval, maxval)
    stream = kernel_stream("RandomUniformInt", seed, seed2, _state, minval.dtype, shape.dtype)
    return _between(stream.reserve_outputs(count(sizes)), sizes, minval, maxval)


define(
    "RandomUniformInt",
    "shape: T, minval: Tout, maxval: Tout",
    "output: Tout",
    {"seed": 0, "seed2": 0, "Tout": types(dtypes.INDEX), "T": types(dtypes.INDEX)},
    requires={"minval": "scalar", "maxval": "scalar"},
    infer=lambda shape, minval, maxval, **_seeds: _infer_range(shape, minval, maxval),
    kernel=_random_uniform_int,
    differentiable=False,
    traits=Trait.RANDOM | Trait.HOST_ONLY,
    make_state=make_state,
)


def _stateless_uniform_int(
    xp: ModuleType, shape: np.ndarray, seed: np.ndarray, minval: np.ndarray, maxval: np.ndarray
) -> np.ndarray:
    sizes = sizes_of(shape)
    _check_ranks(minval, maxval)
    return _between(philox_of_seed(check_seed(seed)), sizes, minval, maxval)


define(
    "StatelessRandomUniformInt",
    "shape: T, seed: Tseed, minval: dtype, maxval: dtype",
    "output: dtype",
    {
        "dtype": types(dtypes.INDEX),
        "T": types(dtypes.INDEX, dtypes.int32),
        "Tseed": types(dtypes.INDEX, dtypes.int64),
    },
    infer=lambda shape, seed, minval, maxval: _infer_range(shape, minval, maxval),
    kernel=_stateless_uniform_int,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _keyed_uniform_int(
    xp: ModuleType,
    shape: np.ndarray,
    key: np.ndarray,
    counter: np.ndarray,
    alg: np.ndarray,
    minval: np.ndarray,
    maxval: np.ndarray,
) -> np.ndarray:
    sizes = sizes_of(shape)
    _check_ranks(minval, maxval)
    return _between(philox_at(key, counter, alg), sizes, minval, maxval)


define(
    "StatelessRandomUniformIntV2",
    "shape: Tshape, key: uint64, counter: uint64, alg: int32, minval: dtype, maxval: dtype",
    "output: dtype",
    {"dtype": types(_ALL_INTEGERS), "Tshape": types(dtypes.INDEX, dtypes.int32)},
    infer=lambda shape, key, counter, alg, minval, maxval: _infer_range(shape, minval, maxval),
    kernel=_keyed_uniform_int,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

# ---------------------------------------------------------------------------- all integers


def _stateless_full_int(
    xp: ModuleType, shape: np.ndarray, seed: np.ndarray, *, dtype: DType = dtypes.uint64
) -> np.ndarray:
    sizes = sizes_of(shape)
    return full_int(philox_of_seed(check_seed(seed)), sizes, dtype.numpy_dtype)


define(
    "StatelessRandomUniformFullInt",
    "shape: T, seed: Tseed",
    "output: dtype",
    {
        "dtype": types(_ALL_INTEGERS, dtypes.uint64),
        "T": types(dtypes.INDEX, dtypes.int32),
        "Tseed": types(_ALL_INTEGERS, dtypes.int64),
    },
    infer=infer_seeded,
    kernel=_stateless_full_int,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _keyed_full_int(
    xp: ModuleType,
    shape: np.ndarray,
    key: np.ndarray,
    counter: np.ndarray,
    alg: np.ndarray,
    *,
    dtype: DType = dtypes.uint64,
) -> np.ndarray:
    sizes = sizes_of(shape)
    if alg.ndim == 0 and int(alg) == Algorithm.THREEFRY.value:
        words = threefry.words64 if dtype.size == 8 else threefry.words32
        return words(int(key[0]), int(counter[0]), sizes).view(dtype.numpy_dtype)
    return full_int(philox_at(key, counter, alg), sizes, dtype.numpy_dtype)


define(
    "StatelessRandomUniformFullIntV2",
    "shape: Tshape, key: uint64, counter: uint64, alg: int32",
    "output: dtype",
    {"dtype": types(_ALL_INTEGERS, dtypes.uint64), "Tshape": types(dtypes.INDEX, dtypes.int32)},
    infer=lambda shape, key, counter, alg, *, dtype=dtypes.uint64: infer_drawn(shape, dtype),
    kernel=_keyed_full_int,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

# ---------------------------------------------------------------------------- public functions


def _accepted(dtype: Any, accepted: tuple[DType, ...]) -> DType:
    dtype = as_dtype(dtype)
    if dtype not in accepted:
        raise ValueError(
            f"Argument `dtype` got invalid value {dtype!r}. Accepted dtypes are {accepted}."
        )
    return dtype


@public("random.uniform")
def random_uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers that are equally likely everywhere in `[minval, maxval)`.

    Args:
        shape: the shape of the result, an integer vector.
        minval: the least number; for floats it may have a shape that broadcasts with `shape`.
        maxval: the end of the range, which is not in it; 1 for floats if None.
        dtype: a floating dtype, int32 or int64.
        seed: an integer that, with the global seed, chooses the numbers; see `tf.random.set_seed`.
        name: name of the operation.

    Returns:
        Tensor of that shape and dtype.

    Raises:
        ValueError: another dtype, or integers without `maxval`.
        InvalidArgumentError: a negative size, or integers with `minval >= maxval`.

    >>> tf.random.set_seed(5)
    >>> tf.random.uniform([3], maxval=3, dtype=tf.int32, seed=10).numpy()
    array([2, 0, 1], dtype=int32)
    """
    dtype = _accepted(dtype, (*_RANDOM_FLOATS, dtypes.int32, dtypes.int64))
    if maxval is None:
        if dtype.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
        maxval = 1
    starts_at_zero = isinstance(minval, int) and minval == 0
    ends_at_one = isinstance(maxval, int) and maxval == 1
    is_scaled = not (starts_at_zero and ends_at_one)
    with op_scope(name or "random_uniform") as scope:
        shape = shape_tensor(shape)
        if dtype.is_integer or is_scaled:
            minval = convert_to_tensor(minval, dtype, name="min")
            maxval = convert_to_tensor(maxval, dtype, name="max")
        if dtype.is_integer:
            return raw.RandomUniformInt(shape, minval, maxval, **op_seeds(seed), name=scope)
        numbers = raw.RandomUniform(shape, dtype=dtype, **op_seeds(seed))
        if not is_scaled:
            return numbers
        if starts_at_zero:
            return raw.Mul(numbers, maxval, name="mul")
        span = raw.Sub(maxval, minval, name="sub")
        return raw.AddV2(raw.Mul(numbers, span, name="mul"), minval, name=scope)


@public("random.stateless_uniform")
def stateless_uniform(
    shape: Any,
    seed: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = dtypes.float32,
    name: str | None = None,
    alg: Any = "auto_select",
) -> Tensor:
    """Numbers that are equally likely everywhere in `[minval, maxval)`; `seed` alone decides them.

    Args:
        shape: the shape of the result, an integer vector.
        seed: int32 or int64 tensor of shape `[2]`.
        minval: the least number; for floats it may have a shape that broadcasts with `shape`. None
            with an integer dtype, for `maxval` too, takes all its values.
        maxval: the end of the range, which is not in it; 1 for floats if None.
        dtype: a floating dtype, int32 or int64; uint32 and uint64 without bounds.
        name: name of the operation.
        alg: the algorithm, by name, number or `tf.random.Algorithm`.

    Returns:
        Tensor of that shape and dtype.

    Raises:
        ValueError: another dtype or algorithm, or one of two integer bounds is missing.
        InvalidArgumentError: a seed of another shape, or integers with `minval >= maxval`.

    >>> tf.random.stateless_uniform([3], seed=[1, 2], minval=0, maxval=10, dtype=tf.int32).numpy()
    array([0, 9, 4], dtype=int32)
    """
    dtype = _accepted(dtype, (*_RANDOM_FLOATS, *_ALL_INTEGERS))
    if dtype.is_integer:
        if (minval is None) != (maxval is None):
            raise ValueError(
                f"For integer `dtype` argument {dtype!r}, argument `minval` and `maxval` must be "
                f"both None or not None. Got `minval`={minval} and `maxval`={maxval}."
            )
        if minval is not None and dtype in (dtypes.uint32, dtypes.uint64):
            raise ValueError(
                f"Argument `dtype` got invalid value {dtype!r} when argument `minval` is not None. "
                "Please don't use unsigned integers in this case."
            )
    elif maxval is None:
        maxval = 1
    with op_scope(name or "stateless_random_uniform") as scope:
        shape = shape_tensor(shape)
        if minval is None and dtype.is_integer:
            key = key_counter_alg(seed, alg)
            return raw.StatelessRandomUniformFullIntV2(shape, *key, dtype=dtype, name=scope)
        minval = convert_to_tensor(minval, dtype, name="min")
        maxval = convert_to_tensor(maxval, dtype, name="max")
        key = key_counter_alg(seed, alg)
        if dtype.is_integer:
            return raw.StatelessRandomUniformIntV2(shape, *key, minval, maxval, name=scope)
        numbers = raw.StatelessRandomUniformV2(shape, *key, dtype=dtype)
        span = raw.Sub(maxval, minval, name="sub")
        return raw.AddV2(raw.Mul(numbers, span, name="mul"), minval, name=scope)
