"""Initializers make what their names say; with a seed, the same each time."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

RANDOM = (tf.random_uniform_initializer, tf.random_normal_initializer)


@pytest.mark.parametrize("make", RANDOM)
def test_seeds_decide_the_numbers(make) -> None:
    seeded, unseeded = make(seed=3), make()
    assert (seeded([4]).numpy() == seeded([4]).numpy()).all()
    assert (unseeded([4]).numpy() != unseeded([4]).numpy()).any()


@pytest.mark.parametrize("make", [*RANDOM, tf.zeros_initializer, tf.ones_initializer])
def test_configurations_make_equal_initializers(make) -> None:
    initializer = make(seed=3) if make in RANDOM else make()
    again = make.from_config(initializer.get_config())
    assert again.get_config() == initializer.get_config()
    assert (again([2, 3]).numpy() == initializer([2, 3]).numpy()).all()


def test_parts_of_variables_have_shapes_of_their_own() -> None:
    for make in (tf.ones_initializer(), *(make(seed=1) for make in RANDOM)):
        assert make([4, 2], partition_shape=[1, 2], partition_offset=[3, 0]).shape == [1, 2]
    with pytest.raises(TypeError, match="partition_shape"):
        tf.ones_initializer()([2], shard=1)
    with pytest.raises(ValueError, match="partition"):
        tf.constant_initializer(1)([2], partition_shape=[1])


def test_constants_fill_or_fit() -> None:
    assert tf.constant_initializer(2.5)([2, 2]).numpy().tolist() == [[2.5, 2.5], [2.5, 2.5]]
    assert tf.constant_initializer([1, 2])([2], tf.float32).dtype is tf.float32
    with pytest.raises(TypeError, match="2 elements"):
        tf.constant_initializer([1, 2])([3])
    with pytest.raises(TypeError, match="Invalid type"):
        tf.constant_initializer(tf.constant(1))


def test_dtypes_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="numeric or boolean"):
        tf.zeros_initializer()([2], tf.string)
    with pytest.raises(ValueError, match="floating"):
        tf.random_normal_initializer()([2], tf.int32)
    with pytest.raises(ValueError, match="numeric"):
        tf.random_uniform_initializer()([2], tf.complex64)


def test_older_scaling_initializers_keep_the_variance() -> None:
    v1 = tf.compat.v1
    tf.random.set_seed(1)
    for make, variance in (
        (v1.variance_scaling_initializer(), 1 / 50),
        (v1.variance_scaling_initializer(2.0, "fan_out", "uniform"), 2 / 80),
        (v1.glorot_uniform_initializer(), 2 / 130),
        (v1.glorot_normal_initializer(), 2 / 130),
        (v1.initializers.he_normal(), 2 / 50),
        (v1.initializers.lecun_uniform(), 1 / 50),
    ):
        made = make([50, 80]).numpy()
        np.testing.assert_allclose(made.var(), variance, rtol=0.1)
    with pytest.raises(ValueError, match="mode"):
        v1.variance_scaling_initializer(mode="fan")


def test_older_initializers_keep_a_dtype() -> None:
    v1 = tf.compat.v1
    assert v1.ones_initializer(tf.int32)([2]).dtype is tf.int32
    assert v1.random_normal_initializer(dtype=tf.float64)([2]).dtype is tf.float64
    assert v1.glorot_normal_initializer(seed=1).get_config() == {"seed": 1, "dtype": "float32"}


def test_older_orthogonal_matrices() -> None:
    for shape in ([5, 3], [3, 5], [2, 2, 3]):
        made = tf.compat.v1.orthogonal_initializer(gain=2.0)(shape).numpy().reshape(-1, shape[-1])
        product = made.T @ made if made.shape[0] >= made.shape[1] else made @ made.T
        np.testing.assert_allclose(product, 4 * np.eye(len(product)), atol=1e-5)
