"""Changes of parts of variables by functions refuse what lies outside. Their numbers are in tests/oracle."""

from __future__ import annotations

import pytest

import stagelight as tf

v1 = tf.compat.v1
ROWS = (
    v1.scatter_add, v1.scatter_div, v1.scatter_max, v1.scatter_min, v1.scatter_mul, v1.scatter_sub,
    v1.scatter_update,
)  # fmt: skip
ELEMENTS = (v1.scatter_nd_add, v1.scatter_nd_sub, v1.scatter_nd_update)


@pytest.mark.parametrize("scatter", ROWS)
def test_rows_that_are_not_there_are_refused(scatter):
    v = tf.Variable([1.0, 2.0])
    with pytest.raises(tf.errors.InvalidArgumentError):
        scatter(v, [2], [1.0])
    assert v.numpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize("scatter", ELEMENTS)
def test_elements_that_are_not_there_are_refused(scatter):
    v = tf.Variable([1.0, 2.0])
    with pytest.raises(tf.errors.InvalidArgumentError):
        scatter(v, [[2]], [1.0])
    assert v.numpy().tolist() == [1.0, 2.0]


def test_staged_updates_change_the_variable():
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def step(x):
        v1.scatter_update(v, [0], x)
        v1.scatter_nd_add(v, [[1]], [x])

    step(tf.constant(5.0))
    assert v.numpy().tolist() == [5.0, 7.0]


def test_a_variable_is_loaded_eagerly():
    v = tf.Variable([1.0, 2.0])
    v.load([3.0, 4.0])
    v.load(tf.constant([5.0, 6.0]), session=None)
    assert v.numpy().tolist() == [5.0, 6.0]
    with pytest.raises(ValueError, match=r"[Ss]hape"):
        v.load([1.0])
