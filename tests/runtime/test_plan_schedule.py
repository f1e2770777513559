"""Which steps get threads of their own, and that the order of begin and end is a legal one."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.runtime.host_plan import HostPlan
from stagelight.runtime.plan_schedule import scheduled
from tests.graph.traced import traced

LARGE = tf.TensorSpec([512, 512], tf.float32)
SMALL = tf.TensorSpec([8, 8], tf.float32)


def schedule(function, *specs):
    """The names of the operations in their order, and of those with threads."""
    graph = traced(function, *specs)
    order, threaded = scheduled(graph.operations)
    names = [operation.name for operation in order]
    assert sorted(names) == sorted(operation.name for operation in graph.operations)
    done = set()
    for operation in order:  # Nothing comes before what it needs.
        assert {x.op for x in operation.inputs} | set(operation.control_inputs) <= done
        done.add(operation)
    return names, [operation.name for operation in graph.operations if id(operation) in threaded]


def two_products(x):
    return tf.matmul(x, x, name="a") + tf.matmul(x, x, transpose_a=True, name="b")


def test_heavy_steps_that_do_not_need_one_another_get_threads():
    assert schedule(two_products, LARGE)[1] == ["a", "b"]


@pytest.mark.parametrize(
    ("function", "spec"),
    [
        (two_products, SMALL),
        (two_products, tf.TensorSpec([None, 512], tf.float32)),
        (lambda x: tf.matmul(tf.matmul(x, x), x), LARGE),
        (lambda x: tf.matmul(x, x) + tf.exp(x) + tf.exp(x + 1.0), LARGE),
    ],
    ids=["small", "of unknown size", "a chain", "only one"],
)
def test_others_do_not(function, spec):
    """Handing a step over costs some ten microseconds."""
    names, threaded = schedule(function, spec)
    assert threaded == []
    assert names == [operation.name for operation in traced(function, spec).operations]


def test_one_thread_means_none_beside_the_callers():
    with config.changed(inter_op_threads=1):
        assert schedule(two_products, LARGE)[1] == []


def test_what_does_not_wait_for_the_threads_comes_before_what_does():
    def f(x):
        a = tf.matmul(x, x, name="a")
        waits = tf.exp(a, name="waits")
        b = tf.matmul(x, x, transpose_a=True, name="b")
        meanwhile = tf.tanh(x, name="meanwhile")
        return waits + b + meanwhile

    names, threaded = schedule(f, LARGE)
    assert threaded == ["a", "b"]
    assert names.index("b") < names.index("meanwhile") < names.index("waits")


def test_effects_keep_their_order_around_threads():
    v = tf.Variable(0.0)
    seen = []

    @tf.function
    def f(x):
        v.assign(tf.reduce_sum(tf.matmul(x, x)))
        tf.numpy_function(lambda value: seen.append(float(value)), [v], [])
        v.assign(tf.reduce_sum(tf.matmul(x, x + 1.0)))
        tf.numpy_function(lambda value: seen.append(float(value)), [v], [])
        v.assign(-1.0)

    x = tf.fill([512, 512], 0.001)
    f(x)
    assert np.allclose(seen, [tf.reduce_sum(tf.matmul(x, y)) for y in (x, x + 1.0)], rtol=1e-5)
    assert float(v) == -1.0


def test_python_calls_that_say_they_have_no_effects_run_at_the_same_time():
    meeting = threading.Barrier(2, timeout=30)

    def meet(x):
        meeting.wait()  # It breaks if the other does not come.
        return x

    @tf.function
    def f(x):
        one = tf.numpy_function(meet, [x], tf.float32, stateful=False)
        other = tf.numpy_function(meet, [x + 1.0], tf.float32, stateful=False)
        return one + other

    assert float(f(tf.constant(1.0))) == 3.0


def test_python_calls_with_effects_run_one_after_the_other():
    running = []
    most = []

    def count(x):
        running.append(x)
        most.append(len(running))
        running.pop()
        return x

    @tf.function
    def f(x):
        return [tf.numpy_function(count, [x], tf.float32) for _ in range(8)]

    f(tf.constant(1.0))
    assert most == [1] * 8


def test_an_error_in_a_thread_is_told_of_its_operation():
    def fail(x):
        raise ValueError("not here")

    @tf.function
    def f(x):
        one = tf.numpy_function(lambda x: x, [x], tf.float32, stateful=False)
        other = tf.numpy_function(fail, [x + 1.0], tf.float32, stateful=False, name="failing")
        return one + other

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"(?s)node 'failing'.*not here"):
        f(tf.constant(1.0))


def test_a_threaded_step_that_only_effects_wait_for_has_ended_when_the_plan_ends():
    """Its outputs are not needed, but whoever calls next may rely on what it did."""
    ended = []

    def f(x):
        one = tf.numpy_function(lambda x: ended.append(1) or x, [x], tf.float32, stateful=False)
        other = tf.numpy_function(lambda x: ended.append(2) or x, [x], tf.float32, stateful=False)
        with tf.control_dependencies([one, other]):
            return tf.identity(x)

    HostPlan(traced(f, tf.TensorSpec([], tf.float32)))(np.array(1.0, np.float32))
    assert sorted(ended) == [1, 2]


def test_effects_of_a_session_keep_their_order_around_threads():
    """A plain graph has no control inputs that say so: what is written first is done first."""
    with tf.Graph().as_default() as graph:
        x = tf.constant(np.full([512, 512], 0.01, np.float32))
        v = tf.Variable(0.0, name="v")
        total = tf.reduce_sum(tf.matmul(x, x)) + tf.reduce_sum(tf.matmul(x, x + 1.0))
        v.assign(total, read_value=False)
        assign = graph.get_operations()[-1]
        after = v.read_value()
        with tf.compat.v1.Session() as session:
            session.run(v.initializer)
            expected = session.run(total)
            assert session.run([assign, after])[1] == expected
