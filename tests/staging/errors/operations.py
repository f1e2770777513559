"""Operations that refuse what they are given."""

import numpy as np

import stagelight as tf
from tests.staging.errors.table import operation


@operation(np.ones([2, 3], np.float32), np.ones([4, 5], np.float32))
def matmul_of_other_sizes(a, b):
    h = a + 1.0
    return tf.matmul(h, b) * 2.0  # fails: tf.matmul(h, b)


@operation(np.ones([2], np.float32), np.ones([3], np.float32))
def sum_of_other_sizes(x, y):
    return tf.reduce_sum(x + y)  # fails: x + y


@operation(np.ones([3], np.float32), np.array([0, 5], np.int32))
def gather_out_of_range(x, i):
    return tf.gather(x, i) * 2.0  # fails: tf.gather(x, i)


@operation(np.ones([3], np.float32))
def reshape_to_another_size(x):
    return tf.reshape(x, [2, 2]) + 1.0  # fails: tf.reshape(x, [2, 2])


@operation(np.ones([2, 3], np.float32), np.ones([3, 3], np.float32))
def concat_of_other_sizes(a, b):
    return tf.concat([a, b], 1)  # fails


@operation(np.array([1, -2], np.int32))
def assertion_about_values(x):
    tf.debugging.assert_positive(x, message="counts are positive")  # fails
    return x


@operation(np.zeros([2, 2], np.float32))
def inverse_of_a_singular_matrix(x):
    return tf.linalg.inv(x) + 1.0  # fails: tf.linalg.inv(x)


@operation(np.array(1, np.int32), np.array(1.5, np.float32))
def sum_of_two_dtypes(x, y):
    return x * 2 + y  # fails


@operation(np.array(-2, np.int32))
def assert_statement(x):
    assert x > 0, f"x is {x}"  # fails: x > 0
    return x


@operation(np.array(-2.0, np.float32))
def raise_in_a_branch(x):
    if x < 0.0:
        raise ValueError(f"no root of {x}")  # fails
    return tf.sqrt(x)


@operation(np.array([4, 0], np.int32))
def integer_division_by_zero(x):
    return 12 // x  # fails
