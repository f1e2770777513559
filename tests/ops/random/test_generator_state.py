"""Generator states are made, read and moved on as TensorFlow's are."""

import numpy as np
import pytest

from stagelight.ops.random.binomial import binomial
from stagelight.ops.random.generator_state import (
    binomial_draws,
    skipped,
    state_from_seed,
    state_size,
    stream_of,
)
from stagelight.ops.random.normal import normal
from stagelight.ops.random.truncated_normal import truncated_normal
from stagelight.ops.random.uniform import full_int, uniform, uniform_int

PHILOX, THREEFRY = 1, 2


@pytest.mark.parametrize("seed", [5, -1, 2**64 + 3, 2**200 + 2**70 + 1])
def test_integer_seeds_are_cut_into_parts(recorded, seed: int) -> None:
    recorded(f"philox state {seed}", state_from_seed(seed, PHILOX))
    recorded(f"threefry state {seed}", state_from_seed(seed, THREEFRY))


def test_vector_seeds_are_padded_in_front_and_cut_behind(recorded) -> None:
    recorded("philox state [7]", state_from_seed([7], PHILOX))
    recorded("philox state [1, 2, 3, 4]", state_from_seed([1, 2, 3, 4], PHILOX))


def test_a_program_of_draws_equals_tensorflow(recorded) -> None:
    state = state_from_seed(1234, PHILOX)
    float32, int32 = np.dtype(np.float32), np.dtype(np.int32)
    counts, probs = np.array([10.0, 50.0], np.float32), np.array([0.5, 0.5], np.float32)
    steps = (
        ("normal", 6, lambda source: normal(source, (2, 3), float32)),
        ("uniform", 5, lambda source: uniform(source, (5,), float32)),
        ("uniform int", 5, lambda source: uniform_int(source, (5,), 0, 10, int32)),
        ("full int", 3, lambda source: full_int(source, (3,), np.dtype(np.uint64))),
        ("truncated", 7, lambda source: truncated_normal(source, (7,), float32)),
        (
            "binomial",
            binomial_draws(2, 10),
            lambda source: binomial(source, 10, counts, probs, int32),
        ),
        (
            "seeds",
            3,
            lambda source: np.stack(
                [full_int(source, (3,), np.dtype(np.int64)), np.zeros(3, np.int64)]
            ),
        ),
        ("skip", 7, lambda source: before),
        ("scalar", 1, lambda source: uniform(source, (), float32)),
    )
    for name, draws, draw in steps:
        before = state
        recorded(f"generator {name}", draw(stream_of(state)))
        state = skipped(state, draws)
        recorded(f"generator state after {name}", state)
    for index, key in enumerate(full_int(stream_of(state), (3,), np.dtype(np.int64))):
        recorded(f"generator split {index}", np.array([0, 0, key], np.int64))


def test_skipping_wraps_the_counter() -> None:
    state = np.array([-256, -1, 9], np.int64)
    assert skipped(state, 1).tolist() == [0, 0, 9]


def test_sizes_and_unknown_algorithms() -> None:
    assert [state_size(alg) for alg in (1, 2, 3)] == [3, 2, 3]
    with pytest.raises(ValueError, match="unsupported value 4"):
        state_size(4)


def test_negative_draws_go_back() -> None:
    """The states are those that TensorFlow's RngSkip gives for -1."""
    assert skipped(np.array([1024, 0, 9]), -1).tolist() == [768, 0, 9]
    assert skipped(np.array([5, 6, 7]), -1).tolist() == [-251, 6, 7]
    assert skipped(np.array([-5, 6, 7]), -1).tolist() == [-261, 6, 7]
