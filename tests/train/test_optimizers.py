"""`tf.optimizers`: what they keep, when they make it, and what they refuse."""

from __future__ import annotations

import gc
import weakref

import pytest

import stagelight as tf

OPTIMIZERS = [
    lambda: tf.optimizers.SGD(0.1),
    lambda: tf.optimizers.SGD(0.05, momentum=0.5),
    lambda: tf.optimizers.SGD(0.05, momentum=0.5, nesterov=True),
    lambda: tf.optimizers.Adam(0.1),
]
all_optimizers = pytest.mark.parametrize(
    "make", OPTIMIZERS, ids=["sgd", "momentum", "nesterov", "adam"]
)


@all_optimizers
def test_training_arrives(make):
    optimizer, v = make(), tf.Variable([3.0, -2.0])
    for _ in range(120):
        optimizer.minimize(lambda: tf.reduce_sum((v - [1.0, 2.0]) ** 2), [v])
    assert abs(v.numpy() - [1.0, 2.0]).max() < 0.05


@all_optimizers
def test_a_staged_step_does_what_the_eager_one_does(make):
    results = []
    for wrap in (lambda step: step, tf.function):
        optimizer, v = make(), tf.Variable([3.0, -2.0])

        @wrap
        def step(optimizer=optimizer, v=v):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(v * v * [1.0, 3.0])
            optimizer.apply_gradients([(tape.gradient(loss, v), v)])

        for _ in range(4):
            step()
        results.append((v.numpy().tolist(), int(optimizer.iterations)))
    assert results[0] == results[1]


def test_slots_of_a_staged_step_are_made_once():
    optimizer, v = tf.optimizers.Adam(0.1), tf.Variable(1.0)

    @tf.function
    def step(g):
        optimizer.apply_gradients([(g, v)])

    step(tf.constant(1.0))
    variables = [id(variable) for variable in optimizer.variables]
    step(tf.constant(2.0))
    assert [id(variable) for variable in optimizer.variables] == variables
    assert len(variables) == 4  # the count, the rate, two moments
    assert step.experimental_get_tracing_count() <= 2


def test_variables_of_an_optimizer_are_not_trainable():
    """Else a tape that watches all trainable variables would watch them."""
    optimizer, v = tf.optimizers.Adam(0.1), tf.Variable(1.0)
    optimizer.apply_gradients([(tf.constant(1.0), v)])
    assert not any(variable.trainable for variable in optimizer.variables)


def test_a_variable_gets_no_slots_of_one_that_is_gone():
    """Its id may be given again; the slots of the old one have its momentum, and its shape."""
    optimizer = tf.optimizers.SGD(0.1, momentum=0.9)
    for _ in range(20):
        v = tf.Variable([1.0, 2.0])
        optimizer.apply_gradients([(tf.constant([1.0, 1.0]), v)])
        assert [round(x, 3) for x in v.numpy().tolist()] == [0.9, 1.9]
        del v
        gc.collect()


def test_an_optimizer_is_freed_with_its_slots():
    optimizer, v = tf.optimizers.Adam(0.1), tf.Variable(1.0)
    optimizer.apply_gradients([(tf.constant(1.0), v)])
    gone = weakref.ref(optimizer.variables[2])
    del optimizer
    gc.collect()
    assert gone() is None


# ---------------------------------------------------------------------------- the rate


def test_a_rate_may_be_assigned_also_of_a_staged_step():
    optimizer, v = tf.optimizers.SGD(0.5), tf.Variable(0.0)
    step = tf.function(lambda: optimizer.apply_gradients([(tf.constant(1.0), v)]))
    step()
    optimizer.learning_rate = 0.25
    step()
    assert float(v) == -0.75
    assert float(optimizer.learning_rate) == 0.25


def test_a_schedule_is_asked_at_each_step():
    rates = iter([0.5, 0.25])
    optimizer, v = tf.optimizers.SGD(lambda: next(rates)), tf.Variable(0.0)
    for _ in range(2):
        optimizer.apply_gradients([(tf.constant(1.0), v)])
    assert float(v) == -0.75
    with pytest.raises(TypeError, match="schedule"):
        optimizer.learning_rate = 0.1


# ---------------------------------------------------------------------------- the steps


def test_steps_are_counted_also_of_several_variables():
    optimizer, v, w = tf.optimizers.SGD(0.1), tf.Variable(1.0), tf.Variable(1.0)
    one = tf.constant(1.0)
    for _ in range(3):
        count = optimizer.apply_gradients([(one, v), (one, w)])
    assert int(count) == 3


def test_what_has_no_gradient_stays():
    optimizer, v, w = tf.optimizers.SGD(0.5), tf.Variable(1.0), tf.Variable(1.0)
    optimizer.apply_gradients([(tf.constant(1.0), v), (None, w)])
    assert (float(v), float(w)) == (0.5, 1.0)


def test_no_gradients_at_all_are_refused_and_counted_for_nothing():
    optimizer = tf.optimizers.SGD(0.5)
    with pytest.raises(ValueError, match="No gradients provided"):
        optimizer.apply_gradients([(None, tf.Variable(1.0))])
    assert int(optimizer.iterations) == 0


def test_a_constraint_holds_after_each_step():
    v = tf.Variable(0.05, constraint=lambda x: tf.maximum(x, 0.0))
    optimizer = tf.optimizers.SGD(0.1)
    optimizer.apply_gradients([(tf.constant(1.0), v)])
    assert float(v) == 0.0


def test_a_loss_that_is_a_tensor_needs_its_tape():
    optimizer, v = tf.optimizers.SGD(0.25), tf.Variable(1.0)
    with tf.GradientTape() as tape:
        loss = v * v
    with pytest.raises(ValueError, match="tape"):
        optimizer.minimize(loss, [v])
    optimizer.minimize(loss, [v], tape)
    assert float(v) == 0.5


@pytest.mark.parametrize("momentum", [-0.1, 1.5])
def test_momentum_is_a_part(momentum):
    with pytest.raises(ValueError, match="momentum"):
        tf.optimizers.SGD(0.1, momentum=momentum)
