"""`tf.get_static_value`, and the functions of `tf.experimental.numpy`."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def test_constants_and_what_is_put_together_of_them_is_known():
    assert tf.get_static_value(tf.constant([1, 2]) + 1).tolist() == [2, 3]
    assert tf.get_static_value(tf.constant(2.5)) == np.float32(2.5)
    assert tf.get_static_value(3) == 3
    found = []

    @tf.function(input_signature=[tf.TensorSpec([None, 3])])
    def f(x):
        found.append(tf.get_static_value(tf.rank(x)))
        found.append(tf.get_static_value(tf.concat([tf.stack([tf.constant(4), 5]), [6]], 0)).tolist())
        found.append(tf.get_static_value(x))
        found.append(tf.get_static_value(tf.shape(x), partial=True).tolist())
        return x

    f.get_concrete_function()
    assert found == [2, [4, 5, 6], None, [None, 3]]


def test_what_is_computed_has_no_static_value_in_a_graph():
    """Programs take the eager way where a value is static, as with `int(axis)`."""
    found = []

    @tf.function(autograph=False)
    def f(x):
        axis = tf.constant(-1)
        found.append(tf.get_static_value(tf.where(axis >= 0, axis, tf.rank(x) + axis)))
        found.append(tf.get_static_value(tf.shape(x)[1]))
        return x

    f(tf.zeros([2, 3]))
    assert found == [None, None]


def test_the_first_true_condition_selects():
    select = tf.experimental.numpy.select
    x = tf.range(5)
    assert select([x < 2, x < 4], [x * 10, -x], 7).numpy().tolist() == [0, 10, -2, -3, 7]
    with pytest.raises(ValueError, match="a choice for each condition"):
        select([x < 2], [])


def test_limits_of_dtypes():
    assert tf.experimental.numpy.finfo("float32").eps == np.finfo(np.float32).eps
    assert float(tf.experimental.numpy.finfo(tf.bfloat16).max) > 1e38


def test_a_variable_has_no_static_value():
    v = tf.Variable(2.0)
    assert tf.get_static_value(v) is None
