"""Parts of tensors at places that are moved so that they lie within: `XlaDynamicSlice`."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.ops.arrays.clamped_slices import dynamic_slice

X = np.arange(12, dtype=np.float32).reshape(3, 4)


@pytest.mark.parametrize("start", [(0, 0), (1, 2), (2, 3), (-1, 1), (9, 9)])
@pytest.mark.parametrize("is_staged", [False, True])
def test_a_part_is_moved_to_lie_within(start, is_staged):
    function = tf.function(dynamic_slice) if is_staged else dynamic_slice
    row, column = (int(np.clip(at, 0, limit)) for at, limit in zip(start, (1, 2), strict=True))
    result = function(X, tf.constant(start), tf.constant([2, 2]))
    np.testing.assert_array_equal(result, X[row : row + 2, column : column + 2])


def test_the_gradient_is_put_back_in_its_place():
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = dynamic_slice(x, [2, 1], [2, 2]) * 3.0
    expected = np.zeros_like(X)
    expected[1:3, 1:3] = 3.0
    np.testing.assert_array_equal(tape.gradient(y, x), expected)
