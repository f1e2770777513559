"""Normal numbers, whole and cut at two deviations: the ops over `normal` and `truncated_normal`.

`tf.random.normal`, `tf.random.truncated_normal` and their stateless forms. Bounds of one's own are
in `bounded_normal_ops`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.random.drawn_shape import count, infer_drawn, shape_tensor, sizes_of
from stagelight.ops.random.keys import philox_of_seed
from stagelight.ops.random.normal import normal
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.stateless_seeds import (
    check_seed,
    infer_keyed,
    infer_seeded,
    key_counter_alg,
    philox_at,
)
from stagelight.ops.random.streams import StreamState, kernel_stream, make_state, op_seeds
from stagelight.ops.random.truncated_normal import truncated_normal
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

_FLOATS = (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)

_Distribution = Callable[[Philox, tuple[int, ...], np.dtype], np.ndarray]


def _define_stateful(name: str, distribution: _Distribution) -> None:
    def kernel(
        xp: ModuleType,
        shape: np.ndarray,
        *,
        dtype: DType,
        seed: int = 0,
        seed2: int = 0,
        _state: StreamState | None = None,
    ) -> np.ndarray:
        sizes = sizes_of(shape)
        stream = kernel_stream(name, seed, seed2, _state, dtype, shape.dtype)
        return distribution(stream.reserve_outputs(count(sizes)), sizes, dtype.numpy_dtype)

    define(
        name,
        "shape: T",
        "output: dtype",
        {"seed": 0, "seed2": 0, "dtype": types(_FLOATS), "T": types(dtypes.INDEX)},
        infer=lambda shape, *, dtype, **_seeds: infer_drawn(shape, dtype),
        kernel=kernel,
        differentiable=False,
        traits=Trait.RANDOM | Trait.HOST_ONLY,
        make_state=make_state,
    )


def _define_stateless(name: str, distribution: _Distribution) -> None:
    def seeded(
        xp: ModuleType, shape: np.ndarray, seed: np.ndarray, *, dtype: DType = dtypes.float32
    ) -> np.ndarray:
        sizes = sizes_of(shape)
        return distribution(philox_of_seed(check_seed(seed)), sizes, dtype.numpy_dtype)

    define(
        name,
        "shape: T, seed: Tseed",
        "output: dtype",
        {
            "dtype": types(_FLOATS, dtypes.float32),
            "T": types(dtypes.INDEX, dtypes.int32),
            "Tseed": types(dtypes.INDEX, dtypes.int64),
        },
        infer=infer_seeded,
        kernel=seeded,
        differentiable=False,
        traits=Trait.HOST_ONLY,
    )

    def keyed(
        xp: ModuleType,
        shape: np.ndarray,
        key: np.ndarray,
        counter: np.ndarray,
        alg: np.ndarray,
        *,
        dtype: DType = dtypes.float32,
    ) -> np.ndarray:
        sizes = sizes_of(shape)
        return distribution(philox_at(key, counter, alg), sizes, dtype.numpy_dtype)

    define(
        f"{name}V2",
        "shape: Tshape, key: uint64, counter: uint64, alg: int32",
        "output: dtype",
        {"dtype": types(_FLOATS, dtypes.float32), "Tshape": types(dtypes.INDEX, dtypes.int32)},
        infer=infer_keyed,
        kernel=keyed,
        differentiable=False,
        traits=Trait.HOST_ONLY,
    )


_define_stateful("RandomStandardNormal", normal)
_define_stateful("TruncatedNormal", truncated_normal)
_define_stateless("StatelessRandomNormal", normal)
_define_stateless("StatelessTruncatedNormal", truncated_normal)

# ---------------------------------------------------------------------------- public functions


def _scaled(numbers: Tensor, mean: Tensor, stddev: Tensor, scope: str) -> Tensor:
    return raw.AddV2(raw.Mul(numbers, stddev, name="mul"), mean, name=scope)


@public("random.normal")
def random_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers of a normal distribution.

    Args:
        shape: the shape of the result, an integer vector.
        mean: floating tensor that broadcasts with `shape`.
        stddev: the standard deviation, a floating tensor that broadcasts with `shape`.
        dtype: a floating dtype.
        seed: an integer that, with the global seed, chooses the numbers; see `tf.random.set_seed`.
        name: name of the operation.

    Returns:
        Tensor of that shape and dtype.

    Raises:
        TypeError: a dtype that is not floating.
        InvalidArgumentError: a negative size.

    >>> tf.random.set_seed(5)
    >>> tf.random.normal([2], seed=1).numpy()
    array([-1.3768897 , -0.01258316], dtype=float32)
    """
    dtype = as_dtype(dtype)
    with op_scope(name or "random_normal") as scope:
        shape = shape_tensor(shape)
        mean = convert_to_tensor(mean, dtype, name="mean")
        stddev = convert_to_tensor(stddev, dtype, name="stddev")
        numbers = raw.RandomStandardNormal(shape, dtype=dtype, **op_seeds(seed))
        return _scaled(numbers, mean, stddev, scope)


