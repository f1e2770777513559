"""Errors of running graphs: the class that TensorFlow has, the user's line, told once."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.runtime.step_errors import step_error


@pytest.fixture
def operation():
    with tf.Graph().as_default():
        return tf.matmul(tf.ones([2, 3]), tf.ones([3, 1]), name="product").op


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ValueError("no"), tf.errors.InvalidArgumentError),
        (TypeError("no"), tf.errors.InvalidArgumentError),
        (IndexError("no"), tf.errors.InvalidArgumentError),
        (ZeroDivisionError("no"), tf.errors.InvalidArgumentError),
        (OverflowError("no"), tf.errors.InvalidArgumentError),
        (MemoryError("no"), tf.errors.ResourceExhaustedError),
        (tf.errors.NotFoundError(None, None, "no"), tf.errors.NotFoundError),
        (tf.errors.OutOfRangeError(None, None, "no"), tf.errors.OutOfRangeError),
    ],
)
def test_the_class_is_tensorflows_for_what_failed(operation, error, expected):
    told = step_error(error, operation)
    assert type(told) is expected
    text = str(told)
    assert "Graph execution error:" in text
    assert "Detected at node 'product'" in text
    assert f'File "{__file__}"' in text
    assert text.endswith("[[{{node product}}]]")


def test_numpys_words_come_with_the_types_of_the_inputs(operation):
    text = str(step_error(ValueError("shapes do not match"), operation))
    assert "MatMul: shapes do not match. Received inputs: float32[2, 3], float32[3, 1]." in text


@pytest.mark.parametrize("error", [KeyError("mine"), RuntimeError("mine"), KeyboardInterrupt()])
def test_errors_of_other_classes_pass_as_they_are(operation, error):
    """They are the user's own, out of a Python call, or nobody's."""
    assert step_error(error, operation) is error


def test_an_error_is_told_of_the_innermost_operation_only(operation):
    inner = step_error(ValueError("no"), operation)
    with tf.Graph().as_default():
        outer = tf.constant(1, name="outer").op
    assert step_error(inner, outer) is inner


def test_an_error_in_a_function_in_a_branch_in_a_loop_is_told_once():
    @tf.function
    def inner(x, i):
        return tf.gather(x, i, name="here")

    @tf.function
    def f(x):
        total = 0.0
        for i in tf.range(5):
            if i > 1:
                total += inner(x, i)
        return total

    with pytest.raises(tf.errors.InvalidArgumentError) as told:
        f(tf.constant([1.0, 2.0]))
    text = str(told.value)
    assert text.count("Graph execution error") == 1
    assert "here" in text
    assert 'tf.gather(x, i, name="here")' in text or f'File "{__file__}"' in text


def test_what_a_python_call_raises_keeps_its_cause():
    error = ZeroDivisionError("mine")

    def fail():
        raise error

    with pytest.raises(tf.errors.OpError) as told:
        tf.function(lambda: tf.numpy_function(fail, [], tf.float32))()
    assert "mine" in str(told.value)


def test_a_function_goes_on_after_an_error():
    f = tf.function(lambda x, i: tf.gather(x, i))
    x = tf.constant([1.0, 2.0])
    with pytest.raises(tf.errors.InvalidArgumentError):
        f(x, tf.constant(7))
    assert float(f(x, tf.constant(1))) == 2.0
    assert np.isfinite(f(x, tf.constant(0)))
