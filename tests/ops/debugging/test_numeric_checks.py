"""`tf.debugging.enable_check_numerics`: which op gave the first NaN."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

import stagelight as tf


@pytest.fixture(autouse=True)
def checked() -> Iterator[None]:
    tf.debugging.enable_check_numerics()
    yield
    tf.debugging.disable_check_numerics()


def test_the_error_names_op_kind_shape_and_inputs() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        tf.math.log(tf.constant([1.0, -1.0, 0.0]))
    text = str(caught.value)
    assert 'in output 0 of eagerly-executing op "Log" (# of outputs: 1)' in text
    assert "dtype: <dtype: 'float32'>\n  shape: (3,)" in text
    assert "# of -Inf elements: 1\n  # of +NaN elements: 1" in text
    assert "Input tensor: tf.Tensor([ 1. -1.  0.]" in text


def test_in_a_function_the_error_shows_the_users_line() -> None:
    @tf.function
    def f(x):
        y = tf.math.log(x)  # the culprit
        return tf.reduce_sum(y * 2.0)

    assert f(tf.constant([1.0])).numpy() == 0.0
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        f(tf.constant([-1.0]))
    text = str(caught.value)
    assert 'of graph op "Log"' in text
    assert "the culprit" in text
    assert 'Graph name: "' in text
    assert "Tensor had NaN values" in text


def test_gradients_go_through_the_checks() -> None:
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x * x
    assert tape.gradient(y, x).numpy() == 12.0

    @tf.function
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.sqrt(x)
        return tape.gradient(y, x)

    assert slope(tf.constant(4.0)).numpy() == 0.25
    with pytest.raises(tf.errors.InvalidArgumentError, match="Inf"):
        slope(tf.constant(0.0))


def test_other_dtypes_and_constants_are_left_alone() -> None:
    nan = tf.constant(np.nan)
    assert np.isnan(nan.numpy())
    assert (tf.constant([1]) + 1).numpy() == [2]
    tf.strings.join(["a", "b"])


def test_new_threads_are_checked_too() -> None:
    errors = []

    def run() -> None:
        try:
            tf.math.log(tf.constant(0.0))
        except tf.errors.InvalidArgumentError as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert len(errors) == 1


def test_after_disabling_nothing_is_checked() -> None:
    tf.debugging.enable_check_numerics()
    tf.debugging.disable_check_numerics()
    assert np.isneginf(tf.math.log(tf.constant(0.0)).numpy())
    assert np.isneginf(tf.function(tf.math.log)(tf.constant(0.0)).numpy())
