"""Tensor lists of loaded models are compiled like those of traced functions.

A GraphDef says of no variant what it holds, so that what the lists in branches and bodies hold is inferred.
"""

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from tests.runtime.outlined_steps import types_of

ROWS = tf.constant(np.linspace(-1, 1, 20, dtype=np.float32).reshape(5, 4))


def written(x):
    array = tf.TensorArray(tf.float32, size=5)
    for i in tf.range(5):
        array = array.write(i, x[i] * 2.0)
    return array.stack()


def grown(x):
    array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for i in tf.range(5):
        array = array.write(i, x[i] * 2.0)
    return array.stack()


def written_in_branches(x):
    array = tf.TensorArray(tf.float32, size=5, element_shape=[4])
    for i in tf.range(5):
        if tf.reduce_sum(x[i]) > 0.0:
            array = array.write(i, x[i])
        else:
            array = array.write(i, -x[i])
    return array.stack()


def two_lists_of_two_dtypes(x):
    first = tf.TensorArray(tf.float32, size=5)
    second = tf.TensorArray(tf.int32, size=5)
    for i in tf.range(5):
        first = first.write(i, x[i])
        second = second.write(i, tf.fill([3], i))
    return first.stack(), second.stack()


def gradient_of_a_loop(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        state = tf.zeros([4])
        for i in tf.range(5):
            state = tf.tanh(state + x[i])
        y = tf.reduce_sum(state)
    return tape.gradient(y, x)


def gradient_of_a_loop_in_a_loop(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        state = tf.zeros([4])
        for i in tf.range(5):
            for _ in tf.range(i):
                state = tf.tanh(state + x[i])
        y = tf.reduce_sum(state)
    return tape.gradient(y, x)


def mapped_and_scanned(x):
    return tf.map_fn(lambda row: row + 1.0, x), tf.scan(lambda a, row: a + row, x)


PROGRAMS = [
    written,
    grown,
    written_in_branches,
    two_lists_of_two_dtypes,
    gradient_of_a_loop,
    gradient_of_a_loop_in_a_loop,
    mapped_and_scanned,
]


@pytest.mark.parametrize("rows", [5, None])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_lists_of_loaded_models_are_native(program, rows, tmp_path):
    with config.changed(executor="native"):
        module = tf.Module()
        module.f = tf.function(program, input_signature=[tf.TensorSpec([rows, 4])])
        tf.saved_model.save(module, str(tmp_path))
        loaded = tf.saved_model.load(str(tmp_path))
        expected, results = module.f(ROWS), loaded.f(ROWS)
        tf.nest.map_structure(np.testing.assert_array_equal, expected, results)
        # Operations outside of machine code are the same few.
        assert types_of(loaded.f, ROWS) == types_of(module.f, ROWS)
        assert "While" not in " ".join(types_of(loaded.f, ROWS))


def test_a_variant_that_may_be_no_list_stays_unknown(tmp_path):
    """An argument of a loaded function may hold anything."""

    class Lists(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([], tf.variant), tf.TensorSpec([4])])
        def put(self, handle, x):
            for i in tf.range(3):
                handle = tf.raw_ops.TensorListSetItem(
                    input_handle=handle, index=i, item=x * tf.cast(i, tf.float32)
                )
            return handle

    tf.saved_model.save(Lists(), str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    handle = tf.raw_ops.TensorListReserve(
        element_shape=[4], num_elements=3, element_dtype=tf.float32
    )
    stacked = tf.raw_ops.TensorListStack(
        input_handle=loaded.put(handle, tf.ones([4])),
        element_shape=[4],
        element_dtype=tf.float32,
    )
    np.testing.assert_array_equal(stacked[:, 0], [0.0, 1.0, 2.0])
    wrong = tf.raw_ops.TensorListReserve(element_shape=[4], num_elements=3, element_dtype=tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="list elements int32"):
        loaded.put(wrong, tf.ones([4]))
