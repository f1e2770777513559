"""Losses: the gradients of cross entropy's two outputs, and logits without bounds."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.raw import raw

_LOGITS = np.array([[0.5, -1.0, 2.0], [1.0, 0.0, -0.5]])
_LABELS = np.array([[0.2, 0.3, 0.5], [0.0, 1.0, 0.0]])


def test_second_derivatives_by_way_of_the_op_are_those_of_the_formula():
    def by_op(x, p):
        return tf.nn.softmax_cross_entropy_with_logits(p, x)

    def by_formula(x, p):
        return -tf.reduce_sum(p * tf.nn.log_softmax(x), -1)

    results = []
    for loss in (by_op, by_formula):
        x, p = tf.constant(_LOGITS), tf.constant(_LABELS)
        with tf.GradientTape() as outer:
            outer.watch([x, p])
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = loss(x, p)
            dx = inner.gradient(y, x)
            # Along the classes it adds up to 0: the labels' sum, which the op takes for 1, cancels.
            total = tf.reduce_sum(dx * tf.constant([[1.0, 2.0, 4.0]], tf.float64))
        results.append(outer.gradient(total, x).numpy())
    np.testing.assert_allclose(*results)


def test_labels_have_a_gradient():
    x, p = tf.constant(_LOGITS), tf.constant(_LABELS)
    with tf.GradientTape() as tape:
        tape.watch(p)
        y = tf.nn.softmax_cross_entropy_with_logits(p, x)
    expected = -tf.nn.log_softmax(x).numpy()
    np.testing.assert_allclose(tape.gradient(y, p).numpy(), expected)


def test_the_second_output_alone_has_gradients():
    x, p = tf.constant(_LOGITS), tf.constant(_LABELS)
    with tf.GradientTape() as tape:
        tape.watch([x, p])
        backprop = raw.SoftmaxCrossEntropyWithLogits(x, p).backprop[:, 0]
    dx, dp = tape.gradient(backprop, [x, p])
    probability = tf.nn.softmax(x).numpy()
    one_hot = np.array([[1.0, 0.0, 0.0]])
    np.testing.assert_allclose(dx.numpy(), probability[:, :1] * (one_hot - probability))
    np.testing.assert_allclose(dp.numpy(), -np.repeat(one_hot, 2, axis=0))


def test_large_logits_do_not_overflow():
    logits = np.array([[1e30, 0.0], [-1e30, 0.0]], np.float32)
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1], logits)
    assert loss.numpy().tolist() == [0.0, 0.0]
    loss = tf.nn.sigmoid_cross_entropy_with_logits([1.0, 0.0], [1000.0, -1000.0])
    assert loss.numpy().tolist() == [0.0, 0.0]


def test_the_gradient_of_sigmoid_cross_entropy_at_zero_is_exact():
    x = tf.constant(0.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.sigmoid_cross_entropy_with_logits(tf.constant(0.25), x)
    assert float(tape.gradient(y, x)) == 0.25


def test_half_precision_logits_are_computed_in_single():
    logits = np.array([[11.0, 12.0, -5.0]], np.float16)
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits([0], logits)
    assert loss.dtype is tf.float16
    np.testing.assert_allclose(loss.numpy(), [1.3133], rtol=1e-3)


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_cross_entropy_leaves_the_other_axes_in_order(axis):
    logits = np.random.RandomState(0).randn(2, 3, 4)
    labels = np.random.RandomState(1).rand(2, 3, 4)
    of_softmax = logits - np.log(np.exp(logits).sum(axis, keepdims=True))
    found = tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits, axis=axis)
    np.testing.assert_allclose(found.numpy(), -(labels * of_softmax).sum(axis))
