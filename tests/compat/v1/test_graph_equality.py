"""`==` and `hash` of tensors and variables: by identity in plain graphs, by elements elsewhere."""

from __future__ import annotations

import pytest

import stagelight as tf

v1 = tf.compat.v1


def _two_tensors():
    return tf.constant(1.0), tf.constant(1.0)


def _two_variables():
    return tf.Variable(1.0), tf.Variable(1.0)


PAIRS = [_two_tensors, _two_variables]


@pytest.mark.parametrize("make", PAIRS)
def test_in_plain_graphs_the_same_object_is_equal(make):
    with tf.Graph().as_default():
        one, other = make()
        assert (one == one, one == other, one != one, one != other) == (True, False, False, True)
        assert (one == 1.0, one is None, one == None) == (False, False, False)  # noqa: E711
        assert one in [other, one] and one not in [other]
        assert {one: "one", other: "other"}[one] == "one"
        assert isinstance(tf.equal(one, other), tf.Tensor)


@pytest.mark.parametrize("make", PAIRS)
def test_branches_of_plain_graphs_compare_objects(make):
    seen = []

    def branch():
        one, other = make() if make is _two_tensors else pair
        seen.append((one == one, one == other))
        return tf.constant(0.0)

    with tf.Graph().as_default():
        pair = make()
        tf.cond(v1.placeholder(tf.bool, []), branch, branch)
    assert seen == [(True, False)] * 2


@pytest.mark.parametrize("make", PAIRS)
def test_elsewhere_elements_are_compared(make):
    one, other = make()
    assert bool(one == other) is True
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)

    @tf.function
    def compare(x):
        with pytest.raises(TypeError, match="unhashable"):
            hash(x)
        return x == other, x != 2.0

    assert [bool(y) for y in compare(one)] == [True, True]


def test_tensors_of_a_graph_stay_keys_outside_of_it():
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [])
    assert x in {x: 1}


def test_variables_are_found_in_collections():
    with tf.Graph().as_default():
        v = v1.get_variable("v", [])
        w = v1.get_local_variable("w", [])
        assert v in v1.global_variables() and w not in v1.global_variables()
        assert v1.local_variables().index(w) == 0
