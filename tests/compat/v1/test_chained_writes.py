"""A write of what an assignment returns comes after that assignment, in a graph that orders no effects."""

import itertools

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1


def slices(*values):
    return tf.IndexedSlices(tf.constant(values), tf.constant([0]))


WRITES = {
    "assign": (lambda v: v.assign([7.0, 8.0]), lambda a: [7.0, 8.0]),
    "assign_add": (lambda v: v.assign_add([2.0, 1.0]), lambda a: [a[0] + 2.0, a[1] + 1.0]),
    "assign_sub": (lambda v: v.assign_sub([0.5, 4.0]), lambda a: [a[0] - 0.5, a[1] - 4.0]),
    "scatter_add": (lambda v: v.scatter_add(slices(3.0)), lambda a: [a[0] + 3.0, a[1]]),
    "scatter_mul": (lambda v: v.scatter_mul(slices(3.0)), lambda a: [a[0] * 3.0, a[1]]),
    "scatter_update": (lambda v: v.scatter_update(slices(9.0)), lambda a: [9.0, a[1]]),
    "scatter_nd_add": (
        lambda v: v.scatter_nd_add([[1]], [2.5]),
        lambda a: [a[0], a[1] + 2.5],
    ),
}


@pytest.mark.parametrize("reads", ["value", "rows", "variable"])
@pytest.mark.parametrize(("first", "second"), list(itertools.product(WRITES, repeat=2)))
def test_chains_of_two_writes(first, second, reads):
    expected = WRITES[second][1](WRITES[first][1]([1.0, 2.0]))
    with tf.Graph().as_default():
        variable = v1.get_variable("v", initializer=tf.constant([1.0, 2.0]), use_resource=True)
        after = WRITES[second][0](WRITES[first][0](variable))
        fetched = after.sparse_read([0, 1]) if reads == "rows" else after
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            result = session.run(fetched)
            np.testing.assert_array_equal(
                session.run(variable) if reads == "variable" else result, expected
            )


@pytest.mark.parametrize("use_resource", [True, False])
def test_the_older_functions_of_assignments(use_resource):
    with tf.Graph().as_default():
        variable = v1.Variable(1.0, use_resource=use_resource)
        after = v1.assign_sub(v1.assign_add(v1.assign(variable, 5.0), 2.0), 4.0)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            assert session.run(after) == 3.0
            assert session.run(variable) == 3.0
