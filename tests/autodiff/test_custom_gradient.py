"""`tf.custom_gradient` and `tf.recompute_grad`: the user's rule is used, in every setting."""

from __future__ import annotations

import pytest

import stagelight as tf


@tf.custom_gradient
def tripled_slope(x):
    """x squared, with three times its gradient."""

    def grad(dy):
        return dy * 6.0 * x

    return x * x, grad


def gradient_of(f, *values):
    xs = [tf.constant(value) for value in values]
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = f(*xs)
    return [g if g is None else g.numpy() for g in tape.gradient(y, xs)]


def test_the_rule_is_used_eagerly():
    assert tripled_slope(tf.constant(3.0)).numpy() == 9.0
    assert gradient_of(tripled_slope, 3.0) == [18.0]


def test_the_rule_is_used_in_a_staged_function():
    assert gradient_of(tf.function(tripled_slope), 3.0) == [18.0]


def test_the_rule_is_used_by_gradients_of_a_graph():
    staged = tf.function(lambda x: tf.gradients(tripled_slope(x), x)[0])
    assert staged(tf.constant(3.0)).numpy() == 18.0


def test_the_rule_is_itself_differentiated():
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tripled_slope(x)
        first = inner.gradient(y, x)
    assert outer.gradient(first, x).numpy() == 6.0


def test_the_rule_is_used_in_a_staged_loop_and_branch():
    def looped(x):
        for _ in tf.range(2):
            if x > 0.0:
                x = tripled_slope(x)
        return x

    assert gradient_of(tf.function(looped), 3.0) == gradient_of(looped, 3.0)


def test_the_second_derivative_through_a_staged_function():
    staged = tf.function(tripled_slope)
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = staged(x)
        first = inner.gradient(y, x)
    assert outer.gradient(first, x).numpy() == 6.0


def test_several_arguments_and_results():
    @tf.custom_gradient
    def f(x, y):
        def grad(da, db):
            return 10.0 * da, 100.0 * db

        return (x + y, x * y), grad

    def total(x, y):
        a, b = f(x, y)
        return a + 2.0 * b

    assert gradient_of(total, 1.0, 2.0) == [10.0, 200.0]
    assert gradient_of(tf.function(total), 1.0, 2.0) == [10.0, 200.0]


def test_an_unused_result_has_gradient_zero():
    @tf.custom_gradient
    def f(x):
        def grad(da, db):
            return da + 100.0 * db

        return (x, x * 2.0), grad

    assert gradient_of(lambda x: f(x)[0], 1.0) == [1.0]


def test_a_none_gradient_ends_the_path():
    @tf.custom_gradient
    def f(x, y):
        return x * y, lambda dy: (dy * y, None)

    assert gradient_of(f, 2.0, 3.0) == [3.0, None]


class Held(tf.Module):
    """A variable inside of an object that stands for it, as Keras's variables are."""

    _should_act_as_resource_variable = True

    def __init__(self, value):
        self.value = tf.Variable(value)
        self.handle, self.shape, self.dtype = self.value.handle, self.value.shape, "float32"

    def __tf_tensor__(self, dtype=None, name=None):
        return tf.convert_to_tensor(self.value, dtype, name=name)


def test_an_object_that_stands_for_a_variable_is_an_argument():
    held = Held(2.0)

    @tf.custom_gradient
    def f(x, v):
        return tf.multiply(x, v), lambda dy: (dy * 7.0, dy * 11.0)

    x = tf.constant(3.0)
    for function in (f, tf.function(f)):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x, held) if function is f else tf.function(lambda x: f(x, held))(x)
        assert y == 6.0
        assert [g.numpy() for g in tape.gradient(y, [x, held.value])] == [7.0, 11.0]


def test_a_staged_rule_gets_the_values_of_variables():
    """So nothing inside reads them, whatever stands for a variable, and `grad` is not asked about them."""

    class Scale:
        """An object that stands for a variable, and shows it in another dtype."""

        def __init__(self):
            self.variable = tf.Variable(2.0)

        def __tf_tensor__(self, dtype=None, name=None):
            return tf.cast(self.variable, tf.float64)

    @tf.custom_gradient
    def scaled(x, scale):
        kinds.append(type(scale))

        def grad(dy, variables=None):
            return dy * 5.0, None

        return x * tf.convert_to_tensor(scale), grad

    @tf.function(autograph=False)
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = scaled(x, scale)
        return tape.gradient(y, x)

    kinds, scale = [], Scale()
    assert slope(tf.constant(3.0, tf.float64)).numpy() == 5.0
    assert issubclass(kinds[0], tf.Tensor)


