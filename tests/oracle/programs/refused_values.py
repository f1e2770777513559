"""What odd values make of sizes, shapes, formats and places: a result, or the class of the error."""


def _outcomes(tf, call, *values):
    """What a call gives eagerly, with constants in a function, and with arguments of it."""
    constants = [tf.constant(value) for value in values]
    calls = (
        lambda: call(*values),
        lambda: tf.function(lambda: call(*values), autograph=False)(),
        lambda: tf.function(call, autograph=False)(*constants),
    )
    found = []
    for each in calls:
        try:
            found.append(each())
        except (tf.errors.OpError, TypeError, ValueError) as error:
            kind = type(error).__mro__
            found.append("OpError" if tf.errors.OpError in kind else type(error).__name__)
    return found


def nth_elements(tf):
    """Places that are none."""
    def nth(x, n):
        return tf.raw_ops.NthElement(input=x, n=n)

    cases = (([1.0, 2.0, 3.0], 5), ([1.0, 2.0], -1), (1.0, 0), ([1.0, 2.0], [0]), ([3.0, 1.0], 1))
    return [_outcomes(tf, nth, *case) for case in cases]


def shapes_of_lists(tf):
    """Shapes of elements that are none."""
    found = []
    for op, key in (("EmptyTensorList", "max_num_elements"), ("TensorListReserve", "num_elements")):
        for shape in ([2], [[2]], [-5], -2, 3, -1):
            def length(op=op, key=key, shape=shape):
                inputs = {"element_shape": shape, key: 1}
                made = getattr(tf.raw_ops, op)(**inputs, element_dtype=tf.float32)
                return tf.raw_ops.TensorListLength(input_handle=made)

            found.append(_outcomes(tf, length)[:2])
    return found


def sizes_of_identities(tf):
    """Sizes of `tf.eye` that are none."""
    found = [_outcomes(tf, tf.eye, size)[:2] for size in (2, -1, 2.5, [2], "a")]
    for call in (lambda: tf.eye(None), lambda: tf.eye(2, batch_shape=[1.5]), lambda: tf.eye(2, -3)):
        found.append(_outcomes(tf, call)[:2])
    return found


def formats(tf):
    """`tf.strings.format` takes a tensor, or a list."""
    def formatted(value):
        return lambda: tf.strings.format("{}", value)

    values = (1.5, 5, [tf.constant(1)], (1.5,), tf.constant([1.5, 2.0]), True)
    return [_outcomes(tf, formatted(value))[:1] for value in values]


def bytes_of_tensors(tf):
    """`bytes` of a tensor are those of its array."""
    return [bytes(tf.constant([1, 2])), bytes(tf.constant([1.5])), bytes(tf.constant([[True], [False]]))]
