"""`tf.compat.v1.metrics`: what is refused, and which collections variables are in.

Values are compared with TensorFlow's in `tests/oracle/programs/older_metrics.py`.
"""

from __future__ import annotations

import pytest

import stagelight as tf

v1 = tf.compat.v1


def test_metrics_need_a_graph():
    with pytest.raises(RuntimeError, match=r"tf\.metrics\.mean is not supported when eager"):
        v1.metrics.mean([1.0])


def test_shapes_that_do_not_fit_are_refused():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match=r"Shapes \(3,\) and \(2,\) are incompatible"):
            v1.metrics.accuracy([1, 2], [1, 2, 3])
        with pytest.raises(ValueError, match="weights can not be broadcast"):
            v1.metrics.mean([1.0, 2.0], [1.0, 2.0, 3.0])


@pytest.mark.parametrize("part", [-0.1, 1.5])
def test_what_is_sought_is_a_part_of_one(part):
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="must be in the range"):
            v1.metrics.sensitivity_at_specificity([True], [0.5], part)
        with pytest.raises(ValueError, match="must be in the range"):
            v1.metrics.specificity_at_sensitivity([True], [0.5], part)


def test_predictions_beyond_one_fail_in_the_session():
    with tf.Graph().as_default(), v1.Session() as session:
        predictions = v1.placeholder(tf.float32, [2])
        _, update = v1.metrics.auc([True, False], predictions)
        session.run(v1.local_variables_initializer())
        with pytest.raises(
            tf.errors.InvalidArgumentError, match=r"predictions must be in \[0, 1\]"
        ):
            session.run(update, {predictions: [0.5, 1.5]})


def test_shapes_that_only_the_session_knows_are_aligned():
    with tf.Graph().as_default(), v1.Session() as session:
        labels, predictions = v1.placeholder(tf.int32), v1.placeholder(tf.int32)
        _, update = v1.metrics.accuracy(labels, predictions)
        session.run(v1.local_variables_initializer())
        assert session.run(update, {labels: [[1], [2]], predictions: [1, 0]}) == 0.5
        assert session.run(update, {labels: [1, 2], predictions: [[1], [2]]}) == 0.75


def test_variables_of_other_collections_are_not_global():
    with tf.Graph().as_default():
        v = v1.Variable(1.0, False, ["mine", v1.GraphKeys.LOCAL_VARIABLES])
        w = v1.get_variable("w", [2], collections=["mine"])
        assert isinstance(v, v1.Variable)
        assert v1.global_variables() == []
        assert [x.name for x in v1.get_collection("mine")] == ["Variable:0", "w:0"]
        assert v1.trainable_variables()[0] is w
        assert v1.local_variables()[0] is v
