"""Random operations in machine code: the numbers, and where their streams go on, are the host's."""

import threading

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from tests.runtime.outlined_steps import types_of

DTYPES = (tf.float16, tf.bfloat16, tf.float32, tf.float64)


def several(function, *args, calls=4):
    """What some calls give, one after the other."""
    run = tf.function(function)
    return [run(*args) for _ in range(calls)]


def every_kind():
    def function(shift):
        floats = [
            tf.cast(draw([3, 7], dtype=dtype), tf.float64)
            for draw in (tf.random.uniform, tf.random.normal, tf.random.truncated_normal)
            for dtype in DTYPES
        ]
        integers = [tf.random.uniform([5], -3, 1000, dtype) + 1 for dtype in (tf.int32, tf.int64)]
        return [x + shift for x in floats], integers

    return several(function, tf.constant(1.0, tf.float64))


def loop():
    def function(x):
        for _ in tf.range(10):
            x = x * 0.5 + tf.random.normal([8]) * tf.random.truncated_normal([8])
        return x

    return several(function, tf.zeros([8]))


def conditional():
    @tf.function
    def function(x, which):
        if which:
            y = x + tf.random.uniform([3])
        else:
            y = x - tf.random.normal([3], seed=4)
        return y + tf.random.uniform([3], maxval=5.0)

    return [function(tf.zeros([3]), tf.constant(x)) for x in (True, False, False, True)]


def cases():
    @tf.function
    def function(x, which):
        branches = [
            lambda: x + tf.random.uniform([2]),
            lambda: x,
            lambda: x - tf.random.uniform([2]),
        ]
        return tf.switch_case(which, branches) * 2.0

    return [function(tf.zeros([2]), tf.constant(x)) for x in (0, 1, 2, 0, 2)]


def loops_in_loops():
    def function(x):
        for i in tf.range(4):
            if i % 2 == 0:
                x += tf.random.uniform([2, 3])
            for _ in tf.range(i):
                x *= tf.random.normal([3])
        return x + tf.cast(tf.random.uniform([2, 3], -5, 5, tf.int64), tf.float32)

    return several(function, tf.ones([2, 3]))


def condition_that_draws():
    def function(x):
        while tf.random.uniform([]) < 0.8:
            x += tf.random.uniform([2])
        return x

    return several(function, tf.zeros([2]), calls=8)


def function_of_both_branches():
    @tf.function
    def noise(x):
        return x + tf.random.uniform([3])

    @tf.function
    def function(x, which):
        y = noise(x) if which else noise(x) * 2.0
        return y + noise(x)

    return [function(tf.zeros([3]), tf.constant(x)) for x in (True, False, False, True)]


def recursive():
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def function(n):
        if n < 1:
            return tf.constant(0.0)
        return tf.random.uniform([]) * 0.5 + function(n - 1)

    return [function(tf.constant(n)) for n in (3, 2, 3)]


def generator():
    state = tf.random.Generator.from_seed(7)

    def function(x):
        y = state.normal([5])
        for _ in tf.range(3):
            x = (
                x
                + state.uniform([5]) * y
                + tf.cast(state.uniform([5], 0, 10, tf.int32), tf.float32)
            )
        state.skip(3)
        return x, state.uniform_full_int([4], tf.uint32), state.state

    return several(function, tf.zeros([5]))


def generator_near_the_end():
    """Counters that carry, and the carry that is lost."""
    ends = [[2**63 - 1, -1, 5], [-1, -1, 5], [-1, 2**63 - 1, 5], [-5, 3, -7]]
    states = [tf.Variable(tf.constant(x, tf.int64)) for x in ends]

    @tf.function
    def function(delta):
        read = [tf.raw_ops.RngReadAndSkip(resource=x.handle, alg=1, delta=delta) for x in states]
        return [x + 0 for x in read], [x + 0 for x in states]

    return [function(tf.constant(n, tf.uint64)) for n in (1, 0, 2**56 - 1, 2**40, 2**55, 2**64 - 1)]


def long_state():
    state = tf.Variable(tf.constant([1, 2, 3, 4, 5], tf.int64))

    @tf.function
    def function():
        tf.raw_ops.RngSkip(resource=state.handle, algorithm=1, delta=tf.constant(3, tf.int64))
        return state + 0

    return [function() for _ in range(3)]


def unknown_sizes():
    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def function(x):
        for _ in tf.range(3):
            x = x + tf.random.normal(tf.shape(x))
        return tf.nn.dropout(x, 0.4), tf.shape(tf.random.uniform(tf.shape(x)))

    sizes = [(2, 3), (2, 3), (4, 5), (7, 1), (2, 3), (0, 3), (4, 4)]
    return [function(tf.ones(each)) for each in sizes]


def size_that_data_tells():
    @tf.function
    def function(n, x):
        return tf.reduce_sum(tf.random.uniform([n])) * x + tf.random.uniform([]) * x

    return [function(tf.constant(n), tf.constant(2.0)) for n in (3, 5, 1, 0)]


