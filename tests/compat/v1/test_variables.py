"""The lists of a graph's variables, their initializers, and assignments as operations."""

from __future__ import annotations

import gc
import weakref

import pytest

import stagelight as tf

v1 = tf.compat.v1


def test_the_lists_are_in_order_of_making_and_may_be_asked_for_a_scope():
    with tf.Graph().as_default():
        a = tf.Variable(1.0, name="a")
        with v1.variable_scope("s"):
            b = v1.get_variable("b", [2], trainable=False)
            c = v1.get_variable("c", [2])
        assert v1.global_variables() == [a, b, c]
        assert v1.global_variables("s") == [b, c]
        assert v1.trainable_variables() == [a, c]
        assert v1.trainable_variables("s") == [c]
    with tf.Graph().as_default():
        assert v1.global_variables() == []


def test_all_variables_are_initialized_by_one_operation():
    with tf.Graph().as_default():
        a, b = tf.Variable(1.0), tf.Variable([2.0])
        everything = v1.global_variables_initializer()
        some = v1.variables_initializer([b], name="some")
        assert some.name == "some"
        with v1.Session() as session:
            session.run(some)
            with pytest.raises(tf.errors.FailedPreconditionError):
                session.run(a)
            session.run(everything)
            assert session.run(a) == 1.0


def test_an_initial_value_may_be_that_of_another_variable():
    with tf.Graph().as_default():
        a = tf.Variable(2.0)
        b = tf.Variable(a.initial_value * 10.0)
        with v1.Session() as session:
            session.run(b.initializer)
            assert session.run(b) == 20.0


@pytest.mark.parametrize(
    ("call", "expected"),
    [(v1.assign, 5.0), (v1.assign_add, 7.0), (v1.assign_sub, -3.0)],
)
def test_assignments_give_the_new_value(call, expected):
    eager = tf.Variable(2.0)
    assert float(call(eager, 5.0)) == expected
    with tf.Graph().as_default():
        v = tf.Variable(2.0)
        new = call(v, 5.0)
        with v1.Session() as session:
            session.run(v.initializer)
            assert session.run(v) == 2.0  # nothing was assigned yet
            assert session.run(new) == expected
            assert session.run(v) == expected


def test_variables_are_shared_by_name_in_a_graph_and_not_between_graphs():
    with tf.Graph().as_default():
        a = v1.get_variable("a", [2])
        with v1.variable_scope("", reuse=True):
            assert v1.get_variable("a") is a
    with tf.Graph().as_default():
        assert v1.get_variable("a", [3]) is not a


def test_a_graph_is_freed_with_its_variables_and_collections():
    with tf.Graph().as_default() as graph:
        x = v1.get_variable("a", [2]) * 2.0
        v1.add_to_collection("losses", x)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            session.run(x)
    gone = weakref.ref(graph.get_operations()[0])
    del graph, x, session
    gc.collect()
    assert gone() is None


def test_names_of_variables_do_not_repeat_their_scope_eagerly():
    """The names that TensorFlow 2.21 gives."""
    names = []
    with v1.variable_scope("scope_of_this_test") as scope:
        names.append(v1.get_variable("w", [2]).name)
        with v1.variable_scope(None, "inner"):
            names.append(v1.get_variable("w", [2]).name)
    with tf.name_scope("other"):
        names.append(v1.get_variable("w", [2]).name)
    assert names == ["scope_of_this_test/w:0", "scope_of_this_test/inner/w:0", "w:0"]
    assert scope.original_name_scope == "scope_of_this_test/"


