"""What is put into tensor lists says what they hold."""

from __future__ import annotations

import numpy as np

import stagelight as tf
from stagelight.passes.infer_lists import INFER_LISTS
from tests.graph.traced import spec, traced
from tests.passes.checked import after


def the(type_, graph):
    (operation,) = [op for op in graph.operations if op.type == type_]
    return operation


def stack_of(graph):
    return the("TensorListStack", graph)


def written_in_a_loop(size, write):
    def function(x):
        array = tf.TensorArray(tf.float32, size=size, infer_shape=False)
        _, array = tf.while_loop(
            lambda i, _: i < size, lambda i, a: (i + 1, write(a, i, x)), [0, array]
        )
        return array.stack()

    return traced(function, spec(3))


def test_elements_written_in_a_loop_give_shape_and_length():
    graph = written_in_a_loop(5, lambda a, i, x: a.write(i, x * 2.0))
    assert stack_of(graph).outputs[0].shape.rank is None
    result = after(INFER_LISTS, graph, np.arange(3.0))
    assert stack_of(result).outputs[0].shape == [5, 3]
    assert stack_of(result).inputs[0].handle_data[0] == [3]


def test_elements_of_several_shapes_tell_nothing():
    def function(x):
        array = tf.TensorArray(tf.float32, size=2, infer_shape=False)
        array = array.write(0, x).write(1, x[:2])
        return array.read(0), array.read(1)

    graph = traced(function, spec(3))
    result = after(INFER_LISTS, graph, np.arange(3.0))
    assert all(x.shape.rank is None for x in result.outputs)


def test_a_list_that_comes_from_outside_may_hold_anything():
    @tf.function
    def stacked(handle):
        return tf.raw_ops.TensorListStack(
            input_handle=tf.raw_ops.TensorListPushBack(input_handle=handle, tensor=[1.0, 2.0]),
            element_shape=-1,
            element_dtype=tf.float32,
        )

    empty = tf.raw_ops.EmptyTensorList(
        element_shape=-1, max_num_elements=-1, element_dtype=tf.float32
    )
    graph = stacked.get_concrete_function(empty).graph
    INFER_LISTS.run(graph)
    assert stack_of(graph).outputs[0].shape.rank is None


def test_a_list_that_grows_in_a_loop_has_no_known_length():
    def function(x):
        handle = tf.raw_ops.EmptyTensorList(
            element_shape=-1, max_num_elements=-1, element_dtype=tf.float32
        )
        _, handle = tf.while_loop(
            lambda i, _: i < 4,
            lambda i, h: (i + 1, tf.raw_ops.TensorListPushBack(input_handle=h, tensor=x)),
            [0, handle],
        )
        return tf.raw_ops.TensorListStack(
            input_handle=handle, element_shape=-1, element_dtype=tf.float32
        )

    result = after(INFER_LISTS, traced(function, spec(3)), np.arange(3.0))
    assert stack_of(result).outputs[0].shape.as_list() == [None, 3]


def test_what_is_popped_where_one_constant_was_pushed_is_that_constant():
    def function(x):
        handle = tf.raw_ops.EmptyTensorList(
            element_shape=[2], max_num_elements=-1, element_dtype=tf.int32
        )
        handle = tf.raw_ops.TensorListPushBack(input_handle=handle, tensor=tf.shape(x))
        _, popped = tf.raw_ops.TensorListPopBack(
            input_handle=handle, element_shape=[2], element_dtype=tf.int32
        )
        return tf.reshape(x, popped)

    result = after(INFER_LISTS, traced(function, spec(3, 4)), np.ones([3, 4]))
    assert the("Reshape", result).inputs[1].op.type == "Const"


def test_a_list_that_may_hold_zeros_does_not_hold_one_constant():
    def function(i):
        array = tf.TensorArray(tf.int32, size=2, element_shape=[], clear_after_read=False)
        return array.write(0, tf.constant(7)).read(i)

    result = after(INFER_LISTS, traced(function, tf.TensorSpec([], tf.int32)), np.int32(1))
    assert the("Identity", result).inputs[0].op.type == "TensorListGetItem"


def test_graphs_that_take_other_inputs_than_their_operations_are_left_alone():
    @tf.function
    def total(dataset, x):
        array = tf.TensorArray(tf.float32, size=2).write(0, x).write(1, x)
        result = tf.constant(0, tf.int64)
        for each in dataset:
            result += each
        return result, array.stack()

    result, rows = total(tf.data.Dataset.range(10), tf.ones([3]))
    assert int(result) == 45
    assert rows.shape == [2, 3]
