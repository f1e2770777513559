"""`compat.v1`: arguments by older names and orders, and what is refused."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1
X = np.arange(6.0, dtype=np.float32).reshape(2, 3)


def test_older_names_of_arguments_mean_the_current_ones():
    total = v1.reduce_sum(X, reduction_indices=1, keep_dims=True)
    assert total.numpy().tolist() == [[3.0], [12.0]]
    assert v1.argmax(X, dimension=0).numpy().tolist() == [1, 1, 1]
    assert list(inspect.signature(v1.reduce_sum).parameters)[-1] == "keep_dims"
    assert "reduction_indices" in v1.reduce_sum.__doc__


@pytest.mark.parametrize(
    "call",
    [
        lambda: v1.reduce_sum(X, axis=0, reduction_indices=1),
        lambda: v1.argmax(X, axis=0, dimension=1),
        lambda: v1.nn.softmax_cross_entropy_with_logits_v2(X, X, axis=0, dim=1),
        lambda: v1.where([True], [1]),
    ],
)
def test_an_argument_given_twice_is_refused(call):
    with pytest.raises(ValueError, match=r"both"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: v1.cond(tf.constant(True), lambda: 1),
        lambda: v1.cond(tf.constant(True), lambda: 1, lambda: 2, fn1=lambda: 3),
        lambda: v1.constant([1, 2], shape=[2, 2]),
        lambda: v1.constant(7, shape=[2], verify_shape=True),
        lambda: v1.variable_scope(None).__enter__(),
        lambda: v1.reduce_sum(X, 0, False, None, None, None, 1),
    ],
)
def test_bad_arguments_are_type_errors(call):
    with pytest.raises(TypeError):
        call()


def test_a_constant_in_a_graph_is_filled_up_with_its_last_element():
    with tf.Graph().as_default(), v1.Session() as session:
        assert session.run(v1.constant([1, 2], shape=[2, 2])).tolist() == [[1, 2], [2, 2]]


def test_where_chooses_rows_and_does_not_broadcast():
    chosen = v1.where([True, False], [[1, 2], [3, 4]], [[5, 6], [7, 8]])
    assert chosen.numpy().tolist() == [[1, 2], [7, 8]]
    with pytest.raises(tf.errors.InvalidArgumentError):
        v1.where(True, 1, [1, 2])


def test_defaults_are_what_they_look_like():
    """A number is no text: `num_true=1`, `name='nce_loss'`."""
    parameters = inspect.signature(v1.nn.nce_loss).parameters
    assert (parameters["num_true"].default, parameters["name"].default) == (1, "nce_loss")
    assert inspect.signature(v1.argmax).parameters["output_type"].default is tf.int64
    labels = tf.constant([[1], [2]], tf.int64)
    assert v1.nn.nce_loss(tf.ones([5, 3]), tf.zeros([5]), labels, tf.ones([2, 3]), 2, 5).shape == [
        2
    ]


def test_lists_of_one_are_results():
    assert int(v1.cond(tf.constant(True), lambda: [1], lambda: [2])) == 1
    assert v1.cond(tf.constant(True), lambda: [1], lambda: [2], strict=True) == [1]
    assert int(v1.while_loop(lambda i: i < 3, lambda i: i + 1, [0])) == 3


@pytest.mark.parametrize(
    ("arguments", "reuse", "match"),
    [
        ({"name": "w", "shape": [2]}, None, "already exists"),
        ({"name": "new", "shape": [2]}, True, "does not exist"),
        ({"name": "new"}, None, "must be fully defined"),
        ({"name": "w", "shape": [3]}, True, "found shape"),
        ({"name": "w", "dtype": tf.float64}, v1.AUTO_REUSE, "found dtype"),
    ],
)
def test_variables_that_may_not_be_shared_are_refused(arguments, reuse, match):
    with tf.Graph().as_default():
        with v1.variable_scope("a"):
            v1.get_variable("w", [2])
        with v1.variable_scope("a", reuse=reuse), pytest.raises(ValueError, match=match):
            v1.get_variable(**arguments)


def test_defaults_of_a_scope_reach_inner_scopes_and_integers_begin_at_zero():
    with tf.Graph().as_default(), v1.Session() as session:
        ones = v1.ones_initializer()
        with v1.variable_scope("a", initializer=ones, dtype=tf.float64), v1.variable_scope("b"):
            v = v1.get_variable("v", [2])
        i = v1.get_variable("i", [], tf.int32)
        session.run(v1.global_variables_initializer())
        assert v.dtype == tf.float64
        assert session.run([v, i])[0].tolist() == [1.0, 1.0]
        assert session.run(i) == 0


def test_getters_of_scopes_call_each_other_from_inside_out():
    order = []

    def told(label):
        def get(getter, *args, **kwargs):
            order.append(label)
            return getter(*args, **kwargs)

        return get

    with (
        tf.Graph().as_default(),
        v1.variable_scope("a", custom_getter=told("outer")),
        v1.variable_scope("b", custom_getter=told("inner")),
    ):
        assert v1.get_variable("v", [1]).name == "a/b/v:0"
    assert order == ["inner", "outer"]


def test_collections_hold_what_is_added():
    with tf.Graph().as_default():
        v1.add_to_collection("k", 1)
        v1.get_collection_ref("k").append(2)
        assert v1.get_collection("k") == [1, 2]
        variable = tf.Variable(1.0, trainable=False, name="v")
        assert v1.get_collection(v1.GraphKeys.GLOBAL_VARIABLES) == [variable]
        assert v1.get_collection(v1.GraphKeys.TRAINABLE_VARIABLES) == []
    with tf.Graph().as_default():
        assert v1.get_collection("k") == []


def test_is_variable_initialized():
    assert bool(v1.is_variable_initialized(tf.Variable(1.0)))
    with tf.Graph().as_default(), v1.Session() as session:
        variable = tf.Variable(1.0)
        question = v1.is_variable_initialized(variable)
        assert not session.run(question)
        session.run(variable.initializer)
        assert session.run(question)
