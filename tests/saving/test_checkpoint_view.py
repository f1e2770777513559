"""`tf.train.CheckpointView`: the objects of a checkpoint beside those of a program."""

from __future__ import annotations

import pytest

import stagelight as tf


@pytest.fixture
def view(tmp_path):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0), layers=[tf.Variable(2.0)])
    return tf.train.CheckpointView(checkpoint.save(str(tmp_path / "training")))


def test_objects_have_numbers_and_names(view):
    assert view.children(0) == {"layers": 1, "v": 2, "save_counter": 3}
    assert view.children(1) == {"0": 4}
    assert view.descendants() == [0, 1, 2, 3, 4]


def test_objects_of_a_program_are_compared(view):
    program = tf.train.Checkpoint(v=tf.Variable(0.0), more=tf.Variable(0.0))
    matched, missing, others = view.diff(program)
    assert matched == view.match(program) == {0: program, 2: program.v}
    assert missing == [1, 3, 4]
    assert [id(x) for x in others] == [id(program.more)]


def test_no_checkpoint_is_told(tmp_path):
    with pytest.raises(tf.errors.NotFoundError):
        tf.train.CheckpointView(str(tmp_path / "training"))
