"""Native code for graphs whose sizes are not known when they are traced."""

import resource
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.codegen import compiled

RANDOM = np.random.RandomState(0)


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native"):
        yield


@pytest.fixture
def compilations(monkeypatch):
    """The texts that were compiled."""
    texts = []
    compile_module = compiled.compile_module

    def noted(text, *args):
        texts.append(text)
        return compile_module(text, *args)

    monkeypatch.setattr(compiled, "compile_module", noted)
    with config.changed(compilation_cache=None):  # Or an earlier run's code would be found.
        yield texts


def floats(*sizes):
    return RANDOM.randn(*sizes).astype(np.float32)


def assert_same(actual, expected, rtol=1e-5, atol=1e-5):
    pairs = zip(tf.nest.flatten(actual), tf.nest.flatten(expected), strict=True)
    for one, other in pairs:
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=rtol, atol=atol)


def with_unknown_sizes(function, *args):
    specs = [tf.TensorSpec([None] * np.ndim(x), x.dtype) for x in args]
    return tf.function(function, input_signature=specs)


# ---------------------------------------------------------------------------- results


def normalized(x):
    shape = tf.shape(x)
    count = tf.cast(tf.reduce_prod(shape), x.dtype)
    flat = tf.reshape(x, [-1, shape[1]])
    return tf.reshape(flat - tf.reduce_sum(flat) / (count + 1.0), shape), tf.size(x)


def joined(x):
    rows = tf.shape(x)[0]
    ones = tf.ones([rows, 2])
    return tf.concat([x, ones, tf.fill(tf.shape(x), 2.0)], 1) * 3.0


