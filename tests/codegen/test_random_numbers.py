"""Random numbers of machine code are those of eager ops, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import config

raw = tf.raw_ops


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native"):
        yield


def assert_equal_bits(actual, expected):
    assert actual.dtype == expected.dtype
    assert actual.shape == expected.shape
    assert actual.numpy().tobytes() == expected.numpy().tobytes()


FLOATS = [tf.float16, tf.bfloat16, tf.float32, tf.float64]
INTEGERS = [tf.int32, tf.int64, tf.uint32, tf.uint64]
SEEDS = [[1, 2], [-5, 7], [2**31 - 1, -(2**31)]]

UNIFORM = [
    (f"uniform {dtype.name}", lambda n, s, d=dtype: tf.random.stateless_uniform(n, s, dtype=d))
    for dtype in FLOATS
]
OLDER_UNIFORM = [
    (
        f"older uniform {dtype.name}",
        lambda n, s, d=dtype: raw.StatelessRandomUniform(shape=n, seed=s, dtype=d),
    )
    for dtype in FLOATS
]
NORMAL = [
    (f"normal {dtype.name}", lambda n, s, d=dtype: tf.random.stateless_normal(n, s, dtype=d))
    for dtype in FLOATS
]
OLDER_NORMAL = [
    (
        f"older normal {dtype.name}",
        lambda n, s, d=dtype: raw.StatelessRandomNormal(shape=n, seed=s, dtype=d),
    )
    for dtype in FLOATS
]
TRUNCATED = [
    (
        f"truncated {dtype.name}",
        lambda n, s, d=dtype: tf.random.stateless_truncated_normal(n, s, dtype=d),
    )
    for dtype in FLOATS
]
OLDER_TRUNCATED = [
    (
        f"older truncated {dtype.name}",
        lambda n, s, d=dtype: raw.StatelessTruncatedNormal(shape=n, seed=s, dtype=d),
    )
    for dtype in FLOATS
]
FULL = [
    (
        f"all {dtype.name}",
        lambda n, s, d=dtype: tf.random.stateless_uniform(n, s, None, None, dtype=d),
    )
    for dtype in INTEGERS
]
BETWEEN = [
    (
        f"between {dtype.name}",
        lambda n, s, d=dtype: tf.random.stateless_uniform(n, s, -7, 1000, dtype=d),
    )
    for dtype in INTEGERS[:2]
]
DRAWS = pytest.mark.parametrize(
    "draw",
    [
        pytest.param(draw, id=name)
        for name, draw in (
            *UNIFORM,
            *OLDER_UNIFORM,
            *NORMAL,
            *OLDER_NORMAL,
            *TRUNCATED,
            *OLDER_TRUNCATED,
            *FULL,
            *BETWEEN,
        )
    ],
)


@DRAWS
def test_numbers_are_those_of_eager_ops(draw, compiled):
    def function(seed):
        return [draw(shape, seed) for shape in ([], [1], [6], [3, 67])]

    staged = tf.function(function, autograph=False)
    for seed in map(tf.constant, SEEDS):
        for actual, expected in zip(staged(seed), function(seed), strict=True):
            assert_equal_bits(actual, expected)
    assert any(name.startswith(("StatelessRandom", "StatelessTrunc")) for name in compiled)


@DRAWS
def test_numbers_of_any_count_are_those_of_eager_ops(draw):
    @tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([2], tf.int32)])
    def function(x, seed):
        return draw(tf.shape(x), seed)

    seed = tf.constant([3, 4])
    for sizes in ([2, 3], [5, 7], [9, 1], [4, 33]):
        assert_equal_bits(function(tf.zeros(sizes), seed), draw(sizes, seed))


@pytest.mark.parametrize(
    "counter", [[2**64 - 2, 5], [0, 2**64 - 1], [2**64 - 1, 2**64 - 1], [2**32 - 1, 0]]
)
def test_counters_carry(counter):
    key, counter = tf.constant([2**63 + 1], tf.uint64), tf.constant(counter, tf.uint64)

    def function(key, counter):
        return raw.StatelessRandomUniformV2(shape=[23], key=key, counter=counter, alg=1)

    assert_equal_bits(tf.function(function)(key, counter), function(key, counter))


def test_all_arguments_of_the_logarithm_and_the_sine_are_computed_alike():
    """Two million numbers of 23 random bits; the tables' borders among them."""

    def function(seed):
        return tf.random.stateless_normal([1 << 21], seed)

    seed = tf.constant([0, 1])
    assert_equal_bits(tf.function(function)(seed), function(seed))


