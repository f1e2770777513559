"""Staged functions and their arguments, variables and gradients."""

import tempfile

import stagelight as tf
from tests.staging.errors.table import single


@single
def variable_on_each_call():
    @tf.function
    def f(x):
        v = tf.Variable(1.0)  # fails
        return v * x

    f(tf.constant(1.0))


@single
def variable_of_a_loop():
    class Scale(tf.Module):
        v = None

        @tf.function
        def __call__(self, x):
            for i in tf.range(3):
                if self.v is None:
                    self.v = tf.Variable(tf.cast(i, tf.float32))  # fails
            return self.v * x

    Scale()(tf.constant(1.0))


kept = []


@single
def leaked_tensor_used_eagerly():
    @tf.function
    def f(x):
        kept.append(x + 1)
        return x

    f(tf.constant(1))
    kept.pop() + 1  # fails


@single
def leaked_tensor_used_in_another_function():
    @tf.function
    def f(x):
        kept.append(x + 1)
        return x

    f(tf.constant(1))
    tf.function(lambda x: x + kept.pop())(tf.constant(1))  # fails: x + kept.pop()


@single
def object_returned():
    @tf.function
    def f(x):
        return x, object()  # fails

    f(tf.constant(1))


@single
def shape_that_does_not_fit_the_signature():
    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
    def f(x):
        return x

    f(tf.ones([3]))  # fails


@single
def signature_that_is_no_list():
    tf.function(lambda x: x, input_signature=tf.TensorSpec([2]))  # fails


@single
def too_many_arguments():
    @tf.function
    def f(x):
        return x

    f(1, 2)  # fails


@single
def argument_of_another_name():
    @tf.function
    def f(x):
        return x

    f(y=1)  # fails


@single
def shape_that_does_not_fit_a_concrete_function():
    f = tf.function(lambda x: x * 2.0).get_concrete_function(tf.TensorSpec([2]))

    @tf.function
    def g(x):
        return f(x)  # fails

    g(tf.ones([3]))


@single
def dtype_that_does_not_fit_a_concrete_function():
    f = tf.function(lambda x: x * 2).get_concrete_function(tf.TensorSpec([2], tf.int32))
    f(tf.ones([2]))  # fails


@single
def python_value_that_does_not_fit_a_concrete_function():
    f = tf.function(lambda x, n: x**n).get_concrete_function(tf.TensorSpec([]), 2)
    f(tf.constant(1.0), 3)  # fails


@single
def numerics_checked_in_a_staged_function():
    @tf.function
    def f(x):
        return tf.math.log(x) + 1.0  # fails

    tf.debugging.enable_check_numerics()
    try:
        f(tf.constant(-1.0))
    finally:
        tf.debugging.disable_check_numerics()


@single
def exception_in_a_py_function():
    def half(x):
        raise LookupError(f"no half of {int(x)}")

    @tf.function
    def f(x):
        return tf.py_function(half, [x], tf.int32) + 1  # fails: tf.py_function(half, [x], tf.int32)

    f(tf.constant(1))


@single
def gradient_of_what_is_not_watched():
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        y = x * 2.0
    tape.gradient(y, x)
    tape.gradient(y, x)  # fails


@single
def slices_without_the_shape_of_the_whole():
    @tf.custom_gradient
    def first(x):
        return x[0], lambda dy: tf.IndexedSlices(dy[tf.newaxis], tf.constant([0]))

    x = tf.ones([3])
    with tf.GradientTape() as tape:
        tape.watch(x)
        tf.function(lambda x: first(x) * 2.0)(x)  # fails


@single
def length_of_a_dataset_that_is_an_argument():
    @tf.function(autograph=False)
    def f(numbers):
        return len(numbers) + 1  # fails: len(numbers)

    f(tf.data.Dataset.range(3))


@single
def variable_that_is_not_saved_with_its_function():
    v = tf.Variable(2.0)
    module = tf.Module()
    module.f = tf.function(lambda x: v * x, input_signature=[tf.TensorSpec([])])
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder)  # fails


@single
def text_of_python_that_is_saved():
    module = tf.Module()

    @tf.function(input_signature=[tf.TensorSpec([])])
    def f(x):
        tf.debugging.assert_positive(x, message=f"Received {x}.")
        return x

    module.f = f
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder)  # fails
