"""`tensor.eval()`, `operation.run()` and their kin."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.core.dispatch import pushed

v1 = tf.compat.v1


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_objects_ask_the_default_session():
    x = v1.placeholder(tf.float32, [])
    v = v1.get_variable("v", initializer=2.0)
    with v1.Session() as session:
        v.initializer.run()
        assert (x * v).eval({x: 3.0}) == 6.0
        v1.assign(v, x).op.run({x: 7.0})
        assert v.eval() == 7.0
        v.load(8.0)
        assert v.eval(session) == 8.0


def test_objects_may_be_given_a_session():
    v = v1.get_variable("v", initializer=2.0)
    one, other = v1.Session(), v1.Session()
    v.initializer.run(session=one)
    v.load(5.0, other)
    assert v.eval(one) == 2.0
    assert (v + 1.0).eval(session=other) == 6.0


def test_without_a_default_session_of_the_graph_they_say_so():
    x, v = tf.constant(1.0), v1.get_variable("v", initializer=1.0)
    for call in (x.eval, x.op.run, v.eval, lambda: v.load(2.0)):
        with pytest.raises(ValueError, match="No default session is registered"):
            call()
    with tf.Graph().as_default():
        tf.constant(1.0)
        with v1.Session():
            for call in (x.eval, x.op.run, v.eval):
                with pytest.raises(ValueError, match="different from the session's graph"):
                    call()


def test_an_eager_tensor_has_a_value_already():
    with pushed(stage=None):
        x = tf.constant(1.0)
    with pytest.raises(NotImplementedError, match=r"\.numpy\(\)"):
        x.eval()


def test_a_sparse_tensor_is_evaluated():
    with tf.Graph().as_default(), tf.compat.v1.Session():
        x = tf.compat.v1.placeholder(tf.int32, [2])
        value = tf.sparse.from_dense(x).eval({x: [0, 7]})
    assert value.values.tolist() == [7] and value.indices.tolist() == [[1]]
