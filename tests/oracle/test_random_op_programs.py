"""Random programs of many ops give what they give with TensorFlow, eagerly and staged.

`scripts/random_op_programs.py` runs any number of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.oracle.random_op_forms import FORMS
from tests.oracle.random_op_programs import build, build_alone
from tests.oracle.random_op_runs import Workers
from tests.oracle.random_op_table import TABLE

PROGRAMS_OF_A_TEST = 20


@pytest.fixture(scope="module")
def workers(tensorflow: object) -> Iterator[Workers]:
    both = Workers()
    yield both
    both.close()


@pytest.mark.parametrize(
    "part",
    [part if part < 4 else pytest.param(part, marks=pytest.mark.slow) for part in range(100)],
)
def test_random_programs_give_what_they_give_with_tensorflow(part: int, workers: Workers) -> None:
    seeds = range(part * PROGRAMS_OF_A_TEST, (part + 1) * PROGRAMS_OF_A_TEST)
    wrong = [
        "\n".join([str(program or f"seed {seed}"), *texts])
        for seed, program, texts in workers.differences(seeds)
        if texts
    ]
    assert not wrong, "\n".join(wrong)


NUMBERS = range(8)


@pytest.mark.parametrize("number", NUMBERS)
def test_each_op_finds_arguments(number: int) -> None:
    assert all(build_alone(name, 3 * number).steps for name in TABLE)


# A number is a choice of arguments, and of what a trace knows of them.
@pytest.mark.parametrize(
    "number",
    [0 if number == 0 else pytest.param(number, marks=pytest.mark.slow) for number in NUMBERS],
)
@pytest.mark.parametrize("part", range(10))
def test_each_op_alone_gives_what_it_gives_with_tensorflow(
    part: int, number: int, workers: Workers
) -> None:
    """Values, first and second derivatives."""
    names = [*TABLE][part::10] if number else [*TABLE][part::40]
    wrong = [
        "\n".join([str(program or seed), *texts])
        for seed, program, texts in workers.differences([(name, 3 * number) for name in names])
        if texts
    ]
    assert not wrong, "\n".join(wrong)


def test_programs_mix_many_ops_and_all_forms() -> None:
    assert len(TABLE) >= 500
    used = {step.name for seed in range(300) for step in build(seed).steps}
    assert len(used & set(TABLE)) >= 250
    assert used >= set(FORMS)