def test_default_names_of_scopes_avoid_all_that_were_opened():
    """The names that TensorFlow 2.21 gives."""
    names = []

    def opened(name, default=None):
        with v1.variable_scope(name, default) as scope:
            names.append(scope.name)
        return scope

    with tf.Graph().as_default():
        with v1.variable_scope("layer") as layer:
            opened(None, "in")
            opened("in_1")
            opened(None, "in")
        opened(None, "layer")
        with v1.variable_scope("layer", reuse=v1.AUTO_REUSE):
            opened(None, "in")
        with v1.variable_scope(layer):
            opened(None, "in")
        opened(None, "layer")
    assert names == [
        "layer/in", "layer/in_1", "layer/in_2", "layer_1", "layer/in", "layer/in", "layer_2",
    ]  # fmt: skip


def test_a_scope_knows_the_variables_made_in_it():
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        with v1.variable_scope("a") as scope:
            made = v1.get_variable("x", [2])
            fixed = v1.get_variable("y", [2], trainable=False)
        with v1.variable_scope("ab"):
            v1.get_variable("x", [2])
        assert scope.trainable_variables() == [made]
        assert scope.global_variables() == scope.get_collection("variables") == [made, fixed]
        assert scope.local_variables() == []
        scope.set_caching_device("/cpu:0")
        scope.set_partitioner(None)
        scope.set_use_resource(False)
        assert (scope.caching_device, scope.use_resource) == ("/cpu:0", False)


def test_a_scope_refuses_outside_of_graphs_what_tensorflow_does():
    scope = tf.compat.v1.get_variable_scope()
    with pytest.raises(NotImplementedError, match="Caching devices are not yet supported"):
        scope.set_caching_device("/cpu:0")
    with pytest.raises(ValueError, match="use_resource cannot be set to false"):
        scope.set_use_resource(False)


def _average(made, zero_debias=False):
    return v1.train.ExponentialMovingAverage(0.5, zero_debias=zero_debias).apply([made()])


def _loss():
    w = v1.get_variable("w", initializer=[1.0, 2.0])
    return tf.reduce_sum(w * w)


def _table():
    return v1.lookup.StaticHashTable(v1.lookup.KeyValueTensorInitializer(["a"], [1]), -1)


MAKERS = {
    "variable": lambda: v1.Variable(1.0),
    "variable of a function": lambda: v1.Variable(lambda: tf.zeros([2])),
    "variable of TensorFlow 2": lambda: tf.Variable([1.0]),
    "get_variable": lambda: v1.get_variable("v", [2]),
    "local variable": lambda: v1.get_variable("v", [2], collections=["local_variables"]),
    "global step": v1.train.get_or_create_global_step,
    "average of a variable": lambda: _average(lambda: v1.Variable(1.0)),
    "average of a tensor": lambda: _average(lambda: tf.constant([1.0]) * 2.0),
    "average without bias": lambda: _average(lambda: tf.constant([1.0]) * 2.0, True),
    "metric": lambda: v1.metrics.mean([1.0, 2.0]),
    "table": _table,
    "layer": lambda: v1.layers.batch_normalization(tf.ones([2, 3]), training=True),
    **{
        optimizer.__name__: lambda make=optimizer: make(0.1).minimize(_loss())
        for optimizer in (
            v1.train.AdamOptimizer, v1.train.AdagradOptimizer, v1.train.RMSPropOptimizer,
            v1.train.FtrlOptimizer, v1.train.AdadeltaOptimizer, v1.train.GradientDescentOptimizer,
        )
    },
    "MomentumOptimizer": lambda: v1.train.MomentumOptimizer(0.1, 0.9).minimize(_loss()),
}  # fmt: skip


@pytest.mark.parametrize("maker", MAKERS)
def test_initializers_wait_for_no_control_dependencies(maker):
    with tf.Graph().as_default(), v1.Session() as session:
        updates = v1.get_variable("updates", initializer=0.0)
        update = updates.assign_add(v1.placeholder(tf.float32, []))
        with tf.control_dependencies([update]):
            MAKERS[maker]()
        session.run(v1.global_variables_initializer())
        session.run([v1.local_variables_initializer(), v1.tables_initializer()])
        assert session.run(updates) == 0.0
        assert session.run(v1.report_uninitialized_variables()).size == 0