def gradient_of_broadcast(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        scale = tf.reduce_max(x, 0)
        y = tf.reduce_sum((x * scale + tf.reduce_mean(x, 1, keepdims=True)) ** 2.0)
    return y, tape.gradient(y, x)


def rounds(x):
    y = tf.zeros_like(x)
    for _ in tf.range(3):
        y = tf.tanh(y) + x / tf.cast(1 + tf.shape(x)[0], tf.float32)
    return y


def halves(x):
    if tf.reduce_sum(x) > 0.0:
        y = x * 2.0
    else:
        y = tf.transpose(tf.transpose(x) - 1.0)
    return y + 1.0


def growing(x):
    y = x
    for _ in range(2):
        y = tf.concat([y, tf.exp(-y)], 0)
    return y


def shrinking(x):
    while tf.shape(x)[0] > 2:
        x = x[1:] * 0.5
    return x


PROGRAMS = [
    normalized, joined, gradient_of_broadcast, rounds, halves, growing, shrinking,
    lambda x: tf.nn.softmax(x @ tf.transpose(x)),
    lambda x: x[:, ::-1] - x[:1],
    lambda x: (tf.reduce_sum(x, 0), tf.reduce_mean(x), tf.linalg.norm(x)),
    lambda x: tf.pad(x, [[0, 1], [2, 0]])[1:, 1:] + 1.0,
    lambda x: tf.one_hot(tf.cast(x[:, 0], tf.int32), 4) * 2.0,
]  # fmt: skip


@pytest.mark.parametrize("function", PROGRAMS, ids=[f.__name__ for f in PROGRAMS])
def test_any_size_gives_what_is_computed_eagerly(function):
    f = with_unknown_sizes(function, floats(1, 1))
    for sizes in ([5, 3], [7, 3], [1, 3], [7, 4], [5, 3], [2, 2], [1, 1], [9, 3], [64, 17]):
        x = tf.constant(floats(*sizes))
        assert_same(f(x), function(x), 1e-4, 1e-4)
    assert f.experimental_get_tracing_count() == 1


@pytest.mark.parametrize("sizes", [[0, 3], [3, 0], [0, 0], [1, 0]])
@pytest.mark.parametrize("first", [[0, 3], [4, 3]])
def test_empty_tensors(sizes, first):
    def function(x):
        return tf.exp(x) + tf.reduce_sum(x, 0), tf.reduce_sum(x), tf.matmul(x, x, transpose_a=True)

    f = with_unknown_sizes(function, floats(1, 1))
    for each in (first, sizes):
        x = tf.constant(floats(*each))
        assert_same(f(x), function(x))


STEPS = [
    lambda x, y: x + y,
    lambda x, y: tf.nn.relu(x) * y,
    lambda x, y: x - tf.reduce_mean(x, -1, keepdims=True),
    lambda x, y: tf.reshape(tf.reshape(x, [-1]), tf.shape(y)),
    lambda x, y: tf.tanh(x) @ tf.transpose(y) @ x * 0.1,
    lambda x, y: tf.concat([x, y], 0)[: tf.shape(x)[0]],
    lambda x, y: x + tf.reduce_sum(y, 0),
    lambda x, y: tf.where(x > y, x, tf.ones_like(y)),
    lambda x, y: x / tf.cast(tf.size(y) + 1, tf.float32),
]


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, len(STEPS) - 1), st.integers(0, 9)), min_size=1, max_size=8),
    st.lists(st.tuples(st.integers(0, 6), st.integers(1, 6)), min_size=1, max_size=4),
)
def test_random_programs_give_what_is_computed_eagerly(steps, shapes):
    def function(x):
        values = [x]
        for step, other in steps:
            values.append(STEPS[step](values[-1], values[other % len(values)]))
        return values[-1], tf.reduce_sum(values[len(values) // 2])

    with config.changed(executor="native"):
        f = with_unknown_sizes(function, floats(1, 1))
        for sizes in shapes:
            x = tf.constant(floats(*sizes))
            assert_same(f(x), function(x), 2e-3, 2e-3)


def training_step(x, labels, variables):
    w1, b1, w2, b2 = variables
    with tf.GradientTape() as tape:
        tape.watch(variables)
        logits = tf.nn.relu(x @ w1 + b1) @ w2 + b2
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        loss = tf.reduce_mean(losses)
    gradients = tape.gradient(loss, variables)
    for variable, gradient in zip(variables, gradients, strict=True):
        variable.assign_sub(0.1 * gradient)
    return loss


def test_a_training_step_with_batches_of_any_size():
    start = [floats(5, 8) * 0.3, floats(8), floats(8, 3) * 0.3, floats(3)]
    variables, others = [tf.Variable(x) for x in start], [tf.Variable(x) for x in start]
    step = tf.function(
        lambda x, labels: training_step(x, labels, variables),
        input_signature=[tf.TensorSpec([None, 5]), tf.TensorSpec([None], tf.int32)],
    )
    for count in (6, 6, 4, 1, 6):
        x, labels = tf.constant(floats(count, 5)), tf.constant(np.arange(count, dtype="i") % 3)
        expected = training_step(x, labels, others)
        np.testing.assert_allclose(step(x, labels), expected, rtol=1e-5)
    assert_same(variables, others)


# ---------------------------------------------------------------------------- one program for all


def specs(*shapes):
    return [tf.TensorSpec(shape) for shape in shapes]


def test_all_shapes_after_the_first_share_a_program(compilations):
    f = tf.function(
        lambda x, y: tf.nn.relu(x @ y + tf.reduce_mean(x)), input_signature=specs([None, 6], [6, 4])
    )
    y = tf.constant(floats(6, 4))
    for rows in (3, 5, 1, 64, 17, 3):
        x = tf.constant(floats(rows, 6))
        assert_same(f(x, y), tf.nn.relu(x @ y + tf.reduce_mean(x)))
    assert len(compilations) == 2
    assert "%size_n0" in compilations[1]
    assert "%size_n0" not in compilations[0]


def test_what_was_equal_in_two_calls_is_checked():
    def function(x, y):
        return x * 2.0 + y

    f = tf.function(function, input_signature=specs([None], [None]))
    for sizes in ((3, 3), (5, 5), (8, 8), (1, 4), (4, 1), (1, 1), (2, 2)):
        x, y = (tf.constant(floats(size)) for size in sizes)
        assert_same(f(x, y), function(x, y))
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"Incompatible shapes: \[2\] vs. \[3\]"
    ):
        f(tf.constant(floats(2)), tf.constant(floats(3)))


def test_what_stayed_the_same_in_two_calls_is_checked(compilations):
    def function(x):
        return tf.reduce_sum(tf.exp(x), 1) + 1.0

    f = tf.function(function, input_signature=specs([None, None]))
    for sizes in ((3, 4), (5, 4), (6, 4), (5, 3), (5, 1), (0, 4), (2, 0)):
        x = tf.constant(floats(*sizes))
        assert_same(f(x), function(x))
    assert len(compilations) == 2


@pytest.mark.parametrize("rows", [[4, 6], [4, 0], [0, 4], [1, 3], [3, 1]])
def test_a_program_for_all_sizes_does_not_take_axes_without_elements(rows):
    def function(x):
        return tf.reduce_max(x, 0) * 2.0, tf.nn.softmax(x)

    f = tf.function(function, input_signature=specs([None, 3]))
    for count in (*rows, 7, 0, 2, 1):
        x = tf.constant(floats(count, 3))
        assert_same(f(x), function(x))


def test_an_axis_of_any_size_is_not_squeezed():
    f = tf.function(lambda x: tf.shape(tf.squeeze(x * 2.0)), input_signature=specs([None, 3]))
    for count in (4, 5, 1, 2):
        expected = [3] if count == 1 else [count, 3]
        assert f(tf.constant(floats(count, 3))).numpy().tolist() == expected


def test_arrays_in_disorder_run_on_the_host():
    f = tf.function(lambda x: tf.exp(x) + 1.0, input_signature=specs([None, None]))
    for sizes in ((2, 3), (4, 5), (6, 7)):
        x = tf.transpose(tf.constant(floats(*sizes)))
        assert_same(f(x), tf.exp(x) + 1.0)


# ---------------------------------------------------------------------------- errors


def test_shapes_that_do_not_fit_are_refused_as_on_the_host():
    f = with_unknown_sizes(lambda x, y: tf.exp(x @ y) + 1.0, floats(1, 1), floats(1, 1))
    good = tf.constant(floats(3, 3))
    for _ in range(5):
        with pytest.raises(tf.errors.InvalidArgumentError, match="Matrix size-incompatible"):
            f(good, tf.constant(floats(2, 2)))
        assert f(good, good).shape == [3, 3]


def test_a_failure_names_the_operation():
    f = with_unknown_sizes(lambda x, y: (x + 1) // y, np.zeros(1, "i"), np.zeros(1, "i"))
    assert f(tf.constant([3]), tf.constant([2])).numpy() == [2]
    for count in (1, 2, 3):
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"(?s)test_dynamic_sizes.*zero"):
            f(tf.constant([1] * count), tf.constant([0] * count))


# ---------------------------------------------------------------------------- economy


def test_no_more_than_two_compilations_for_any_number_of_shapes(compilations):
    f = with_unknown_sizes(lambda x: tf.nn.softmax(tf.exp(x) + tf.reduce_sum(x)), floats(1))
    for count in range(1, 1001):
        f(tf.constant(np.zeros(count, np.float32)))
        if count == 20:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert len(compilations) <= 2
    assert f.experimental_get_tracing_count() == 1
    assert grown < 20 * 1024


def test_threads_call_with_different_shapes_at_once(compilations):
    f = with_unknown_sizes(lambda x: tf.reduce_sum(tf.exp(x) * 2.0) + tf.reduce_max(x), floats(1))
    arrays = [floats(count) for count in range(1, 9)]
    expected = [np.exp(x).sum() * 2 + x.max() for x in arrays]
    barrier = threading.Barrier(8)

    def work(i):
        barrier.wait()
        return [
            float(f(tf.constant(arrays[(i + j) % 8]))) - expected[(i + j) % 8] for j in range(100)
        ]

    with ThreadPoolExecutor(8) as pool:
        errors = [error for row in pool.map(work, range(8)) for error in row]
    assert max(map(abs, errors)) < 1e-4
    assert len(compilations) <= 2
