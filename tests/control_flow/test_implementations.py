"""Functions that implement one interface: which of them a call runs. Values are TensorFlow 2.21's."""

from __future__ import annotations

import itertools

import pytest

import stagelight as tf

_numbers = itertools.count()
X = tf.constant(2.0)


def pair(default=lambda x: x * 100.0, for_cpus=lambda x: x * 3.0, device="GPU"):
    """A function, and one for CPUs that implements the same interface."""
    interface = {"api_implements": f"interface_{next(_numbers)}"}
    preferred = {"api_preferred_device": device} if device else {}
    return (
        tf.function(default, experimental_attributes={**interface, **preferred}),
        tf.function(for_cpus, experimental_attributes={**interface, "api_preferred_device": "CPU"}),
    )


def add(function, *args):
    concrete = function.get_concrete_function(*args)
    concrete.add_to_graph()
    concrete.add_gradient_functions_to_graph()


def added_before(default, for_cpus):
    def body(x):
        add(for_cpus, x)
        return default(x)

    return body


def added_behind(default, for_cpus):
    def body(x):
        result = default(x)
        add(for_cpus, x)
        return result

    return body


def run(body):
    return tf.function(body)(X)


def under_a_tape(body):
    with tf.GradientTape() as tape:
        tape.watch(X)
        y = tf.function(body)(X)
    return y * tape.gradient(y, X) / 3.0


def with_a_tape_inside(body):
    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = body(x)
        return y * tape.gradient(y, x) / 3.0

    return tf.function(gradient)(X)


def with_a_persistent_tape_inside(body):
    def gradient(x):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = body(x)
        return y * tape.gradient(y, x) / 3.0

    return tf.function(gradient)(X)


def in_a_branch(body):
    return tf.function(lambda x: tf.cond(x > 0.0, lambda: body(x), lambda: x))(X)


def in_a_loop(body):
    return tf.function(lambda x: tf.while_loop(lambda y: y < 6.0, lambda y: [body(y)], [x])[0])(X)


def in_a_function(body):
    inner = tf.function(body)
    return tf.function(lambda x: inner(x) + 0.0)(X)


@pytest.mark.parametrize(
    "place",
    [
        run,
        under_a_tape,
        with_a_tape_inside,
        with_a_persistent_tape_inside,
        in_a_branch,
        in_a_loop,
        in_a_function,
    ],
)
@pytest.mark.parametrize("order", [added_before, added_behind])
@pytest.mark.parametrize("device", ["GPU", None])
def test_a_call_runs_what_is_for_cpus(place, order, device):
    assert place(order(*pair(device=device))).numpy() == 6.0


def test_what_is_added_around_counts_inside():
    default, for_cpus = pair()

    def body(x):
        add(for_cpus, x)
        return tf.cond(x > 0.0, lambda: default(x), lambda: x)

    assert run(body).numpy() == 6.0


def test_derivatives_are_of_what_runs():
    default, for_cpus = pair(lambda x: x * x * x * 7.0, lambda x: tf.sin(x) * tf.exp(x) * x)

    def body(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = added_behind(default, for_cpus)(x)
        return y, tape.gradient(y, x)

    y, gradient = run(body)
    assert (float(y), float(gradient)) == pytest.approx((13.4377, 14.006684))


def test_effects_of_what_runs_are_ordered():
    counter = tf.Variable(1.0)

    def counted(x):
        counter.assign_add(x)
        return x * 3.0

    default, for_cpus = pair(lambda x: counter * x, counted)

    def body(x):
        counter.assign(5.0)
        added_behind(default, for_cpus)(x)
        return counter * 2.0

    assert run(body).numpy() == 14.0


@pytest.mark.parametrize(
    "for_cpus",
    [
        lambda x: (x, x),
        lambda x: tf.cast(x, tf.float64),
        lambda x: tf.stack([x, x]),
    ],
)
@pytest.mark.parametrize("order", [added_before, added_behind])
def test_one_with_other_results_stands_for_nothing(for_cpus, order):
    assert run(order(*pair(for_cpus=for_cpus))).numpy() == 200.0


def test_other_functions_are_called_as_they_are():
    default, for_cpus = pair()
    other, _ = pair()

    def is_for_cpus(x):
        add(default, x)
        return for_cpus(x)

    def has_another_interface(x):
        add(for_cpus, x)
        return other(x)

    assert run(is_for_cpus).numpy() == 6.0
    assert run(has_another_interface).numpy() == 200.0
    assert run(lambda x: default(x)).numpy() == 200.0
    assert default(X).numpy() == 200.0


def test_a_gradient_that_was_asked_for_stays_that_of_the_call():
    default, for_cpus = pair(lambda x: tf.exp(x) * x, lambda x: x * 3.0)

    def body(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = default(x)
        gradient = tape.gradient(y, x)
        add(for_cpus, x)
        return y, gradient

    y, gradient = run(body)
    assert (float(y), float(gradient)) == pytest.approx((14.778112, 22.167168))
