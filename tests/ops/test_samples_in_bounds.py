"""No machine code of a sample leaves its buffers: indices are compared with sizes, and memory is guarded."""

from __future__ import annotations

import subprocess
import sys

import pytest

import stagelight as tf
from stagelight import config
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import (
    Failures,
    exact_specs,
    kind_differences,
    relaxed_specs,
    rounding_differences,
    specs_for,
    staged,
    tensors_of,
)
from tests.processes import environment

pytestmark = pytest.mark.slow

FAMILIES = sorted({group.family for group in GROUPS})
# So many processes are started: what one of them imports is imported once for a part of the families.
_PARTS = 6


@pytest.fixture(scope="module", autouse=True)
def no_code_on_disk():
    with config.changed(compilation_cache=None):
        yield


@pytest.mark.parametrize(
    "group", [pytest.param(group, id=str(group)) for group in GROUPS if group.samples]
)
def test_each_index_is_in_its_buffer(group: Group) -> None:
    failures = Failures(group)
    for index, sample in group.samples:
        if not sample.staged:
            continue
        with failures.of(index, sample) as wrong:
            tensors = tensors_of(sample.arrays)
            expected = sample.call(tf, *tensors)
            for specs in (exact_specs, relaxed_specs):
                with config.changed(executor="native", checks_bounds=True):
                    actual = staged(sample.call, specs_for(sample, specs, tensors))(*tensors)
                same = kind_differences if sample.random else rounding_differences
                wrong += same(expected, actual)
    failures.report()


@pytest.mark.skipif(sys.platform == "win32", reason="guarding memory is a POSIX call")
@pytest.mark.parametrize("part", range(_PARTS))
def test_nothing_around_arrays_and_scratch_memory_is_touched(part: int) -> None:
    found = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.ops.guarded_memory", *FAMILIES[part::_PARTS]],
        env=environment(STAGELIGHT_CACHE_DIR="off"),
        capture_output=True,
        text=True,
        check=False,
    )
    last = found.stdout.splitlines()[-1:]
    assert found.returncode == 0, f"{found.stderr[-3000:]}\nThe last sample was: {last}"
