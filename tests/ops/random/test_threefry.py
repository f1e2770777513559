"""ThreeFry: the known answers of the paper, and XLA's arrangement of its words."""

import numpy as np
import pytest

from stagelight.ops.random.keys import key_counter
from stagelight.ops.random.threefry import hash_pairs, words32, words64


def test_hash_gives_the_known_answers_of_the_paper() -> None:
    zero, ones = np.zeros(1, np.uint32), np.full(1, 2**32 - 1, np.uint32)
    assert [word.item() for word in hash_pairs(0, zero, zero)] == [0x6B200159, 0x99BA4EFE]
    assert [word.item() for word in hash_pairs(2**64 - 1, ones, ones)] == [0x1CB996FC, 0xBB002BE7]


@pytest.mark.parametrize("shape", [(), (1,), (2,), (3,), (4, 3), (3, 5), (3, 4), (5, 3, 2), (7, 1)])
def test_words_are_arranged_as_xla_does(recorded, shape: tuple[int, ...]) -> None:
    key, counter = key_counter(np.array([1, -2]), 2)
    assert counter.tolist() == [0]
    recorded(f"threefry uint32 {list(shape)}", words32(int(key[0]), 0, shape))
    recorded(f"threefry uint64 {list(shape)}", words64(int(key[0]), 0, shape))
