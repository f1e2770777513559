"""The Philox stream: known answers, skipping, wrapping counters, and equal results of all paths."""

import numpy as np
import pytest

from stagelight.ops.random.philox import Philox

WRAPPING = Philox(0x123456789ABCDEF0, (1 << 128) - 30)


def test_block_gives_the_known_answers_of_the_paper() -> None:
    # From the test vectors that accompany the paper.
    assert Philox(0, 0).block() == (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
    ones = Philox(2**64 - 1, 2**128 - 1)
    assert ones.block() == (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)


@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 79, 80, 81, 1000, 4 * 4096 + 1])
@pytest.mark.parametrize("start", [Philox(7, 0), Philox(7, 2**32 - 40), WRAPPING])
def test_fill_writes_consecutive_blocks(start: Philox, count: int) -> None:
    blocks = [start.skip(index).block() for index in range(-(-count // 4))]
    assert start.words(count).tolist() == [word for block in blocks for word in block][:count]


def test_blocks_at_reaches_any_distance() -> None:
    distances = np.array([0, 1, 29, 30, 31, 2**40, 2**64 - 1] * 5, np.uint64)
    expected = [WRAPPING.skip(distance).block() for distance in distances.tolist()]
    assert [tuple(row) for row in WRAPPING.blocks_at(distances).tolist()] == expected
    few = WRAPPING.blocks_at(distances[:7])
    assert [tuple(row) for row in few.tolist()] == expected[:7]
    assert WRAPPING.blocks_at(distances[:0]).shape == (0, 4)


def test_seeds_are_key_and_upper_counter() -> None:
    assert Philox.from_seeds(-1, 5) == Philox(2**64 - 1, 5 << 64)
