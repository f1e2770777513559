"""What random object graphs get from checkpoints of other ones is what they get with TensorFlow."""

from __future__ import annotations

import pytest

from tests.oracle.comparison import differences, outcome
from tests.oracle.object_graphs import program

PROGRAMS_PER_TEST = 20


@pytest.mark.parametrize("start", range(0, 160, PROGRAMS_PER_TEST))
def test_variables_get_the_values_that_tensorflow_gives_them(tensorflow, stagelight, start):
    for seed in range(start, start + PROGRAMS_PER_TEST):
        found = differences(*(outcome(program(seed), tf) for tf in (tensorflow, stagelight)))
        assert not found, "\n".join([f"seed {seed}:", *found])
