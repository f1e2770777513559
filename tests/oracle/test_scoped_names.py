"""Names of variables, operations and scopes in random nestings are those of TensorFlow."""

from __future__ import annotations

import pytest

from tests.oracle.comparison import differences, outcome
from tests.oracle.scoped_names import KINDS, program

PROGRAMS_PER_TEST = 50


@pytest.mark.parametrize("kind", KINDS)
def test_names_are_those_of_tensorflow(tensorflow, stagelight, kind):
    for seed in range(KINDS.index(kind), PROGRAMS_PER_TEST * len(KINDS), len(KINDS)):
        found = differences(*(outcome(program(seed), tf) for tf in (tensorflow, stagelight)))
        assert not found, "\n".join([f"seed {seed}:", *found])
