"""`tf.reshape`, `tf.transpose`, `tf.squeeze`: what tracing knows."""

import pytest

import stagelight as tf
from tests.ops.static_shapes import inferred


@pytest.mark.parametrize(
    ("target", "source", "shape"),
    [
        (lambda x: [tf.shape(x)[0], 10], [None, 2, 5], [None, 10]),
        (lambda x: [-1, 10], [None, 2, 5], [None, 10]),
        (lambda x: [-1, 5], [2, 10], [4, 5]),
        (lambda x: [-1], [None], [None]),
        (lambda x: [tf.shape(x)[0], -1], [4, 6], [4, 6]),
        (lambda x: tf.concat([tf.shape(x)[:1], [2, 5]], 0), [None, 10], [None, 2, 5]),
        (lambda x: [x.shape[1], -1], [None, 3], [3, None]),
        (lambda x: [2, 3], None, [2, 3]),
    ],
)
def test_reshape_knows_what_it_can(target, source, shape):
    assert inferred(lambda x: tf.reshape(x, target(x)), source) == shape


def test_reshape_with_an_unknown_target_has_unknown_rank():
    assert inferred(lambda x, s: tf.reshape(x, tf.cast(s, tf.int32)), [2, 3], [None]) is None
    assert inferred(lambda x, s: tf.reshape(x, tf.cast(s, tf.int32)), [2, 3], [2]) == [None, None]


def test_reshape_to_a_known_misfit_is_refused_while_tracing():
    with pytest.raises(ValueError, match="6 values"):
        inferred(lambda x: tf.reshape(x, [4, 2]), [2, 3])


def test_axes_are_followed():
    assert inferred(lambda x: tf.transpose(x), [None, 3]) == [3, None]
    assert inferred(lambda x: tf.transpose(x, [1, 0, 2]), [None, 3, 4]) == [3, None, 4]
    assert inferred(lambda x: tf.expand_dims(x, -1), [None, 3]) == [None, 3, 1]
    assert inferred(lambda x: tf.squeeze(x, 1), [None, 1, 3]) == [None, 3]
    assert inferred(lambda x: tf.squeeze(x), [None, 1]) is None
    assert inferred(lambda x: tf.linalg.matrix_transpose(x), [None, 3, 4]) == [None, 4, 3]


def test_ops_run_where_the_rank_is_unknown():
    @tf.function(input_signature=[tf.TensorSpec(None)])
    def run(x):
        return tf.transpose(x), tf.linalg.matrix_transpose(x)

    backwards, matrices = run(tf.zeros([2, 3, 4]))
    assert backwards.shape == [4, 3, 2]
    assert matrices.shape == [2, 4, 3]


@pytest.mark.parametrize("size", [-1, 4, tf.constant(4), tf.constant(-1, tf.int64)], ids=repr)
def test_a_scalar_is_the_shape_of_a_vector(size):
    """Eagerly and in graphs; TensorFlow's graphs refuse it."""
    x = tf.reshape(tf.range(4.0), [2, 2])
    for staged in (
        lambda x: tf.reshape(x, size),
        tf.function(lambda x: tf.reshape(x, size)),
        tf.function(lambda x: tf.reshape(x, size), input_signature=[tf.TensorSpec(None)]),
    ):
        assert staged(x).numpy().tolist() == [0.0, 1.0, 2.0, 3.0]
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = staged(x) * [1.0, 2.0, 3.0, 4.0]
        assert tape.gradient(y, x).numpy().tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_a_scalar_is_the_shape_of_all_elements_only():
    for call in (tf.reshape, tf.function(tf.reshape)):
        with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
            call(tf.range(4.0), 3)
