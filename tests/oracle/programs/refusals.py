"""Programs that fail: each error is met with one of the same class.

What TensorFlow's AutoGraph refuses and Stagelight does not has no place here.
"""


def input_signature_refuses(tf):
    """An argument that does not fit the input_signature is a TypeError today."""

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def same(x):
        return x

    return same(tf.constant([[1, 2], [3, 4]]))


def error_in_a_staged_function(tf):
    """An operation that fails raises its own class through the staged call."""

    @tf.function
    def pick(x, i):
        return tf.gather(x, i)

    return pick(tf.constant([1, 2, 3]), tf.constant(7))


def shapes_that_do_not_multiply(tf):
    """Inner sizes that differ, eagerly."""
    return tf.matmul(tf.ones([2, 3]), tf.ones([4, 5]))


def shapes_that_do_not_multiply_when_traced(tf):
    """The same in a staged function, where it shows when the function is traced."""
    return tf.function(tf.matmul)(tf.ones([2, 3]), tf.ones([4, 5]))


def tensors_of_different_dtypes(tf):
    """An operator with an int32 and a float32 tensor."""
    return tf.constant(1) + tf.constant(1.0)


def branches_of_different_dtypes(tf):
    """A staged `if` that leaves a variable with one dtype or another."""

    @tf.function
    def f(x):
        if x > 0:
            y = tf.constant(1)
        else:
            y = tf.constant(1.0)
        return y

    return f(tf.constant(1))


def variable_on_each_call(tf):
    """A staged function that makes a variable whenever it is called."""

    @tf.function
    def f(x):
        return tf.Variable(1.0) + x

    return f(tf.constant(1.0))


def tensor_in_a_python_if_without_autograph(tf):
    """A symbolic tensor has no truth value when AutoGraph is off."""

    @tf.function(autograph=False)
    def f(x):
        return 1 if x > 0 else 2

    return f(tf.constant(1))


def tape_used_twice(tf):
    """A tape that is not persistent answers once."""
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.gradient(y, x)
    return tape.gradient(y, x)


def assignment_of_another_shape(tf):
    """A variable keeps its shape."""
    tf.Variable([1.0, 2.0]).assign([1.0, 2.0, 3.0])


def failed_assertion(tf):
    """tf.debugging.assert_equal in a staged function."""

    @tf.function
    def f(x):
        tf.debugging.assert_equal(x, 1, message="x is not one")
        return x

    f(tf.constant(1))
    return f(tf.constant(2))


def text_in_a_compiled_function(tf):
    """jit_compile=True, and an op that no compiler has."""
    return tf.function(lambda x: tf.strings.length(tf.as_string(x)), jit_compile=True)(
        tf.constant(1)
    )


def python_call_in_a_compiled_function(tf):
    """jit_compile=True, and Python that the graph calls."""

    @tf.function(jit_compile=True)
    def f(x):
        return tf.py_function(lambda value: value * 2.0, [x], tf.float32)

    return f(tf.constant(1.0))


def printing_in_a_compiled_function(tf):
    """jit_compile=True in a function that another one calls, and a side effect."""

    @tf.function(jit_compile=True)
    def inner(x):
        tf.print(x)
        return x

    return tf.function(lambda x: inner(x) + 1.0)(tf.constant(1.0))


def padding_as_large_as_the_window(tf):
    """A window would lie in the padding alone."""
    return tf.nn.max_pool2d(tf.ones([1, 3, 3, 1]), 2, 2, [[0, 0], [0, 1], [0, 2], [0, 0]])


def windows_of_channels_that_overlap(tf):
    """Pooling over channels takes windows side by side."""
    return tf.nn.max_pool2d(tf.ones([1, 2, 2, 4]), [1, 1, 1, 2], [1, 1, 1, 1], "SAME")


def too_few_updates_for_a_variable(tf):
    """One row of updates for two places."""
    return tf.Variable(tf.zeros([3, 2])).scatter_nd_update([[0], [1]], tf.zeros([1, 2]))


def too_few_rows_for_a_variable(tf):
    """One row of updates for two indices."""
    rows = tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0, 1]))
    return tf.Variable(tf.zeros([3, 2])).scatter_add(rows)


def sparse_sizes_that_overflow(tf):
    """The whole tensor has more elements than int64 counts."""
    return tf.raw_ops.SparseReduceMax(
        input_indices=[[1, 2], [3, 4]],
        input_shape=[2**32, 2**31],
        input_values=[1, 3],
        reduction_axes=[0],
    )


def unknown_word_for_unconnected_gradients(tf):
    """`tf.gradients` takes "none" and "zero"."""
    return tf.function(lambda x: tf.gradients(x, x, unconnected_gradients="nonsense"))(1.0)


def product_of_sizes_that_overflows(tf):
    """Places are of the dtype of the sizes."""
    return tf.unravel_index(tf.constant(5), [2**20, 2**20])


def dots_twice_in_a_result(tf):
    """The axes that dots stand for appear once."""
    return tf.einsum("...a->...a...", tf.ones([2, 3]))


def a_number_split_into_elements(tf):
    """An array of tensors takes the rows of one with axes."""
    return tf.TensorArray(tf.float32, 1, infer_shape=False).split(tf.constant(1.0), [1])


def axes_in_a_matrix(tf):
    """While tracing, the axes of a reduction are a vector."""
    return tf.function(lambda: tf.reduce_sum(tf.ones([2, 3]), axis=[[0], [1]]))()


def sparse_sizes_that_do_not_fit_when_traced(tf):
    """Six elements are no four."""
    sparse = tf.SparseTensor([[0, 0]], [1], [2, 3])
    return tf.function(lambda: tf.sparse.reshape(sparse, [4]).values)()


def sparse_sizes_of_which_two_are_open(tf):
    """One size at most follows from the others."""
    sparse = tf.SparseTensor([[0, 0]], [1], [2, 3])
    return tf.function(lambda: tf.sparse.reshape(sparse, [-1, -1]).values)()


def strides_with_dilations(tf):
    """A convolution moves on by several elements, or skips some under its windows."""
    return tf.nn.convolution(tf.ones([1, 9, 9, 2]), tf.ones([3, 3, 2, 2]), [2, 1], "SAME", None, 2)
