# ruff: noqa: B012, C416, E731 -- the programs are wrong on purpose
"""Branches, loops and containers that cannot be staged, or fail when they run."""

import collections

import stagelight as tf
from tests.staging.errors.table import single


@single
def undefined_on_one_branch():
    @tf.function
    def f(x):
        if x > 0:
            y = x * 2
        return y + 1  # fails: y

    f(tf.constant(-1))


@single
def two_dtypes_after_branches():
    @tf.function
    def f(x):
        if x > 0:  # fails
            y = tf.constant(1)
        else:
            y = tf.constant(1.5)
        return y

    f(tf.constant(1))


@single
def two_structures_after_branches():
    @tf.function
    def f(x):
        if x > 0:  # fails
            y = (x, x)
        else:
            y = [x]
        return y

    f(tf.constant(1))


@single
def dtype_that_changes_in_a_loop():
    @tf.function
    def f(n):
        x = tf.constant(0)
        for _ in tf.range(n):  # fails
            x = tf.cast(x, tf.float32) + 1.0
        return x

    f(tf.constant(3))


@single
def list_that_becomes_a_number():
    @tf.function
    def f(n):
        x = [n]
        while n > 0:  # fails
            n -= 1
            x = n
        return x

    f(tf.constant(3))


@single
def shape_that_changes_in_while_loop():
    @tf.function
    def f(x, n):
        step = lambda i, x: (i + 1, tf.concat([x, x], 0))
        return tf.while_loop(lambda i, x: i < n, step, [0, x])  # fails

    f(tf.ones([1]), tf.constant(2))


@single
def dtype_that_changes_in_while_loop():
    @tf.function
    def f(n):
        return tf.while_loop(lambda i: i < n, lambda i: tf.cast(i, tf.float32), [n])  # fails

    f(tf.constant(3))


@single
def branches_of_cond_that_differ():
    @tf.function
    def f(x):
        return tf.cond(x > 0, lambda: x, lambda: (x, x))  # fails

    f(tf.constant(1))


@single
def failure_in_a_loop():
    @tf.function
    def f(x, n):
        total = 0.0
        for i in tf.range(n):
            total += x[i] * tf.gather(x, i + 1)  # fails: tf.gather(x, i + 1)
        return total

    f(tf.constant([1.0, 2.0, 3.0]), tf.constant(5))


@single
def failure_in_a_function_in_a_function():
    @tf.function
    def inner(x, i):
        return tf.gather(x, i) + 1.0  # fails: tf.gather(x, i)

    @tf.function
    def outer(x, i):
        if i > 1:
            return inner(x, i)
        return x[0]

    outer(tf.constant([1.0, 2.0]), tf.constant(7))


@single
def list_of_two_dtypes():
    @tf.function
    def f(n):
        values = []
        for i in tf.range(n):  # fails
            values.append(i)
            values.append(0.5)
        return values

    f(tf.constant(2))


@single
def slice_of_a_staged_list_assigned():
    @tf.function
    def f(n):
        values = []
        for i in tf.range(n):
            values.append(i)
        values[1:2] = [7]  # fails: values[1:2]
        return values

    f(tf.constant(3))


@single
def element_of_an_empty_list():
    @tf.function
    def f(i):
        return [][i]  # fails

    f(tf.constant(0))


@single
def index_beyond_a_python_list():
    @tf.function
    def f(i):
        values = [1, 2, 3]
        values[i] = 0  # fails: values[i]
        return values

    f(tf.constant(5))


@single
def set_of_tensors():
    @tf.function
    def f(xs):
        return len({x for x in xs})  # fails: {x for x in xs}

    f(tf.constant([1, 2, 2]))


@single
def return_in_finally():
    @tf.function
    def f(x):
        try:
            if x > 0:
                return x
        finally:
            return -x  # fails

    f(tf.constant(1))


@single
def exception_caught_outside_of_its_branch():
    @tf.function
    def f(x):
        try:
            if x > 0:
                raise ValueError("positive")  # fails
        except ValueError:
            x = -x
        return x

    f(tf.constant(1))


@single
def order_of_pairs():
    @tf.function
    def f(pairs):
        return sorted(pairs)  # fails

    f(tf.constant([[2, 1], [1, 2]]))


@single
def recursion_without_a_signature():
    @tf.function
    def factorial(n):
        if n <= 1:
            return 1
        return n * factorial(n - 1)  # fails: factorial(n - 1)

    factorial(tf.constant(5))


@single
def recursion_without_end():
    def endless(n):  # fails
        return endless(n + 1) + 1

    tf.function(endless)(tf.constant(0))


@single
def random_rows_at_once():
    step = lambda x: x + tf.random.uniform([])
    tf.vectorized_map(step, tf.ones([3]), fallback_to_while_loop=False)  # fails


@single
def entry_that_is_missing_in_a_loop_over_a_dict():
    @tf.function
    def f(x):
        parts = {"all": x}
        if x > 0.0:
            parts["positive"] = x
        return sum(parts.values()) + x  # fails: parts.values()

    f(tf.constant(-1.0))


@single
def list_that_a_recursion_changes():
    seen = []

    def descend(v):  # fails
        seen.append(v)
        return v if v < 1 else descend(v // 2)

    tf.function(descend)(tf.constant(9))


@single
def set_that_a_branch_changes():
    @tf.function
    def f(x):
        seen = set()
        if x > 0:  # fails
            seen.add("positive")
        return x * len(seen)

    f(tf.constant(-3))


@single
def deque_that_grows_in_a_loop():
    @tf.function
    def f(n):
        waiting = collections.deque()
        for i in tf.range(n):  # fails
            waiting.append(i)
        return len(waiting)

    f(tf.constant(3))


@single
def loop_of_python_without_end():
    @tf.function
    def f(x):
        while True:  # fails
            x = x + 1

    f(tf.constant(1))
