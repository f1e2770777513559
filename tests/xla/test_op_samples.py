"""Every sample of every op that has a rule gives by XLA what it gives on the host."""

from __future__ import annotations

import pytest

from stagelight import config
from stagelight.passes.pipeline import optimize
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import Failures, exact_specs, kind_differences, staged, tensors_of
from tests.xla.runs import host_operations
from tests.xla.sample_checks import (
    LEFT_TO_THE_HOST,
    are_bits_known,
    has_rule,
    is_expected,
    rounding_differences,
)

LOWERED = [group for group in GROUPS if group.samples and has_rule(group.op)]


@pytest.mark.parametrize("group", [pytest.param(group, id=str(group)) for group in LOWERED])
def test_samples(group: Group) -> None:
    """The results are the host's; operations with a rule are in the program, or their reason is expected."""
    failures = Failures(group)
    for index, sample in group.samples:
        if not sample.staged:
            continue
        with failures.of(index, sample) as wrong:
            tensors = tensors_of(sample.arrays)
            with config.changed(executor="host"):
                expected = staged(sample.call, exact_specs(tensors))(*tensors)
            function = staged(sample.call, exact_specs(tensors))
            actual = function(*tensors)
            concrete = function.get_concrete_function()
            types = {x.name: x.type for x in optimize(concrete.graph).operations}
            if sample.random:
                wrong += kind_differences(expected, actual)
            else:
                exactly = are_bits_known(set(types.values()))
                wrong += rounding_differences(group.op, expected, actual, exactly=exactly)
            for name, reason in host_operations(concrete).items():
                op = types.get(name, name)
                if name not in types:
                    wrong.append(f"the program could not be traced: {reason}")
                elif has_rule(op) and not is_expected(op, reason):
                    wrong.append(f"{op} is left to the host: {reason}")
    failures.report()


def test_what_is_left_to_the_host_has_a_rule():
    assert [op for op in LEFT_TO_THE_HOST if not has_rule(op)] == []


def test_the_samples_are_those_of_the_generic_suite():
    assert len(LOWERED) > 250
