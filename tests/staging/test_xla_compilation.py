"""`tf.xla.experimental`: results and errors are those of TensorFlow 2.21."""

from __future__ import annotations

import pytest

import stagelight as tf

A, B = tf.constant(1.0), tf.constant(2.0)


@pytest.mark.parametrize(
    ("computation", "expected"),
    [
        (lambda x, y: x + y, [3.0]),
        (lambda x, y: (x, y), [1.0, 2.0]),
        (lambda x, y: [x, [y]], [1.0, [2.0]]),
        (lambda x, y: {"a": x - y}, {"a": -1.0}),
    ],
)
def test_results_of_a_compiled_computation(computation, expected):
    def compiled():
        return tf.xla.experimental.compile(computation, [A, B])

    for result in (compiled(), tf.function(compiled)()):
        assert tf.nest.map_structure(float, result) == expected
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        assert tf.nest.map_structure(float, session.run(compiled())) == expected


def test_inputs_of_a_compiled_computation():
    compile_computation = tf.compat.v1.xla.experimental.compile
    assert compile_computation(lambda: A * 3.0)[0].numpy() == 3.0
    assert compile_computation(lambda options: options["a"], [{"a": A}])[0].numpy() == 1.0
    with pytest.raises(tf.errors.InvalidArgumentError):
        compile_computation(tf.strings.as_string, [A])


def test_a_scope_of_compiled_operations_is_for_graphs():
    scope = tf.xla.experimental.jit_scope()
    with pytest.raises(RuntimeError, match="is not supported when eager execution is enabled"):
        scope.__enter__()

    @tf.function
    def staged(x):
        with tf.xla.experimental.jit_scope():
            return x + 1.0

    assert staged(A).numpy() == 2.0
