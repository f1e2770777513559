"""Functions whose graphs are exchanged with TensorFlow as GraphDefs.

Each program is `program(tf) -> (function, arguments)`: a Python function to be staged, and the
arrays to call it with. None of them uses variables or random numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_VECTOR = np.array([1.5, -2.0, 0.25], np.float32)
_MATRIX = np.arange(6, dtype=np.float32).reshape(2, 3) / 4
_NUMBER = np.float32(2.5)


# Straight lines.


def arithmetic(tf: Any) -> Any:
    return lambda x, y: (x + y) * (x - y) / (tf.abs(y) + 1.0), [_VECTOR, _VECTOR * 2]


def constants(tf: Any) -> Any:
    return lambda x: x * tf.constant([1.0, 2.0, 3.0]) + 4, [_VECTOR]


def integers(tf: Any) -> Any:
    return lambda x: (x // 3, x % 3, x * x, -x), [np.array([7, -7, 2], np.int32)]


def comparisons_and_logic(tf: Any) -> Any:
    def function(x):
        return tf.logical_and(x > 0.0, x < 1.0), tf.reduce_any(x > 1.0), tf.where(x > 0.0, x, -x)

    return function, [_VECTOR]


def casts(tf: Any) -> Any:
    return lambda x: (tf.cast(x, tf.int32), tf.cast(x, tf.float64), tf.cast(x, tf.bool)), [_VECTOR]


def several_outputs(tf: Any) -> Any:
    def function(x):
        left, middle, right = tf.split(x, 3, axis=1)
        return right, {"middle": middle, "left": [left, x]}

    return function, [_MATRIX]


def joining_and_reshaping(tf: Any) -> Any:
    def function(x):
        wide = tf.concat([x, x * 2.0, tf.zeros([2, 1])], axis=1)
        deep = tf.stack([x, -x], axis=2)
        return tf.reshape(wide, [-1]), tf.transpose(deep, [2, 0, 1]), tf.unstack(x, axis=1)

    return function, [_MATRIX]


def slicing(tf: Any) -> Any:
    return lambda x: (x[0], x[..., 1:], x[::-1, tf.newaxis], x[-1, -1]), [_MATRIX]


def gathering(tf: Any) -> Any:
    def function(x, i):
        return tf.gather(x, i, axis=1), tf.gather_nd(x, [[0, 1], [1, 2]]), tf.one_hot(i, 4)

    return function, [_MATRIX, np.array([2, 0], np.int32)]


def reductions(tf: Any) -> Any:
    def function(x):
        return (
            tf.reduce_sum(x),
            tf.reduce_mean(x, axis=0),
            tf.reduce_max(x, axis=1, keepdims=True),
            tf.argmax(x, axis=1),
        )

    return function, [_MATRIX]


def matrices(tf: Any) -> Any:
    def function(x):
        return tf.matmul(x, x, transpose_b=True), tf.linalg.matmul([x], [x], transpose_a=True)

    return function, [_MATRIX]


def dense_layer(tf: Any) -> Any:
    def function(x):
        hidden = tf.nn.relu(tf.matmul(x, tf.constant([[0.5, -1.0], [1.0, 2.0], [0.0, 1.0]])))
        return tf.nn.softmax(hidden - 0.5), tf.nn.log_softmax(hidden)

    return function, [_MATRIX]


def convolution(tf: Any) -> Any:
    image = np.arange(32, dtype=np.float32).reshape(1, 4, 4, 2) / 16
    filters = np.linspace(-1, 1, 24, dtype=np.float32).reshape(2, 2, 2, 3)

    def function(x, w):
        y = tf.nn.conv2d(x, w, strides=1, padding="SAME")
        return tf.nn.max_pool2d(tf.nn.relu(y), 2, 2, "VALID")

    return function, [image, filters]


def elementary_functions(tf: Any) -> Any:
    def function(x):
        return tf.exp(x), tf.tanh(x), tf.sigmoid(x), tf.sin(x), tf.sqrt(tf.abs(x)), tf.math.erf(x)

    return function, [_VECTOR]


def shapes_at_run_time(tf: Any) -> Any:
    def function(x):
        shape = tf.shape(x)
        return tf.reshape(x, [shape[1], shape[0]]), tf.size(x), tf.rank(x), tf.fill(shape, 2.0)

    return function, [_MATRIX]


def scopes_and_names(tf: Any) -> Any:
    def function(The_Input, x):
        with tf.name_scope("Outer"), tf.name_scope("inner-most"):
            y = tf.add(The_Input, x, name="Sum.1")
        return tf.identity(y, name="Identity"), y

    return function, [_VECTOR, _VECTOR]


def control_dependencies(tf: Any) -> Any:
    def function(x):
        with tf.control_dependencies([tf.negative(x)]):
            return tf.identity(x) + 1.0

    return function, [_VECTOR]


def captured_value(tf: Any) -> Any:
    captured = tf.constant([10.0, 20.0, 30.0])
    return lambda x: x + captured, [_VECTOR]


def strings(tf: Any) -> Any:
    return lambda x: (tf.identity(x), tf.constant(b"\xff\x00"), x == b"b"), [
        np.array([b"a", b"b"], object)
    ]


def complex_numbers(tf: Any) -> Any:
    def function(x):
        z = tf.complex(x, x * 2.0)
        return z * z, tf.math.real(z), tf.math.conj(z)

    return function, [_VECTOR]


def half_precision(tf: Any) -> Any:
    return lambda x: (tf.cast(x, tf.float16) + 1, tf.cast(x, tf.bfloat16) * 2), [_VECTOR]


# Calls.


def call(tf: Any) -> Any:
    @tf.function
    def double(x):
        return x * 2.0

    return lambda x: double(x) + double(double(x)), [_VECTOR]


def call_in_a_call(tf: Any) -> Any:
    @tf.function
    def inner(x, y):
        return x - y, x + y

    @tf.function
    def outer(x):
        a, b = inner(x, x * 3.0)
        return inner(b, a)

    return lambda x: outer(x), [_VECTOR]


def call_with_captures(tf: Any) -> Any:
    def function(x):
        scale = tf.reduce_sum(x)

        @tf.function
        def scaled(y):
            return y * scale

        return scaled(x) + scaled(-x * 2.0)

    return function, [_VECTOR]


# Conditionals.


def conditional(tf: Any) -> Any:
    return lambda x: tf.cond(x > 0.0, lambda: x * 2.0, lambda: -x), [_NUMBER]


def conditional_not_taken(tf: Any) -> Any:
    return lambda x: tf.cond(x > 0.0, lambda: x * 2.0, lambda: -x), [-_NUMBER]


def conditional_with_several_results(tf: Any) -> Any:
    def function(x, y):
        a, b = tf.cond(
            tf.reduce_sum(x) > tf.reduce_sum(y), lambda: (x, y * 2.0), lambda: (y, x + 1.0)
        )
        return a - b

    return function, [_VECTOR, _VECTOR[::-1].copy()]


def conditional_in_a_conditional(tf: Any) -> Any:
    def function(x):
        return tf.cond(
            x > 0.0,
            lambda: tf.cond(x > 2.0, lambda: x * 10.0, lambda: x),
            lambda: tf.constant(0.0),
        )

    return function, [_NUMBER]


def switch_case(tf: Any) -> Any:
    def function(i, x):
        return tf.switch_case(i, [lambda: x, lambda: x * 2.0, lambda: tf.zeros_like(x)])

    return function, [np.int32(1), _VECTOR]


def staged_if(tf: Any) -> Any:
    def function(x):
        if x > 0.0:
            y = x + 1.0
        elif x < -1.0:
            y = -x
        else:
            y = tf.constant(0.0)
        return y

    return function, [_NUMBER]


# Loops.


def loop(tf: Any) -> Any:
    def function(n):
        return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i * i), [0, 0])

    return function, [np.int32(10)]


def loop_over_matrices(tf: Any) -> Any:
    def function(x):
        w = tf.matmul(x, x, transpose_a=True)
        _, y = tf.while_loop(
            lambda i, y: i < 4, lambda i, y: (i + 1, tf.matmul(y, w) / 3.0), [tf.constant(0), x]
        )
        return y

    return function, [_MATRIX]


def loop_in_a_loop(tf: Any) -> Any:
    def function(n):
        def outer(i, total):
            _, total = tf.while_loop(
                lambda j, t: j < i, lambda j, t: (j + 1, t + i * j), [tf.constant(0), total]
            )
            return i + 1, total

        return tf.while_loop(lambda i, t: i < n, outer, [tf.constant(0), tf.constant(0)])

    return function, [np.int32(6)]


def loop_with_a_conditional(tf: Any) -> Any:
    def function(n):
        def body(n, steps):
            return tf.cond(n % 2 == 0, lambda: n // 2, lambda: 3 * n + 1), steps + 1

        return tf.while_loop(lambda n, steps: n > 1, body, [n, tf.constant(0)])[1]

    return function, [np.int32(27)]


def staged_while(tf: Any) -> Any:
    def function(x):
        i = tf.constant(0)
        while tf.reduce_sum(x) > 1.0:
            x = x / 2.0
            i += 1
        return x, i

    return function, [np.array([3.0, 5.0], np.float32)]


def staged_for(tf: Any) -> Any:
    def function(x):
        total = tf.constant(0.0)
        for row in x:
            total = total * 2.0 + tf.reduce_sum(row)
        return total

    return function, [_MATRIX]


def call_in_a_loop(tf: Any) -> Any:
    @tf.function
    def step(x):
        return tf.sin(x) + 1.0

    def function(x):
        return tf.while_loop(lambda i, x: i < 5, lambda i, x: (i + 1, step(x)), [0, x])[1]

    return function, [_VECTOR]


# Gradients.


def gradient(tf: Any) -> Any:
    def function(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.tanh(x) * x)
        return tape.gradient(y, x)

    return function, [_VECTOR]


def gradient_of_a_layer(tf: Any) -> Any:
    def function(x, w):
        with tf.GradientTape() as tape:
            tape.watch([x, w])
            loss = tf.reduce_mean(tf.nn.relu(tf.matmul(x, w)) ** 2.0)
        return tape.gradient(loss, [x, w])

    return function, [_MATRIX, _MATRIX.T.copy() - 0.5]


def second_gradient(tf: Any) -> Any:
    def function(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = x * x * x
            dy = inner.gradient(y, x)
        return outer.gradient(dy, x)

    return function, [_NUMBER]


def gradient_of_a_conditional(tf: Any) -> Any:
    def function(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.cond(x > 0.0, lambda: tf.exp(x) * x, lambda: x * x)
        return tape.gradient(y, x)

    return function, [_NUMBER]


def gradient_of_a_call(tf: Any) -> Any:
    @tf.function
    def squares(x):
        return tf.reduce_sum(tf.sin(x) * x)

    def function(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = squares(x)
        return tape.gradient(y, x)

    return function, [_VECTOR]


def gradient_of_a_loop(tf: Any) -> Any:
    def function(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, tf.sin(y) * x), [0, x])[1]
        return tape.gradient(y, x)

    return function, [_VECTOR]


def datasets_in_a_function(tf: Any) -> Any:
    def function(n):
        numbers = tf.data.Dataset.range(n).map(lambda x: x * x).filter(lambda x: x % 2 == 0)
        pairs = tf.data.Dataset.zip((numbers.skip(1), numbers.repeat(2))).batch(2).prefetch(1)
        total = tf.constant(0, tf.int64)
        for x, y in pairs.take(2):
            total = total * 3 + tf.reduce_sum(x * y)
        return total

    return function, [np.array(9, np.int64)]


def shuffled_dataset_in_a_function(tf: Any) -> Any:
    def function(n):
        digits = tf.constant(0, tf.int64)
        for x in tf.data.Dataset.range(n).shuffle(4, seed=5).repeat(2):
            digits = digits * 10 + x
        return digits

    return function, [np.array(7, np.int64)]


def nested_datasets_in_a_function(tf: Any) -> Any:
    def function(x):
        rows = tf.data.Dataset.from_tensor_slices({"a": x, "b": x + 1.0})
        values = rows.flat_map(lambda row: tf.data.Dataset.from_tensors(row["a"] * row["b"]))
        sums = values.concatenate(values).scan(tf.constant(0.0), lambda s, v: (s + v, s + v))
        return sums.take_while(lambda v: v < 100.0).reduce(
            tf.constant(0.0), lambda s, v: tf.maximum(s, v)
        )

    return function, [_VECTOR]
