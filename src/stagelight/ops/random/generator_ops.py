"""Ops on the state of a `tf.random.Generator`, and `tf.random.create_rng_state`.

The state is a variable (see `generator_state` for its layout). `RngReadAndSkip` gives the state as
it was and moves it on; numbers are then drawn by the stateless ops. Older ops, `StatefulUniform`
and its like, do both at once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.convert import convert_to_tensor, make_constant
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.ops.random.drawn_shape import count, infer_drawn, sizes_of
from stagelight.ops.random.generator_state import (
    skipped,
    state_from_seed,
    state_size,
    stream_of,
)
from stagelight.ops.random.keys import Algorithm, algorithm_id
from stagelight.ops.random.normal import normal
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.truncated_normal import truncated_normal
from stagelight.ops.random.uniform import full_int, uniform, uniform_int
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

_CHANGES = Trait.READS | Trait.WRITES | Trait.HOST_ONLY


def check_algorithm(algorithm: np.ndarray) -> None:
    """Checks that a generator draws with Philox.

    Raises:
        UnimplementedError: with ThreeFry.
        InvalidArgumentError: with an unknown algorithm.
    """
    if algorithm.ndim:
        raise invalid(f"algorithm must be of shape [], not {list(algorithm.shape)}")
    number = int(algorithm)
    if number == Algorithm.THREEFRY.value:
        raise errors.UnimplementedError(
            None, None, "Generators do not draw with the ThreeFry algorithm. Use Philox."
        )
    if number not in (Algorithm.PHILOX.value, Algorithm.AUTO_SELECT.value):
        raise invalid(f"Unsupported algorithm id: {number}")


def advanced(resource: np.ndarray, draws: int) -> np.ndarray:
    """Moves the state in a variable on by some draws; returns it as it was."""
    variable: Any = resource[()]
    with variable.lock:
        state: np.ndarray | None = variable.value
        if state is None:
            raise errors.FailedPreconditionError(
                None, None, f"The generator's state {variable.name} has no value yet."
            )
        if state.dtype != np.int64:
            raise invalid(f"dtype of RNG state variable must be int64, not {state.dtype}")
        if state.ndim != 1:
            raise invalid(f"RNG state must have one and only one dimension, not {state.ndim}")
        if state.size < 3:
            raise invalid(
                f"For the Philox algorithm, the size of state must be at least 3; got {state.size}"
            )
        variable.value = np.concatenate([skipped(state[:3], draws), state[3:]])
    return state[:3]


# ---------------------------------------------------------------------------- reading and skipping


def _read_and_skip(
    xp: ModuleType, resource: np.ndarray, alg: np.ndarray, delta: np.ndarray
) -> np.ndarray:
    check_algorithm(alg)
    return advanced(resource, int(delta))


define(
    "RngReadAndSkip",
    "resource: resource, alg: int32, delta: uint64",
    "value: int64",
    infer=lambda resource, alg, delta: Inferred(TensorShape([3]), dtypes.int64),
    kernel=_read_and_skip,
    differentiable=False,
    traits=_CHANGES,
)


def _skip(xp: ModuleType, resource: np.ndarray, algorithm: np.ndarray, delta: np.ndarray) -> None:
    check_algorithm(algorithm)
    advanced(resource, int(delta))


define(
    "RngSkip",
    "resource: resource, algorithm: int64, delta: int64",
    "",
    infer=lambda resource, algorithm, delta: (),
    kernel=_skip,
    differentiable=False,
    traits=_CHANGES,
)

# ---------------------------------------------------------------------------- drawing at once


def _define_stateful(
    name: str,
    distribution: Callable[[Philox, tuple[int, ...], np.dtype], np.ndarray],
    default: DType,
) -> None:
    def kernel(
        xp: ModuleType,
        resource: np.ndarray,
        algorithm: np.ndarray,
        shape: np.ndarray,
        *,
        dtype: DType = default,
    ) -> np.ndarray:
        check_algorithm(algorithm)
        sizes = sizes_of(shape)
        source = stream_of(advanced(resource, count(sizes)))
        return distribution(source, sizes, dtype.numpy_dtype)

    def infer(
        resource: Tensor, algorithm: Tensor, shape: Tensor, *, dtype: DType = default
    ) -> Inferred:
        return infer_drawn(shape, dtype)

    define(
        name,
        "resource: resource, algorithm: int64, shape: shape_dtype",
        "output: dtype",
        {"dtype": types(None, default), "shape_dtype": types(None, dtypes.int64)},
        infer=infer,
        kernel=kernel,
        differentiable=False,
        traits=_CHANGES,
    )


_define_stateful("StatefulUniform", uniform, dtypes.float32)
_define_stateful("StatefulStandardNormalV2", normal, dtypes.float32)
_define_stateful("StatefulTruncatedNormal", truncated_normal, dtypes.float32)
_define_stateful("StatefulUniformFullInt", full_int, dtypes.uint64)


def _stateful_uniform_int(
    xp: ModuleType,
    resource: np.ndarray,
    algorithm: np.ndarray,
    shape: np.ndarray,
    minval: np.ndarray,
    maxval: np.ndarray,
) -> np.ndarray:
    check_algorithm(algorithm)
    sizes = sizes_of(shape)
    if minval.ndim or maxval.ndim:
        raise invalid("minval and maxval must be 0-D")
    if minval >= maxval:
        raise invalid(f"Need minval < maxval, got {minval} >= {maxval}")
    source = stream_of(advanced(resource, count(sizes)))
    return uniform_int(source, sizes, int(minval), int(maxval), minval.dtype)


define(
    "StatefulUniformInt",
    "resource: resource, algorithm: int64, shape: shape_dtype, minval: dtype, maxval: dtype",
    "output: dtype",
    {"dtype": types(None, dtypes.int64), "shape_dtype": types(None, dtypes.int64)},
    infer=lambda resource, algorithm, shape, minval, maxval: infer_drawn(shape, minval.dtype),
    kernel=_stateful_uniform_int,
    differentiable=False,
    traits=_CHANGES,
)

# ---------------------------------------------------------------------------- making states


def _non_deterministic(
    xp: ModuleType, shape: np.ndarray, *, dtype: DType = dtypes.int64
) -> np.ndarray:
    sizes = sizes_of(shape)
    if not dtype.is_integer or dtype.size < 4:
        raise invalid(
            f"NonDeterministicInts gives int32, int64, uint32 or uint64, not {dtype.name}"
        )
    octets = secrets.token_bytes(count(sizes) * dtype.size)
    return np.frombuffer(octets, dtype.numpy_dtype).reshape(sizes)


define(
    "NonDeterministicInts",
    "shape: shape_dtype",
    "output: dtype",
    {"dtype": types(None, dtypes.int64), "shape_dtype": types(None, dtypes.int64)},
    infer=lambda shape, *, dtype=dtypes.int64: infer_drawn(shape, dtype),
    kernel=_non_deterministic,
    differentiable=False,
    traits=Trait.RANDOM | Trait.HOST_ONLY,
)


@public("random.create_rng_state", "random.experimental.create_rng_state")
def create_rng_state(seed: Any, alg: Any) -> Tensor:
    """The state of a generator from a seed.

    Args:
        seed: an integer of any size, or a vector of 64-bit parts.
        alg: the algorithm, by name, number or `tf.random.Algorithm`.

    Returns:
        int64 vector; its length depends on the algorithm.

    Raises:
        ValueError: there is no such algorithm.

    >>> tf.random.create_rng_state(1234, "philox").numpy()
    array([1234,    0,    0])
    >>> tf.random.create_rng_state([12, 34], "threefry").numpy()
    array([12, 34])
    """
    number = algorithm_id(alg)
    if isinstance(seed, Tensor) and not isinstance(seed, EagerTensor):
        return _symbolic_state(seed, state_size(number))
    if not isinstance(seed, int):
        seed = np.asarray(convert_to_tensor(seed)) if isinstance(seed, Tensor) else seed
    return make_constant(EagerTensor(state_from_seed(seed, number), dtypes.int64))


def _symbolic_state(seed: Tensor, size: int) -> Tensor:
    """`state_from_seed` of a tensor in a graph: its parts, after zeros for those that miss."""
    parts = raw.Reshape(raw.Cast(seed, DstT=dtypes.int64), [-1])
    parts = raw.StridedSlice(parts, [0], [size], [1])
    missing = raw.Sub(size, raw.Shape(parts))
    padded = raw.Pad(parts, raw.ExpandDims(raw.ConcatV2([missing, [0]], 0), 0))
    return raw.Reshape(padded, [size])
