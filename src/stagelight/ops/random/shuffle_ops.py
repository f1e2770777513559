"""Permutations: the ops over `shuffle` and `index_shuffle`, `tf.random.shuffle` and its kin."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import UNKNOWN, Inferred, invalid, same_as_input
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.random.index_shuffle import index_shuffle_each
from stagelight.ops.random.shuffle import permutation, shuffle_blocks
from stagelight.ops.random.stateless_seeds import key_counter_alg, philox_at
from stagelight.ops.random.streams import StreamState, kernel_stream, make_state, op_seeds
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- whole tensors


def _is_fixed(value: np.ndarray) -> bool:
    """Whether there is only one order."""
    return value.size <= 1 or value.shape[0] <= 1


def _random_shuffle(
    xp: ModuleType,
    value: np.ndarray,
    *,
    seed: int = 0,
    seed2: int = 0,
    _state: StreamState | None = None,
) -> np.ndarray:
    if _is_fixed(value):
        return value
    size = value.shape[0]
    stream = kernel_stream("RandomShuffle", seed, seed2, _state, value.dtype)
    return value[permutation(stream.reserve_blocks(shuffle_blocks(size)), size)]


define(
    "RandomShuffle",
    "value: T",
    "output: T",
    {"seed": 0, "seed2": 0, "T": types()},
    infer=same_as_input,
    kernel=_random_shuffle,
    differentiable=False,
    traits=Trait.RANDOM | Trait.HOST_ONLY,
    make_state=make_state,
)


def _stateless_shuffle(
    xp: ModuleType, value: np.ndarray, key: np.ndarray, counter: np.ndarray, alg: np.ndarray
) -> np.ndarray:
    source = philox_at(key, counter, alg)
    return value if _is_fixed(value) else value[permutation(source, value.shape[0])]


define(
    "StatelessShuffle",
    "value: T, key: uint64, counter: uint64, alg: int32",
    "output: T",
    {"T": types()},
    infer=same_as_input,
    kernel=_stateless_shuffle,
    traits=Trait.HOST_ONLY,
)


@public("random.shuffle")
def random_shuffle(value: Any, seed: int | None = None, name: str | None = None) -> Tensor:
    """The rows of a tensor (its parts along axis 0) in a random order.

    Args:
        value: tensor of any dtype.
        seed: an integer that, with the global seed, chooses the order; see `tf.random.set_seed`.
        name: name of the operation.

    Returns:
        Tensor like `value`.

    >>> sorted(tf.random.shuffle([3, 1, 2]).numpy().tolist())
    [1, 2, 3]
    """
    return raw.RandomShuffle(value, **op_seeds(seed), name=name)


@public("random.experimental.stateless_shuffle")
def stateless_shuffle(
    value: Any, seed: Any, alg: Any = "auto_select", name: str | None = None
) -> Tensor:
    """The rows of a tensor in an order that `seed` alone decides.

    Args:
        value: tensor of any dtype.
        seed: int32 or int64 tensor of shape `[2]`.
        alg: the algorithm, by name, number or `tf.random.Algorithm`.
        name: name of the operation.

    Returns:
        Tensor like `value`.

    Raises:
        ValueError: there is no such algorithm.
        InvalidArgumentError: a seed of another shape.

    >>> tf.random.experimental.stateless_shuffle([[1, 2], [3, 4], [5, 6]], seed=[8, 9]).numpy()
    array([[5, 6],
           [1, 2],
           [3, 4]], dtype=int32)
    """
    with op_scope(name or "stateless_shuffle"):
        key = key_counter_alg(seed, alg)
        return raw.StatelessShuffle(value, *key)


# ---------------------------------------------------------------------------- single indices


def _random_index_shuffle(
    xp: ModuleType,
    index: np.ndarray,
    seed: np.ndarray,
    max_index: np.ndarray,
    *,
    rounds: int = 4,
) -> np.ndarray:
    for name, value in (("index", index), ("max_index", max_index)):
        if value.ndim > 1:
            raise invalid(f"{name} must be a scalar or vector. Received shape: {value.shape}")
    if seed.ndim not in (1, 2) or seed.shape[-1] != 3:
        raise invalid(
            "Seed must be a vector of size [3] or a matrix of size [n, 3] but got "
            f"{list(seed.shape)}."
        )
    batches = index.shape, max_index.shape, seed.shape[:-1]
    # Scalars go with all. One element goes with several, but not with none, as it would in NumPy.
    sizes = {batch[0] for batch in batches if batch}
    if len(sizes - {1}) > 1 or sizes == {0, 1}:
        raise invalid(
            f"index {list(index.shape)}, max_index {list(max_index.shape)} and seed "
            f"{list(seed.shape)} must have one batch size, or none."
        )
    batch = np.broadcast_shapes(*batches)
    index, max_index = np.broadcast_to(index, batch), np.broadcast_to(max_index, batch)
    if index.size:
        if index.min() < 0:
            raise invalid(f"index must be >= 0 but was {index.min()}")
        if max_index.min() < 0:
            raise invalid(f"max_index must be >= 0 but was {max_index.min()}")
        if np.any(max_index < index):
            raise invalid(f"max_index must be >= index, but {max_index.min()} < {index.max()}")
    keys = np.broadcast_to(seed, (*batch, 3)).reshape(-1, 3)
    # TF: an odd number of rounds, or too few, counts as the next that the cipher takes.
    rounds = max(rounds + rounds % 2, 4)
    moved = index_shuffle_each(index.reshape(-1), keys, max_index.reshape(-1), rounds)
    return moved.reshape(batch)


def _infer_index_shuffle(
    index: Tensor, seed: Tensor, max_index: Tensor, *, rounds: int = 4
) -> Inferred:
    batches = [index.shape, max_index.shape, seed.shape[:-1] if seed.shape.rank else seed.shape]
    if any(batch.rank is None for batch in batches):
        return Inferred(UNKNOWN, index.dtype)
    if all(batch.rank == 0 for batch in batches):
        return Inferred(TensorShape(()), index.dtype)
    sizes = {batch[0] for batch in batches if batch.rank} - {1}
    return Inferred(TensorShape([sizes.pop() if len(sizes) == 1 else None]), index.dtype)


_INDEX_DTYPES = (dtypes.int32, dtypes.uint32, dtypes.int64, dtypes.uint64)

define(
    "RandomIndexShuffle",
    "index: dtype, seed: Tseed, max_index: dtype",
    "output: dtype",
    {"rounds": 4, "dtype": types(_INDEX_DTYPES), "Tseed": types(_INDEX_DTYPES)},
    infer=_infer_index_shuffle,
    kernel=_random_index_shuffle,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

# What TensorFlow puts before the two parts of a seed, as the cipher takes three.
_FIRST_KEY = 498247692


@public("random_index_shuffle", "compat.v1.random_index_shuffle")
def random_index_shuffle(
    index: Any, seed: Any, max_index: Any, rounds: int = 4, name: str | None = None
) -> Tensor:
    """Where an index goes in a permutation of `0 ... max_index`, with the parts of the cipher's key.

    Args:
        index: integer scalar or vector, from 0 to `max_index`.
        seed: integer tensor of shape `[3]` or `[n, 3]`, which chooses the permutation.
        max_index: the largest index, like `index`.
        rounds: the rounds of the cipher, an even number of at least 4.
        name: the operation's name.

    Returns:
        Tensor of the dtype of `index`; a vector if one of the arguments has a batch axis.

    Raises:
        InvalidArgumentError: an index out of range, or a seed of another shape.

    >>> tf.random_index_shuffle(tf.range(5), seed=[1, 2, 3], max_index=4).numpy()
    array([2, 0, 3, 4, 1], dtype=int32)
    """
    return raw.RandomIndexShuffle(index, seed, max_index, rounds=rounds, name=name)


@public("random.experimental.index_shuffle")
def index_shuffle(index: Any, seed: Any, max_index: Any) -> Tensor:
    """Where an index goes in a permutation of `0 ... max_index`, which is never made as a whole.

    Args:
        index: integer scalar or vector, from 0 to `max_index`.
        seed: integer tensor of shape `[2]` or `[n, 2]`, which chooses the permutation.
        max_index: the largest index, like `index`.

    Returns:
        Tensor of the dtype of `index`; a vector if one of the arguments has a batch axis.

    Raises:
        InvalidArgumentError: an index out of range, or a seed of another shape.

    >>> tf.random.experimental.index_shuffle(tf.range(4), seed=[5, 9], max_index=3).numpy()
    array([2, 0, 1, 3], dtype=int32)
    """
    seed = convert_to_tensor(seed)
    rank = 1 if seed.shape.rank is None else seed.shape.rank
    paddings = [[0, 0]] * (rank - 1) + [[1, 0]]
    seed = raw.PadV2(seed, np.array(paddings, np.int32), _FIRST_KEY)
    return raw.RandomIndexShuffle(index, seed, max_index, rounds=4)
