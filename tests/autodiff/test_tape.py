"""`GradientTape`: what it follows, what it gives, and when it refuses."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def gradient_of(f, *values, **options):
    xs = [tf.constant(value) for value in values]
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = f(*xs)
    return tape.gradient(y, xs if len(xs) > 1 else xs[0], **options)


def test_gradient_of_a_watched_tensor():
    assert gradient_of(lambda x: x * x, 3.0).numpy() == 6.0


def test_an_unwatched_tensor_has_no_gradient():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        y = x * x
    assert tape.gradient(y, x) is None


def test_what_is_watched_when_the_gradient_is_taken_counts():
    a, x = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(a)
        y = a * x
    assert tape.gradient(y, x) is None
    with tf.GradientTape() as tape:
        tape.watch(a)
        y = a * x
        tape.watch(x)
    assert tape.gradient(y, x).numpy() == 2.0


def test_gradients_that_nobody_wants_are_not_computed():
    data, w = tf.ones([2, 3]), tf.Variable(tf.ones([3, 4]))
    with tf.GradientTape() as tape:
        y = data @ w
    with tf.GradientTape() as outer:
        outer.watch(w.handle)
        outer.watch(data)
        gradient = tape.gradient(y, w)
    products = [op_def.name for op_def, *_ in outer._records]
    assert gradient.shape == [3, 4]
    assert products == ["MatMul"]


def test_trainable_variables_are_watched_when_read():
    v, w = tf.Variable(3.0), tf.Variable(2.0, trainable=False)
    with tf.GradientTape() as tape:
        y = v * w
    assert [g if g is None else g.numpy() for g in tape.gradient(y, [v, w])] == [2.0, None]
    assert [x is v for x in tape.watched_variables()] == [True]


def test_watch_accessed_variables_can_be_switched_off():
    v, w = tf.Variable(3.0), tf.Variable(2.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(v)
        y = v * w
    assert tape.gradient(y, v).numpy() == 2.0
    assert len(tape.watched_variables()) == 1


def test_a_variable_that_is_not_trainable_can_be_watched():
    w = tf.Variable(2.0, trainable=False)
    with tf.GradientTape() as tape:
        tape.watch(w)
        y = w * w
    assert tape.gradient(y, w).numpy() == 4.0


def test_gradients_come_in_the_form_of_the_sources():
    x, y = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch({"x": x, "y": [y]})
        z = x * y
    gradients = tape.gradient(z, {"x": x, "y": [y]})
    assert gradients["x"].numpy() == 3.0
    assert gradients["y"][0].numpy() == 2.0


def test_targets_are_summed():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        targets = [x * 2, {"a": x * x}]
    assert tape.gradient(targets, x).numpy().tolist() == [4.0, 6.0]


def test_output_gradients_weigh_the_targets():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, x, output_gradients=tf.constant([1.0, 10.0])).numpy().tolist() == [
        2,
        40,
    ]


def test_a_tape_is_used_once():
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.gradient(y, x)
    with pytest.raises(RuntimeError, match="persistent"):
        tape.gradient(y, x)


def test_a_persistent_tape_is_used_often():
    x = tf.constant(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        z = y * y
    assert tape.gradient(z, x).numpy() == 32.0
    assert tape.gradient(y, x).numpy() == 4.0
    assert tape.gradient(z, y).numpy() == 8.0


def test_a_persistent_tape_differentiates_inside_its_own_context():
    x = tf.constant(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x * x
        first = tape.gradient(y, x)
    assert first.numpy() == 12.0
    assert tape.gradient(first, x).numpy() == 12.0


def test_nested_tapes_give_second_derivatives():
    x = tf.constant(2.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x * x * x
        first = inner.gradient(y, x)
    assert outer.gradient(first, x).numpy() == 12.0


def test_third_derivative():
    x = tf.Variable(2.0)
    with tf.GradientTape() as a, tf.GradientTape() as b, tf.GradientTape() as c:
        y = x**4
    del a, b
    assert c.gradient(y, x).numpy() == 32.0
    with tf.GradientTape() as a:
        with tf.GradientTape() as b:
            with tf.GradientTape() as c:
                y = x**4
            first = c.gradient(y, x)
        second = b.gradient(first, x)
    assert a.gradient(second, x).numpy() == 48.0


def test_two_tapes_at_once_follow_their_own_tensors():
    x, y = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as first, tf.GradientTape() as second:
        first.watch(x)
        second.watch(y)
        z = x * y
    assert first.gradient(z, x).numpy() == 3.0
    assert second.gradient(z, y).numpy() == 2.0


def test_a_source_that_is_the_target_has_gradient_one():
    x = tf.constant([2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
    assert tape.gradient(x, x).numpy().tolist() == [1.0, 1.0]


def test_a_target_between_sources_is_a_source_too():
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 3
    assert [g.numpy() for g in tape.gradient(y, [x, y])] == [3.0, 1.0]


def test_a_source_on_the_way_gets_all_that_reaches_it():
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        z = y * y + y
    assert [g.numpy() for g in tape.gradient(z, [x, y])] == [36.0, 9.0]


def test_stop_recording_hides_what_is_done():
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        with tape.stop_recording():
            z = y * y
        w = y + z
    assert tape.gradient(w, x).numpy() == 4.0


def test_stop_recording_needs_a_recording_tape():
    tape = tf.GradientTape()
    with pytest.raises((RuntimeError, ValueError)), tape.stop_recording():
        pass


def test_reset_forgets_what_was_recorded():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        tape.reset()
        tape.watch(x)
        z = x * 2
    assert tape.gradient([z, y], x).numpy() == 2.0


def test_reset_forgets_what_was_watched():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        tape.reset()
        y = x * x
    assert tape.gradient(y, x) is None


def test_unconnected_gradients_may_be_zero():
    x, y = tf.constant([1.0, 2.0]), tf.Variable([[3.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = tf.constant(1.0) * 2
    gradients = tape.gradient(z, [x, y], unconnected_gradients=tf.UnconnectedGradients.ZERO)
    assert [g.numpy().tolist() for g in gradients] == [[0.0, 0.0], [[0.0]]]


def test_an_unknown_kind_of_unconnected_gradients_is_refused():
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    with pytest.raises(ValueError, match="unconnected_gradients"):
        tape.gradient(y, x, unconnected_gradients="nonsense")


def test_watching_integers_is_without_effect():
    x = tf.constant(3)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, x) is None


def test_an_integer_cast_ends_the_path():
    assert gradient_of(lambda x: tf.cast(tf.cast(x, tf.int32), tf.float32), 3.0) is None


def test_complex_numbers_have_gradients():
    z = tf.constant(1 + 2j)
    with tf.GradientTape() as tape:
        tape.watch(z)
        y = tf.math.real(z * tf.math.conj(z))
    assert tape.gradient(y, z).numpy() == 2 + 4j


def test_gather_gives_indexed_slices():
    v = tf.Variable([[1.0], [2.0], [3.0]])
    with tf.GradientTape() as tape:
        y = tf.gather(v, [2, 0, 2]) * 2.0
    gradient = tape.gradient(y, v)
    assert isinstance(gradient, tf.IndexedSlices)
    assert tf.convert_to_tensor(gradient).numpy().tolist() == [[2.0], [0.0], [4.0]]


def test_slices_and_dense_gradients_add_up():
    v = tf.Variable([[1.0], [2.0]])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.gather(v, [1])) + tf.reduce_sum(v * v)
    gradient = tape.gradient(y, v)
    assert tf.convert_to_tensor(gradient).numpy().tolist() == [[2.0], [5.0]]


def test_two_gathers_add_up():
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        y = tf.gather(v, 1) * 2.0 + tf.gather(v, 1) * 3.0 + tf.gather(v, 0)
    assert tf.convert_to_tensor(tape.gradient(y, v)).numpy().tolist() == [1.0, 5.0, 0.0]


def test_the_same_source_twice():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert [g.numpy() for g in tape.gradient(y, [x, x])] == [6.0, 6.0]


def test_a_number_is_no_source_or_target():
    x = tf.constant(3.0)
    for target, sources in ((3.0, x), (x, 3.0), (x, [x, "a"])):
        with tf.GradientTape() as tape:
            tape.watch(x)
        with pytest.raises((TypeError, ValueError, AttributeError)):
            tape.gradient(target, sources)


def test_watching_what_is_no_tensor_is_refused():
    with (
        tf.GradientTape() as tape,
        pytest.raises(ValueError, match=r"not tf.Tensor or tf.Variable"),
    ):
        tape.watch(3.0)


def test_entering_twice_is_refused():
    tape = tf.GradientTape()
    with tape, pytest.raises(ValueError), tape:
        pass


def test_an_error_inside_ends_recording():
    with pytest.raises(KeyError), tf.GradientTape() as tape:
        raise KeyError
    with tape:
        x = tf.constant(2.0)
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, x).numpy() == 4.0


def test_ops_after_the_context_are_not_followed():
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    z = y * 3.0
    assert tape.gradient(z, x) is None


def test_assignment_ends_the_path():
    v, x = tf.Variable(1.0), tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        v.assign(x * x)
        y = v * 3.0
    assert tape.gradient(y, x) is None


def test_stop_gradient():
    assert gradient_of(lambda x: x * tf.stop_gradient(x), 3.0).numpy() == 3.0


def test_a_source_computed_under_the_tape():
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 3.0
        tape.watch(y)
        z = y * y
    assert tape.gradient(z, y).numpy() == 12.0


def test_jacobian_and_batch_jacobian():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
    full = tape.jacobian(y, x).numpy()
    assert full.shape == (2, 2, 2, 2)
    assert np.array_equal(full.reshape(4, 4), np.diag([2.0, 4.0, 6.0, 8.0]))
    batch = tape.batch_jacobian(y, x).numpy()
    assert np.array_equal(batch, [np.diag([2.0, 4.0]), np.diag([6.0, 8.0])])
    assert np.array_equal(tape.jacobian(y, x, experimental_use_pfor=False).numpy(), full)


def test_hessian_by_jacobian_of_gradient():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(x**3) + x[0] * x[1]
        first = inner.gradient(y, x)
    assert outer.jacobian(first, x).numpy().tolist() == [[6.0, 1.0], [1.0, 12.0]]


# Through staged functions.


@tf.function
def cube(x):
    return x * x * x


def test_gradient_through_a_staged_function():
    assert gradient_of(cube, 2.0).numpy() == 12.0


def test_second_and_third_order_through_a_staged_function():
    x = tf.constant(2.0)
    with tf.GradientTape() as a:
        a.watch(x)
        with tf.GradientTape() as b:
            b.watch(x)
            with tf.GradientTape() as c:
                c.watch(x)
                y = cube(x)
            first = c.gradient(y, x)
        second = b.gradient(first, x)
    third = a.gradient(second, x)
    assert (first.numpy(), second.numpy(), third.numpy()) == (12.0, 12.0, 6.0)


def test_tape_inside_a_staged_function():
    @tf.function
    def slopes(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = cube(x)
            first = inner.gradient(y, x)
        return first, outer.gradient(first, x)

    assert [g.numpy() for g in slopes(tf.constant(2.0))] == [12.0, 12.0]


def test_tape_inside_and_outside():
    @tf.function
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = cube(x)
        return tape.gradient(y, x)

    assert gradient_of(slope, 2.0).numpy() == 12.0


def test_variables_inside_a_staged_function():
    v = tf.Variable([1.0, 2.0])
    hidden = tf.Variable(3.0, trainable=False)

    @tf.function
    def loss(x):
        return tf.reduce_sum(v * v * x) * hidden

    with tf.GradientTape() as tape:
        y = loss(tf.constant([1.0, 10.0]))
    assert [w is v for w in tape.watched_variables()] == [True]
    assert tape.gradient(y, v).numpy().tolist() == [6.0, 120.0]


def test_a_captured_tensor_has_a_gradient():
    x = tf.constant(2.0)

    @tf.function
    def staged():
        return x * x

    big = tf.constant(np.full(300, 2.0, np.float32))

    @tf.function
    def over_big():
        return tf.reduce_sum(big * big)

    with tf.GradientTape() as tape:
        tape.watch(big)
        y = over_big()
    assert tape.gradient(y, big).numpy().tolist() == [4.0] * 300


def test_a_captured_computed_tensor_has_a_gradient():
    @tf.function
    def outer(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * 2

            @tf.function
            def inner():
                return y * y

            z = inner()
        return tape.gradient(z, x)

    assert outer(tf.constant(3.0)).numpy() == 24.0


def test_persistent_tape_over_a_staged_function_with_two_results():
    @tf.function
    def two(x, y):
        return x * y, x + y, tf.constant(3)

    x, y = tf.constant(2.0), tf.constant(5.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([x, y])
        product, total, _ = two(x, y)
    assert [g.numpy() for g in tape.gradient(product, [x, y])] == [5.0, 2.0]
    assert [g.numpy() for g in tape.gradient(total, [x, y])] == [1.0, 1.0]
    assert [g.numpy() for g in tape.gradient([product, total], [x, y])] == [6.0, 3.0]


def test_an_argument_that_a_staged_function_ignores_is_unconnected():
    @tf.function
    def first(x, y):
        return x * 2

    gradients = gradient_of(first, 1.0, 2.0)
    assert gradients[0].numpy() == 2.0
    assert gradients[1] is None or gradients[1].numpy() == 0.0


def test_slices_come_out_of_a_staged_function_as_the_same_values():
    v = tf.Variable([[1.0], [2.0]])

    @tf.function
    def staged(i):
        return tf.reduce_sum(tf.gather(v, i) ** 2)

    with tf.GradientTape() as tape:
        y = staged(tf.constant([1, 1]))
    assert tf.convert_to_tensor(tape.gradient(y, v)).numpy().tolist() == [[0.0], [8.0]]


def test_a_training_step_inside_a_function():
    v = tf.Variable(1.0)

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            y = (v - 3.0) ** 2
        v.assign_sub(0.1 * tape.gradient(y, v))
        return y

    values = [float(step()) for _ in range(5)]
    assert values == sorted(values, reverse=True)
    assert np.isclose(v.numpy(), 3.0 - 2.0 * 0.8**5)


def test_gradients_through_control_flow_of_a_staged_function():
    @tf.function
    def staged(x, n):
        while n > 0:
            if x > 10.0:
                x = x * 0.5
            else:
                x = x * x
            n -= 1
        return x

    x = tf.constant(2.0)
    for n, expected in ((1, 4.0), (2, 32.0), (3, 16.0)):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = staged(x, tf.constant(n))
        assert tape.gradient(y, x).numpy() == expected


def test_a_tape_that_is_entered_again_goes_on():
    tape = tf.GradientTape()
    with tape:
        x = tf.constant(3.0)
        tape.watch(x)
        y = 2.0 * x
    with tape:
        z = 2.0 * y
    assert tape.gradient(z, x).numpy() == 4.0


def test_a_used_tape_that_is_entered_again_begins_anew():
    v, tape = tf.Variable(3.0), tf.GradientTape()
    with tape:
        y = v * v
    assert tape.gradient(y, v).numpy() == 6.0
    with tape:
        pass
    assert tape.watched_variables() == ()


def test_watched_variables_come_in_the_order_of_their_making():
    first, second = tf.Variable(1.0), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        second * first
    assert [v.numpy() for v in tape.watched_variables()] == [1.0, 2.0]


def test_text_has_no_gradient_by_itself():
    text = tf.constant("text")
    with tf.GradientTape() as tape:
        tape.watch(text)
    assert tape.gradient(text, text) is None


def test_references_are_keys_of_structures():
    v, w = tf.Variable(1.0), tf.Variable(2.0)
    doubled = tf.nest.map_structure(lambda x: x * 2.0, {w.ref(): w, v.ref(): v})
    assert (doubled[v.ref()].numpy(), doubled[w.ref()].numpy()) == (2.0, 4.0)
    with pytest.raises(TypeError):
        sorted([v.ref(), 1])


def test_a_variable_is_a_target_by_its_value():
    v, w = tf.Variable(2.0), tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        y = v * v
        operator = tf.linalg.LinearOperatorDiag(w)
    assert tape.gradient([y, v], v).numpy() == 5.0
    assert tape.gradient(v, v).numpy() == 1.0
    assert tape.gradient([y, v], v, [tf.constant(2.0), tf.constant(3.0)]).numpy() == 11.0
    np.testing.assert_array_equal(tape.jacobian(w, w), np.eye(2))
    np.testing.assert_array_equal(tape.gradient(operator, w), [1.0, 1.0])
