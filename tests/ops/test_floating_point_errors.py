"""No floating-point error of NumPy leaves an op, whatever the program does with NumPy's warnings."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import ml_dtypes
import numpy as np
import pytest

import stagelight as tf
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import Failures, tensors_of
from tests.ops.sample_variants import arrays_of, is_floating
from tests.ops.samples import Sample


def extreme_arguments(sample: Sample) -> Iterator[list[np.ndarray]]:
    """The arguments with one float replaced: by zero, the largest number or infinity."""
    arrays = arrays_of(sample)
    for position, array in enumerate(arrays):
        if not is_floating(array) or not array.size:
            continue
        largest = ml_dtypes.finfo(array.dtype).max
        for value in (0, largest, np.inf):
            changed = np.array(array)
            changed.reshape(-1)[0] = value
            yield [*arrays[:position], changed, *arrays[position + 1 :]]


# Calls of the program's own Python, whose errors are its own.
_GROUPS = [group for group in GROUPS if group.samples and group.family != "host_call"]


@pytest.mark.parametrize("group", [pytest.param(group, id=str(group)) for group in _GROUPS])
def test_no_floating_point_error_leaves_an_op(group: Group) -> None:
    failures = Failures(group)
    for index, sample in group.samples[:4]:
        for arrays in extreme_arguments(sample):
            with failures.of(index, sample) as wrong:
                tensors = tensors_of(arrays)
                try:
                    with np.errstate(all="raise"), warnings.catch_warnings():
                        warnings.simplefilter("error", RuntimeWarning)
                        sample.call(tf, *tensors)
                except (FloatingPointError, RuntimeWarning) as error:
                    wrong.append(f"{type(error).__name__}: {error}")
                except (tf.errors.OpError, ValueError, TypeError):
                    pass  # Refused for its value.
    failures.report()
