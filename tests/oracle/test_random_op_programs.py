"""Random programs of many ops give what they give with TensorFlow, eagerly and staged.

`scripts/random_op_programs.py` runs any number of them.
"""

from __future__ import annotations

import pytest

from tests.oracle.random_op_programs import build, compare
from tests.oracle.random_op_table import TABLE


@pytest.mark.parametrize("seed", range(60))
def test_a_random_program_gives_what_it_gives_with_tensorflow(seed, tensorflow):
    program = build(seed)
    texts = compare(tensorflow, program)
    assert not texts, "\n".join([str(program), *texts])


def test_programs_mix_many_ops():
    assert len(TABLE) >= 200
    used = {step.name for seed in range(120) for step in build(seed).steps}
    assert len(used) >= 150
