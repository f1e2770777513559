"""Temporaries that are alive at one moment have places of their own, the first that are free."""

from hypothesis import given
from hypothesis import strategies as st

from stagelight.codegen.loop_nest import Buffer
from stagelight.codegen.transforms.memory_plan import _Life, _places
from stagelight.types import dtypes

SIZES = st.one_of(st.integers(60, 400), st.sampled_from([10**6, 2**40, 2**62, 2**66]))


@st.composite
def temporaries(draw):
    """Buffers, and their lives: some within one of two parts that run side by side from 4 to 4."""
    lives = {}
    for number, size in enumerate(draw(st.lists(SIZES, max_size=12))):
        first = draw(st.integers(0, 8))
        life = _Life(first, draw(st.integers(first, 9)))
        part = draw(st.integers(0, 4))
        if part in (1, 2):
            begin = draw(st.integers(0, 5))
            life = _Life(4, 4, part, begin, draw(st.integers(begin, 6)))
        lives[Buffer(f"t{number}", dtypes.int8, size)] = life
    return lives


def are_alive_at_once(one, other):
    if one.first > other.last or other.first > one.last:
        return False
    if one.part and one.part == other.part:
        return one.first_in_part <= other.last_in_part and other.first_in_part <= one.last_in_part
    return True


@given(temporaries())
def test_places_are_the_first_that_are_free(lives):
    offsets, end = _places(list(lives), lives)
    assert offsets.keys() == {x for x in lives if x.size > 64}
    whole = {x: -(-x.size // 64) * 64 for x in offsets}
    assert end == max((offsets[x] + whole[x] for x in offsets), default=0)
    placed = []
    for buffer in sorted(offsets, key=lambda x: x.size, reverse=True):
        others = [x for x in placed if are_alive_at_once(lives[x], lives[buffer])]

        def is_free(offset, others=others, size=whole[buffer]):
            return all(
                offset + size <= offsets[x] or offsets[x] + whole[x] <= offset for x in others
            )

        ends = [0, *(offsets[x] + whole[x] for x in others)]
        assert offsets[buffer] == min(filter(is_free, ends))
        placed.append(buffer)
