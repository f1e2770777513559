"""Programs that call functions at their edges: scalars where vectors are usual, what is known only later."""

import numpy as np

_X = np.arange(6.0, dtype=np.float32).reshape(2, 3)


def _shapes(tf, f, *specs):
    outputs = tf.function(f).get_concrete_function(*specs).outputs
    return [str(output.shape) for output in outputs]


def one_element_picked_by_a_vector(tf):
    """The result is a scalar."""
    return [tf.gather_nd(_X, [1, 2]), tf.gather_nd([3, 4, 5], tf.constant([1]))]


def repeats_of_unknown_shape(tf):
    """One number for all places, or one for each."""
    shapes = [tf.TensorSpec(None, tf.int32), tf.TensorSpec(None, tf.int32)]
    flat = tf.function(lambda x, n: tf.repeat(x, n), input_signature=shapes)
    last = tf.function(lambda x, n: tf.repeat(x, n, axis=1), input_signature=shapes)
    return [
        flat(3, 4), flat([[1, 2], [3, 4]], 2), flat([[1, 1]], [2]), flat([[1, 2]], [2, 0]),
        last([[1, 2], [3, 4]], 3), last([[1, 2], [3, 4]], [0, 2]),
    ]  # fmt: skip


def masked_axis_known_when_run(tf):
    """The first masked axis is a tensor."""
    masked = tf.function(lambda axis: tf.boolean_mask(_X, [True, False], axis=axis))
    return [masked(tf.constant(0)), tf.boolean_mask(_X, [True, False, True], axis=tf.constant(1))]


def blocks_known_when_run(tf):
    """What comes after the axes of space keeps its size."""
    image = tf.TensorSpec([None, 3, 3, 2])
    pairs, unknown = tf.TensorSpec([2, 2], tf.int32), tf.TensorSpec([2], tf.int32)
    return [
        _shapes(tf, lambda x, c: tf.batch_to_space(x, [2, 2], c), image, pairs),
        _shapes(tf, lambda x, b: tf.batch_to_space(x, b, [[0, 0], [0, 0]]), image, unknown),
        _shapes(tf, lambda x, b: tf.space_to_batch(x, b, [[0, 0], [0, 0]]), image, unknown),
    ]


def gradients_of_neighbours(tf):
    """The number next to x moves with x."""
    x, to = tf.constant([0.1, 2.0]), tf.constant([[3.0], [-1.0]])
    with tf.GradientTape() as tape:
        tape.watch([x, to])
        y = tf.math.nextafter(x, to)
    return tape.gradient(y, [x, to])


def recomputed_with_one_argument_twice(tf):
    """Each place gets its own gradient, and what is not used zeros."""
    x, z = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
    results = []
    for f in (
        lambda x, y: x * y,
        lambda x, y: (x * y, x * y * 2.0),
        lambda x, y: x,
    ):
        for y in (x, z):
            with tf.GradientTape() as tape:
                tape.watch([x, z])
                total = tf.recompute_grad(f)(x, y)
            results.append(tape.gradient(total, [x, y]))
    return results


def gradients_through_what_is_captured(tf):
    """`tf.gradients` goes on outside of the function in which it is called."""

    @tf.function
    def around(x):
        y = x * x

        def body(i, total):
            return i + 1, total + tf.gradients(y * x, x)[0]

        return [
            tf.cond(x > 0, lambda: tf.gradients(y * x, x)[0], lambda: x),
            tf.cond(x > 0, lambda: tf.gradients(y * x, x, stop_gradients=[y])[0], lambda: x),
            tf.while_loop(lambda i, _: i < 3, body, [0, 0.0])[1],
            tf.function(lambda: tf.gradients([y, x], x)[0])(),
        ]

    constant = tf.constant(3.0)
    variable = tf.Variable(np.arange(2000.0, dtype=np.float32))
    return [
        around(tf.constant(2.0)),
        tf.function(lambda: tf.gradients(constant * constant, constant))(),
        tf.function(lambda: tf.gradients(variable * variable, variable))(),
    ]
