"""Second derivatives where TensorFlow has none: they are the differences of the first ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stagelight as tf

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    # Segments 0 and 2 have no rows.
    "segment_mean": lambda x: tf.math.segment_mean(x, [1, 3, 3]),
    "resize": lambda x: tf.image.resize(x[None, ..., None], [5, 2]),
}


def _gradient(function: Callable[[Any], Any], x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.cast(function(x), tf.float64) ** 3)
    return tape.gradient(y, x)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("staged", [False, True])
def test_second_derivatives_that_are_known(name: str, staged: bool) -> None:
    x = tf.constant(np.random.default_rng(3).uniform(0.5, 1.5, (3, 4)))
    direction = np.random.default_rng(4).uniform(-1, 1, x.shape)

    def second(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            slope = tf.reduce_sum(_gradient(FUNCTIONS[name], x) * direction)
        return tape.gradient(slope, x)

    found = (tf.function(second) if staged else second)(x)
    step = 1e-2 if name == "resize" else 1e-5  # Resizing computes in float32.
    ends = [_gradient(FUNCTIONS[name], x + by * direction).numpy() for by in (step, -step)]
    assert np.any(found)
    np.testing.assert_allclose(found, (ends[0] - ends[1]) / (2 * step), rtol=2e-3)
