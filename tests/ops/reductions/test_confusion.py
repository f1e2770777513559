"""`tf.math.confusion_matrix`: counts of classes by what was predicted."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

COUNTED = tf.math.confusion_matrix


def test_each_prediction_is_counted_in_the_row_of_its_class():
    counts = COUNTED([1, 2, 2, 0], [1, 2, 1, 0])
    assert counts.numpy().tolist() == [[1, 0, 0], [0, 1, 0], [0, 1, 1]]
    assert counts.dtype == tf.int32


def test_weights_are_added_up():
    counts = COUNTED([1, 1, 0], [1, 1, 0], weights=[0.5, 2.0, 1.0], dtype=tf.float32)
    np.testing.assert_array_equal(counts, [[1.0, 0.0], [0.0, 2.5]])


def test_the_number_of_classes_may_be_given_and_an_axis_of_one_left_out():
    expected = COUNTED([1, 0], [0, 0], 3).numpy()
    assert expected.shape == (3, 3)
    np.testing.assert_array_equal(COUNTED([[1], [0]], [0, 0], 3), expected)
    np.testing.assert_array_equal(tf.function(COUNTED)([1, 0], [[0], [0]], 3), expected)


def test_the_older_form_takes_the_dtype_first():
    counts = tf.compat.v1.confusion_matrix([1], [1], 2, tf.int64)
    assert counts.dtype == tf.int64


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (([-1, 2], [2, 2]), tf.errors.InvalidArgumentError),
        (([1, 2], [2, -2]), tf.errors.InvalidArgumentError),
        (([1, 2], [2, 2], 2), tf.errors.InvalidArgumentError),
        (([1, 2], [2, 2], None, [1]), ValueError),
        (([1, 2], [2]), tf.errors.InvalidArgumentError),
    ],
)
def test_classes_that_do_not_fit_are_refused(arguments, error):
    with pytest.raises(error):
        COUNTED(*arguments)
