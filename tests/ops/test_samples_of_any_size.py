"""Every sample whose graph can be compiled for any size: one program gives what the eager call gives.

All sizes but 1 are left open, equal ones as one symbol, as if all had been others in another call.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight.codegen.lowering.lowerability import lowerability_of
from stagelight.codegen.lowering.lowering import NotOfAnySize
from stagelight.codegen.lowering.programs import common_sizes
from stagelight.passes.pipeline import optimize
from stagelight.runtime.region_code import compile_symbolic
from stagelight.runtime.regions import whole_region
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import (
    Failures,
    flat,
    relaxed_specs,
    rounding_differences,
    staged,
    tensors_of,
)
from tests.ops.samples import Sample

GROUPS_WITH_SAMPLES = [group for group in GROUPS if group.samples]


def program_of(sample: Sample, tensors: list[Any]) -> tuple[Any, list[np.ndarray]] | None:
    """The function that runs a sample for any size, and its arguments; None if there is none."""
    concrete = staged(sample.call, relaxed_specs(tensors)).get_concrete_function()
    graph = optimize(concrete.graph)
    arrays = [x._array for x in (*tensors, *concrete.captured_inputs)]
    if lowerability_of(graph).program_obstacle():
        return None
    region = whole_region(graph)
    shapes = [array.shape for array in arrays]
    others = [tuple([n if n < 2 else 10 * n + 7 for n in shape]) for shape in shapes]
    sizes = common_sizes(shapes, others)
    if sizes is None:
        return None
    checked = [i for i, x in enumerate(graph.inputs) if not x.shape.is_fully_defined()]
    try:
        run = compile_symbolic(region, sizes, checked, lambda *arrays: None)
    except NotOfAnySize:
        return None
    return None if run is None else (run, arrays)


@pytest.mark.parametrize("group", [pytest.param(x, id=str(x)) for x in GROUPS_WITH_SAMPLES])
def test_one_program_for_any_size(group: Group) -> None:
    failures = Failures(group)
    for index, sample in group.samples:
        if not sample.staged or sample.random or sample.static == "call":
            continue
        with failures.of(index, sample) as wrong:
            tensors = tensors_of(sample.arrays)
            found = program_of(sample, tensors)
            if found is None:
                continue
            run, arrays = found
            results = run(*arrays)
            # It may fail and leave the case to the host, such as where an index is out of range.
            if results is not None:
                expected = [leaf.numpy() for leaf in flat(sample.call(tf, *tensors))]
                wrong += rounding_differences(expected, list(results))
    failures.report()
