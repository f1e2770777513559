"""Lists that hold tensors, as tensors of a dtype that is asked for."""

from __future__ import annotations

from typing import Any

import pytest

import stagelight as tf

STEPS = pytest.mark.parametrize("staged", [False, True])


def _run(function: Any, staged: bool) -> Any:
    return (tf.function(function)() if staged else function()).numpy().tolist()


@STEPS
def test_tensors_are_cast_to_another_dtype_that_is_asked_for(staged: bool) -> None:
    one, two, half = tf.constant(1), tf.constant(2), tf.constant(1.5)
    for values, dtype, expected in (
        ([one, two], tf.float32, [1.0, 2.0]),
        ([half, 2], tf.int32, [1, 2]),
        ([[one, 2], [3, two]], tf.float32, [[1.0, 2.0], [3.0, 2.0]]),
        ([half, tf.constant(0.0)], tf.bool, [True, False]),
        ([tf.Variable(2), two], tf.float32, [2.0, 2.0]),
    ):
        assert _run(lambda v=values, d=dtype: tf.convert_to_tensor(v, d), staged) == expected


@STEPS
def test_sizes_that_are_floating_are_cut_off(staged: bool) -> None:
    two = tf.constant(2.0)
    assert _run(lambda: tf.reshape(tf.zeros([4]), (two, 2)), staged) == [[0.0, 0.0], [0.0, 0.0]]


@STEPS
def test_operands_are_cast_to_the_dtype_of_the_other(staged: bool) -> None:
    ones = tf.constant([1.0, 2.0])
    assert _run(lambda: ones + [tf.constant(1), tf.constant(2)], staged) == [2.0, 4.0]


@pytest.mark.parametrize("dtype", [None, tf.float32])
def test_tensors_of_different_dtypes_are_refused(dtype: Any) -> None:
    # As in TensorFlow: there is no cast where the first tensor has the dtype that is asked for.
    def mixed() -> Any:
        return tf.convert_to_tensor([tf.constant(1.5), tf.constant(2)], dtype)

    with pytest.raises(tf.errors.InvalidArgumentError, match="expected to be a float tensor"):
        mixed()
    with pytest.raises(TypeError, match="tensor of dtype"):
        tf.function(mixed)()
