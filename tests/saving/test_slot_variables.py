"""Variables that the optimizers of TensorFlow 1 keep for others, in checkpoints."""

from __future__ import annotations

import pytest

import stagelight as tf

KEY = "{}/.ATTRIBUTES/VARIABLE_VALUE".format


def optimizers():
    v1 = tf.compat.v1.train
    return {
        "adam": v1.AdamOptimizer(0.1),
        "momentum": v1.MomentumOptimizer(0.1, 0.9),
        "adagrad": v1.AdagradOptimizer(0.1),
        "rmsprop": v1.RMSPropOptimizer(0.1),
        "ftrl": v1.FtrlOptimizer(0.1),
        "adadelta": v1.AdadeltaOptimizer(0.1),
    }


def step(optimizer, variable):
    optimizer.apply_gradients([(tf.constant([1.0, -2.0]), variable)])


@pytest.mark.parametrize("name", optimizers())
@pytest.mark.parametrize("when", ["before a step", "after a step"])
def test_training_goes_on_where_it_was(tmp_path, name, when):
    first, w = optimizers()[name], tf.Variable([1.0, 2.0])
    step(first, w)
    path = tf.train.Checkpoint(w=w, optimizer=first).write(str(tmp_path / "training"))
    step(first, w)
    second, u = optimizers()[name], tf.Variable([0.0, 0.0])
    if when == "after a step":
        step(second, u)
    status = tf.train.Checkpoint(w=u, optimizer=second).read(path)
    step(second, u)
    status.assert_consumed()
    assert u.numpy().tolist() == w.numpy().tolist()


def test_the_keys_lead_over_the_variable(tmp_path):
    optimizer, w = tf.compat.v1.train.AdamOptimizer(0.1), tf.Variable([1.0, 2.0])
    step(optimizer, w)
    path = tf.train.Checkpoint(layer=[w], opt=optimizer).write(str(tmp_path / "training"))
    assert [key for key, _ in tf.train.list_variables(path)][1:] == [
        KEY("layer/0"),
        KEY("layer/0/.OPTIMIZER_SLOT/opt/m"),
        KEY("layer/0/.OPTIMIZER_SLOT/opt/v"),
        KEY("opt/beta1_power"),
        KEY("opt/beta2_power"),
    ]


def test_a_variable_that_is_made_later_gets_its_slots(tmp_path):
    optimizer, w = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9), tf.Variable([1.0, 2.0])
    step(optimizer, w)
    path = tf.train.Checkpoint(net=tf.Module(), optimizer=optimizer).write(str(tmp_path / "none"))
    net = tf.Module()
    net.w = w
    path = tf.train.Checkpoint(net=net, optimizer=optimizer).write(str(tmp_path / "training"))
    restored, second = tf.Module(), tf.compat.v1.train.MomentumOptimizer(0.1, 0.9)
    status = tf.train.Checkpoint(net=restored, optimizer=second).read(path)
    assert second.get_slot_names() == []
    restored.w = tf.Variable([0.0, 0.0])
    assert second.get_slot(restored.w, "momentum").numpy().tolist() == [1.0, -2.0]
    status.assert_consumed()


def test_they_may_be_left_out(tmp_path):
    optimizer, w = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9), tf.Variable([1.0, 2.0])
    step(optimizer, w)
    path = tf.train.Checkpoint(w=w, optimizer=optimizer).write(str(tmp_path / "training"))
    second = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9)
    options = tf.train.CheckpointOptions(experimental_skip_slot_variables=True)
    u = tf.Variable([0.0, 0.0])
    tf.train.Checkpoint(w=u, optimizer=second).read(path, options).expect_partial()
    assert u.numpy().tolist() == w.numpy().tolist()
    assert second.get_slot(u, "momentum") is None
