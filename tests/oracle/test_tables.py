"""Programs in tables give what they give with TensorFlow, eagerly and staged."""

from __future__ import annotations

import warnings

import pytest

from tests.oracle.comparison import Raised, differences, outcome
from tests.oracle.tables import (
    dtypes_of_results,
    empty_arrays,
    inputs_of_other_dtypes,
    nonfinite_images,
    nonfinite_matrices,
    refusals,
    resizing_to_the_same_size,
    shapes_of_inputs,
)

MODULES = (
    dtypes_of_results,
    empty_arrays,
    inputs_of_other_dtypes,
    nonfinite_images,
    nonfinite_matrices,
    refusals,
    resizing_to_the_same_size,
    shapes_of_inputs,
)

# While tracing Stagelight tells what TensorFlow finds when it runs, and with the class of tracing.
TRACED = {"InvalidArgumentError": "ValueError"}


def programs_of(name):
    return [
        pytest.param(program, id=f"{module.__name__.rpartition('.')[2]}-{title}")
        for module in MODULES
        for title, program in getattr(module, name, {}).items()
    ]


def staged(program):
    """The program in a function of the library."""
    return lambda tf: tf.function(lambda: program(tf), autograph=False)()


def check(program, tensorflow, stagelight, classes=None):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected, actual = outcome(program, tensorflow), outcome(program, stagelight)
    if isinstance(expected, Raised) and isinstance(actual, Raised):
        wanted = {expected.classes[0], (classes or {}).get(expected.classes[0])}
        if wanted & set(actual.classes):
            return
    found = differences(expected, actual)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("program", programs_of("PROGRAMS") + programs_of("EAGER_PROGRAMS"))
def test_eagerly(program, tensorflow, stagelight):
    check(program, tensorflow, stagelight)


@pytest.mark.parametrize("program", programs_of("PROGRAMS"))
def test_staged(program, tensorflow, stagelight):
    check(staged(program), tensorflow, stagelight, TRACED)
