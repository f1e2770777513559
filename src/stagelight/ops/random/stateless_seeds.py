"""From a stateless seed to a key and a counter: the ops, and what functions and kernels need.

The older stateless ops take the `seed [2]` itself; the newer ones (V2, V3) a key, a counter and the
number of the algorithm, which `key_counter_alg` makes.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import SCALAR, Inferred, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.random.drawn_shape import infer_drawn
from stagelight.ops.random.keys import (
    Algorithm,
    algorithm_id,
    key_counter,
    unsupported_algorithm,
)
from stagelight.ops.random.philox import Philox
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape


def check_seed(seed: np.ndarray) -> np.ndarray:
    """The seed, of shape `[2]`.

    Raises:
        InvalidArgumentError: it has another shape.
    """
    if seed.shape != (2,):
        raise invalid(f"seed must have shape [2], not {list(seed.shape)}")
    return seed


def infer_seed(seed: Tensor) -> None:
    """Checks the static shape of a seed."""
    if not seed.shape.is_compatible_with([2]):
        raise invalid(f"seed must have shape [2], not {seed.shape}")


def infer_seeded(shape: Tensor, seed: Tensor, *, dtype: DType = dtypes.float32) -> Inferred:
    """What ops give that take a shape and a seed."""
    infer_seed(seed)
    return infer_drawn(shape, dtype)


def infer_keyed(
    shape: Tensor, key: Tensor, counter: Tensor, alg: Tensor, *, dtype: DType = dtypes.float32
) -> Inferred:
    """What ops give that take a shape, a key, a counter and an algorithm."""
    for name, tensor, rank in (("key", key, 1), ("counter", counter, 1), ("alg", alg, 0)):
        if tensor.shape.rank not in (None, rank):
            raise invalid(f"Shape must be rank {rank}: `{name}` has shape {tensor.shape}")
    return infer_drawn(shape, dtype)


def philox_at(key: np.ndarray, counter: np.ndarray, alg: np.ndarray) -> Philox:
    """The Philox stream at a key and a counter.

    Raises:
        InvalidArgumentError: the parts have other shapes, or the algorithm is another one.
    """
    if alg.ndim:
        raise invalid(f"algorithm must be of shape [], not {list(alg.shape)}")
    if int(alg) not in (Algorithm.PHILOX.value, Algorithm.AUTO_SELECT.value):
        raise invalid(
            f"Unsupported algorithm id: {int(alg)}. This op draws with Philox "
            f"({Algorithm.PHILOX.value}, or {Algorithm.AUTO_SELECT.value} for auto-selection)."
        )
    if key.shape != (1,):
        raise invalid(f"key must have shape [1], not {list(key.shape)}")
    if counter.ndim != 1 or counter.size < 2:
        raise invalid(
            "counter must be a vector of size at least 2 for the Philox algorithm. "
            f"Received shape: {list(counter.shape)}"
        )
    return Philox.from_arrays(key, counter)


def key_counter_alg(seed: Any, alg: Any) -> tuple[Any, Any, int]:
    """Key, counter and number of the algorithm, for the ops that draw with them.

    Args:
        seed: int32 or int64 `[2]`.
        alg: the algorithm by name, number or enum member; None selects one.

    Raises:
        ValueError: there is no such algorithm.
        TypeError: `alg` is no name, number or member.
    """
    number = Algorithm.AUTO_SELECT.value if alg is None else algorithm_id(alg)
    if number == Algorithm.THREEFRY.value:
        seed = convert_to_tensor(seed, name="seed")
        halves = raw.Cast(raw.Cast(seed, DstT=dtypes.uint32), DstT=dtypes.uint64)
        low, high = raw.Unpack(halves, num=2)
        word = raw.BitwiseOr(low, raw.LeftShift(high, np.uint64(32)))
        return raw.Reshape(word, [1]), np.zeros(1, np.uint64), number
    if number not in (Algorithm.PHILOX.value, Algorithm.AUTO_SELECT.value):
        raise ValueError(unsupported_algorithm(number))
    key, counter = raw.StatelessRandomGetKeyCounter(seed)
    return key, counter, number


# ---------------------------------------------------------------------------- the ops


def _key_counter(xp: ModuleType, seed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return key_counter(check_seed(seed), Algorithm.PHILOX.value)


def _infer_key_counter(seed: Tensor) -> tuple[Inferred, Inferred]:
    infer_seed(seed)
    return Inferred(TensorShape([1]), dtypes.uint64), Inferred(TensorShape([2]), dtypes.uint64)


define(
    "StatelessRandomGetKeyCounter",
    "seed: Tseed",
    "key: uint64, counter: uint64",
    {"Tseed": types(dtypes.INDEX, dtypes.int64)},
    infer=_infer_key_counter,
    kernel=_key_counter,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

define(
    "StatelessRandomGetKeyCounterAlg",  # in graphs of TensorFlow 2.4 and 2.5
    "seed: Tseed",
    "key: uint64, counter: uint64, alg: int32",
    {"Tseed": types(dtypes.INDEX, dtypes.int64)},
    infer=lambda seed: (*_infer_key_counter(seed), Inferred(SCALAR, dtypes.int32)),
    kernel=lambda xp, seed: (*_key_counter(xp, seed), _the_algorithm(xp)),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _the_algorithm(xp: ModuleType) -> np.ndarray:
    return np.asarray(Algorithm.PHILOX.value, np.int32)


define(
    "StatelessRandomGetAlg",
    "",
    "alg: int32",
    infer=lambda: Inferred(SCALAR, dtypes.int32),
    kernel=_the_algorithm,
    differentiable=False,
    # Which algorithm it is, the device decides when the graph runs.
    traits=Trait.RANDOM | Trait.HOST_ONLY,
)
