"""Optimizers of TensorFlow 1, in sessions and eagerly. Their numbers are in tests/oracle."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1

MAKERS = [
    lambda: v1.train.GradientDescentOptimizer(0.1),
    lambda: v1.train.MomentumOptimizer(0.02, 0.9),
    lambda: v1.train.MomentumOptimizer(0.02, 0.9, use_nesterov=True),
    lambda: v1.train.AdamOptimizer(0.2),
]
ADAPTIVE = [
    lambda: v1.train.RMSPropOptimizer(0.1, momentum=0.5, centered=True),
    lambda: v1.train.AdagradOptimizer(0.5),
    lambda: v1.train.AdadeltaOptimizer(1.0, epsilon=1e-3),
    lambda: v1.train.FtrlOptimizer(0.5, l1_regularization_strength=0.01),
]
all_optimizers = pytest.mark.parametrize(
    "make", MAKERS, ids=["descent", "momentum", "nesterov", "adam"]
)


def in_a_session(make, steps):
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=[3.0, -2.0])
        train = make().minimize(tf.reduce_sum((v - [1.0, 2.0]) ** 2))
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for _ in range(steps):
                session.run(train)
            return session.run(v).tolist()


def eagerly(make, steps):
    v, optimizer = tf.Variable([3.0, -2.0]), make()
    for _ in range(steps):
        optimizer.minimize(lambda: tf.reduce_sum((v - [1.0, 2.0]) ** 2), var_list=[v])
    return v.numpy().tolist()


@all_optimizers
def test_a_session_does_what_eager_steps_do(make):
    """In a session the slots are variables of the graph: a step must not set them back."""
    assert in_a_session(make, 4) == pytest.approx(eagerly(make, 4), rel=1e-5)


@all_optimizers
def test_training_arrives(make):
    assert in_a_session(make, 200) == pytest.approx([1.0, 2.0], abs=0.05)


def test_slots_are_among_the_variables_to_initialize():
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0)
        v1.train.AdamOptimizer(0.1).minimize(v * v)
        names = ["v:0", "beta1_power:0", "beta2_power:0", "v/Adam:0", "v/Adam_1:0"]
        assert [variable.name for variable in v1.global_variables()] == names
        assert v1.trainable_variables() == [v]


def test_a_step_is_counted_once():
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0)
        step = v1.get_variable("step", initializer=0, trainable=False)
        train = v1.train.GradientDescentOptimizer(0.1).minimize(v * v, global_step=step)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            session.run(train)
            session.run([train, train])
            assert session.run(step) == 2


def test_gradients_are_of_the_variables_that_were_asked_for():
    with tf.Graph().as_default():
        v, w = v1.get_variable("v", initializer=1.0), v1.get_variable("w", initializer=2.0)
        optimizer = v1.train.GradientDescentOptimizer(0.5, name="mine")
        assert optimizer.get_name() == "mine"
        assert [x for _, x in optimizer.compute_gradients(v * w)] == [v, w]
        assert [x for _, x in optimizer.compute_gradients(v * w, [w])] == [w]
        train = optimizer.minimize(v * w, var_list=[w])
        assert train.name == "mine"
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            session.run(train)
            assert session.run([v, w]) == [1.0, 1.5]


def test_eagerly_a_loss_is_a_function():
    optimizer, v = v1.train.GradientDescentOptimizer(0.1), tf.Variable(1.0)
    with pytest.raises(RuntimeError, match="should be a function"):
        optimizer.minimize(v * v)
    assert optimizer.minimize(lambda: v * v) is None
    assert float(v) == pytest.approx(0.8)


def test_no_gradients_at_all_are_refused_with_the_names():
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0)
        with pytest.raises(ValueError, match=r"No gradients provided.*'v:0'"):
            v1.train.GradientDescentOptimizer(0.1).minimize(tf.constant(1.0), var_list=[v])


def test_a_rate_may_be_a_tensor_or_a_function():
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0)
        rate = v1.placeholder(tf.float32, [])
        train = v1.train.GradientDescentOptimizer(rate).minimize(v)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            session.run(train, {rate: 0.25})
            assert session.run(v) == 0.75
    w = tf.Variable(1.0)
    v1.train.GradientDescentOptimizer(lambda: 0.25).minimize(lambda: w * 1.0)
    assert float(w) == 0.75


@pytest.mark.parametrize("make", ADAPTIVE, ids=["rmsprop", "adagrad", "adadelta", "ftrl"])
def test_a_session_scales_steps_as_eager_steps_do(make):
    assert in_a_session(make, 4) == pytest.approx(eagerly(make, 4), rel=1e-5)


def test_rows_without_gradients_stay():
    for make in ADAPTIVE:
        rows = tf.Variable([[1.0], [2.0], [3.0]])
        optimizer = make()
        for _ in range(2):
            optimizer.apply_gradients([(tf.IndexedSlices(tf.constant([[1.0]]), [1], [3, 1]), rows)])
        assert rows.numpy()[[0, 2]].tolist() == [[1.0], [3.0]]
        assert rows.numpy()[1] < 2.0


def test_slots_are_found_by_name():
    v, optimizer = tf.Variable([1.0, 2.0]), v1.train.AdagradOptimizer(0.1, 0.5)
    assert optimizer.get_slot(v, "accumulator") is None
    optimizer.apply_gradients([(tf.constant([1.0, 2.0]), v)])
    assert optimizer.get_slot(v, "accumulator").numpy().tolist() == [1.5, 4.5]
    assert optimizer.get_slot_names() == ["accumulator"]
    assert len(optimizer.variables()) == 1


def test_the_gradient_of_the_loss_is_given():
    v = tf.Variable([1.0, 1.0])
    optimizer = v1.train.GradientDescentOptimizer(1.0)
    optimizer.minimize(lambda: v * v, var_list=[v], grad_loss=tf.constant([0.25, 0.0]))
    assert v.numpy().tolist() == [0.5, 1.0]


def test_numbers_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="must be positive"):
        v1.train.AdagradOptimizer(0.1, 0.0)
    for options in ({"l1_regularization_strength": -1.0}, {"learning_rate_power": 1.0}):
        with pytest.raises(ValueError, match="needs to be"):
            v1.train.FtrlOptimizer(0.1, **options)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: v1.train.MomentumOptimizer(0.5, 0.9), [0.5, -0.175, 3.0]),
        (lambda: v1.train.MomentumOptimizer(0.5, 0.9, use_nesterov=True), [0.05, -1.4575, 3.0]),
        (lambda: v1.train.AdamOptimizer(0.5), [0.3403251, 0.7559736, 3.0]),
        (lambda: v1.train.RMSPropOptimizer(0.3, momentum=0.5), [0.7, 0.9590838, 3.0]),
    ],
)
def test_slices_move_their_rows(make, expected):
    """As TensorFlow 2.21 does, whatever shape the slices say that they are of."""
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.Variable([[1.0], [2.0], [3.0]])
        same = v1.placeholder_with_default([1, 1], [2])
        twice = tf.IndexedSlices(tf.constant([[1.0], [0.5]]), same, tf.constant([1]))
        first = tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0]), tf.constant([3, 1]))
        optimizer = make()
        steps = [optimizer.apply_gradients([(g, v)]) for g in (twice, first)]
        session.run(v1.global_variables_initializer())
        for step in (*steps, steps[0]):
            session.run(step)
        assert session.run(v).ravel().tolist() == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("make", [*MAKERS, *ADAPTIVE])
def test_constraints_hold_after_a_step(make):
    def clip(x):
        return tf.clip_by_value(x, 0.9999, 1.9999)

    v = tf.Variable([1.0, 2.0], constraint=clip)
    make().apply_gradients([(tf.constant([1.0, -1.0]), v)])
    assert v.numpy().tolist() == clip(v).numpy().tolist()
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.Variable([1.0, 2.0], constraint=clip)
        step = make().apply_gradients([(tf.constant([1.0, -1.0]), v)])
        session.run(v1.global_variables_initializer())
        session.run(step)
        found = session.run(v)
        assert found.tolist() == np.clip(found, 0.9999, 1.9999).tolist() != [1.0, 2.0]
        assert v1.get_collection(v1.GraphKeys.TRAIN_OP) == [step]


def test_a_constrained_variable_takes_no_slices():
    v = tf.Variable([1.0, 2.0], constraint=tf.identity)
    slices = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))
    with pytest.raises(RuntimeError, match="constraint function on a sparse variable"):
        v1.train.GradientDescentOptimizer(0.1).apply_gradients([(slices, v)])


@pytest.mark.parametrize("dtype", [tf.float16, tf.float64])
@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda rate: v1.train.MomentumOptimizer(rate, tf.constant(0.9)), 0.5),
        (lambda rate: v1.train.GradientDescentOptimizer(rate), 0.5),
        (lambda rate: v1.train.AdamOptimizer(rate), 0.5000001581148499),
    ],
)
def test_numbers_are_taken_in_the_dtype_of_the_variable(make, expected, dtype):
    v = tf.Variable(tf.constant([1.0], dtype))
    make(tf.constant(0.5)).apply_gradients([(tf.constant([1.0], dtype), v)])
    tolerance = 1e-12 if dtype is tf.float64 else 1e-6
    assert v.numpy().tolist() == pytest.approx([expected], abs=tolerance)


def test_numbers_of_python_are_of_float32_first():
    """As TensorFlow has them: 1 - 0.1, where 0.1 is that of float32."""
    v = tf.Variable(tf.constant(1.0, tf.float64))
    v1.train.GradientDescentOptimizer(0.1).apply_gradients([(tf.constant(1.0, tf.float64), v)])
    assert float(v) == 1.0 - float(np.float32(0.1))
