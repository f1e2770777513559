"""Iterators of random pipelines go on where they were saved, as in TensorFlow, and refuse others."""

from __future__ import annotations

import pytest

from tests.oracle.comparison import Returned, differences, outcome
from tests.oracle.saved_pipelines import program

PROGRAMS_PER_TEST = 6


def refusals(result):
    """The numbers of elements after which the restoration is refused."""
    assert isinstance(result, Returned), result
    return {place for place, leaf in result.leaves.items() if leaf.value == "NotFoundError"}


@pytest.mark.parametrize("start", range(0, 36, PROGRAMS_PER_TEST))
def test_the_rest_is_that_of_tensorflow(tensorflow, stagelight, start):
    for seed in range(start, start + PROGRAMS_PER_TEST):
        found = differences(*(outcome(program(seed), tf) for tf in (tensorflow, stagelight)))
        assert not found, "\n".join([f"seed {seed}:", *found])


@pytest.mark.parametrize("start", range(0, 36, PROGRAMS_PER_TEST))
def test_another_pipeline_is_refused_wherever_tensorflow_refuses_it(tensorflow, stagelight, start):
    # TensorFlow takes it where the part that differs has come to its end.
    for seed in range(start, start + PROGRAMS_PER_TEST):
        theirs, ours = (
            outcome(program(seed, is_changed=True), tf) for tf in (tensorflow, stagelight)
        )
        assert refusals(theirs) <= refusals(ours), f"seed {seed}"
