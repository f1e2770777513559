"""`jit_compile=True`: what no compiler could have is refused, with the op and the user's line."""

from __future__ import annotations

import re

import numpy as np
import pytest

import stagelight as tf
from stagelight import config

ONE = tf.constant(1.0)


def double(value):
    return value * 2.0


def text(x):
    return tf.strings.length(tf.as_string(x))


def unused_text(x):
    tf.as_string(x)
    return x + 1.0


def python_call(x):
    return tf.py_function(double, [x + 1.0], tf.float32)


def numpy_call(x):
    return tf.numpy_function(double, [x + 1.0], tf.float32, stateful=False)


def printing(x):
    tf.print(x)
    return x


def dataset(x):
    for element in tf.data.Dataset.range(3):
        x += tf.cast(element, tf.float32)
    return x


def in_a_branch(x):
    return tf.strings.to_number(tf.as_string(x)) if x > 0.0 else 0.0


def in_a_loop(x):
    while x < 3.0:
        x = tf.py_function(double, [x], tf.float32)
        x.set_shape([])
    return x


def time(x):
    return tf.cast(tf.timestamp(), tf.float32) + x


REFUSED = [
    (text, "AsString", "its result is text"),
    (unused_text, "AsString", "its result is text"),
    (python_call, "EagerPyFunc", "it calls Python"),
    (numpy_call, "PyFuncStateless", "it calls Python"),
    (printing, "PrintV2", "it works on text"),
    (dataset, "RangeDataset", "stay with Python"),
    (in_a_branch, "StringToNumber", "it works on text"),
    (in_a_loop, "EagerPyFunc", "it calls Python"),
    (time, "Timestamp", "outside of the graph"),
]


@pytest.mark.parametrize("executor", ["native", "host"])
@pytest.mark.parametrize(
    ("function", "op", "reason"), [pytest.param(*x, id=x[0].__name__) for x in REFUSED]
)
def test_what_cannot_be_compiled_is_refused(function, op, reason, executor):
    staged = tf.function(function, jit_compile=True)
    with config.changed(executor=executor):
        for _ in range(2):
            with pytest.raises(tf.errors.InvalidArgumentError) as caught:
                staged(ONE)
            message = str(caught.value)
            assert "Detected unsupported operations when trying to compile graph" in message
            assert re.search(rf"\b{op} \([^)]*{reason}", message)
            lines = re.findall(r'File "([^"]+)", line (\d+), in (\w+)', message)
            assert lines[-1][0] == __file__
            assert lines[-1][2] == function.__name__
        tf.function(function)(ONE)


def test_tracing_is_no_error_yet():
    staged = tf.function(text, jit_compile=True)
    assert staged.get_concrete_function(ONE).output_shapes == []


def test_results_and_arguments_that_are_text_are_refused():
    for function, argument in (
        (lambda x: tf.constant("a"), ONE),
        (lambda x: (x, tf.identity(tf.constant(["a", "b"]))), ONE),
        (tf.identity, tf.constant("a")),
    ):
        with pytest.raises(tf.errors.InvalidArgumentError, match="text"):
            tf.function(function, jit_compile=True)(argument)


def test_it_holds_for_functions_that_are_called():
    within = tf.function(text, jit_compile=True)
    around = tf.function(lambda x: within(x) + 1)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"AsString.*(?s:.)*in text"):
        around(ONE)
    called = tf.function(text)
    with pytest.raises(tf.errors.InvalidArgumentError, match="AsString"):
        tf.function(lambda x: called(x) + 1, jit_compile=True)(ONE)
    with pytest.raises(tf.errors.InvalidArgumentError, match="AsString"), tf.GradientTape() as tape:
        tape.watch(ONE)
        around(ONE)


def test_what_is_left_to_the_host_for_its_shape_runs():
    """TensorFlow compiles these too."""

    @tf.function(jit_compile=True)
    def function(x):
        tf.debugging.assert_positive(x, "all are positive")
        values, _ = tf.unique(x)
        return (
            tf.boolean_mask(x, x > 1.0),
            tf.where(x > 1.0),
            values,
            tf.linalg.inv(tf.linalg.diag(x)),
        )

    masked, places, values, inverse = function(tf.constant([1.0, 2.0, 2.0]))
    np.testing.assert_array_equal(masked, [2.0, 2.0])
    np.testing.assert_array_equal(places, [[1], [2]])
    np.testing.assert_array_equal(values, [1.0, 2.0])
    np.testing.assert_allclose(inverse, np.diag([1.0, 0.5, 0.5]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="all are positive"):
        function(tf.constant([-1.0, 2.0, 2.0]))


def test_variables_random_numbers_and_loops_compile():
    v = tf.Variable(1.0)
    generator = tf.random.Generator.from_seed(1)

    @tf.function(jit_compile=True)
    def function(n):
        rows = tf.TensorArray(tf.float32, 3)
        for i in tf.range(n):
            rows = rows.write(i, v + tf.random.uniform([], minval=0.0, maxval=1.0))
        v.assign_add(generator.uniform([]))
        return rows.stack()

    assert function(tf.constant(3)).shape == [3]
    assert v > 1.0