def test_variables_get_their_gradients():
    v = tf.Variable(2.0)

    @tf.custom_gradient
    def f(x):
        def grad(dy, variables):
            assert [w is v for w in variables] == [True]
            return dy * 7.0, [dy * 11.0]

        return v * x, grad

    x = tf.constant(3.0)
    for function in (f, tf.function(f)):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        assert [g.numpy() for g in tape.gradient(y, [x, v])] == [7.0, 11.0]


def test_variables_without_the_keyword_are_refused():
    v = tf.Variable(2.0)

    @tf.custom_gradient
    def f(x):
        return v * x, lambda dy: dy

    with pytest.raises(TypeError, match="variables"):
        f(tf.constant(3.0))


def test_the_wrong_number_of_gradients_is_refused():
    @tf.custom_gradient
    def f(x, y):
        return x * y, lambda dy: dy

    with pytest.raises(ValueError, match="expected to return 2"):
        gradient_of(f, 1.0, 2.0)


def test_the_inner_computation_is_hidden():
    @tf.custom_gradient
    def f(x):
        y = x * 100.0
        return y, lambda dy: dy

    assert gradient_of(f, 2.0) == [1.0]


def test_nested_custom_gradients():
    @tf.custom_gradient
    def outer(x):
        @tf.custom_gradient
        def inner(z):
            return z * z, lambda dy: dy * 1000.0

        y = inner(x)
        return y, lambda dy: dy * 5.0

    assert gradient_of(outer, 2.0) == [5.0]


def test_custom_gradient_of_a_staged_function():
    @tf.function
    @tf.custom_gradient
    def f(x):
        return x * 2.0, lambda dy: dy * 42.0

    assert gradient_of(f, 1.0) == [42.0]


def test_keyword_arguments_are_passed_on():
    @tf.custom_gradient
    def f(x, *, factor):
        return x * factor, lambda dy: dy * factor * 10.0

    assert gradient_of(lambda x: f(x, factor=3.0), 1.0) == [30.0]


def test_clipped_gradient_recipe():
    @tf.custom_gradient
    def clipped(x):
        return x, lambda dy: tf.clip_by_norm(dy, 0.5)

    assert gradient_of(lambda x: clipped(x) ** 2, 2.0) == [0.5]


def test_recompute_grad_gives_the_same_gradients_twice_computed():
    calls = []

    @tf.recompute_grad
    def f(x):
        calls.append(1)
        return x * x * x

    assert gradient_of(f, 2.0) == [12.0]
    assert len(calls) == 2


def test_recompute_grad_with_variables():
    v = tf.Variable(3.0)
    f = tf.recompute_grad(lambda x: x * v * v)
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert [g.numpy() for g in tape.gradient(y, [x, v])] == [9.0, 12.0]


def test_recompute_grad_in_a_staged_function():
    f = tf.recompute_grad(lambda x: tf.sin(x) * x)
    eager = gradient_of(f, 2.0)
    assert gradient_of(tf.function(lambda x: f(x)), 2.0) == pytest.approx(eager)


def test_grad_pass_through_has_the_gradient_of_the_identity():
    assert gradient_of(tf.grad_pass_through(tf.round), 2.4) == [1.0]
    x, z = tf.Variable(1.0), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = tf.grad_pass_through(x.assign)(z**2)
    assert y.numpy() == 9.0
    assert tape.gradient(y, [z, x])[0].numpy() == 6.0


def test_grad_pass_through_of_a_function_of_variables():
    v = tf.Variable(3.0)
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.grad_pass_through(lambda x: x * v)(x)
    found = tape.gradient(y, [x, v])
    assert y.numpy() == 6.0
    assert found[0].numpy() == 1.0
    assert found[1] is None
