"""What a session gives and takes of variables: programs of TensorFlow 1 fetch, feed and compare them."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1


@pytest.fixture
def counter():
    """A session, its variable `n` of 0.0, and an operation that adds 1."""
    with tf.Graph().as_default() as graph, v1.Session(graph=graph) as session:
        n = v1.get_variable("n", initializer=0.0)
        step = v1.assign_add(n, 1.0).op
        session.run(v1.global_variables_initializer())
        yield session, n, step


# What a program may write for a variable.
FORMS = {
    "variable": lambda n: n,
    "handle": lambda n: n.handle,
    "name": lambda n: "n:0",
    "older name": lambda n: "n/read:0",
    "older operation": lambda n: "n/read",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_fetched_variable_has_the_value_after_the_run(counter, form):
    session, n, step = counter
    assert [float(session.run([step, FORMS[form](n)])[1]) for _ in range(3)] == [1.0, 2.0, 3.0]
    assert float(session.run(FORMS[form](n))) == 3.0


@pytest.mark.parametrize("form", FORMS)
def test_a_fed_variable_counts_for_what_reads_it(counter, form):
    session, n, _ = counter
    key = FORMS[form](n)
    assert session.run([n * 2.0 + n, n], {key: 5.0}) == [15.0, 5.0]
    assert session.run(n) == 0.0
    with pytest.raises(ValueError, match="shape"):
        session.run(n * 2.0, {key: [1.0, 2.0]})


@pytest.mark.parametrize("form", FORMS)
def test_a_variable_without_a_value_is_refused(form):
    with tf.Graph().as_default(), v1.Session() as session:
        n = v1.get_variable("n", initializer=0.0)
        with pytest.raises(tf.errors.FailedPreconditionError, match="initialize"):
            session.run(FORMS[form](n))


def test_feeds_that_cannot_be_taken_name_the_placeholder(counter):
    session, _, _ = counter
    x = v1.placeholder(tf.float32, name="x")
    with pytest.raises(TypeError, match=r"cannot be a tf\.Tensor object"):
        session.run(x, {x: tf.constant(1.0)})
    with pytest.raises(ValueError, match=r"x:0.*float32"):
        session.run(x, {x: "a"})


def test_equality_while_a_plain_graph_is_built_is_identity():
    with tf.Graph().as_default():
        v, w = v1.get_variable("v", initializer=1.0), v1.get_variable("w", initializer=1.0)
        x, y = tf.constant(1.0), tf.constant(1.0)
        for a, b in ((v, w), (x, y), (v, x)):
            assert (a == a, a == b, a != a, a != b) == (True, False, False, True)
        assert w in [v, w] and x not in [y] and [v, w].index(w) == 1
    assert bool(tf.Variable(1.0) == 1.0) and bool(tf.constant(1.0) == 1.0)
    assert bool(tf.function(lambda a: a == 1.0)(tf.constant(1.0)))


def test_slots_of_an_optimizer_have_names_of_their_own():
    optimizer, v = v1.train.AdamOptimizer(0.1), tf.Variable(1.0, name="v")
    optimizer.minimize(lambda: v * v)
    names = ["beta1_power:0", "beta2_power:0", "v/Adam:0", "v/Adam_1:0"]
    assert [x.name for x in optimizer.variables()] == names
    np.testing.assert_allclose(v, 0.9, rtol=1e-5)


def test_a_handle_is_no_value_in_the_graph(counter):
    session, n, _ = counter
    with pytest.raises(TypeError, match="resource"):
        session.graph.get_tensor_by_name("n:0") * 2.0
    with pytest.raises(ValueError, match="Shape mismatch"):
        v1.assign(n, [1.0, 2.0], validate_shape=False)
    free = tf.Variable(0.0, shape=tf.TensorShape(None))
    session.run(free.initializer)
    assert session.run(v1.assign(free, [1.0, 2.0], validate_shape=False)).tolist() == [1.0, 2.0]


def test_a_class_that_wraps_a_variable_says_what_is_fetched():
    class Scaled(tf.Variable):
        def __init__(self, variable, scale):
            self.variable, self.scale = variable, scale

        def _as_graph_element(self):
            element = self.variable._as_graph_element()
            return element if self.scale is None else element * self.scale

    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        variable = tf.compat.v1.get_variable("x", initializer=3.0)
        session.run(variable.initializer)
        plain, doubled = Scaled(variable, None), Scaled(variable, 2.0)
        assert session.run([plain, doubled]) == [3.0, 6.0]
        assert session.run([plain, variable.assign(7.0)])[0] == 7.0
