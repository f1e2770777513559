"""Errors while a function is traced."""

import math

import numpy as np

import stagelight as tf
from tests.staging.errors.table import single


@single
def condition_in_a_function_that_is_not_converted():
    @tf.autograph.experimental.do_not_convert
    def sign(x):
        return 1 if x > 0 else -1  # fails: x > 0

    tf.function(sign)(tf.constant(1))


@single
def condition_in_a_property():
    class Scale:
        def __init__(self, x):
            self.x = x

        @property
        def by(self):
            return 2 if self.x > 0 else 3  # fails: self.x > 0

    tf.function(lambda x: Scale(x).by)(tf.constant(1))


@single
def numpy_of_a_symbolic_tensor():
    @tf.function
    def f(x):
        y = x + 1
        return y.numpy()  # fails: y.numpy

    f(tf.constant(1))


@single
def numpy_function_of_a_symbolic_tensor():
    @tf.function
    def f(x):
        return np.sin(x)  # fails

    f(tf.constant(0.0))


@single
def numpy_of_a_variable_in_a_staged_function():
    v = tf.Variable(1.0)

    @tf.function
    def f():
        return v.numpy() + 1.0  # fails: v.numpy()

    f()


@single
def condition_of_several_values():
    @tf.function
    def f(x):
        if x > 0:  # fails
            return x
        return -x

    f(tf.constant([1, -1]))


@single
def missing_key_while_tracing():
    @tf.function
    def f(x):
        d = {"a": x}
        return d["b"] + d["a"]  # fails: d["b"]

    f(tf.constant(1))


@single
def own_exception_while_tracing():
    class Unhappy(Exception):
        def __init__(self, what, why):
            super().__init__(f"{what}: {why}")

    def check(x):
        raise Unhappy(x.dtype.name, "no integers please")  # fails

    @tf.function
    def f(x):
        check(x)
        return x

    f(tf.constant(1))


@single
def exception_deep_in_calls():
    def descend(x, depth):
        if depth == 0:
            return x["no such axis"]  # fails
        return descend(x, depth - 1)

    tf.function(lambda x: descend(x, 8))(tf.constant(1.0))


@single
def iteration_over_a_scalar():
    @tf.function
    def f(x):
        total = 0
        for row in x:  # fails
            total += row
        return total

    f(tf.constant(3))


@single
def number_for_a_function_of_pythons():
    @tf.function
    def f(x):
        return math.sqrt(x) + 1.0  # fails: math.sqrt(x)

    f(tf.constant(4.0))


@single
def gradients_where_there_is_no_graph():
    x = tf.constant(2.0)
    tf.gradients(x * x, x)  # fails


@single
def name_of_an_eager_tensor():
    x = tf.constant(2.0)
    return x.name.upper()  # fails: x.name


@single
def operation_after_a_graph_is_finished():
    with tf.Graph().as_default() as graph:
        x = tf.constant(1.0)
        graph.finalize()
        return x * 2.0  # fails


@single
def tensor_of_another_graph():
    with tf.Graph().as_default():
        x = tf.constant(1.0)
    with tf.Graph().as_default():
        return x * 2.0  # fails
