"""Gradients that users write, in saved models."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


@tf.custom_gradient
def tripled(x):
    """Its gradient is not that of what it computes."""
    hidden = tf.exp(x)

    def grad(dy):
        return 100.0 * dy * hidden

    return hidden * 3.0, grad


def model_of(function, **attributes):
    model = tf.Module()
    for name, value in attributes.items():
        setattr(model, name, value)
    signature = [tf.TensorSpec([None], tf.float32)]
    model.f = tf.function(lambda x: function(model, x), input_signature=signature)
    return model


def gradients(model, x, *sources):
    x = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = model.f(x)
    return [None if g is None else g.numpy() for g in tape.gradient(y, [x, *sources])]


def again(model, tmp_path, times=1, **options):
    for i in range(times):
        path = str(tmp_path / str(i))
        tf.saved_model.save(model, path, options=tf.saved_model.SaveOptions(**options))
        model = tf.saved_model.load(path, trust="none")
    return model


@pytest.mark.parametrize("times", [1, 3])
def test_a_gradient_stays_as_it_was_written(tmp_path, times):
    """Also after the model was loaded and saved again."""
    model = model_of(lambda model, x: tripled(x) * model.v, v=tf.Variable(2.0))
    x = np.float32([0.0, 1.0])
    loaded = again(model, tmp_path, times)
    np.testing.assert_allclose(gradients(loaded, x)[0], 200 * np.exp(x), rtol=1e-6)
    # That of the variable is the usual one.
    np.testing.assert_allclose(gradients(loaded, x, loaded.v)[1], (3 * np.exp(x)).sum(), rtol=1e-6)


def in_a_branch(model, x):
    return tf.cond(tf.reduce_sum(x) > 0.0, lambda: tripled(x), lambda: x)


def in_a_loop(model, x):
    return tf.while_loop(lambda i, x: i < 1, lambda i, x: (i + 1, tripled(x)), (0, x))[1]


def in_a_call(model, x):
    return tf.function(tripled)(x)


@pytest.mark.parametrize("place", [in_a_branch, in_a_loop, in_a_call])
def test_a_gradient_within_control_flow(tmp_path, place):
    loaded = again(model_of(place), tmp_path, 2)
    x = np.float32([1.0, 2.0])
    np.testing.assert_allclose(gradients(loaded, x)[0], 100 * np.exp(x), rtol=1e-6)


def test_gradients_of_variables(tmp_path):
    """A function that reads variables gives their gradients, too."""

    def scaled(model, x):
        @tf.custom_gradient
        def inner(x):
            def grad(dy, variables):
                return dy * 7.0, [tf.reduce_sum(dy) * 11.0 for _ in variables]

            return x * model.v, grad

        return inner(x)

    loaded = again(model_of(scaled, v=tf.Variable(2.0)), tmp_path, 2)
    dx, dv = gradients(loaded, np.float32([1.0, 2.0]), loaded.v)
    assert (dx.tolist(), dv) == ([7.0, 7.0], 22.0)


def test_recomputed_gradients(tmp_path):
    loaded = again(model_of(lambda model, x: tf.recompute_grad(tf.sin)(x)), tmp_path)
    x = np.float32([1.0, 2.0])
    np.testing.assert_allclose(gradients(loaded, x)[0], np.cos(x), rtol=1e-6)


def test_a_gradient_that_needs_itself_is_saved_once(tmp_path):
    @tf.custom_gradient
    def exponential(x):
        return tf.exp(x), lambda dy: dy * exponential(x)

    loaded = again(model_of(lambda model, x: exponential(x)), tmp_path)
    assert gradients(loaded, np.float32([0.0]))[0] == 1.0
    x = tf.constant([0.0])
    with (
        pytest.raises(LookupError, match="was not saved with the model"),
        tf.GradientTape() as outer,
    ):
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = loaded.f(x)
        tape.gradient(y, x)


def test_gradients_may_be_left_out(tmp_path):
    model = model_of(lambda model, x: tripled(x))
    loaded = again(model, tmp_path, experimental_custom_gradients=False)
    np.testing.assert_allclose(loaded.f(tf.zeros([1])), [3.0])
    with pytest.raises(LookupError, match="No gradient defined for operation 'IdentityN"):
        gradients(loaded, np.float32([0.0]))


def test_a_gradient_that_prints_needs_trust(tmp_path):
    @tf.custom_gradient
    def told(x):
        def grad(dy):
            tf.print("gradient")
            return dy

        return tf.identity(x), grad

    with pytest.raises(tf.errors.PermissionDeniedError, match="PrintV2"):
        again(model_of(lambda model, x: told(x)), tmp_path)
