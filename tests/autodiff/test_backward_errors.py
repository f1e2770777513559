"""An error in a backward pass names the line that it differentiates, and where the gradient was asked for."""

from __future__ import annotations

import contextlib
import traceback
from functools import partial

import pytest

import stagelight as tf
from tests import marked_lines

MOST_LINES = 15


line_of = partial(marked_lines.line_of, __file__)


def place(text):
    return f'File "{__file__}", line {line_of(text)}, in '


def checked(x):
    return tf.debugging.check_numerics(x, "kept finite")  # forward: checked


@tf.custom_gradient
def doubled(x):
    def gradient(dy):
        raise RuntimeError("no gradient today")

    return x * 2.0, gradient


@tf.custom_gradient
def tripled(x):
    def gradient(dy):
        return tf.py_function(lambda dy: 1 // 0, [dy], tf.float32)

    return x * 3.0, gradient


@tf.custom_gradient
def widened(x):
    return x + 0.0, lambda dy: tf.ones([3])


@tf.custom_gradient
def bounded(x):
    def gradient(dy):
        tf.debugging.assert_less(dy, 1.0, message="too steep")
        return dy

    return x * 1.0, gradient


def by_check(x):
    return tf.sqrt(checked(x))


def by_raise(x):
    return doubled(x) * 2.0  # forward: raise


def by_python(x):
    return tripled(x) * 2.0  # forward: python


def by_shape(x):
    return widened(x * 1.5)  # forward: shape


def by_assertion(x):
    return bounded(x) * 3.0  # forward: assertion


def in_loop(x):
    for _ in tf.range(2):
        x = tf.sqrt(checked(x))
    return x


def in_branch(x):
    if tf.size(x) > 1:
        y = tf.sqrt(checked(x))
    else:
        y = x
    return y


def in_staged_function(x):
    return staged_root(x)


@tf.function
def staged_root(x):
    return tf.sqrt(checked(x))


def gradient(function, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)  # the gradient


def text_of(error):
    return "".join(traceback.format_exception(error))


PROGRAMS = [
    (by_check, "# forward: checked"),
    (by_raise, "# forward: raise"),
    (by_python, "# forward: python"),
    (by_assertion, "# forward: assertion"),
    (in_loop, "# forward: checked"),
    (in_branch, "# forward: checked"),
    (in_staged_function, "# forward: checked"),
]


def eagerly(function):
    return lambda x: gradient(function, x)


def staged(function):
    return tf.function(lambda x: gradient(function, x))


def staged_forward(function):
    made = tf.function(function)
    return lambda x: gradient(made, x)


def of_any_size(function):
    spec = [tf.TensorSpec([None], tf.float32)]
    return tf.function(lambda x: gradient(function, x), input_signature=spec)


@pytest.mark.parametrize("mode", [eagerly, staged, staged_forward, of_any_size])
@pytest.mark.parametrize(("function", "line"), PROGRAMS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_both_lines_are_named(function, line, mode):
    with pytest.raises(Exception) as caught:
        mode(function)(tf.constant([0.0, 1.0]))
    text = text_of(caught.value)
    assert f"In the gradient of {'CheckNumerics' if 'checked' in line else ''}" in text
    assert place(line) in text.partition("In the gradient of")[2]
    # The first tells of a traceback; the gradient of the second is traced when the function is called.
    if function is not by_python and (function, mode) != (by_raise, staged_forward):
        assert place("# the gradient") in text
        assert len(str(caught.value).splitlines()) <= MOST_LINES


def test_a_gradient_of_another_shape_names_what_it_does_not_fit():
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        of_any_size(by_shape)(tf.constant([1.0, 2.0]))
    assert "Incompatible shapes: [2] vs. [3]" in str(caught.value)
    assert place("# forward: shape") in str(caught.value)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_who_asks_second_is_not_told_of_the_first():
    made = tf.function(by_check)
    texts = []
    for ask in (gradient, another_gradient):
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            ask(made, tf.constant([0.0, 1.0]))
        texts.append(str(caught.value))
        assert "[Op:" not in texts[-1]
    assert texts[0] == texts[1]


def another_gradient(function, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_tape_that_is_played_by_a_plan_says_the_same():
    def failure():
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            gradient(by_check, tf.constant([0.0, 1.0]))
        return caught.value

    before = failure()
    for _ in range(40):
        gradient(by_check, tf.constant([1.0, 2.0]))
    after = failure()
    assert str(after) == str(before)
    assert after.__notes__ == before.__notes__
    assert "<gradients of a tape>" not in text_of(after)


def test_a_shortcut_names_the_line_within_the_tape():
    x = tf.ones([2])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x  # forward: product
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        tape.gradient(y, x, output_gradients=tf.ones([3]))
    assert place("# forward: product") in text_of(caught.value)


def test_recording_goes_on_in_another_function():
    x = tf.ones([2])

    def product(tape):
        with tape.stop_recording():
            pass
        return x * x

    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x + x
        y = product(tape) + y  # forward: call
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        tape.gradient(y, x, output_gradients=tf.ones([3]))
    assert place("# forward: call") in text_of(caught.value)


def test_a_tape_of_an_exit_stack_names_the_line_within_it():
    x = tf.ones([2])
    with contextlib.ExitStack() as stack:
        tape = stack.enter_context(tf.GradientTape())
        tape.watch(x)
        y = x * x  # forward: stacked
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        tape.gradient(y, x, output_gradients=tf.ones([3]))
    assert place("# forward: stacked") in text_of(caught.value)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_gradient_of_a_gradient_names_all_lines():
    @tf.function
    def second(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.sqrt(x)  # forward: root
            slope = inner.gradient(y, x)  # the first
        return outer.gradient(slope, x)  # the second

    tf.debugging.enable_check_numerics()
    try:
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            second(tf.constant(0.0))
    finally:
        tf.debugging.disable_check_numerics()
    text = str(caught.value)
    assert place("# the first") in text
    assert place("# forward: root") in text


def test_nothing_outlives_the_recording():
    with tf.GradientTape(persistent=True) as tape:
        pass
    assert tape._frame is None
