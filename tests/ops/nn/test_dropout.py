"""Dropout keeps the expected sum, whole slices by the noise's shape, and the seeds of later ops."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def test_what_is_kept_is_scaled() -> None:
    kept = tf.nn.dropout(tf.ones([1000]), 0.25, seed=1).numpy()
    assert set(np.unique(kept)) == {np.float32(0), np.float32(1 / 0.75)}
    assert abs(kept.mean() - 1) < 0.1


def test_axes_of_size_one_are_dropped_as_a_whole() -> None:
    kept = tf.nn.dropout(tf.ones([50, 4]), 0.5, noise_shape=[50, 1]).numpy()
    assert (kept == kept[:, :1]).all()


def test_open_axes_of_the_noise_are_those_of_the_input() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def drop(x):
        return tf.nn.dropout(x, 0.5, noise_shape=[None, 1])

    kept = drop(tf.ones([50, 4])).numpy()
    assert (kept == kept[:, :1]).all()
    assert len(np.unique(kept)) == 2


def test_a_rate_of_zero_takes_a_seed_and_no_numbers() -> None:
    tf.random.set_seed(1)
    x = tf.ones([3])
    assert tf.nn.dropout(x, 0.0) is x
    after = tf.random.uniform([2]).numpy()
    tf.random.set_seed(1)
    tf.nn.dropout(x, 0.5)
    assert (tf.random.uniform([2]).numpy() == after).all()


def test_only_what_is_kept_has_a_gradient() -> None:
    x = tf.ones([20])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.experimental.stateless_dropout(x * 3.0, 0.5, seed=[1, 2])
    assert (tape.gradient(y, x).numpy() == y.numpy()).all()


@pytest.mark.parametrize("rate", [1.0, -0.1, 2])
def test_rates_out_of_range(rate: float) -> None:
    with pytest.raises(ValueError, match=r"range \[0, 1\)"):
        tf.nn.dropout([1.0], rate)


def test_keep_prob_of_tensorflow_1() -> None:
    drop = tf.compat.v1.nn.dropout
    tf.random.set_seed(1)
    one = drop(tf.ones([5]), keep_prob=0.75, seed=2).numpy()
    tf.random.set_seed(1)
    assert (drop(tf.ones([5]), rate=0.25, seed=2).numpy() == one).all()
    with pytest.raises(ValueError, match="both"):
        drop([1.0], 0.5, rate=0.5)
    with pytest.raises(ValueError, match="must be provided"):
        drop([1.0])
