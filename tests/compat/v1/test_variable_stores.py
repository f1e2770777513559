"""Which variables `get_variable` shares: those of a graph and of the functions that are traced in it."""

from __future__ import annotations

import pytest

import stagelight as tf

v1 = tf.compat.v1


@pytest.fixture(autouse=True)
def _fresh_store():
    v1.reset_default_graph()
    yield
    v1.reset_default_graph()


def _add_weight(x):
    with v1.variable_scope("dense", reuse=v1.AUTO_REUSE):
        return x + v1.get_variable("w", [2], initializer=tf.initializers.Constant(3.0))


def test_the_second_trace_of_a_function_finds_the_variables_of_the_first():
    f = tf.function(_add_weight)
    assert f(tf.ones([2])).numpy().tolist() == [4.0, 4.0]
    assert f(tf.ones([1, 2])).numpy().tolist() == [[4.0, 4.0]]
    (variable,) = f.get_concrete_function(tf.ones([2])).variables
    assert variable.name == "dense/w:0"
    variable.assign([1.0, 2.0])
    assert f(tf.ones([2])).numpy().tolist() == [2.0, 3.0]


def test_functions_share_variables_by_name():
    first, second = tf.function(_add_weight), tf.function(_add_weight)
    first(tf.ones([2]))
    first.get_concrete_function(tf.ones([2])).variables[0].assign([7.0, 8.0])
    assert second(tf.zeros([2])).numpy().tolist() == [7.0, 8.0]


@pytest.mark.parametrize("eager_first", [False, True])
def test_a_scope_that_eager_code_opened_before_reuses(eager_first):
    """TF: scopes made in eager code have AUTO_REUSE, the outermost one too, and functions inherit it."""

    def add_weight(x):
        with v1.variable_scope("once"):
            return x + v1.get_variable("w", [2], initializer=tf.initializers.Constant(3.0))

    if eager_first:
        assert add_weight(tf.zeros([2])).numpy().tolist() == [3.0, 3.0]
        assert tf.function(add_weight)(tf.ones([2])).numpy().tolist() == [4.0, 4.0]
    else:
        with tf.Graph().as_default(), pytest.raises(ValueError, match="once/w already exists"):
            [add_weight(tf.zeros([2])) for _ in range(2)]


def test_a_function_takes_its_callers_scope():
    f = tf.function(_add_weight)
    with v1.variable_scope("model"):
        f(tf.ones([2]))
    assert f.get_concrete_function(tf.ones([2])).variables[0].name == "model/dense/w:0"


def test_eager_code_makes_a_variable_each_time():
    with v1.variable_scope("eager", reuse=True) as scope:
        assert scope.reuse == v1.AUTO_REUSE
        first, second = (v1.get_variable("w", initializer=1.0) for _ in range(2))
    assert first is not second
    assert v1.global_variables() == []


def test_wrapped_functions_have_variables_of_their_own():
    def build(x):
        return x * v1.get_variable("v", initializer=2.0)

    first, second = (v1.wrap_function(build, [tf.TensorSpec([], tf.float32)]) for _ in range(2))
    first.variables[0].assign(5.0)
    assert (float(first(tf.constant(1.0))), float(second(tf.constant(1.0)))) == (5.0, 2.0)
