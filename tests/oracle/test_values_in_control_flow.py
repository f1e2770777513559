"""Values of every kind in every control-flow function have the derivatives that they have with TensorFlow.

The programs are those of `tests/autodiff/test_values_in_control_flow.py`, which finds staged derivatives
equal to eager ones; here the eager ones are TensorFlow's.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.autodiff.value_programs import Program, combinations


def _parameters() -> Iterator[Any]:
    for construct, kind, way, derivative, is_quick in combinations():
        name = f"{construct}-{kind}-{way}-{derivative.__name__}"
        marks = [] if is_quick else [pytest.mark.slow]
        yield pytest.param(construct, kind, way, derivative, id=name, marks=marks)


def _arrays(tf: Any, construct: str, kind: str, way: str, derivative: Any) -> list[Any]:
    """Values and derivatives of a program, with None where there is no derivative."""
    program = Program(tf, construct, kind, way)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = derivative(tf, program, program.eager)
    return [None if x is None else np.asarray(x) for x in tf.nest.flatten(found)]


@pytest.mark.parametrize(("construct", "kind", "way", "derivative"), list(_parameters()))
def test_derivatives_are_those_of_tensorflow(
    construct: str, kind: str, way: str, derivative: Any, tensorflow: Any, stagelight: Any
) -> None:
    expected = _arrays(tensorflow, construct, kind, way, derivative)
    actual = _arrays(stagelight, construct, kind, way, derivative)
    assert [x is None for x in actual] == [x is None for x in expected]
    for one, other in zip(expected, actual, strict=True):
        if one is not None:
            np.testing.assert_allclose(other, one, rtol=1e-9, atol=1e-12)
