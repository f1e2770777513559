"""Functions of a number that take all memory or all time, for models that are not trusted."""

import stagelight as tf

HUGE = {
    # In machine code: what a sum of parts wants is more than there is.
    "scratch": lambda x: tf.reduce_sum(tf.fill([2**31, 2**20], x)),
    "fill": lambda x: tf.fill([2**40], x),
    "tile": lambda x: tf.tile(x[None], [2**36]),
    "pad": lambda x: tf.pad(x[None], [[2**40, 2**40]]),
    "one_hot": lambda x: tf.one_hot(tf.cast(x, tf.int32), 2**31 - 1)[None] + tf.zeros([2**20, 1]),
    "doubled": lambda x: tf.while_loop(
        lambda i, y: i < 60,
        lambda i, y: (i + 1, tf.concat([y, y], 0)),
        (0, x[None]),
        shape_invariants=(tf.TensorShape([]), tf.TensorShape([None])),
    )[1],
    "text": lambda x: tf.while_loop(
        lambda i, s: i < 80, lambda i, s: (i + 1, tf.strings.join([s, s])), (0, tf.strings.as_string(x))
    )[1],
}  # fmt: skip

ENDLESS = {
    "machine code": lambda x: tf.while_loop(lambda y: y <= 2.0, tf.sin, [x])[0],
    "kernels": lambda x: tf.while_loop(
        lambda s: tf.strings.length(s) >= 0,
        lambda s: tf.strings.join([s, ""]),
        [tf.strings.as_string(x)],
    )[0],
    "one operation": lambda x: tf.linalg.svd(tf.fill([9000, 9000], x), compute_uv=False)[0],
}