@public("random.truncated_normal")
def random_truncated_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers of a normal distribution, less than two standard deviations from the mean.

    Args:
        shape: the shape of the result, an integer vector.
        mean: floating tensor that broadcasts with `shape`.
        stddev: the standard deviation before truncation.
        dtype: a floating dtype.
        seed: an integer that, with the global seed, chooses the numbers; see `tf.random.set_seed`.
        name: name of the operation.

    Returns:
        Tensor of that shape and dtype.

    Raises:
        TypeError: a dtype that is not floating.
        InvalidArgumentError: a negative size.

    >>> bool(tf.reduce_all(tf.abs(tf.random.truncated_normal([100])) < 2.0))
    True
    """
    dtype = as_dtype(dtype)
    with op_scope(name or "truncated_normal") as scope:
        shape = shape_tensor(shape)
        mean = convert_to_tensor(mean, dtype, name="mean")
        stddev = convert_to_tensor(stddev, dtype, name="stddev")
        numbers = raw.TruncatedNormal(shape, dtype=dtype, **op_seeds(seed))
        return _scaled(numbers, mean, stddev, scope)


@public("random.stateless_normal")
def stateless_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
    alg: Any = "auto_select",
) -> Tensor:
    """Numbers of a normal distribution; `seed` alone decides them.

    Args:
        shape: the shape of the result, an integer vector.
        seed: int32 or int64 tensor of shape `[2]`.
        mean: floating tensor that broadcasts with `shape`.
        stddev: the standard deviation, a floating tensor that broadcasts with `shape`.
        dtype: a floating dtype.
        name: name of the operation.
        alg: the algorithm, by name, number or `tf.random.Algorithm`.

    Returns:
        Tensor of that shape and dtype.

    Raises:
        ValueError: there is no such algorithm.
        InvalidArgumentError: a seed of another shape, or a negative size.

    >>> tf.random.stateless_normal([2], seed=[1, 2]).numpy()
    array([0.5441101 , 0.20738031], dtype=float32)
    """
    dtype = as_dtype(dtype)
    with op_scope(name or "stateless_random_normal") as scope:
        shape = shape_tensor(shape)
        mean = convert_to_tensor(mean, dtype, name="mean")
        stddev = convert_to_tensor(stddev, dtype, name="stddev")
        key = key_counter_alg(seed, alg)
        numbers = raw.StatelessRandomNormalV2(shape, *key, dtype=dtype)
        return _scaled(numbers, mean, stddev, scope)


@public("random.stateless_truncated_normal")
def stateless_truncated_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
    alg: Any = "auto_select",
) -> Tensor:
    """Normal numbers less than two deviations from the mean; `seed` alone decides them.

    Args:
        shape: the shape of the result, an integer vector.
        seed: int32 or int64 tensor of shape `[2]`.
        mean: floating tensor that broadcasts with `shape`.
        stddev: the standard deviation before truncation.
        dtype: a floating dtype.
        name: name of the operation.
        alg: the algorithm, by name, number or `tf.random.Algorithm`.

    Returns:
        Tensor of that shape and dtype.

    Raises:
        ValueError: there is no such algorithm.
        InvalidArgumentError: a seed of another shape, or a negative size.

    >>> tf.random.stateless_truncated_normal([3], seed=[1, 2]).shape
    TensorShape([3])
    """
    dtype = as_dtype(dtype)
    with op_scope(name or "stateless_truncated_normal") as scope:
        shape = shape_tensor(shape)
        mean = convert_to_tensor(mean, dtype, name="mean")
        stddev = convert_to_tensor(stddev, dtype, name="stddev")
        key = key_counter_alg(seed, alg)
        numbers = raw.StatelessTruncatedNormalV2(shape, *key, dtype=dtype)
        return _scaled(numbers, mean, stddev, scope)
