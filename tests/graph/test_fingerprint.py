"""Graphs that compute the same have one fingerprint, those that may not have another."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.op_def import make_op_def
from stagelight.graph.fingerprint import fingerprint
from stagelight.passes.pipeline import optimize


def of_graph(graph):
    return fingerprint(graph.operations, graph.inputs, graph.outputs)


def of(function, *specs):
    specs = specs or (tf.TensorSpec([4], tf.float32),)
    graph = tf.function(function).get_concrete_function(*specs).graph
    return of_graph(optimize(graph))


def test_names_and_places_do_not_count():
    def first(x):
        return tf.tanh(x) + 1.0

    def second(value):
        with tf.name_scope("inside"):
            shifted = tf.tanh(value, name="other")
        return shifted + 1.0

    assert of(first) == of(second) is not None


DIFFERENT = {
    "an op": lambda x: tf.exp(x),
    "another op": lambda x: tf.sin(x),
    "an order": lambda x: tf.exp(x) - x,
    "another order": lambda x: x - tf.exp(x),
    "a number": lambda x: x + 1.0,
    "another number": lambda x: x + 2.0,
    "minus zero": lambda x: x * -0.0,
    "zero": lambda x: x * tf.zeros([4]),
    "not a number": lambda x: x + np.float32("nan"),
    "an attr": lambda x: tf.cumsum(x),
    "another attr": lambda x: tf.cumsum(x, reverse=True),
    "one output": lambda x: tf.cos(x),
    "two outputs": lambda x: (tf.cos(x), tf.cos(x) * 1.5),
    "the other way": lambda x: (tf.cos(x) * 1.5, tf.cos(x)),
    "integers": lambda x: tf.cast(x, tf.int32),
    "longer ones": lambda x: tf.cast(x, tf.int64),
    "constants": lambda x: x + tf.constant([1.0, 2.0, 3.0, 4.0]),
    "other constants": lambda x: x + tf.constant([1.0, 2.0, 3.0, 5.0]),
    "a branch": lambda x: tf.cond(x[0] > 0.0, lambda: x + 1.0, lambda: x * 2.0),
    "another branch": lambda x: tf.cond(x[0] > 0.0, lambda: x + 1.0, lambda: x * 3.0),
    "a loop": lambda x: tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * v), [0, x]),
    "more rounds": lambda x: tf.while_loop(lambda i, v: i < 4, lambda i, v: (i + 1, v * v), [0, x]),
}


def test_what_differs_has_other_fingerprints():
    found = {name: of(function) for name, function in DIFFERENT.items()}
    assert None not in found.values()
    assert len(set(found.values())) == len(found), found


def test_shapes_and_dtypes_of_inputs_count():
    specs = [
        tf.TensorSpec([4], tf.float32), tf.TensorSpec([5], tf.float32), tf.TensorSpec([4, 1], tf.float32),
        tf.TensorSpec([None], tf.float32), tf.TensorSpec([4], tf.float64), tf.TensorSpec(None, tf.float32),
    ]  # fmt: skip
    assert len({of(tf.tanh, spec) for spec in specs}) == len(specs)


def test_what_variables_hold_counts():
    small, large = tf.Variable(tf.zeros([2])), tf.Variable(tf.zeros([3]))

    def of_variable(variable):
        graph = (
            tf.function(lambda: variable.assign_add(variable * 2.0)).get_concrete_function().graph
        )
        return of_graph(graph)

    assert of_variable(small) != of_variable(large)
    assert of_variable(small) == of_variable(tf.Variable(tf.ones([2])))


def test_two_calls_of_one_loop_are_like_two_of_two():
    def body(i, v):
        return i + 1, v * v

    def twice(x):
        _, x = tf.while_loop(lambda i, v: i < 3, body, [0, x])
        return tf.while_loop(lambda i, v: i < 3, body, [0, x])

    assert of(twice) == of(twice) is not None


def test_an_op_of_somebody_else_has_none():
    graph = tf.function(tf.tanh).get_concrete_function(tf.TensorSpec([4], tf.float32)).graph
    (operation,) = [x for x in graph.operations if x.type == "Tanh"]
    definition = operation.op_def
    operation.op_def = make_op_def(
        "Tanh", "x: T", "y: T", {"T": definition.attrs["T"]}, kernel=lambda xp, x: xp.exp(x),
        infer=definition.infer,
    )  # fmt: skip
    assert of_graph(graph) is None


def test_an_attr_without_a_text_has_none():
    @tf.function
    def printed(x):
        return tf.py_function(lambda v: v + 1.0, [x], tf.float32)

    graph = printed.get_concrete_function(tf.TensorSpec([4], tf.float32)).graph
    assert of_graph(graph) is None


@pytest.mark.parametrize("change", ["attrs", "inputs"])
def test_a_fingerprint_is_of_the_graph_as_it_is(change):
    graph = (
        tf.function(lambda x, y: x - y)
        .get_concrete_function(*[tf.TensorSpec([4], tf.float32)] * 2)
        .graph
    )
    before = of_graph(graph)
    (operation,) = [x for x in graph.operations if x.type == "Sub"]
    if change == "attrs":
        operation.attrs["T2"] = 1
    else:
        operation.inputs.reverse()
    assert of_graph(graph) != before


def test_lists_of_lists_have_the_fingerprint_of_what_is_in_them():
    def of_lists_of(dtype):
        def keep(x):
            rows = tf.raw_ops.EmptyTensorList(
                element_shape=np.zeros(0, np.int32), max_num_elements=-1, element_dtype=tf.variant
            )
            row = tf.raw_ops.EmptyTensorList(
                element_shape=[2], max_num_elements=-1, element_dtype=dtype
            )
            return tf.raw_ops.TensorListPushBack(input_handle=rows, tensor=row), x

        return of(keep)

    assert of_lists_of(tf.float32) == of_lists_of(tf.float32) is not None
    assert of_lists_of(tf.float32) != of_lists_of(tf.int32)