def training():
    weights = tf.Variable(tf.ones([6, 4]))

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            hidden = tf.nn.dropout(x @ weights, 0.5)
            for _ in tf.range(3):
                hidden = tf.nn.dropout(hidden * 0.5, 0.2) + tf.random.normal([2, 4])
            loss = tf.reduce_sum(hidden)
        weights.assign_sub(0.25 * tape.gradient(loss, weights))
        return hidden, weights + 0.0

    return [step(tf.ones([2, 6])) for _ in range(4)]


def followed_by_a_tape():
    function = tf.function(lambda x: x * tf.random.uniform([4]))
    results = []
    for _ in range(3):
        x = tf.ones([4])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        results.append([y, tape.gradient(y, x), function(x)])
    return results


def rows():
    return several(lambda x: tf.map_fn(lambda v: v + tf.random.normal([2]), x), tf.zeros([5, 2]))


def dataset():
    def draw(i):
        return tf.random.uniform([3]) * 2.0 + tf.random.normal([3], seed=3)

    elements = tf.data.Dataset.range(6).map(draw).batch(2)
    return [batch for _ in range(2) for batch in elements]


def seed_that_is_set_again():
    function = tf.function(lambda x: x + tf.random.uniform([4]))
    results = [function(tf.zeros([4])) for _ in range(2)]
    tf.random.set_seed(5)
    return results + [function(tf.zeros([4])) for _ in range(2)]


def side_effects():
    def function(x):
        before = tf.random.uniform([2])
        kept = tf.py_function(lambda v: v + 1.0, [before], tf.float32)
        return before + x, kept, tf.random.uniform([2]) * 2.0

    return several(function, tf.zeros([2]))


def failing():
    function = tf.function(lambda n: tf.random.uniform([3], n, 3, tf.int32) + 1)
    results = []
    for bound in (1, 5, 1):
        try:
            results.append(function(tf.constant(bound)))
        except tf.errors.InvalidArgumentError:
            results.append(tf.constant(-1))
    return results


PROGRAMS = [
    every_kind, loop, conditional, cases, loops_in_loops, condition_that_draws, function_of_both_branches,
    recursive, generator, generator_near_the_end, long_state, unknown_sizes, size_that_data_tells, training,
    followed_by_a_tape, rows, dataset, seed_that_is_set_again, side_effects, failing,
]  # fmt: skip


def results_of(program, **settings):
    with config.changed(**settings):
        tf.random.set_seed(11)
        return [np.asarray(x) for x in tf.nest.flatten(program())]


def assert_equal_bits(actual, expected):
    assert len(actual) == len(expected)
    for one, other in zip(actual, expected, strict=True):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("program", PROGRAMS, ids=[x.__name__ for x in PROGRAMS])
def test_numbers_are_those_of_the_host(program):
    host = results_of(program, executor="host")
    assert_equal_bits(results_of(program, executor="native"), host)
    assert_equal_bits(results_of(program, executor="native", checks_bounds=True), host)


@pytest.mark.parametrize("dtype", DTYPES)
def test_numbers_do_not_depend_on_threads(dtype):
    def draw():
        return tf.random.normal([1_000_003], dtype=dtype) + tf.random.uniform([], dtype=dtype)

    def program():
        return several(draw, calls=2)

    runs = [results_of(program, executor="native", intra_op_threads=n) for n in (1, 2, 4)]
    for other in (*runs[1:], results_of(program, executor="host")):
        assert_equal_bits(runs[0], other)


def test_dropout_and_loops_that_draw_are_one_region():
    def noisy(x):
        for _ in tf.range(5):
            x = x + tf.random.normal([8])
        return tf.nn.dropout(x, 0.5) * 2.0

    with config.changed(executor="native"):
        steps = types_of(tf.function(noisy), tf.zeros([8]))
    assert sorted(steps) == ["NativeRegion", "RandomStream", "RandomStream"]


def test_a_generator_in_a_loop_is_one_region():
    state = tf.random.Generator.from_seed(1)

    def noisy(x):
        for _ in tf.range(5):
            x = x + state.normal([8])
        return x

    with config.changed(executor="native"):
        assert types_of(tf.function(noisy), tf.zeros([8])) == ["NativeRegion"]


def test_each_of_many_threads_gets_numbers_of_its_own():
    with config.changed(executor="native"):
        tf.random.set_seed(1)
        function = tf.function(lambda x: x + tf.random.uniform([], dtype=tf.float64) * 1.0)
        zero = tf.constant(0.0, tf.float64)
        found: list[float] = []

        def draw():
            found.extend([float(function(zero)) for _ in range(50)])

        function(zero)
        workers = [threading.Thread(target=draw) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        tf.random.set_seed(1)
        again = [float(function(zero)) for _ in range(201)]
    assert sorted(found) == sorted(again[1:])
