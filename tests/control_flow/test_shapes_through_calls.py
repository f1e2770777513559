"""What is known of shapes goes into functions, branches and bodies, and comes out of them."""

from __future__ import annotations

import pytest

import stagelight as tf

FLOATS = tf.float32


def double(x):
    return x * 2.0


def rows(x):
    return tf.reshape(x, [tf.shape(x)[0], -1])


def looped(x):
    for _ in tf.range(3):
        x = x + 1.0
    return x


def branched(x):
    return tf.cond(tf.reduce_sum(x) > 0.0, lambda: x, lambda: -x)


def of_size(x):
    return tf.zeros(tf.shape(x) + 1)


FUNCTIONS = {
    "double": (double, (4, 3)),
    "rows": (rows, (4, 3)),
    "looped": (looped, (4, 3)),
    "branched": (branched, (4, 3)),
    "of_size": (of_size, (5, 4)),
}
SIGNATURES = {
    "sizes": tf.TensorSpec([None, None], FLOATS),
    "rank": tf.TensorSpec(None, FLOATS),
    "partial": tf.TensorSpec([None, 3], FLOATS),
}


def as_function(function, spec):
    return tf.function(function, input_signature=[spec])


def as_concrete(function, spec):
    return tf.function(function).get_concrete_function(spec)


def as_loaded(function, spec, folder):
    module = tf.Module()
    module.f = as_function(function, spec)
    tf.saved_model.save(module, folder)
    return tf.saved_model.load(folder).f


@pytest.mark.parametrize("kind", ["function", "concrete", "loaded", "nested"])
@pytest.mark.parametrize("signature", SIGNATURES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_call_has_the_shape_for_its_arguments(kind, signature, name, tmp_path):
    function, shape = FUNCTIONS[name]
    spec = SIGNATURES[signature]
    if kind == "loaded":
        called = as_loaded(function, spec, str(tmp_path))
    elif kind == "concrete":
        called = as_concrete(function, spec)
    else:
        called = as_function(function, spec)
        if kind == "nested":
            called = as_function(called, spec)

    @tf.function(input_signature=[tf.TensorSpec([4, 3], FLOATS)])
    def caller(x):
        y = called(x)
        assert y.shape == shape
        return y

    assert caller(tf.ones([4, 3])).shape == shape
    assert called(tf.ones([2, 3])).shape == ((3, 4) if name == "of_size" else (2, 3))


def test_values_of_arguments_say_shapes():
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)] * 2)
    def ones(a, b):
        return tf.ones(tf.concat([[a], [b]], 0))

    @tf.function
    def caller(n):
        assert ones(1, 2).shape == (1, 2)
        assert ones(3, n).shape == (3, None)
        return ones(1, 2)

    assert caller(tf.constant(5)).shape == (1, 2)


def test_what_does_not_fit_fails_when_it_runs():
    @tf.function(input_signature=[tf.TensorSpec(None, FLOATS)])
    def f(x):
        return tf.matmul(x, tf.ones([3, 2]))

    caller = tf.function(lambda x: f(x))
    assert caller(tf.ones([4, 3])).shape == (4, 2)
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        caller(tf.ones([4, 5]))


INSIDE = {
    "cond": lambda s, x: tf.cond(x > 0.0, lambda: tf.zeros(s), lambda: tf.ones(s)),
    "switch_case": lambda s, x: tf.switch_case(
        tf.constant(0), [lambda: tf.zeros(s), lambda: tf.ones(s)]
    ),
    "map_fn": lambda s, x: tf.map_fn(lambda i: tf.zeros(s), tf.range(2.0))[0],
    "function": lambda s, x: tf.function(lambda: tf.zeros(s))(),
    "nested": lambda s, x: tf.function(lambda: tf.cond(x > 0.0, lambda: tf.ones(s), lambda: tf.zeros(s)))(),
    "while_loop": lambda s, x: tf.while_loop(
        lambda y: tf.reduce_sum(y) < 10.0, lambda y: [y + tf.ones(s)], [tf.ones(s)]
    )[0],
    "scan": lambda s, x: tf.scan(lambda a, i: a + tf.ones(s), tf.range(2.0), tf.zeros(s))[0],
}  # fmt: skip


@pytest.mark.parametrize("construct", INSIDE)
def test_what_is_known_of_a_captured_shape_is_known_inside(construct):
    @tf.function(input_signature=[tf.TensorSpec([None, 3], FLOATS)])
    def f(x):
        y = INSIDE[construct](tf.shape(x), x[0, 0])
        assert y.shape.as_list() == [None, 3]
        return y

    assert f(tf.ones([2, 3])).shape == (2, 3)
    assert f(tf.ones([4, 3])).shape == (4, 3)