@pytest.mark.parametrize("dtype", [tf.float32, tf.float64])
def test_long_tensors_of_truncated_normals_are_those_of_eager_ops(dtype):
    """Among many groups some take five blocks and more."""

    def function(seed):
        return tf.random.stateless_truncated_normal([100_003], seed, dtype=dtype)

    seed = tf.constant([5, 1])
    assert_equal_bits(tf.function(function)(seed), function(seed))


def test_many_normals_of_float64_are_those_of_eager_ops():
    def function(seed):
        return tf.random.stateless_normal([200_003], seed, dtype=tf.float64)

    seed = tf.constant([5, 2])
    assert_equal_bits(tf.function(function)(seed), function(seed))


def test_a_range_without_integers_is_an_error():
    draw = tf.function(
        lambda low: tf.random.stateless_uniform([3], [1, 2], low, 5, dtype=tf.int32) + 1
    )
    assert_equal_bits(
        draw(tf.constant(1)), tf.random.stateless_uniform([3], [1, 2], 1, 5, tf.int32) + 1
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match="Need minval < maxval, got 5 >= 5"):
        draw(tf.constant(5))


def test_a_training_step_with_dropout_is_one_region(compiled):
    """As Keras draws: a seed in a variable, which each call moves on."""
    state = tf.Variable([1, 0], dtype=tf.int32)
    weights = tf.Variable(np.linspace(-1.0, 1.0, 12, dtype=np.float32).reshape(4, 3))

    @tf.function
    def step(x):
        seed = state.read_value()
        state.assign(seed + [0, 1])
        with tf.GradientTape() as tape:
            dropped = tf.nn.experimental.stateless_dropout(x, 0.5, seed)
            loss = tf.reduce_sum(tf.matmul(dropped, weights) ** 2)
        weights.assign_sub(0.01 * tape.gradient(loss, weights))
        return loss

    def run(executor):
        state.assign([1, 0])
        weights.assign(np.linspace(-1.0, 1.0, 12, dtype=np.float32).reshape(4, 3))
        with config.changed(executor=executor, run_functions_eagerly=executor == "host"):
            return [float(step(tf.ones([5, 4]))) for _ in range(4)], weights.numpy()

    losses, values = run("native")
    expected_losses, expected_values = run("host")
    np.testing.assert_allclose(losses, expected_losses, rtol=1e-5)
    np.testing.assert_allclose(values, expected_values, rtol=1e-5)
    assert len(set(losses)) == 4
    assert {
        "StatelessRandomUniformV2",
        "StatelessRandomGetKeyCounter",
        "MatMul",
        "AssignSubVariableOp",
    } <= set(compiled)
    assert compiled.count("StatelessRandomUniformV2") == 1


def test_what_has_no_machine_code_is_left_to_the_host():
    def function(seed):
        return (
            tf.random.stateless_normal([5], seed, dtype=tf.float64),
            tf.random.stateless_truncated_normal([5], seed),
            tf.random.stateless_uniform(
                [5], seed, alg="threefry", minval=None, maxval=None, dtype=tf.uint32
            ),
        )

    seed = tf.constant([1, 2])
    for actual, expected in zip(tf.function(function)(seed), function(seed), strict=True):
        assert_equal_bits(actual, expected)
