"""Categorical samples and shuffles have TensorFlow's values."""

import numpy as np
import pytest

from stagelight.ops.random.categorical import categorical, reserved_outputs
from stagelight.ops.random.index_shuffle import index_shuffle_each
from stagelight.ops.random.keys import philox_of_seed
from stagelight.ops.random.shuffle import _exchanged, _followed, permutation, shuffle_blocks

SEEDED = philox_of_seed(np.array([1, 2]))


@pytest.mark.parametrize("samples", [1, 5, 30])
@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_categorical_equals_tensorflow(recorded, dtype: str, samples: int) -> None:
    logits = np.sin(np.arange(33.0)).reshape(3, 11).astype(np.float32)
    logits[1, 3] = -np.inf
    values = categorical(SEEDED, logits, samples, np.dtype(dtype))
    assert not (values[1] == 3).any()
    recorded(f"categorical {dtype} {samples}", values)


def test_categorical_reserves_two_words_for_each_of_four_samples() -> None:
    assert reserved_outputs(batch=3, num_samples=5) == 48


@pytest.mark.parametrize("size", [1, 2, 5, 10, 1000])
def test_permutation_equals_tensorflow(recorded, size: int) -> None:
    recorded(f"shuffle {size}", permutation(SEEDED, size))


def test_permutation_of_nothing() -> None:
    assert permutation(SEEDED, 0).tolist() == []
    assert [shuffle_blocks(size) for size in (0, 1, 2, 5, 6)] == [0, 0, 1, 1, 2]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 9, 40, 3000])
def test_exchanges_that_are_followed_lead_where_they_lead_one_after_the_other(size: int) -> None:
    generator = np.random.default_rng(size)
    for most in (1, 2, size):  # Partners close by, which are partners again, and all.
        places = np.arange(size - 1)
        for _ in range(20):
            partners = places + generator.integers(0, np.minimum(size - places, most))
            np.testing.assert_array_equal(_followed(partners), _exchanged(partners, size))


@pytest.mark.parametrize("last", [0, 1, 3, 9, 100, 65535, 65536, 100_000, 2**40])
def test_index_shuffle_equals_tensorflow(recorded, last: int) -> None:
    indices = np.arange(min(last + 1, 200))
    keys = np.tile([498247692, -5, 8], (indices.size, 1))
    values = index_shuffle_each(indices, keys, np.full(indices.size, last), rounds=4)
    recorded(f"index shuffle {last}", values)


@pytest.mark.parametrize("last", [0, 2, 1000, 16383, 16384, 70_000])
def test_index_shuffle_is_a_permutation(last: int) -> None:
    size = last + 1
    keys = np.tile([1, 2, 3], (size, 1))
    values = index_shuffle_each(np.arange(size), keys, np.full(size, last), rounds=6)
    assert sorted(values.tolist()) == list(range(size))


def test_an_index_moves_alone_as_it_does_among_others() -> None:
    """Small ranges are looked up, large ones walked, one by one or together: the same cipher."""
    last = np.resize(np.array([3, 9, 20_000, 65_536, 2**31, 2**40 + 1]), 60)
    keys = np.arange(180).reshape(60, 3) % 7 - 3
    together = index_shuffle_each(last // 2, keys, last, rounds=4)
    alone = [
        index_shuffle_each(last[i : i + 1] // 2, keys[i : i + 1], last[i : i + 1], rounds=4)[0]
        for i in range(60)
    ]
    assert together.tolist() == alone
