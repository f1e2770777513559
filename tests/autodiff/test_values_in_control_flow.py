"""Values of every kind in every control-flow function, in every way, have derivatives, staged as eager."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from tests.autodiff.value_programs import CONSTRUCTS, Program, combinations, derivatives
from tests.ops.sample_runs import array_of, flat


def _parameters() -> Iterator[Any]:
    for construct, kind, way, derivative, is_quick in combinations():
        name = f"{construct}-{kind}-{way}-{derivative.__name__}"
        marks = [] if is_quick else [pytest.mark.slow]
        yield pytest.param(construct, kind, way, derivative, id=name, marks=marks)


@pytest.mark.parametrize("executor", ["native", "host"])
@pytest.mark.parametrize(("construct", "kind", "way", "derivative"), list(_parameters()))
def test_staged_derivatives_are_the_eager_ones(
    construct: str, kind: str, way: str, derivative: Any, executor: str
) -> None:
    program = Program(tf, construct, kind, way)
    expected = flat(derivative(tf, program, program.eager))
    with config.changed(executor=executor):
        actual = flat(derivative(tf, program, program.stage()))
    assert len(actual) == len(expected)
    for one, other in zip(expected, actual, strict=True):
        np.testing.assert_allclose(array_of(other), array_of(one), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("kind", ["small", "large", "variable", "ragged", "sparse", "tensor_array"])
@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_the_derivative_by_the_value_is_the_difference(construct: str, kind: str) -> None:
    """No derivative that eager and staged code share is missing or wrong."""
    program = Program(tf, construct, kind, "captured")
    source = program.sources[1]
    found = derivatives(tf, program, program.eager)
    gradient = array_of(found["gradient"][1])
    direction = np.random.default_rng(5).uniform(-1, 1, gradient.shape)
    assert np.any(gradient)
    slope = _slope(construct, kind, direction)
    np.testing.assert_allclose(np.sum(gradient * direction), slope, rtol=1e-6, atol=1e-8)
    assert found["second"][1] is not None
    assert source.shape == gradient.shape


def _slope(construct: str, kind: str, direction: np.ndarray, step: float = 1e-5) -> float:
    """The central difference of the projection that `derivatives` takes the gradient of."""
    ends = []
    for by in (step, -step):
        program = Program(tf, construct, kind, "captured")
        program.value = _moved(program.value, by * direction)
        value = array_of(program.eager())
        ends.append(float(np.sum(value * np.random.default_rng(1).uniform(0.5, 1.5, value.shape))))
    return (ends[0] - ends[1]) / (2 * step)


def _moved(value: Any, by: np.ndarray) -> Any:
    if isinstance(value, tf.RaggedTensor):
        return value.with_flat_values(value.flat_values + by)
    if isinstance(value, tf.sparse.SparseTensor):
        return tf.sparse.SparseTensor(value.indices, value.values + by, value.dense_shape)
    return tf.Variable(value + by) if isinstance(value, tf.Variable) else value + by
