"""What `tf.train.Checkpoint.restore` tells: in errors, and in warnings of what nothing got."""

from __future__ import annotations

import gc
import os

import pytest

import stagelight as tf


@pytest.fixture
def path(tmp_path):
    layers = [tf.Variable(2.0), tf.Variable(3.0)]
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0), layers=layers)
    return checkpoint.write(str(tmp_path / "training"))


def test_what_nothing_got_is_warned_of_when_nothing_can_get_it(path, caplog):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(0.0), layers=[tf.Variable(0.0)])
    status = checkpoint.read(path)
    del status
    gc.collect()
    assert not caplog.records  # The list may become longer.
    del checkpoint
    gc.collect()
    assert [x.message for x in caplog.records][1:] == [
        "Value in checkpoint could not be found in the restored object: (root).layers.1"
    ]


@pytest.mark.parametrize("whole", [True, False])
def test_no_warning_where_all_was_found_or_a_part_was_expected(path, caplog, whole):
    layers = [tf.Variable(0.0), tf.Variable(0.0)] if whole else []
    checkpoint = tf.train.Checkpoint(v=tf.Variable(0.0), layers=layers)
    status = checkpoint.read(path)
    if not whole:
        assert status.expect_partial() is status
    del status, checkpoint
    gc.collect()
    assert not caplog.records


def test_what_was_not_used_is_named_by_the_way_to_it(path):
    status = tf.train.Checkpoint(v=tf.Variable(0.0)).read(path)
    with pytest.raises(AssertionError, match=r"Unresolved object in checkpoint \(root\).layers.0"):
        status.assert_consumed()
    status.expect_partial()


def test_a_path_without_checkpoint_is_told_with_advice(tmp_path):
    with pytest.raises(tf.errors.NotFoundError) as caught:
        tf.train.Checkpoint(v=tf.Variable(0.0)).restore(str(tmp_path / "training"))
    assert "Error when restoring from checkpoint or SavedModel at" in caught.value.message
    assert "'path/to/ckpt-1'" in caught.value.message


def test_the_values_of_a_saved_model_are_restored(tmp_path):
    model = tf.Module()
    model.v = tf.Variable(5.0)
    tf.saved_model.save(model, str(tmp_path / "model"))
    restored = tf.Module()
    restored.v = tf.Variable(0.0)
    tf.train.Checkpoint(restored).restore(tmp_path / "model").assert_existing_objects_matched()
    assert restored.v.numpy() == 5.0


def test_a_function_that_is_called_writes_each_time(tmp_path):
    v = tf.Variable(1.0)
    checkpoint = tf.train.Checkpoint(v=v, double=tf.function(lambda x: x * 2.0))

    @tf.function
    def step(path):
        v.assign_add(1.0)
        return checkpoint.write(path)

    for value in (2.0, 3.0):
        path = step(tf.constant(str(tmp_path / "training"))).numpy().decode()
        assert os.path.basename(path) == "training"
        assert tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE") == value


@pytest.mark.parametrize("method", ["save", "read", "restore"])
def test_the_other_methods_are_refused_in_functions(path, method):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))

    @tf.function
    def staged():
        getattr(checkpoint, method)(path)

    with pytest.raises(NotImplementedError, match="from a function is not supported"):
        staged()


def test_what_does_not_fit_a_variable_is_refused_with_tensorflows_class(tmp_path):
    path = tf.train.Checkpoint(w=tf.Variable([1.0, 2.0])).save(tmp_path / "c")
    for variable, error in (
        (tf.Variable([7, 8]), tf.errors.InvalidArgumentError),
        (tf.Variable([[7.0, 8.0]]), ValueError),
    ):
        before = variable.numpy().tolist()
        with pytest.raises(error, match="when attempting to restore variable"):
            tf.train.Checkpoint(w=variable).restore(path)
        later = tf.train.Checkpoint()
        later.restore(path).expect_partial()
        with pytest.raises(error, match="when attempting to restore variable"):
            later.w = variable
        assert variable.numpy().tolist() == before
